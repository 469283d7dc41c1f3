"""The list of comments beside the player."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.texts import mark, ngettext, tr
from app.vocabulary import in_words
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.player.comment_item import CommentField, CommentItem
from ui.views.player.values import CommentPin, Side, clock
from ui.widgets.basics import button, chip, column, frame, heading, label, row, set_property

EMPTY = mark(
    "No comments. Double-click the picture, or press C, to pin one to a moment and a place. "
    "A comment can be sent to the reviser."
)


class CommentList(QWidget):
    """Comments in the order they were given, numbered as on the picture.

    Signals:
        jump: seconds of the comment that was chosen.
        added: side, seconds, x, y (picture fractions) and text of a new one.
        edited: id and new text; resolved: id and whether; deleted: id.
        send_requested: a list of ids for the reviser.

    It changes nothing by itself: whoever keeps the comments calls `set_comments` again.
    """

    jump = Signal(float)
    added = Signal(str, float, float, float, str)
    edited = Signal(str, str)
    resolved = Signal(str, bool)
    deleted = Signal(str)
    send_requested = Signal(list)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._items: dict[str, CommentItem] = {}
        self._pins: tuple[CommentPin, ...] = ()
        self._cannot_send = ""
        self._new: tuple[Side, float, float, float] | None = None
        self.setAccessibleName(tr("Comments"))
        box = column(self, margin=0)
        head = row()
        head.addWidget(heading(tr("Comments")))
        head.addStretch(1)
        self._count = chip("")
        head.addWidget(self._count)
        box.addLayout(head)
        box.addWidget(self._composer())
        self._empty = label(tr(EMPTY), "faint", wrap=True)
        box.addWidget(self._empty)
        self._scroll, self._list = _scrolled_list()
        box.addWidget(self._scroll, 1)
        self._rest = QWidget()  # so that nothing spreads while there is no list
        box.addWidget(self._rest, 1)
        self._send_all = button(tr("Send all open to the reviser"))
        self._send_all.clicked.connect(lambda: self.send_requested.emit(self._open_ids()))
        box.addWidget(self._send_all)
        self.set_comments(())

    def _composer(self) -> QFrame:
        self._compose = frame("inset")
        box = column(self._compose, margin=px("tight"))
        self._where = label("", "muted")
        box.addWidget(self._where)
        self.field = CommentField()
        self.field.saved.connect(self._add)
        self.field.cancelled.connect(self.end_new)
        box.addWidget(self.field)
        self._compose.hide()
        return self._compose

    def set_comments(self, pins: Sequence[CommentPin], cannot_send: str = "") -> None:
        """Show these. What is being written stays.

        Args:
            cannot_send: why the reviser cannot be asked now, empty if it can.
        """
        if (tuple(pins), cannot_send) == (self._pins, self._cannot_send) and self._items:
            return
        writing = self.unsaved()
        self._pins, self._cannot_send = tuple(pins), cannot_send
        for item in self._items.values():
            self._list.removeWidget(item)
            item.hide()
            item.deleteLater()
        self._items = {}
        for number, pin in enumerate(pins, 1):
            item = self._make(pin, number)
            self._list.insertWidget(number - 1, item)
            self._items[pin.id] = item
            if pin.id in writing:
                item.restore(writing[pin.id])
        self._update()

    def unsaved(self) -> dict[str, str]:
        """What is being written into which comment."""
        texts = {id_: item.unsaved for id_, item in self._items.items()}
        return {id_: text for id_, text in texts.items() if text is not None}

    def begin_new(self, side: Side, seconds: float, x: float, y: float, title: str = "") -> None:
        """Ask for a comment at a moment and a place; `title` names the iteration."""
        self._new = (side, seconds, x, y)
        self._where.setText(
            tr("New comment on {version} at {clock}").format(
                version=title or in_words(side), clock=clock(seconds)
            )
        )
        self._compose.show()
        self._empty.hide()
        self.field.edit.setFocus()

    def end_new(self) -> None:
        """Put the field for a new comment away."""
        self._new = None
        self.field.edit.clear()
        self._compose.hide()
        self._update()

    def show_comment(self, comment_id: str) -> None:
        """Scroll to a comment and mark it, as after a click on its pin."""
        for id_, item in self._items.items():
            set_property(item, "chosen", id_ == comment_id)
        found = self._items.get(comment_id)
        if found is not None:
            QTimer.singleShot(0, found, lambda: self._scroll.ensureWidgetVisible(found, 0, 12))

    def _make(self, pin: CommentPin, number: int) -> CommentItem:
        item = CommentItem(pin, number, self._appearance, not self._cannot_send, self._cannot_send)
        item.jumped.connect(partial(self._jump, pin))
        item.edited.connect(partial(self.edited.emit, pin.id))
        item.resolved.connect(partial(self.resolved.emit, pin.id))
        item.deleted.connect(partial(self.deleted.emit, pin.id))
        item.sent.connect(partial(self.send_requested.emit, [pin.id]))
        return item

    def _jump(self, pin: CommentPin) -> None:
        self.show_comment(pin.id)
        self.jump.emit(pin.seconds)

    def _add(self, text: str) -> None:
        if self._new is not None:
            new = self._new
            self.end_new()
            self.added.emit(*new, text)

    def _open_ids(self) -> list[str]:
        return [pin.id for pin in self._pins if not pin.resolved]

    def _update(self) -> None:
        open_ = len(self._open_ids())
        self._count.setText(ngettext("{count} open", "{count} open", open_).format(count=open_))
        self._count.setVisible(bool(self._pins))
        self._empty.setVisible(not self._pins and self._new is None)
        self._scroll.setVisible(bool(self._pins))
        self._rest.setVisible(not self._pins)
        self._send_all.setVisible(open_ > 1)
        self._send_all.setEnabled(not self._cannot_send)
        self._send_all.setToolTip(self._cannot_send)


def _scrolled_list() -> tuple[QScrollArea, QVBoxLayout]:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    inside = QWidget()
    lines = column(inside, margin=0)
    lines.setContentsMargins(0, 0, px("hair"), 0)
    lines.addStretch(1)
    area.setWidget(inside)
    return area, lines
