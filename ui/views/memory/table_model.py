"""A list of any length as Qt's tables want it: rows come in pages, in the order they are seen."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from app.memory.listing import Found, Ids, Steps
from memory_store.browsing import Row
from ui.views.memory.columns import COLUMNS, MATCH, PLACES
from ui.views.memory.words import DASH, spoken
from ui.widgets.speech import plain_tip

ROW = Qt.ItemDataRole.UserRole
"""The role that gives the `Row` itself, None while it is on its way."""
Index = QModelIndex | QPersistentModelIndex
PAGE = 100
KEPT = 20_000
"""Rows kept in memory, about 10 MB."""
WAITING = 4
"""Pages that may wait; older wishes are for rows that have long been scrolled away."""
_ROOT = QModelIndex()


class RecordModel(QAbstractTableModel):
    """Rows of records.

    Signals:
        wanted(ids, token): the rows of these ids are to be brought to `take_rows`, with the token.
        resetting: the list is about to become another one, and selections with it.
        moving, moved: rows are about to come or go, and have, the others staying as they are.
        was_reset(renewed): it has; `renewed` says that it is the same list after a change.
    """

    wanted = Signal(object, int)
    resetting = Signal()
    was_reset = Signal(bool)
    moving = Signal()
    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._total = 0
        self._ids: Ids = np.zeros(0, np.int64)
        self._rows: dict[int, tuple[Row, int]] = {}
        self._texts: dict[tuple[int, int], str] = {}
        self._matches: Mapping[int, float] = {}
        self._generation = 0
        self._token = 0
        self._busy = False
        self._pages: list[int] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)

    @property
    def ids(self) -> Ids:
        """The ids that are known, from the top down; all of them soon after a question."""
        return self._ids

    @property
    def matches(self) -> Mapping[int, float]:
        """Cosines by id, empty unless the list is one by meaning."""
        return self._matches

    def id_at(self, row: int) -> int:
        """The id in a row, -1 while it is not known."""
        return int(self._ids[row]) if 0 <= row < len(self._ids) else -1

    def row_of(self, record_id: int) -> int:
        """The row of an id, -1 if it is not in the list (or not known yet)."""
        found = np.flatnonzero(self._ids == record_id)
        return int(found[0]) if len(found) else -1

    def row_at(self, row: int) -> Row | None:
        """What is in a row; None while it is on its way, for which this asks."""
        known = self._rows.get(self.id_at(row))
        if known is None or known[1] != self._generation:
            self._want(row // PAGE)
        return known[0] if known is not None else None

    def show_found(self, found: Found) -> None:
        """Another list, of which the first rows are known."""
        self.resetting.emit()
        self.beginResetModel()
        self._token += 1
        self._busy = False
        self._pages = []
        self._total, self._ids = found.total, found.ids
        self._matches = found.matches
        self._keep({row.id: row for row in found.rows}, anew=True)
        self.endResetModel()
        self.was_reset.emit(False)

    def take_ids(self, ids: Ids) -> None:
        """All ids of the list on show; if it has another length by now, it is shown anew."""
        if len(ids) == self._total and np.array_equal(ids[: len(self._ids)], self._ids):
            self._ids = ids
            self._ask_if_waiting()
            return
        self._replace(ids)

    def change(self, ids: Ids, steps: Steps | None, rows: Mapping[int, Row]) -> None:
        """The list after something was written. With `steps` from the list on show to this one,
        selections and what is on the screen stay; `rows` are rows that are known anew."""
        self._generation += 1
        self._token += 1
        self._busy = False
        if steps is None:
            self._replace(ids)
        else:
            self.moving.emit()
            self._walk(ids, steps)
            self.moved.emit()
        self._keep(rows)
        if self._total:
            last = self.index(self._total - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def take_rows(self, rows: Mapping[int, Row], token: int) -> None:
        """Rows that were asked for; those for a list that is gone are dropped."""
        if token != self._token:
            return
        self._busy = False
        self._keep(rows)
        if rows:
            first = self.row_of(next(iter(rows)))
            last = min(first + PAGE, self._total) - 1
            if first >= 0:
                self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))
        self._ask_if_waiting()

    def rows_failed(self, token: int) -> None:
        """Rows that were asked for do not come; they are asked for again when they are seen."""
        if token == self._token:
            self._busy = False

    def rowCount(self, parent: Index = _ROOT) -> int:
        """As many as were found; rows have no children."""
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Every column; the view hides some."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell, what is spoken, the tip, the alignment, or the row itself."""
        if not index.isValid() or not 0 <= index.row() < self._total:
            return None
        roles = Qt.ItemDataRole
        column = COLUMNS[index.column()]
        if role == roles.TextAlignmentRole:
            return _side(column.right)
        if role not in (
            roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole,
            roles.AccessibleDescriptionRole, ROW,
        ):  # fmt: skip
            return None
        row = self.row_at(index.row())
        if role == ROW or row is None:
            return row
        if role == roles.AccessibleDescriptionRole:
            return spoken(row)
        text = self.text(row, index.column())
        return plain_tip(text) if role == roles.ToolTipRole else text

    def text(self, row: Row, place: int) -> str:
        """What a cell says."""
        if place == PLACES[MATCH]:
            match = self._matches.get(row.id)
            return DASH if match is None else f"{match:.3f}"
        column = COLUMNS[place]
        if column.ages:
            return column.text(row)
        known = self._texts.get((row.id, place))
        if known is None:
            known = self._texts[row.id, place] = column.text(row)
        return known

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The headings, in capitals; nothing at the side."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title().upper()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column.right)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column.title()
        return None

    def _replace(self, ids: Ids) -> None:
        self.resetting.emit()
        self.beginResetModel()
        self._token += 1
        self._busy = False
        self._total, self._ids = len(ids), ids
        self.endResetModel()
        self.was_reset.emit(True)

    def _walk(self, ids: Ids, steps: Steps) -> None:
        for first, count in steps.removals:
            self.beginRemoveRows(_ROOT, first, first + count - 1)
            self._ids = np.delete(self._ids, slice(first, first + count))
            self._total = len(self._ids)
            self.endRemoveRows()
        for first, count in steps.insertions:
            self.beginInsertRows(_ROOT, first, first + count - 1)
            self._ids = np.insert(self._ids, first, ids[first : first + count])
            self._total = len(self._ids)
            self.endInsertRows()

    def _keep(self, rows: Mapping[int, Row], anew: bool = False) -> None:
        if anew:
            self._rows = {}
        if rows:
            self._texts = {}
        for key, row in rows.items():
            self._rows.pop(key, None)
            self._rows[key] = (row, self._generation)
        if len(self._rows) > KEPT:
            for key in list(self._rows)[: len(self._rows) - KEPT // 2]:
                del self._rows[key]

    def _want(self, page: int) -> None:
        if page in self._pages:
            return
        self._pages.append(page)
        del self._pages[:-WAITING]
        if not self._busy and not self._soon.isActive():
            self._soon.start()

    def _ask_if_waiting(self) -> None:
        if self._pages and not self._busy:
            self._soon.start()

    def _ask(self) -> None:
        """One page at a time, the one seen last first."""
        while self._pages and not self._busy:
            page = self._pages.pop()
            ids = self._ids[page * PAGE : (page + 1) * PAGE]
            missing = [int(i) for i in ids if not self._is_fresh(int(i))]
            if len(ids) == 0:
                self._pages.insert(0, page)  # the ids are on their way
                return
            if missing:
                self._busy = True
                self.wanted.emit(missing, self._token)

    def _is_fresh(self, record_id: int) -> bool:
        known = self._rows.get(record_id)
        return known is not None and known[1] == self._generation


def _side(right: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
