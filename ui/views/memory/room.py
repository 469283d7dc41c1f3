"""The Memory room: one bank at a time, and pages that show it."""

from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.faults import words_of
from app.memory.listing import Figures, figures
from app.memory.worker import BankFacts, BankWorker
from app.preferences import load_preferences
from app.texts import tr
from memory_store.browsing import Criteria
from memory_store.errors import MemoryStoreError
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.bank_list import known_banks
from ui.views.memory.banks.page import BanksPage
from ui.views.memory.head import MemoryHead, ReadOnlyBand
from ui.views.memory.records_page import RecordsPage
from ui.views.memory.session import MakeWorker, MemorySession
from ui.widgets.basics import column
from ui.widgets.empty import EmptyState

RECORDS, INBOX, BANKS = "records", "inbox", "banks"
BANKLESS = (BANKS,)
"""Pages that can be used while no bank is open."""
STATE_MARGIN = 180
"""Logical pixels beside the words of a state, so that their lines are no longer than one reads."""
FIGURES_MS = 400
OPENING_MS = 180
"""An opening that takes longer is told."""


class MemoryRoom(QWidget):
    """Opens the bank in use when it is first entered.

    Further pages come by `add_page`; they share `session`, and the room shows a switch as soon as
    there are two. Buttons about the whole bank go into `head.buttons`, buttons about the record on
    show into `records.panel.buttons`.

    Signals:
        run_requested(run, scene, t): open a run at an iteration; t is -1 for the delivered one.
        ready: the bank is open, or it is said why it is not.
        page_shown(key): a page was brought to the front.
    """

    run_requested = Signal(str, str, int)
    ready = Signal()
    page_shown = Signal(str)

    def __init__(
        self,
        context: StudioContext,
        make_worker: MakeWorker = BankWorker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._context = context
        self._entered = False
        self._wanted_id = -1
        self._let_go_of: Path | None = None
        self._state: QWidget | None = None
        self._figuring: Ticket | None = None
        self._pages: dict[str, tuple[str, QWidget]] = {}
        self.session = MemorySession(context.bridge, make_worker, self)
        self.head = MemoryHead(context.appearance)
        self.band = ReadOnlyBand(context.appearance)
        self.records = RecordsPage(context, self.session)
        self._stack = QStackedWidget()
        self._make_states()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.head)
        box.addWidget(self.band)
        box.addWidget(self._stack, 1)
        self.banks = BanksPage(context)
        self.add_page(RECORDS, tr("Records"), self.records)
        self.add_page(BANKS, tr("Banks"), self._padded(self.banks))
        self._count_soon = QTimer(self, singleShot=True, interval=FIGURES_MS)
        self._count_soon.timeout.connect(self._count)
        self._tell_opening = QTimer(self, singleShot=True, interval=OPENING_MS)
        self._tell_opening.timeout.connect(lambda: self._show_state(self._busy))
        self._connect()

    @property
    def page(self) -> str:
        """The key of the page on show; empty while there is a state in its place."""
        shown = self._stack.currentWidget()
        return next((key for key, (_, page) in self._pages.items() if page is shown), "")

    @property
    def figures(self) -> Figures | None:
        """How much the open bank holds, as last counted."""
        return self._figures

    def add_page(self, key: str, words: str, page: QWidget, before: str = "") -> None:
        """One more page, at the end of the switch or before another page."""
        later = {} if not before else {before: self._pages.pop(before)}
        self._pages[key] = (words, page)
        self._pages |= later
        self._stack.addWidget(page)
        pages = [(name, title) for name, (title, _) in self._pages.items()]
        self.head.set_pages(pages, self.page or RECORDS)

    def show_page(self, key: str) -> None:
        """Bring a page to the front; one that does not exist leaves the room as it is, and one that
        needs an open bank shows what keeps it closed."""
        if key not in self._pages:
            return
        if key == BANKS:
            self.banks.refresh()
        elif self._let_go_of is not None:
            self.open_bank(self._let_go_of)  # it was let go of while its folder was worked with
        shown = self._pages[key][1] if key in BANKLESS else self._state or self._pages[key][1]
        self._stack.setCurrentWidget(shown)
        if self.head.pages is not None:
            self.head.pages.choose(key)
        self.page_shown.emit(key)

    def open_bank(self, path: Path) -> None:
        """Show another bank or snapshot."""
        self._entered = True
        self.session.open_bank(path)

    def show_record(self, bank: Path, record_id: int) -> None:
        """Show a record of a bank, opening that if it is another one."""
        same = self.session.path is not None and self.session.path.absolute() == bank.absolute()
        if same and self.session.facts is not None:
            self.show_page(RECORDS)
            self.records.show_record(record_id)
            return
        self._wanted_id = record_id
        if not same:
            self.open_bank(bank)

    def refresh(self) -> None:
        """Open the bank anew."""
        if self.session.path is not None:
            self.session.open_bank(self.session.path)

    def leave(self) -> None:
        """Another room is entered; the bank stays open and goes on listening."""
        self.records.panel.end()

    def close_room(self) -> None:
        """The window closes: everything ends, within two seconds."""
        self.records.panel.end()
        self.session.end()

    def showEvent(self, event: QShowEvent) -> None:
        """The first time the bank in use is opened; one that could not be is tried again."""
        super().showEvent(event)
        if not self._entered:
            self._entered = True
            paths = self._context.paths
            self._context.bridge.submit(
                lambda: paths.bank(load_preferences(paths).bank or None),
                self._open_first,
                lambda _: self._open_first(paths.bank(None)),
            )
        elif self.session.facts is None and self._failed.isVisible():
            self.refresh()

    def _open_first(self, path: Path) -> None:
        if self.session.path is None:
            self.session.open_bank(path)

    def _make_states(self) -> None:
        appearance = self._context.appearance
        self._figures: Figures | None = None
        self._busy = EmptyState(
            appearance, "hard-drive", tr("Opening the bank\u2026"),
            tr("A large bank, or one that is brought up to date, takes a moment."),
        )  # fmt: skip
        self._missing = EmptyState(
            appearance, "brain", tr("Nothing is remembered yet"),
            tr(
                "The first animation that may write to this bank makes it: what worked is kept as "
                "M+, what went wrong and was cured as M\u2212."
            ),
        )  # fmt: skip
        self._failed = EmptyState(
            appearance, "triangle-alert", tr("This bank cannot be opened"), "",
            (tr("Try again"), self.refresh),
        )  # fmt: skip
        for state in (self._busy, self._missing, self._failed):
            state.setContentsMargins(STATE_MARGIN, 0, STATE_MARGIN, 0)
            self._stack.addWidget(state)

    def _connect(self) -> None:
        session, head = self.session, self.head
        session.opening.connect(self._opening)
        session.opened.connect(self._opened)
        session.failed.connect(self._could_not)
        session.changed.connect(lambda _: self._count_soon.start())
        head.bank_chosen.connect(self.open_bank)
        head.banks_wanted.connect(self._look_for_banks)
        head.inbox_wanted.connect(self._to_inbox)
        head.page_chosen.connect(self.show_page)
        self.records.run_requested.connect(self.run_requested)
        self.banks.open_requested.connect(self._show_bank)
        self.banks.left.connect(self._let_go)
        self.banks.moved.connect(self._follow)
        QShortcut(QKeySequence("F5"), self).activated.connect(self.refresh)

    def _opening(self, path: Path) -> None:
        self._let_go_of = None
        self.head.show_bank(path, None)
        self.head.show_figures(None)
        self.band.show_facts(None)
        self._figures = None
        self._tell_opening.start()

    def _opened(self, facts: BankFacts) -> None:
        self._tell_opening.stop()
        self.head.show_bank(facts.path, facts)
        self.band.show_facts(facts)
        self._state = None
        self.show_page(RECORDS)
        self._count()
        if self._wanted_id >= 0:
            wanted, self._wanted_id = self._wanted_id, -1
            self.records.show_record(wanted)
        self.records.table.setFocus()
        self.ready.emit()

    def _could_not(self, error: Exception) -> None:
        self._tell_opening.stop()
        self._wanted_id = -1
        kind = error.kind if isinstance(error, MemoryStoreError) else ""
        if kind == "bank_missing":
            self._show_state(self._missing)
        else:
            self._failed.set_words(_trouble(kind), words_of(error))
            self._show_state(self._failed)
        self.ready.emit()

    def _show_state(self, state: QWidget) -> None:
        self._state = state
        self._stack.setCurrentWidget(state)
        if self.head.pages is not None:
            self.head.pages.choose(RECORDS)

    def _padded(self, page: QWidget) -> QWidget:
        outside = QWidget()
        column(outside, px("gap")).addWidget(page)
        return outside

    def _count(self) -> None:
        if self._figuring is not None:
            self._figuring.drop()
        self._figuring = self.session.ask(figures, self._show_figures, lambda _: None)

    def _show_figures(self, found: Figures) -> None:
        self._figures = found
        self.head.show_figures(found)

    def _to_inbox(self) -> None:
        if INBOX in self._pages:
            self.show_page(INBOX)
        else:
            self.show_page(RECORDS)
            self.records.show_criteria(Criteria(statuses=("pending",)))

    def _show_bank(self, path: Path) -> None:
        self.open_bank(path)

    def _let_go(self, path: Path) -> None:
        """The folder of a bank is about to move: if it is the open one, nothing may stand in it."""
        if self.session.path == path:
            self.session.close()
            self._let_go_of = path

    def _follow(self, old: Path, new: Path) -> None:
        if self._let_go_of == old:
            self.session.open_bank(new)

    def _look_for_banks(self) -> None:
        self._context.bridge.submit(
            lambda: known_banks(self._context.paths),
            lambda banks: self.head.offer(banks, self.session.path).popup(
                self.head.bank.mapToGlobal(self.head.bank.rect().bottomLeft())
            ),
            lambda _: None,
        )


def _trouble(kind: str) -> str:
    """What is wrong with a bank, by the kind of the error, in a few words."""
    return {
        "bank_damaged": tr("This bank is damaged"),
        "bank_too_new": tr("This bank is of a newer studio"),
        "encoder_mismatch": tr("This bank was made with another encoder"),
        "bank_in_use": tr("This bank is in use"),
        "snapshot_invalid": tr("This snapshot is not what its manifest says"),
        "not_a_bank": tr("This is no memory bank"),
    }.get(kind, tr("This bank cannot be opened"))
