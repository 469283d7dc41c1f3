"""Changing a program by hand, to be rendered as an iteration of its own."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.codediff import diff_code
from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.diff.code_field import CodeField
from ui.widgets.basics import button, chip, column, frame, label, row
from ui.widgets.submitting import on_submit


class CodeEditor(QWidget):
    """Edits one program at a time.

    Signals:
        submitted(program): render this as a new iteration; never sent for an unchanged program.
        discarded: the person went back without it.
        changed(is_changed): whether the text differs from what was opened.
    """

    submitted = Signal(str)
    discarded = Signal()
    changed = Signal(bool)

    def __init__(
        self, appearance: Appearance, bridge: Bridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._opened = ""
        self._was_changed = False
        self._ticket: Ticket | None = None
        self.field = CodeField(appearance, bridge)
        self._name = label("", "strong")
        self._versions = chip("")
        self._added, self._removed = label("", "", "good"), label("", "", "bad")
        self.submit_button = button(tr("Render"), "primary", "Ctrl+Enter")
        self.discard_button = button(tr("Discard"), "", "Esc")
        self._ask = self._make_question()
        box = column(self, 0, 0)
        box.setContentsMargins(1, 1, 1, px("tight"))  # the card keeps its edge and round corners
        for part in (self._make_header(), self._ask, frame("line"), self.field):
            box.addWidget(part)
        box.setStretchFactor(self.field, 1)
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._text_changed)
        on_submit(self, self._submit)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.discard)

    @property
    def program(self) -> str:
        """The text as it stands."""
        return self.field.toPlainText()

    @property
    def opened(self) -> str:
        """The text as it was opened."""
        return self._opened

    @property
    def is_changed(self) -> bool:
        """Whether the text differs from what was opened."""
        return self.program != self._opened

    def edit(self, name: str, from_title: str, to_title: str, program: str) -> None:
        """Open a program, such as `v3` of `AllPairs.py` to become `v4`; the old text goes."""
        self._opened = program
        self._name.setText(name)
        self._versions.setText(f"{from_title} \u2192 {to_title}")
        self.submit_button.setText(tr("Render as {to_title}").format(to_title=to_title))
        self._ask.hide()
        self.field.open(program)
        self._opened = self.program  # Qt knows one kind of line break
        self._text_changed()

    def restore(self, draft: str) -> None:
        """Go on with a text that was not rendered before the window closed."""
        self.field.open(draft)

    def discard(self) -> None:
        """Go back; asks first, in its own place, if something would be lost."""
        if self._ask.isVisible():
            self._keep()
        elif self.is_changed:
            self._ask.show()
            self._ask_yes.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.discarded.emit()

    def _make_header(self) -> QWidget:
        header = QWidget()
        line = row(header, gap=px("tight"))
        line.setContentsMargins(px("gap"), px("tight"), px("gap"), px("tight"))
        for part in (self._name, self._versions, self._added, self._removed):
            line.addWidget(part)
        line.addStretch(1)
        line.addWidget(self.discard_button)
        line.addWidget(self.submit_button)
        self.discard_button.clicked.connect(self.discard)
        self.submit_button.clicked.connect(self._submit)
        return header

    def _make_question(self) -> QWidget:
        band = frame("band")
        line = row(band, px("tight"))
        line.addWidget(label(tr("Your changes are not rendered yet. Discard them?")))
        line.addStretch(1)
        self._ask_yes = button(tr("Discard changes"), "danger")
        self._ask_no = button(tr("Keep editing"))
        self._ask_yes.clicked.connect(self._throw_away)
        self._ask_no.clicked.connect(self._keep)
        line.addWidget(self._ask_yes)
        line.addWidget(self._ask_no)
        band.hide()
        return band

    def _submit(self) -> None:
        if self.is_changed:
            self._ask.hide()
            self.submitted.emit(self.program)

    def _throw_away(self) -> None:
        self._ask.hide()
        self.field.open(self._opened)
        self.discarded.emit()

    def _keep(self) -> None:
        self._ask.hide()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _text_changed(self) -> None:
        changed = self.is_changed
        self.submit_button.setEnabled(changed)
        self.submit_button.setToolTip("Ctrl+Enter" if changed else tr("Change something first."))
        if changed != self._was_changed:
            self._was_changed = changed
            self.changed.emit(changed)
        if self._ticket is None:
            self._count()

    def _count(self) -> None:
        """Counts of added and removed lines, made aside; typing meanwhile counts once more."""
        opened, now = self._opened, self.program

        def show(counts: tuple[int, int]) -> None:
            self._ticket = None
            self._added.setText(f"+{counts[0]}" if counts[0] else "")
            self._removed.setText(f"\u2212{counts[1]}" if counts[1] else "")
            if (opened, now) != (self._opened, self.program):
                self._count()

        def give_up(_error: Exception) -> None:
            self._ticket = None

        self._ticket = self._bridge.submit(lambda: _counts(opened, now), show, give_up)


def _counts(before: str, after: str) -> tuple[int, int]:
    diff = diff_code(before, after)
    return diff.added, diff.removed
