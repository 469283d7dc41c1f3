"""The runs as a list that views can show."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.library import LibraryEntry
from app.remedies import in_window
from ui.views.library.words import spoken, title_of
from ui.widgets.speech import plain_tip

ENTRY = Qt.ItemDataRole.UserRole
"""The role that gives the `LibraryEntry` itself."""
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class LibraryModel(QAbstractListModel):
    """One row per run. `renamed(run, title)` is sent when a person typed a title."""

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[LibraryEntry] = []

    @property
    def entries(self) -> list[LibraryEntry]:
        """The rows from top to bottom."""
        return list(self._entries)

    def row_of(self, run: str) -> int:
        """The row of a run, -1 if it is not shown."""
        return next((n for n, entry in enumerate(self._entries) if entry.run == run), -1)

    def show_entries(self, entries: Sequence[LibraryEntry]) -> None:
        """Show these rows; what stays keeps its selection unless the order changed."""
        wanted = {entry.run for entry in entries}
        kept = [entry.run for entry in self._entries if entry.run in wanted]
        known = set(kept)
        if not kept or kept != [entry.run for entry in entries if entry.run in known]:
            self.beginResetModel()
            self._entries = list(entries)
            self.endResetModel()
            return
        for row in range(len(self._entries) - 1, -1, -1):
            if self._entries[row].run not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._entries[row]
                self.endRemoveRows()
        for row, entry in enumerate(entries):
            if entry.run not in known:
                self.beginInsertRows(QModelIndex(), row, row)
                self._entries.insert(row, entry)
                self.endInsertRows()
            elif self._entries[row] != entry:
                self._entries[row] = entry
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = _ROOT) -> int:
        """As many as there are runs; rows have no children."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The title, what is spoken, the tip, or the entry."""
        if not index.isValid() or not 0 <= index.row() < len(self._entries):
            return None
        entry = self._entries[index.row()]
        roles = Qt.ItemDataRole
        if role in (roles.DisplayRole, roles.EditRole, roles.AccessibleTextRole):
            return title_of(entry)
        if role == roles.AccessibleDescriptionRole:
            return spoken(entry)
        if role == roles.ToolTipRole:
            return plain_tip(
                "\n".join(t for t in (title_of(entry), entry.problem, in_window(entry.remedy)) if t)
            )
        return entry if role == ENTRY else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """A person typed a title; it is shown at once, and the library is told by the page."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        entry = self._entries[index.row()]
        title = " ".join(str(value).split())
        if title in (title_of(entry), ""):
            return False
        self._entries[index.row()] = entry.model_copy(update={"title": title, "renamed": True})
        self.dataChanged.emit(index, index)
        self.renamed.emit(entry.run, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Damaged runs have no title that could be changed."""
        flags = super().flags(index)
        if index.isValid() and self._entries[index.row()].state != "damaged":
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags
