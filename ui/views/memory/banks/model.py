"""The banks as rows of a table."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.memory.banks import BankLine
from app.texts import tr
from ui.views.memory.banks.words import (
    DASH,
    health_words,
    moment_words,
    size_words,
    use_words,
)

AnyIndex = QModelIndex | QPersistentModelIndex
NUMBERS = frozenset({"records", "pending", "size"})


class BanksModel(QAbstractTableModel):
    """One row per bank."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[BankLine, ...] = ()
        self._columns = ("name", "use", "records", "pending", "size", "health", "backup")

    def show_lines(self, lines: tuple[BankLine, ...]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """How many banks there are."""
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        """How many facts are shown of each."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(self._side(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            tr("Bank"), tr("Used by"), tr("Records"), tr("Pending"), tr("Size"), tr("State"),
            tr("Last backup"),
        )[section]  # fmt: skip

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One fact of one bank, in words."""
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line, column = self.lines[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(self._side(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole and column == "health":
            return line.why or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.headerData(index.column(), Qt.Orientation.Horizontal)}: " + _words(
                line, column
            )
        return None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        right = self._columns[column] in NUMBERS
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def _words(line: BankLine, column: str) -> str:
    match column:
        case "name":
            return line.name
        case "use":
            return use_words(line)
        case "records":
            return DASH if line.records is None else f"{line.records:,}"
        case "pending":
            return f"{line.pending:,}" if line.pending else DASH
        case "size":
            return size_words(line.bytes)
        case "health":
            return health_words(line.health)
        case _:
            return moment_words(line.last_backup) if line.last_backup else tr("never")
