"""The table of records: columns that a person chooses, rows of one height, keys."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from app.texts import tr
from memory_store.browsing import Sort
from ui.theme.appearance import Appearance
from ui.views.memory.columns import COLUMNS, LESSON, MATCH, PLACES, column_of, remembered_columns
from ui.views.memory.delegate import ROW_HEIGHT, RecordDelegate
from ui.views.memory.table_model import RecordModel
from ui.window.remembered import Remembered

REMEMBERED = "memory/columns"
REST_MS = 60
"""The record under the keyboard is shown once it rests there so long."""
LEAST_LESSON = 160
KEPT_CHOSEN = 10_000
MOST_RESTORED = 500
"""Chosen records that stay chosen when a list has to be shown anew after a change."""
_FLAGS = QItemSelectionModel.SelectionFlag


class RecordTable(QTableView):
    """Shows a `RecordModel`.

    Signals:
        rested(id): the keyboard or a click came to rest on a record; -1 for none.
        opened(id): Enter or a double click.
        chosen: other records are selected.
        sort_chosen(Sort): a heading was clicked.
    """

    rested = Signal(int)
    opened = Signal(int)
    chosen = Signal()
    sort_chosen = Signal(object)

    def __init__(
        self,
        appearance: Appearance,
        remembered: Remembered,
        model: RecordModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance, self._model, self._remembered = appearance, model, remembered
        self._kept: tuple[list[int], int, int] = ([], -1, -1)
        self._kept_row = -1
        self._had_choice = False
        self._place: tuple[int, int] = (-1, 0)
        self.setModel(model)
        self.setItemDelegate(RecordDelegate(appearance, model, self))
        self.setAccessibleName(tr("Records"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self._dress()
        self._make_headings()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(lambda: self.rested.emit(self.current_id))
        self.selectionModel().currentRowChanged.connect(lambda *_: self._rest.start())
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.doubleClicked.connect(lambda index: self.opened.emit(model.id_at(index.row())))
        model.resetting.connect(self._keep_choice)
        model.was_reset.connect(self._restore_choice)
        model.moving.connect(self._keep_place)
        model.moved.connect(self._restore_place)
        appearance.changed.connect(self.viewport().update)

    @property
    def current_id(self) -> int:
        """The record that the keyboard is at, -1 for none."""
        return self._model.id_at(self.currentIndex().row())

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of the columns a person chose."""
        return remembered_columns(self._remembered.text(REMEMBERED))

    def chosen_ids(self) -> list[int]:
        """The selected records from top to bottom, those whose ids are known."""
        ids = self._model.ids
        ranges = sorted(self._ranges(), key=lambda r: r.top())
        parts = [ids[r.top() : r.bottom() + 1] for r in ranges]
        return [int(i) for i in np.unique(np.concatenate(parts))] if parts else []

    def chosen_count(self) -> int:
        """How many records are selected."""
        return sum(r.height() for r in self._ranges())

    def _ranges(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(number) for number in range(selection.count())]

    def choose(self, ids: Sequence[int], current: int = -1) -> bool:
        """Select these records and bring the current one into view; False if it is not here."""
        rows = [row for row in (self._model.row_of(i) for i in ids) if row >= 0]
        self._select(rows)
        at = self._model.row_of(current) if current >= 0 else -1
        if at < 0:
            return False
        index = self._model.index(at, PLACES[LESSON])
        self.selectionModel().setCurrentIndex(index, _FLAGS.NoUpdate)
        self.scrollTo(index)
        return True

    def show_sort(self, sort: Sort) -> None:
        """Mark the heading that the list is sorted by."""
        header = self.horizontalHeader()
        place = column_of(sort.column)
        order = Qt.SortOrder.DescendingOrder if sort.descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(place, order)
        header.setSortIndicatorShown(place >= 0)

    def show_match(self, shown: bool) -> None:
        """Show the column of similarities, for a list by meaning."""
        self.setColumnHidden(PLACES[MATCH], not shown)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Home and End go to the ends; the rest is Qt's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.current_id)
        elif event.key() == Qt.Key.Key_Escape or event.text() == "/":
            event.ignore()  # the page's
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            self._to_edge(last=event.key() == Qt.Key.Key_End)
        else:
            super().keyPressEvent(event)

    def _to_edge(self, *, last: bool) -> None:
        """Rows are chosen, not cells: Home and End lead to the first and the last record."""
        rows = self.model().rowCount()
        if rows:
            column = max(self.currentIndex().column(), 0)
            self.setCurrentIndex(self.model().index(rows - 1 if last else 0, column))

    def keyboardSearch(self, _search: str) -> None:
        """Letters do not search: that would read a million rows."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """An opaque ground, so that scrolling moves what is painted and paints only what is new."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._appearance.theme.color("surface"))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The lesson takes what the other columns leave."""
        super().resizeEvent(event)
        self._fit()

    def _dress(self) -> None:
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        side = self.verticalHeader()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setDefaultSectionSize(ROW_HEIGHT)
        side.setMinimumSectionSize(ROW_HEIGHT)
        side.hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setStyleSheet("QScrollBar::handle:vertical:disabled { background: transparent; }")
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: bar.setEnabled(high > low))

    def _make_headings(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsMovable(False)
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        header.setFixedHeight(32)
        header.setAccessibleName(tr("Headings"))
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._offer_columns)
        header.sectionClicked.connect(self._sort_by)
        for place, column in enumerate(COLUMNS):
            header.resizeSection(place, column.width)
        header.sectionResized.connect(lambda place, *_: self._resized(place))
        self._show_columns()

    def _show_columns(self) -> None:
        shown = self.columns
        for place, column in enumerate(COLUMNS):
            if column.key != MATCH:
                self.setColumnHidden(place, column.key not in shown)
        self.setColumnHidden(PLACES[MATCH], not self._model.matches)
        self._fit()

    def column_menu(self) -> QMenu:
        """The columns to choose from."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = self.columns
        for column in COLUMNS:
            if column.key == MATCH:
                continue
            action = menu.addAction(column.title())
            action.setCheckable(True)
            action.setChecked(column.key in shown)
            action.setEnabled(column.key != LESSON)
            action.toggled.connect(lambda on, key=column.key: self._set_column(key, on))
        return menu

    def _offer_columns(self, point: QPoint) -> None:
        self.column_menu().popup(self.horizontalHeader().mapToGlobal(point))

    def _set_column(self, key: str, shown: bool) -> None:
        keys = set(self.columns) - {key} | ({key} if shown else set())
        ordered = [column.key for column in COLUMNS if column.key in keys]
        self._remembered.set_text(REMEMBERED, ",".join(ordered))
        self._show_columns()

    def _sort_by(self, place: int) -> None:
        column = COLUMNS[place]
        if not column.sort:
            return
        header = self.horizontalHeader()
        falls = column.falls
        if header.isSortIndicatorShown() and header.sortIndicatorSection() == place:
            falls = header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        self.sort_chosen.emit(Sort(column.sort, falls))

    def _resized(self, place: int) -> None:
        if place != PLACES[LESSON]:
            self._fit()

    def _fit(self) -> None:
        header = self.horizontalHeader()
        others = sum(
            header.sectionSize(place)
            for place, column in enumerate(COLUMNS)
            if column.key != LESSON and not header.isSectionHidden(place)
        )
        room = self.viewport().width() - others
        header.resizeSection(PLACES[LESSON], max(LEAST_LESSON, room))

    def _select(self, rows: Sequence[int]) -> None:
        selection = QItemSelection()
        last = len(COLUMNS) - 1
        for row in rows:
            selection.select(self._model.index(row, 0), self._model.index(row, last))
        self.selectionModel().select(selection, _FLAGS.ClearAndSelect)

    def _keep_place(self) -> None:
        """What stands at the top stays there, unless that is the first row: then new ones show."""
        value = self.verticalScrollBar().value()
        top = self._model.id_at(value // ROW_HEIGHT) if value else -1
        self._place = (top, value % ROW_HEIGHT)
        self._had_choice = self.selectionModel().hasSelection()

    def _restore_place(self) -> None:
        top, offset = self._place
        row = self._model.row_of(top) if top >= 0 else -1
        self.executeDelayedItemsLayout()
        if row >= 0:
            self.verticalScrollBar().setValue(row * ROW_HEIGHT + offset)
        if self._had_choice and not self.selectionModel().hasSelection():
            self._take(self.currentIndex().row())  # Qt moves it to a neighbour of what is gone

    def _keep_choice(self) -> None:
        chosen = self.chosen_ids() if self.chosen_count() <= KEPT_CHOSEN else []
        top = self._model.id_at(self.rowAt(0))
        self._kept = (chosen, self.current_id, top)
        self._kept_row = self.currentIndex().row()

    def _take(self, row: int) -> None:
        """Choose what stands where a record stood that is gone: keys go on from there."""
        if row >= 0:
            index = self._model.index(row, PLACES[LESSON])
            flags = _FLAGS.ClearAndSelect | _FLAGS.Rows
            self.selectionModel().setCurrentIndex(index, flags)

    def _restore_choice(self, renewed: bool) -> None:
        chosen, current, top = self._kept
        if not renewed:
            self.scrollToTop()
            return
        rows = [row for row in (self._model.row_of(i) for i in chosen[:MOST_RESTORED]) if row >= 0]
        if rows:
            self._select(rows)
        at = self._model.row_of(current) if current >= 0 else -1
        if at >= 0:
            index = self._model.index(at, PLACES[LESSON])
            self.selectionModel().setCurrentIndex(index, _FLAGS.NoUpdate)
        else:
            self._take(min(self._kept_row, self._model.rowCount() - 1))
            self._rest.start()
        first = self._model.row_of(top) if top >= 0 else -1
        if first > 0:
            self.scrollTo(self._model.index(first, 0), QAbstractItemView.ScrollHint.PositionAtTop)
