"""One comment in the list, and the field in which a text is written."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from app.texts import ngettext, tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.player.values import CommentPin, clock
from ui.widgets.basics import IconButton, button, column, label, row, set_property
from ui.widgets.submitting import on_submit

TEXT_CHARACTERS = 2000
_DISC = 22


class NumberDisc(QWidget):
    """The number that the pin has on the picture; hollow once it is resolved."""

    def __init__(self, appearance: Appearance, number: int, resolved: bool) -> None:
        super().__init__()
        self._appearance, self._number, self._resolved = appearance, number, resolved
        self.setFixedSize(_DISC, _DISC)
        appearance.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As on the picture, in the theme's colours."""
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent"), 1.5))
        painter.setBrush(theme.color("surface" if self._resolved else "accent"))
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        painter.setPen(theme.color("accent" if self._resolved else "on_accent"))
        painter.drawText(
            self.rect().adjusted(0, 0, -1, -1), Qt.AlignmentFlag.AlignCenter, str(self._number)
        )
        painter.end()


class CommentField(QWidget):
    """Where a comment is written. Ctrl+Enter saves, Esc cancels."""

    saved = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        box = column(self, margin=0)
        self.edit = QPlainTextEdit(text)
        self.edit.setAccessibleName(tr("Comment"))
        self.edit.setPlaceholderText(tr("What should be different here?"))
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(72)
        self.edit.textChanged.connect(self._check)
        self.save = button(tr("Save"), "primary", "Ctrl+Enter")
        self.save.clicked.connect(self.try_to_save)
        cancel = button(tr("Cancel"), tip="Esc")
        cancel.clicked.connect(self.cancelled)
        self.problem = label("", "", "bad", wrap=True)
        self.problem.hide()
        line = row()
        line.addStretch(1)
        line.addWidget(cancel)
        line.addWidget(self.save)
        for part in (self.edit, self.problem):
            box.addWidget(part)
        box.addLayout(line)
        on_submit(self, self.try_to_save)
        self._check()

    def try_to_save(self) -> None:
        """Hand the text over, if there is one of a fitting length."""
        if self.save.isEnabled():
            self.saved.emit(self.edit.toPlainText().strip())

    def _check(self) -> None:
        length = len(self.edit.toPlainText().strip())
        too_long = length > TEXT_CHARACTERS
        self.problem.setVisible(too_long)
        self.problem.setText(
            ngettext(
                "{count:,} character; {most:,} fit.", "{count:,} characters; {most:,} fit.", length
            ).format(count=length, most=TEXT_CHARACTERS)
        )
        self.save.setEnabled(0 < length <= TEXT_CHARACTERS)
        set_property(self.edit, "invalid", too_long)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class CommentItem(QFrame):
    """A comment with what can be done about it."""

    jumped = Signal()
    edited = Signal(str)
    resolved = Signal(bool)
    deleted = Signal()
    sent = Signal()

    def __init__(
        self, pin: CommentPin, number: int, appearance: Appearance, can_send: bool, why: str
    ) -> None:
        super().__init__()
        self.pin = pin
        self.setProperty("role", "inset")
        self.setAccessibleName(
            tr("Comment {number} at {clock}: {text}").format(
                number=number, clock=clock(pin.seconds), text=pin.text
            )
        )
        self._box = column(self, margin=px("tight"))
        self._field: CommentField | None = None
        self._box.addLayout(self._head(appearance, number))
        self._text = label(pin.text, "muted" if pin.resolved else "", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._box.addWidget(self._text)
        self._box.addLayout(self._foot(can_send, why))

    def _head(self, appearance: Appearance, number: int) -> QHBoxLayout:
        pin = self.pin
        line = row(gap=2)
        line.addWidget(NumberDisc(appearance, number, pin.resolved))
        jump = button(clock(pin.seconds), "link", tr("Show this moment"))
        jump.setAccessibleName(
            tr("Show comment {number}, at {clock}").format(number=number, clock=clock(pin.seconds))
        )
        jump.clicked.connect(self.jumped)
        line.addWidget(jump)
        line.addStretch(1)
        edit = IconButton("pencil", tr("Edit comment {number}").format(number=number), appearance)
        edit.clicked.connect(self.begin_edit)
        words = (
            tr("Reopen comment {number}").format(number=number)
            if pin.resolved
            else tr("Resolve comment {number}").format(number=number)
        )
        done = IconButton("rotate-ccw" if pin.resolved else "check", words, appearance)
        done.clicked.connect(lambda: self.resolved.emit(not pin.resolved))
        delete = IconButton(
            "trash-2", tr("Delete comment {number}").format(number=number), appearance
        )
        delete.clicked.connect(self.deleted)
        for part in (edit, done, delete):
            line.addWidget(part)
        return line

    def _foot(self, can_send: bool, why: str) -> QHBoxLayout:
        line = row()
        if not self.pin.resolved:
            words = tr("Send again") if self.pin.sent else tr("Send to the reviser")
            send = button(words, "link", why or tr("Make a new iteration from it"))
            send.setEnabled(can_send)
            send.clicked.connect(self.sent)
            line.addWidget(send)
        line.addStretch(1)
        state = tr("Resolved") if self.pin.resolved else ""
        if self.pin.sent:
            versions = ", ".join(f"v{t}" for t in self.pin.sent)
            became = tr("Became {versions}").format(versions=versions)
            state = f"{became} · {state}" if state else became
        line.addWidget(label(state, "faint"))
        return line

    def begin_edit(self) -> None:
        """Write in the place of the text."""
        if self._field is not None:
            return
        self._field = CommentField(self.pin.text)
        self._field.saved.connect(self._save)
        self._field.cancelled.connect(self.end_edit)
        self._text.hide()
        self._box.insertWidget(2, self._field)
        self._field.show()
        self._field.edit.setFocus()
        self._field.edit.selectAll()

    def end_edit(self) -> None:
        """Show the text again."""
        if self._field is not None:
            self._field.hide()
            self._field.deleteLater()
            self._field = None
        self._text.show()

    @property
    def unsaved(self) -> str | None:
        """What is being written, None if nothing is."""
        return None if self._field is None else self._field.edit.toPlainText()

    def restore(self, text: str) -> None:
        """Go on writing."""
        self.begin_edit()
        assert self._field is not None
        self._field.edit.setPlainText(text)

    def _save(self, text: str) -> None:
        self.end_edit()
        if text != self.pin.text:
            self.edited.emit(text)
