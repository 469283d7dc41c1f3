"""The page of records: filters above, the table, the record beside it."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QWidget

from app.faults import words_of
from app.memory.admitted import reviewers_out_of_use
from app.memory.listing import (
    Found,
    Ids,
    Question,
    Steps,
    all_ids,
    find,
    find_near,
    some_rows,
    steps_between,
)
from app.memory.sheet import Linker
from app.texts import tr
from memory_store.bank import Bank
from memory_store.browsing import Criteria, Facets, Row, Sort, facets
from memory_store.changes import Change
from memory_store.errors import MemoryStoreError
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.filter_bar import FilterBar
from ui.views.memory.filter_chips import SETS
from ui.views.memory.panel.record_panel import RecordPanel
from ui.views.memory.session import MemorySession
from ui.views.memory.table import RecordTable
from ui.views.memory.table_model import RecordModel
from ui.widgets.arranging import splitter
from ui.widgets.basics import column
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice

SETTLE_MS = 250
"""Changes that come one after the other are shown together."""
SPLITTER = "memory"
Renewed = tuple[Found, Ids, Steps | None]


class RecordsPage(QWidget):
    """Finds records and shows one.

    Signals:
        answered: the list on show is the answer to what is set.
        run_requested(run, scene, t): see `RecordPanel`.
        chosen(ids): the selected records, from top to bottom.
    """

    answered = Signal()
    run_requested = Signal(str, str, int)
    chosen = Signal(object)

    def __init__(self, context: StudioContext, session: MemorySession) -> None:
        super().__init__()
        self._context, self._session = context, session
        self._sort = Sort()
        self._asking: Ticket | None = None
        self._renewing: Ticket | None = None
        self._wanted_id = self._kept_id = -1
        appearance = context.appearance
        self.filters = FilterBar(appearance)
        self.model = RecordModel(self)
        self.table = RecordTable(appearance, context.remembered, self.model)
        self.panel = RecordPanel(appearance, session, Linker(context.paths))
        self.notice = Notice(appearance)
        self._stack = QStackedWidget()
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._renew)
        self._lay_out()
        self._connect()

    @property
    def question(self) -> Question:
        """What is set."""
        return Question(self.filters.criteria, self._sort, self.filters.meaning)

    @property
    def split(self) -> QSplitter:
        """The table and the panel."""
        return self._split

    def show_criteria(self, criteria: Criteria) -> None:
        """Narrow the list to this (of another page: a lasso, a snapshot, the inbox)."""
        self.filters.set_criteria(criteria)

    def show_record(self, record_id: int) -> None:
        """Bring a record into view whatever narrows the list now."""
        self._wanted_id = record_id
        if self.filters.narrows and self.model.row_of(record_id) < 0:
            self.filters.clear()
        elif not self._find_wanted() and self._asking is None:
            self.ask()
        self._session.record_chosen.emit(record_id)

    def ask(self) -> None:
        """Find what is set, from the beginning."""
        for ticket in (self._asking, self._renewing):
            if ticket is not None:
                ticket.drop()
        question = self.question
        if question.meaning:
            self.filters.show_searching(self._session.encoder_ready)
            self._asking = self._session.ask_near(
                question.meaning,
                lambda bank, near: find_near(bank, question, near),
                lambda found: self._take(question, found),
                self._complain,
            )
            return
        self._asking = self._session.ask(
            lambda bank: find(bank, question),
            lambda found: self._take(question, found),
            self._complain,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """`/` goes to the search field, Esc back to the table or clears."""
        if event.text() == "/" and not self.filters.field.hasFocus():
            self.search()
        elif event.key() == Qt.Key.Key_Escape:
            if self.panel.isAncestorOf(self.focusWidget() or self):
                self.table.setFocus()
            else:
                self.filters.step_back()
        else:
            super().keyPressEvent(event)

    def search(self) -> None:
        """Stand in the search field."""
        self.filters.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.field.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        """Videos end with the page."""
        self.panel.end()
        super().hideEvent(event)

    def _lay_out(self) -> None:
        appearance = self._context.appearance
        self._nothing = EmptyState(
            appearance, "search", tr("No record fits"),
            tr("Other words, or fewer filters, may find it."),
            (tr("Show all records"), self.filters.clear),
        )  # fmt: skip
        self._none = EmptyState(
            appearance, "brain", tr("This bank is empty"),
            tr("Runs that may write to it fill it: what worked as M+, what went wrong as M\u2212."),
        )  # fmt: skip
        card = QFrame()
        card.setProperty("role", "card")
        inside = column(card, 1, 0)
        inside.setContentsMargins(1, 4, 1, px("tight"))  # the corners of the card stay round
        inside.addWidget(self._stack)
        for state in (self.table, self._nothing, self._none):
            self._stack.addWidget(state)
        self._split = splitter(Qt.Orientation.Horizontal, ((card, 5), (self.panel, 3)))
        self._split.setSizes([760, 430])
        self._context.remembered.restore_splitter(SPLITTER, self._split)
        self._split.splitterMoved.connect(
            lambda *_: self._context.remembered.keep_splitter(SPLITTER, self._split)
        )
        box = column(self, px("gap"), px("gap"))
        box.addWidget(self.notice)
        box.addWidget(self.filters)
        box.addWidget(self._split, 1)

    def _connect(self) -> None:
        session, table, model = self._session, self.table, self.model
        self.filters.changed.connect(self.ask)
        self.filters.left.connect(self._to_table)
        self.filters.meaning_wanted.connect(session.warm)
        table.sort_chosen.connect(self._sort_by)
        table.rested.connect(session.record_chosen)
        table.opened.connect(lambda _: self.panel.area.setFocus())
        table.chosen.connect(lambda: self.chosen.emit(table.chosen_ids()))
        model.wanted.connect(self._fetch)
        self.panel.run_requested.connect(self.run_requested)
        session.opened.connect(lambda _: self._opened())
        session.changed.connect(self._changed)
        for key in ("Ctrl+F",):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.search)

    def _opened(self) -> None:
        self.notice.forget()
        self.filters.allow_meaning(True)
        self.table.show_sort(self._sort)
        self.ask()

    def _ask_facets(self) -> None:
        self._session.ask(facets, self._offer, lambda _: None)

    def _offer(self, found: Facets) -> None:
        values = {name: getattr(found, name) for name in SETS}
        reviewers, paths = tuple(found.reviewers), self._context.paths
        self._session.bridge.submit(
            lambda: reviewers_out_of_use(reviewers, paths),
            lambda stale: self.filters.offer(values, stale),
            lambda _: self.filters.offer(values),  # Settings says what is wrong with the profiles
        )

    def _take(self, question: Question, found: Found) -> None:
        self._asking = None
        self.notice.forget()
        self.model.show_found(found)
        self.table.show_match(bool(question.meaning))
        self.table.show_sort(question.sort)
        if question.meaning:
            self.table.horizontalHeader().setSortIndicatorShown(False)
        self._show_state(found)
        if found.note:
            self.notice.tell(found.note)
        if found.whole:
            self._listed(found.ids)
        else:
            self._asking = self._session.ask(
                lambda bank: all_ids(bank, question), self._listed, self._complain
            )
        self.answered.emit()

    def _listed(self, ids: Ids) -> None:
        self._asking = None
        self.model.take_ids(ids)
        if self._wanted_id >= 0:
            self._find_wanted()
        elif self.table.current_id < 0 and self.model.rowCount():
            kept = self._kept_id if self.model.row_of(self._kept_id) >= 0 else self.model.id_at(0)
            self.table.choose([kept], kept)
        self._kept_id = -1
        self._ask_facets()

    def _find_wanted(self) -> bool:
        wanted = self._wanted_id
        if wanted >= 0 and self.table.choose([wanted], wanted):
            self._wanted_id = -1
            return True
        return False

    def _show_state(self, found: Found) -> None:
        self.filters.show_found(found.total, found.seconds, bool(found.matches))
        empty = self._nothing if self.filters.narrows else self._none
        self._stack.setCurrentWidget(self.table if found.total else empty)
        if not found.total:
            self._session.record_chosen.emit(-1)

    def _complain(self, error: Exception) -> None:
        self._asking = None
        kind = getattr(error, "kind", "")
        self.notice.tell(words_of(error), "bad")
        self.filters.count.clear()
        if isinstance(error, MemoryStoreError) and kind in ("encoder_mismatch", "encoder_failed"):
            self.filters.allow_meaning(kind != "encoder_mismatch", error.message)

    def _fetch(self, ids: list[int], token: int) -> None:
        self._session.ask(
            lambda bank: some_rows(bank, ids),
            lambda rows: self.model.take_rows(rows, token),
            partial(self._unfetched, token),
        )

    def _unfetched(self, token: int, error: Exception) -> None:
        self.model.rows_failed(token)
        self.notice.tell(words_of(error), "bad")

    def _sort_by(self, sort: Sort) -> None:
        self._sort = sort
        self._kept_id = self.table.current_id  # another order, the same record
        self.table.show_sort(sort)
        if self.filters.meaning:
            self.filters.way.choose("words")
        self.ask()

    def _to_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _changed(self, change: Change) -> None:
        sheet = self.panel.sheet
        if sheet is not None:
            touched = (*change.changed, *change.removed)
            if sheet.record.id in touched or not touched:
                self.panel.refresh()
        self._settle.start()

    def _renew(self) -> None:
        """The list after something was written, beside which selections and places stay."""
        if self._asking is not None:
            self.ask()
            return
        if self._renewing is not None:
            self._renewing.drop()
        question, old = self.question, self.model.ids
        if question.meaning:
            return  # a list by meaning stays as it was asked for; its rows are read anew
        self._renewing = self._session.ask(
            lambda bank: renewed(bank, question, old), self._take_renewed, self._complain
        )

    def _take_renewed(self, renewal: Renewed) -> None:
        self._renewing = None
        found, ids, steps = renewal
        rows: dict[int, Row] = {row.id: row for row in found.rows}
        self.model.change(ids, steps, rows)
        self._show_state(found)
        self._ask_facets()


def renewed(bank: Bank, question: Question, old: Ids) -> Renewed:
    """The answer to a question once more, and how the list of before becomes it."""
    found = find(bank, question)
    ids = all_ids(bank, question)
    return found, ids, steps_between(old, ids)
