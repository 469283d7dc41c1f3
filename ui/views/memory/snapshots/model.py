"""The snapshots as rows of a table."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.harmless import one_line
from app.memory.snapshots import SnapshotEntry
from app.texts import tr
from ui.views.memory.banks.words import DASH, size_words
from ui.views.memory.snapshots.words import (
    counts_words,
    created_words,
    holds_words,
    short_hash,
    state_words,
)

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("name", "counts", "holds", "parent", "created", "size", "hash", "state")
RIGHT = frozenset({"size"})


class SnapshotsModel(QAbstractTableModel):
    """One row per snapshot. `verified` holds the folders whose hashes were compared."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[SnapshotEntry, ...] = ()
        self.verified: set[Path] = set()

    def show_entries(self, entries: tuple[SnapshotEntry, ...]) -> None:
        """Show other snapshots."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def mark(self, faults: Mapping[Path, str]) -> None:
        """What a look at every file of some snapshots found: a fault, or nothing."""
        self.verified |= {path for path, fault in faults.items() if not fault}
        self.verified -= {path for path, fault in faults.items() if fault}
        self.entries = tuple(
            replace(entry, problem=faults.get(entry.path, entry.problem)) for entry in self.entries
        )
        if self.entries:
            last = self.index(len(self.entries) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """How many snapshots there are."""
        return 0 if parent is not None and parent.isValid() else len(self.entries)

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
            tr("Snapshot"), tr("Records"), tr("Holds"), tr("Bank"), tr("Frozen"), tr("Size"),
            tr("Hash"), tr("State"),
        )[section]  # fmt: skip

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One fact of one snapshot, in words."""
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry, column = self.entries[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(entry, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_side(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole and column == "state":
            return entry.problem or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{title}: {self._words(entry, column)}"
        return None

    def _words(self, entry: SnapshotEntry, column: str) -> str:
        match column:
            case "name":
                return entry.name
            case "counts":
                return counts_words(entry.info)
            case "holds":
                return holds_words(entry.info)
            case "parent":
                return one_line(entry.info.parent, 80) if entry.info is not None else DASH
            case "created":
                return created_words(entry.info)
            case "size":
                return size_words(entry.bytes)
            case "hash":
                return short_hash(entry.info)
            case _:
                return state_words(entry, entry.path in self.verified)[0]


def _side(column: int) -> Qt.AlignmentFlag:
    right = COLUMNS[column] in RIGHT
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
