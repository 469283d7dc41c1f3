"""Records that seem to say the same, and pairs that seem to contradict each other.

The studio proposes; a person decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QWidget

from app.faults import words_of
from app.harmless import one_line
from app.memory.insight.contradictions import HINT, Contradiction, contradictions
from app.memory.insight.duplicates import Group, duplicates
from app.memory.insight.source import Reader, batched
from app.memory.insight.watching import Watch
from app.memory.insight.wording import meanings
from app.texts import tr
from memory_store.changes import Change
from memory_store.records import Record
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.curating.curator import Curator
from ui.views.memory.curating.merge_dialog import MergeDialog
from ui.views.memory.session import MemorySession
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, frame, heading, label, row
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice
from ui.widgets.segmented import Segmented

SIGNS = {"success": "M+", "failure": "M\u2212"}
MOST = 500


@dataclass(frozen=True)
class Proposals:
    """What was found in a bank; `texts` are the meanings of all records named."""

    groups: tuple[Group, ...]
    pairs: tuple[Contradiction, ...]
    texts: dict[int, str]


class AlikePage(QWidget):
    """`record_wanted` carries the id of a record that is to be shown in the list of records."""

    record_wanted = Signal(int)

    def __init__(self, context: StudioContext, session: MemorySession) -> None:
        super().__init__()
        self._session = session
        self._found: Proposals | None = None
        self._ticket: Ticket | None = None
        self._dialog: MergeDialog | None = None
        self._stale = True
        self.notice = Notice(context.appearance)
        self.curator = Curator(session, self.notice, self)
        self.kind = Segmented(
            [("same", tr("Say the same")), ("opposed", tr("Seem opposed"))], tr("What is proposed")
        )
        self.list = QListWidget()
        self.texts = QListWidget()
        self.again = button(tr("Look again"))
        self.merge = button(tr("Merge…"), "primary")
        self.show_record = button(tr("Show in the list"))
        self.quarantine = button(tr("Quarantine"))
        self._hint = label("", "muted", wrap=True)
        self._empty = EmptyState(
            context.appearance, "layers", tr("Nothing to propose"),
            tr("No records of this bank say nearly the same, and none seem to contradict."),
            (tr("Look again"), self.look),
        )  # fmt: skip
        self.looking = EmptyState(
            context.appearance, "layers", "", "", (tr("Stop"), self._look_or_stop)
        )
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        for lines in (self.list, self.texts):
            lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Proposals"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.texts.setAccessibleName(tr("Records of this proposal"))
        self.texts.setWordWrap(True)
        self.texts.setTextElideMode(Qt.TextElideMode.ElideNone)
        left = frame("card")
        box = column(left, margin=px("gap"))
        head = row()
        head.addWidget(self.kind)
        head.addStretch(1)
        head.addWidget(self.again)
        box.addLayout(head)
        box.addWidget(self._hint)
        box.addWidget(self.list, 1)
        right = frame("card")
        beside = column(right, margin=px("gap"))
        beside.addWidget(heading(tr("Records")))
        beside.addWidget(self.texts, 1)
        line = row()
        for part in (self.merge, self.show_record, self.quarantine):
            line.addWidget(part)
        line.addStretch(1)
        beside.addLayout(line)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.looking)
        self._proposals = splitter(Qt.Orientation.Horizontal, [(left, 1), (right, 1)])
        self._stack.addWidget(self._proposals)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._session.opening.connect(lambda _: self._forget())
        self._session.opened.connect(lambda _: self.look())
        self._session.changed.connect(self._changed)
        self.again.clicked.connect(self._look_or_stop)
        self.kind.chosen.connect(lambda _: self._fill())
        self.list.currentRowChanged.connect(lambda _: self._show_texts())
        self.texts.currentRowChanged.connect(lambda _: self._show_buttons())
        self.merge.clicked.connect(self._ask_merge)
        self.show_record.clicked.connect(lambda: self.record_wanted.emit(self._chosen_record()))
        self.quarantine.clicked.connect(
            lambda: self.curator.set_status(
                [self._chosen_record()],
                "quarantined",
                tr("it says the same as another record")
                if self.kind.choice == "same"
                else tr("it contradicts another record"),
            )
        )

    def showEvent(self, event: QShowEvent) -> None:
        """The first time, and after changes, the bank is searched."""
        super().showEvent(event)
        if self._stale:
            self.look()

    def _forget(self) -> None:
        self._found, self._stale, self._ticket = None, True, None
        self.list.clear()
        self.texts.clear()

    def _changed(self, change: Change) -> None:
        if not (change.added or change.changed or change.removed):
            return
        self._stale = True
        self._leave_out(set(change.removed))
        if change.kind in ("merge", "undo", "trash", "restore", "edit") and self.isVisible():
            self.look()

    def _leave_out(self, gone: set[int]) -> None:
        """What is merged or deleted is proposed no more, long before the bank is looked through."""
        if self._found is None or not gone:
            return
        groups = tuple(one for one in self._found.groups if gone.isdisjoint(one.ids))
        pairs = tuple(one for one in self._found.pairs if gone.isdisjoint((one.one, one.other)))
        if len(groups) + len(pairs) < len(self._found.groups) + len(self._found.pairs):
            self._found = replace(self._found, groups=groups, pairs=pairs)
            self._count()
            self._fill()

    def look(self) -> None:
        """Search the bank for proposals; takes seconds in a very large one."""
        if not self.isVisible() or self._session.facts is None:
            return
        self._stale = False
        if self._ticket is not None:
            self._ticket.drop()
        self._tell_progress(0)
        self._ticket = self._session.study(_search, self._take, self._failed, self._tell_progress)

    def _tell_progress(self, share: float) -> None:
        self.again.setText(tr("Stop looking · {share}%").format(share=round(100 * share)))
        if self._found is None:
            self._stack.setCurrentWidget(self.looking)
            self.looking.button.setText(tr("Stop"))
            self.looking.set_words(
                tr("Looking for what is alike… {share}%").format(share=round(100 * share)),
                tr("Every record is compared with every other, which takes minutes in a very large "
                   "bank. The other pages can be used meanwhile."),
            )  # fmt: skip

    def _look_or_stop(self) -> None:
        if self._ticket is None:
            self.look()
        else:
            self._ticket.drop()
            self._ended()

    def _take(self, found: Proposals) -> None:
        self._found = found
        self._ended()
        self._count()
        self._stack.setCurrentWidget(
            self._proposals if found.groups or found.pairs else self._empty
        )
        if not found.groups and found.pairs:
            self.kind.choose("opposed")
        self._fill()

    def _count(self) -> None:
        if self._found is not None:
            same, opposed = f"{len(self._found.groups):,}", f"{len(self._found.pairs):,}"
            self.kind.set_words("same", tr("Say the same {n}").format(n=same))
            self.kind.set_words("opposed", tr("Seem opposed {n}").format(n=opposed))

    def _failed(self, error: Exception) -> None:
        self._ended()
        self.notice.tell(words_of(error), "bad")

    def _ended(self) -> None:
        self._ticket = None
        self.again.setText(tr("Look again"))
        if self._found is None:
            self.looking.button.setText(tr("Look again"))
            self.looking.set_words(
                tr("Not looked through"), tr("What is alike in this bank is not known yet.")
            )

    def _fill(self) -> None:
        if self._found is None:
            return
        same = self.kind.choice == "same"
        self._hint.setText("" if same else tr(HINT))
        self._hint.setVisible(not same)
        kept = max(self.list.currentRow(), 0)
        self.list.clear()
        for number in range(min(len(self._members()), MOST)):
            QListWidgetItem(self._line(number), self.list)
        self.list.setCurrentRow(min(kept, self.list.count() - 1))
        self._show_texts()

    def _members(self) -> list[tuple[int, ...]]:
        """The records of each proposal of the kind on show."""
        if self._found is None:
            return []
        if self.kind.choice == "same":
            return [group.ids for group in self._found.groups]
        return [(pair.one, pair.other) for pair in self._found.pairs]

    def _line(self, number: int) -> str:
        assert self._found is not None
        first = one_line(self._found.texts.get(self._members()[number][0], ""))
        if self.kind.choice == "same":
            group = self._found.groups[number]
            return tr("{sign} {n} records, {share}% alike: {text}").format(
                sign=SIGNS[group.polarity], n=len(group.ids), share=round(100 * group.likeness),
                text=first,
            )  # fmt: skip
        return tr("{share}% one subject: {text}").format(
            share=round(100 * self._found.pairs[number].cosine), text=first
        )

    def _proposal(self) -> tuple[int, ...]:
        members, number = self._members(), self.list.currentRow()
        return members[number] if 0 <= number < len(members) else ()

    def _show_texts(self) -> None:
        self.texts.clear()
        if self._found is None:
            return
        for record_id in self._proposal():
            text = one_line(self._found.texts.get(record_id, ""), 2000)
            item = QListWidgetItem(f"{record_id}  ·  {text}", self.texts)
            item.setData(Qt.ItemDataRole.UserRole, record_id)
        if self.kind.choice == "opposed" and self._proposal():
            pair = self._found.pairs[self.list.currentRow()]
            for reason in pair.reasons:
                words = tr("{one}, against {other}").format(
                    one=one_line(reason.one), other=one_line(reason.other)
                )
                note = QListWidgetItem(words, self.texts)
                note.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.texts.setCurrentRow(0)
        self._show_buttons()

    def _chosen_record(self) -> int:
        item = self.texts.currentItem()
        found = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return int(found) if found is not None else -1

    def _show_buttons(self) -> None:
        writable, chosen = not self._session.read_only, self._chosen_record() >= 0
        self.merge.setVisible(self.kind.choice == "same")
        self.merge.setEnabled(writable and len(self._proposal()) > 1)
        self.show_record.setEnabled(chosen)
        self.quarantine.setEnabled(writable and chosen)

    def _ask_merge(self) -> None:
        ids = self._proposal()
        self._session.ask(
            lambda bank: [bank.show(record_id) for record_id in ids], self._open_merge, self._failed
        )

    def _open_merge(self, records: Sequence[Record]) -> None:
        self._dialog = ask_to_merge(self, self.curator, records)


def ask_to_merge(parent: QWidget, curator: Curator, records: Sequence[Record]) -> MergeDialog:
    """Open the window in which a person says what is kept."""
    dialog = MergeDialog(records, parent)
    dialog.submitted.connect(
        lambda keep, others, changes, why: curator.merge(
            keep, others, changes, why, lambda _: dialog.accept(), dialog.show_problem
        )
    )
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _search(read: Reader, watch: Watch) -> Proposals:
    groups = duplicates(read, lambda share: watch(0.6 * share))
    pairs = contradictions(read, lambda share: watch(0.6 + 0.4 * share))
    named = {record for group in groups[:MOST] for record in group.ids}
    named |= {record for pair in pairs[:MOST] for record in (pair.one, pair.other)}
    texts: dict[int, str] = {}
    for some in batched(named):
        texts |= read(partial(meanings, ids=some))
    return Proposals(groups, pairs, texts)
