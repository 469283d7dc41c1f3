"""The inbox: what waits for a person, one record after the other, by keyboard alone."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QWidget

from app.faults import words_of
from app.harmless import one_line
from app.memory.sheet import Linker
from app.texts import ngettext, tr
from memory_store.bank import Bank
from memory_store.browsing import Criteria, Row, Sort, browse
from memory_store.changes import Change
from memory_store.records import Record
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.curating.curator import Curator
from ui.views.memory.curating.edit_dialog import EditDialog
from ui.views.memory.panel.record_panel import RecordPanel
from ui.views.memory.session import MemorySession
from ui.views.memory.words import SIGNS
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, frame, label, row
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice

MOST = 500
"""Records that are listed at once; the next come as these are judged."""
SETTLE_MS = 300


class InboxPage(QWidget):
    """A accepts, R rejects, E edits, N or Down goes on, Ctrl+Z takes back.

    Signals:
        run_requested(run, scene, t): see `RecordPanel`.
    """

    run_requested = Signal(str, str, int)

    def __init__(self, context: StudioContext, session: MemorySession) -> None:
        super().__init__()
        self._session = session
        self._ticket: Ticket | None = None
        self._dialog: EditDialog | None = None
        self._stale = True
        self._judged = 0
        self._wanted: frozenset[int] = frozenset()
        self._entering = False
        self.notice = Notice(context.appearance)
        self.curator = Curator(session, self.notice, self)
        self.list = QListWidget()
        self.panel = RecordPanel(context.appearance, session, Linker(context.paths), follow=False)
        self.accept = button(tr("Accept"), "primary", "A")
        self.reject = button(tr("Reject"), "danger", "R")
        self.edit = button(tr("Edit…"), "", "E")
        self.next = button(tr("Next"), "", "N")
        self._left_words = label("", "muted")
        self._empty = EmptyState(
            context.appearance, "circle-check", tr("Nothing waits for you"),
            tr("New records wait here if Settings say \u201cAfter my review\u201d, if a measured "
               "fault speaks against them, or if you wrote or imported them."),
        )  # fmt: skip
        self._stack = QStackedWidget()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.list.setAccessibleName(tr("Records that wait for review"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.installEventFilter(self)
        left = frame("card")
        box = column(left, margin=px("gap"))
        box.addWidget(self._left_words)
        box.addWidget(self.list, 1)
        right = QWidget()
        beside = column(right, margin=0)
        beside.addWidget(self.panel, 1)
        bar = frame("card")
        line = row(bar, margin=px("tight"))
        for part, key in (
            (self.accept, "A"), (self.reject, "R"), (self.edit, "E"), (self.next, "N"),
        ):  # fmt: skip
            line.addWidget(part)
            line.addWidget(label(key, "faint"))
            line.addSpacing(px("tight"))
        line.addStretch(1)
        line.addWidget(label(tr("Ctrl+Z takes back"), "faint"))
        beside.addWidget(bar)
        both = splitter(Qt.Orientation.Horizontal, [(left, 2), (right, 3)])
        self._stack.addWidget(self._empty)
        self._stack.addWidget(both)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._session.opening.connect(lambda _: self._forget())
        self._session.opened.connect(lambda _: self._look_soon())
        self._session.changed.connect(self._changed)
        self._timer.timeout.connect(self._look)
        self.curator.undone.connect(self._return_to)
        self.list.currentItemChanged.connect(lambda now, _: self._show(now))
        self.panel.run_requested.connect(self.run_requested)
        self.accept.clicked.connect(lambda: self._judge("accept"))
        self.reject.clicked.connect(lambda: self._judge("reject"))
        self.edit.clicked.connect(self._ask_edit)
        self.next.clicked.connect(lambda: self._step(1))

    @property
    def current(self) -> int:
        """The id of the record on show, or -1."""
        return self._id(self.list.currentItem())

    @staticmethod
    def _id(item: QListWidgetItem | None) -> int:
        return int(item.data(Qt.ItemDataRole.UserRole)) if item is not None else -1

    def showEvent(self, event: QShowEvent) -> None:
        """What came while another page was on show is listed now."""
        super().showEvent(event)
        self._entering = True
        self._take_keys()
        self._look_soon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One key per decision."""
        if not self.take_key(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A list looks for words that are typed; here letters decide."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self.take_key(event)
        return super().eventFilter(watched, event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what a key stands for, if it stands for anything here."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Z and held == Qt.KeyboardModifier.ControlModifier:
            self.curator.undo()
            return True
        if held:
            return False
        match event.key():
            case Qt.Key.Key_A:
                self._judge("accept")
            case Qt.Key.Key_R:
                self._judge("reject")
            case Qt.Key.Key_E:
                self._ask_edit()
            case Qt.Key.Key_N:
                self._step(1)
            case Qt.Key.Key_P:
                self._step(-1)
            case _:
                return False
        return True

    def _forget(self) -> None:
        self._stale, self._judged = True, 0
        self.list.clear()
        self._stack.setCurrentWidget(self._empty)

    def _changed(self, change: Change) -> None:
        self._stale = True
        if self.current in change.changed:
            self.panel.refresh()
        self._look_soon()

    def _return_to(self, change: Change) -> None:
        """What was taken back waits again, and is what the next key decides on."""
        self._wanted = frozenset(change.added + change.changed)
        listed = {self._id(self.list.item(n)) for n in range(self.list.count())}
        self._judged = max(self._judged - len(self._wanted - listed), 0)

    def _look_soon(self) -> None:
        if self.isVisible() and self._stale:
            self._timer.start()

    def _look(self) -> None:
        if not self.isVisible() or self._session.facts is None:
            return
        self._stale = False
        if self._ticket is not None:
            self._ticket.drop()

        def find(bank: Bank) -> tuple[tuple[Row, ...], int]:
            found = browse(bank, Criteria(statuses=("pending",)), Sort("created", False), MOST)
            return found.rows, found.total

        self._ticket = self._session.ask(
            find, lambda found: self._fill(*found), lambda e: self.notice.tell(words_of(e), "bad")
        )

    def _fill(self, rows: tuple[Row, ...], total: int) -> None:
        """The list anew; what was current stays so, or what came after it."""
        kept, number = self.current, max(self.list.currentRow(), 0)
        back = [one.id for one in rows if one.id in self._wanted]
        self._wanted = frozenset()
        self.list.blockSignals(True)
        self.list.clear()
        ids = [one.id for one in rows]
        for one in rows:
            text = f"{SIGNS[one.polarity]}  {one_line(one.headline)}"
            item = QListWidgetItem(text, self.list)
            item.setData(Qt.ItemDataRole.UserRole, one.id)
        aim = back[0] if back else kept
        place = ids.index(aim) if aim in ids else min(number, len(ids) - 1)
        self.list.setCurrentRow(place)
        self.list.blockSignals(False)
        self._left_words.setText(self._progress(total))
        self._stack.setCurrentIndex(1 if rows else 0)
        writable = not self._session.read_only
        for part in (self.accept, self.reject, self.edit):
            part.setEnabled(writable)
        if ids:
            if ids[place] != kept or self.panel.sheet is None:
                self.panel.show_record(ids[place])
            self._take_keys()

    def _take_keys(self) -> None:
        """Whoever comes to this page finds its keys at work, once there is a list to work on."""
        if self._entering and self.list.isVisible():
            self._entering = False
            self.list.setFocus()

    def _progress(self, total: int) -> str:
        told = ngettext("{n} waits", "{n} wait", total).format(n=f"{total:,}")
        if self._judged:
            told += " · " + ngettext("{n} judged", "{n} judged", self._judged).format(
                n=self._judged
            )
        return told

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.panel.show_record(int(item.data(Qt.ItemDataRole.UserRole)))

    def _step(self, by: int) -> None:
        number = self.list.currentRow() + by
        if 0 <= number < self.list.count():
            self.list.setCurrentRow(number)

    def _judge(self, verdict: str) -> None:
        """Decide on the record on show; the next one is shown at once."""
        record_id = self.current
        if record_id < 0 or self._session.read_only:
            return
        self.list.takeItem(self.list.currentRow())
        self._judged += 1
        if verdict == "accept":
            self.curator.set_status([record_id], "active", tr("accepted in the inbox"))
        else:
            self.curator.trash([record_id], tr("rejected in the inbox"))

    def _ask_edit(self) -> None:
        sheet = self.panel.sheet
        if sheet is None or self._session.read_only:
            return
        self._dialog = ask_to_edit(self, self.curator, sheet.record)


def ask_to_edit(parent: QWidget, curator: Curator, record: Record) -> EditDialog:
    """Open the window in which a record is corrected; it stays open until the edit is kept."""
    dialog = EditDialog(record, parent)
    dialog.submitted.connect(
        lambda changes, why: curator.edit(
            record.id, changes, why, lambda _: dialog.accept(), dialog.show_problem
        )
    )
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
