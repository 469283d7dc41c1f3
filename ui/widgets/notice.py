"""A line at the top of a page that says what happened and what to do; never a box in the way."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLayout, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.widgets.basics import IconButton, Tone, button, label, row, set_property

_SIGNS: dict[str, str] = {
    "": "info", "good": "circle-check", "warn": "triangle-alert", "bad": "circle-x",
}  # fmt: skip
GOOD_MS = 6000
"""How long good news without an action is shown. Nobody misses anything by not reading it."""

PASSING_MS = 10_000
"""How long news are shown whose action has a key as well, such as Ctrl+Z."""

MOST_WIDTH = 760
"""Logical pixels; a longer line is hard to read."""


class Notice(QFrame):
    """Hidden until there is something to say; its cross puts it away.

    It lies over the page below the place where it was put into the layout, so that nothing moves
    when it comes or goes. Good news leaves by itself, unless there is something to do about it or
    the pointer or the focus is on it; everything else stays until it is put away.
    """

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setProperty("role", "band")
        line = row(self)
        line.setContentsMargins(px("gap"), 6, px("tight"), 6)
        self._sign = QLabel()
        self._words = label("", wrap=True)
        self._action = button("", "link")
        self._action.hide()
        self._call: Callable[[], None] | None = None
        self._action.clicked.connect(self._act)
        away = IconButton("x", tr("Put this message away"), appearance)
        away.clicked.connect(self.hide)
        line.addWidget(self._sign)
        line.addWidget(self._words, 1)
        line.addWidget(self._action)
        line.addWidget(away)
        self._room: QLayout | None = None
        self._above: QWidget | None = None
        self._leaves = False
        self._leaving = QTimer(self, interval=GOOD_MS, singleShot=True)
        self._leaving.timeout.connect(self._leave)
        self.hide()

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def tell(
        self,
        words: str,
        tone: Tone = "",
        action: tuple[str, Callable[[], None]] | None = None,
        *,
        passing: bool = False,
    ) -> None:
        """Say something, perhaps with one thing to do about it.

        Args:
            passing: it leaves by itself in spite of its action, which has a key as well.
        """
        self._words.setText(words)
        self.setAccessibleName(words)
        set_property(self, "tone", tone)
        colour = self._appearance.theme[tone or "accent"]
        self._sign.setPixmap(pixmap(_SIGNS[tone], colour, 16, self.devicePixelRatio()))
        self._action.setVisible(action is not None)
        self._call = None
        if action is not None:
            title, self._call = action
            self._action.setText(title)
        self._leaves = passing or (tone == "good" and action is None)
        self._leaving.setInterval(PASSING_MS if passing else GOOD_MS)
        self._leaving.stop()
        self._float()
        self.show()
        self._place()
        if self._leaves and self.isVisible():
            self._leaving.start()

    def forget(self) -> None:
        """Say nothing any more."""
        self._words.clear()
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """On show (again): the time of good news begins."""
        super().showEvent(event)
        self._place()
        if self._leaves:
            self._leaving.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """No timer works for what nobody sees."""
        self._leaving.stop()
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page has another size or was laid out anew."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    def _leave(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._leaving.start()
        else:
            self.hide()

    def _float(self) -> None:
        """Out of the layout, over what comes below."""
        page = self.parentWidget()
        if self._room is not None or page is None or (outer := page.layout()) is None:
            return
        if (found := _holder(outer, self)) is None:
            return
        self._room, number = found
        above = self._room.itemAt(number - 1) if number else None
        self._above = above.widget() if above is not None else None
        self._room.removeWidget(self)
        page.installEventFilter(self)

    def _place(self) -> None:
        page, inside = self.parentWidget(), self.layout()
        if self._room is None or page is None or inside is None or not self.isVisibleTo(page):
            return
        area = self._room.geometry()
        top = area.y() if self._above is None else self._above.geometry().bottom() + 1
        gap = px("tight")
        width = min(MOST_WIDTH, max(0, area.width() - 2 * gap))
        height = max(inside.totalHeightForWidth(width), inside.totalMinimumSize().height())
        left = area.x() + (area.width() - width) // 2
        self.setGeometry(QRect(left, top + gap, width, height))
        self.raise_()

    def _act(self) -> None:
        if self._call is not None:
            self._call()


def _holder(layout: QLayout, widget: QWidget) -> tuple[QLayout, int] | None:
    """The layout at or below this one that holds the widget, and its place there."""
    for number in range(layout.count()):
        item = layout.itemAt(number)
        assert item is not None
        if item.widget() is widget:
            return layout, number
        inner = item.layout()
        if inner is not None and (found := _holder(inner, widget)) is not None:
            return found
    return None
