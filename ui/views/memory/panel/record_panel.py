"""One record beside the table: what it says, how it looked, where it came from, who used it."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from app.faults import words_of
from app.harmless import one_line
from app.memory.insight.links import Links
from app.memory.sheet import Linker, Sheet, read_sheet
from app.texts import tr
from memory_store.records import Record, SuccessRecord
from ui.bridge import Ticket
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.memory.panel.code import CodeBlock
from ui.views.memory.panel.fold import Fold
from ui.views.memory.panel.links_part import LinksPart
from ui.views.memory.panel.provenance import history_part, provenance_part
from ui.views.memory.panel.texts import FlowText, LongText
from ui.views.memory.session import MemorySession
from ui.views.memory.words import (
    SIGN_TONES,
    SIGNS,
    STATUS_TONES,
    origin_words,
    role_words,
    score_words,
    status_words,
)
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import chip, column, heading, label, row
from ui.widgets.empty import EmptyState
from ui.widgets.scroll import UprightScroll

LEAST_WIDTH = 320


class RecordPanel(QFrame):
    """Shows the record that was chosen in its session.

    Signals:
        run_requested(run, scene, t): open a run at an iteration; t is -1 where none is known.
        shown(id): a record is on the screen.
        revert_wanted(id): what an edit changed is to be set back, by the number of the edit.

    `buttons` is the line at its lower edge for buttons about the record on show (`sheet`).
    """

    run_requested = Signal(str, str, int)
    shown = Signal(int)
    revert_wanted = Signal(int)

    def __init__(
        self,
        appearance: Appearance,
        session: MemorySession,
        linker: Linker,
        parent: QWidget | None = None,
        *,
        follow: bool = True,
    ) -> None:
        """`follow`: show whatever record is chosen in the session; else only what is asked for."""
        super().__init__(parent)
        self._appearance, self._session, self._linker = appearance, session, linker
        self._sheet: Sheet | None = None
        self._reading: Ticket | None = None
        self._linking: Ticket | None = None
        self._blocks: list[CodeBlock] = []
        self._links_part: LinksPart | None = None
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Record"))
        self.setMinimumWidth(LEAST_WIDTH)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            appearance, "brain", tr("No record chosen"),
            tr("Choose one in the table to read it here."),
        )  # fmt: skip
        self._inside = QWidget()
        self._box = QVBoxLayout(self._inside)
        self._box.setContentsMargins(px("gap"), px("gap"), px("tight"), px("gap"))
        self._box.setSpacing(6)
        self.area = UprightScroll()
        self.area.setWidget(self._inside)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.area)
        outer = column(self, 1, 0)
        outer.addWidget(self._stack, 1)
        self._foot = QWidget()
        self.buttons = row(self._foot)
        self.buttons.setContentsMargins(px("gap"), px("tight"), px("gap"), px("gap"))
        self._foot.hide()
        outer.addWidget(self._foot)
        if follow:
            session.record_chosen.connect(self.show_record)
        session.opening.connect(lambda _: self.clear())

    @property
    def sheet(self) -> Sheet | None:
        """The record on show."""
        return self._sheet

    @property
    def _revert(self) -> Callable[[int], None] | None:
        return None if self._session.read_only else self.revert_wanted.emit

    def show_actions(self, shown: bool) -> None:
        """Show the line of `buttons`, once something is in it."""
        self._foot.setVisible(shown)

    def show_record(self, record_id: int) -> None:
        """Read a record and show it; what is on show stays until then. -1 shows none."""
        self._drop()
        if record_id < 0:
            self.clear()
            return
        self._reading = self._session.ask(
            lambda bank: read_sheet(bank, record_id), self._take, self._complain
        )

    def refresh(self) -> None:
        """Read the record on show anew: it may have been changed."""
        if self._sheet is not None:
            self.show_record(self._sheet.record.id)

    def clear(self) -> None:
        """Show no record."""
        self._drop()
        self._sheet = None
        self._say(tr("No record chosen"), tr("Choose one in the table to read it here."))

    def end(self) -> None:
        """Let go of videos: the room is left."""
        if self._links_part is not None:
            self._links_part.stop()

    def _say(self, title: str, words: str) -> None:
        self._empty.set_words(title, words)
        self._stack.setCurrentWidget(self._empty)

    def _drop(self) -> None:
        for ticket in (self._reading, self._linking):
            if ticket is not None:
                ticket.drop()

    def _complain(self, error: Exception) -> None:
        self._sheet = None
        self._say(tr("This record cannot be read"), words_of(error))

    def _take(self, sheet: Sheet) -> None:
        same = self._sheet is not None and self._sheet.record.id == sheet.record.id
        if same and self._sheet == sheet:
            return
        place = self.area.verticalScrollBar().value() if same else 0
        self._sheet = sheet
        self._fill(sheet)
        self._stack.setCurrentWidget(self.area)
        self.area.verticalScrollBar().setValue(place)
        self._linking = self._session.bridge.submit(
            lambda: self._linker.links(sheet), self._take_links, self._links_failed
        )
        self.shown.emit(sheet.record.id)

    def _take_links(self, links: Links) -> None:
        if self._links_part is not None and self._sheet is not None:
            self._links_part.show_links(links)

    def _links_failed(self, error: Exception) -> None:
        if self._links_part is not None:
            self._links_part.show_problem(words_of(error))

    def _fill(self, sheet: Sheet) -> None:
        for block in self._blocks:
            block.drop()
        self._blocks = []
        if self._links_part is not None:
            self._links_part.stop()
        clear_layout(self._box)
        record = sheet.record
        self._links_part = LinksPart(
            self._appearance, self._session.bridge, record, self.run_requested.emit
        )
        self._head(sheet)
        self._box.addWidget(self._links_part.pictures)
        self._body(record)
        self._box.addWidget(self._links_part)
        self._box.addWidget(provenance_part(record))
        if sheet.edits:
            self._box.addWidget(
                Fold(
                    self._appearance,
                    tr("History \u00b7 {n}").format(n=len(sheet.edits)),
                    lambda: history_part(sheet.edits, self._revert),
                )
            )
        self._box.addStretch(1)

    def _head(self, sheet: Sheet) -> None:
        record = sheet.record
        line = row(gap=6)
        line.addWidget(label(SIGNS[record.polarity], "strong", SIGN_TONES[record.polarity]))
        line.addWidget(chip(status_words(record.status), STATUS_TONES[record.status]))
        context = record.context
        where = f"{role_words(context.role)} \u00b7 {one_line(context.domain, 32)}"
        line.addWidget(chip(where))
        if record.origin != "self-grown":
            line.addWidget(chip(origin_words(record.origin)))
        line.addStretch(1)
        line.addWidget(label(f"#{record.id}", "muted"))
        self._box.addLayout(line)
        if sheet.row.pinned or sheet.row.tags:
            tags = row(gap=6)
            if sheet.row.pinned:
                tags.addWidget(chip(tr("pinned")))
            for tag in sheet.row.tags[:6]:
                tags.addWidget(chip(f"#{one_line(tag, 24)}"))
            tags.addStretch(1)
            self._box.addLayout(tags)
        good = isinstance(record, SuccessRecord)
        title = record.rationale if isinstance(record, SuccessRecord) else record.trigger
        name = tr("Rationale") if good else tr("Trigger")
        self._section(name)
        self._box.addWidget(FlowText(title, name, strong=len(title) <= 160))

    def _body(self, record: Record) -> None:
        source = record.provenance
        if isinstance(record, SuccessRecord):
            self._section(tr("Score"))
            self._box.addWidget(label(f"{record.score:.1f}", "figure"))
            self._program(record.code)
        else:
            for title, text in (
                (tr("Root cause"), record.root_cause),
                (tr("Fix recipe"), record.recipe),
            ):
                self._text(title, text)
            self._examples(record.anti_example, record.good_example)
            self._text(tr("Diagnostic"), record.diagnostic)
            if source.score_after is not None:
                self._section(tr("Score"))
                words = score_words(source.score_before, source.score_after)
                self._box.addWidget(label(words, "strong"))
        self._box.addWidget(
            Fold(
                self._appearance,
                tr("Section \u00b7 {n} characters").format(n=f"{len(record.context.text):,}"),
                lambda: LongText(record.context.text, tr("Section text")),
            )
        )

    def _text(self, title: str, text: str) -> None:
        if text.strip():
            self._section(title)
            self._box.addWidget(FlowText(text, title))

    def _examples(self, bad: str, good: str) -> None:
        if not bad.strip() and not good.strip():
            return
        if bad.strip() and good.strip():
            self._section(tr("Anti-example and good example"))
            self._code(bad, good, tr("Anti-example against good example"))
        else:
            title = tr("Anti-example") if bad.strip() else tr("Good example")
            self._section(title)
            self._code(None, bad if bad.strip() else good, title)

    def _program(self, code: str) -> None:
        lines = code.count("\n") + 1
        self._box.addWidget(
            Fold(
                self._appearance,
                tr("Program \u00b7 {n} lines").format(n=lines),
                lambda: self._made(None, code, tr("Program")),
                is_open=True,
            )
        )

    def _code(self, before: str | None, after: str, name: str) -> None:
        self._box.addWidget(self._made(before, after, name))

    def _made(self, before: str | None, after: str, name: str) -> CodeBlock:
        block = CodeBlock(self._appearance, self._session.bridge, before, after, name)
        self._blocks.append(block)
        return block

    def _section(self, words: str) -> None:
        self._box.addSpacing(4)
        self._box.addWidget(heading(words))
