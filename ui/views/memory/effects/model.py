"""The records that were retrieved, with what came of their scenes, as rows of a table."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.harmless import one_line
from app.memory.insight.effect import Average, Effect
from app.texts import tr
from ui.views.memory.words import DASH, SIGNS

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("kind", "text", "retrieved", "first", "first_without", "rounds", "rounds_without",
           "verdict")  # fmt: skip
NUMBERS = frozenset({"retrieved", "first", "first_without", "rounds", "rounds_without"})
ORDER = {"hurt": 0, "helped": 1, "unclear": 2, "unused": 3}


@dataclass(frozen=True)
class EffectRow:
    """An effect, and what the record says in a line."""

    effect: Effect
    polarity: str
    headline: str


def verdict_words(effect: Effect) -> str:
    """The verdict in a word; where it is unclear, with how few sections that is said."""
    if effect.verdict == "unclear":
        return tr("unclear, n = {n}").format(n=effect.present.first.sections)
    return {"helped": tr("helped"), "hurt": tr("hurt"), "unused": tr("never retrieved")}[
        effect.verdict
    ]


def average_words(average: Average) -> str:
    """A mean with the number of scenes behind it, so that small numbers look small."""
    if average.mean is None:
        return DASH
    return tr("{mean} (n = {n})").format(mean=f"{average.mean:.1f}", n=average.scenes)


class EffectModel(QAbstractTableModel):
    """One row per record that any scene has seen."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[EffectRow] = []

    def show_rows(self, rows: list[EffectRow]) -> None:
        """Show other rows, those with a verdict first."""
        self.beginResetModel()
        self.rows = sorted(rows, key=lambda row: (ORDER[row.effect.verdict], -row.effect.retrieved))
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """How many records there are."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        """How many facts are shown of each."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_side(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            tr("Kind"), tr("Record"), tr("Scenes"), tr("First score with"), tr("without"),
            tr("Rounds with"), tr("without"), tr("Effect"),
        )[section]  # fmt: skip

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One fact of one record, in words."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_side(index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{title}: {_words(row, column)}"
        return None


def _words(row: EffectRow, column: str) -> str:
    effect = row.effect
    match column:
        case "kind":
            return SIGNS.get(row.polarity, "")
        case "text":
            return one_line(row.headline)
        case "retrieved":
            return f"{effect.retrieved:,}"
        case "first":
            return average_words(effect.present.first)
        case "first_without":
            return average_words(effect.absent.first)
        case "rounds":
            return average_words(effect.present.rounds)
        case "rounds_without":
            return average_words(effect.absent.rounds)
        case _:
            return verdict_words(effect)


def _side(column: int) -> Qt.AlignmentFlag:
    right = COLUMNS[column] in NUMBERS
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
