"""Moving cards by hand: a grip on each, and a line where the card would come to stand."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.widgets.basics import IconButton

EDGE_PX, SCROLL_PX, SCROLL_MS = 40, 14, 30
"""Near the edge of the area it scrolls by so much, so often."""
LINE_PX = 3


class Grip(IconButton):
    """Drag it, or press the arrow keys on it.

    Signals:
        pulled(QPoint): where the pointer is, on the screen, while it is dragged.
        dropped, given_up: the end of a drag; Esc gives it up.
        stepped(-1 or 1): an arrow key.
    """

    pulled = Signal(QPoint)
    dropped = Signal()
    given_up = Signal()
    stepped = Signal(int)

    def __init__(self, appearance: Appearance, number: int) -> None:
        words = tr("Move scene {number}: drag it, or press Up and Down").format(number=number)
        super().__init__("grip-vertical", words, appearance)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._from: QPoint | None = None
        self._dragging = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drag may begin."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint()
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """It is one once the pointer has gone a little way."""
        if self._from is None:
            return
        there = event.globalPosition().toPoint()
        far = (there - self._from).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._dragging:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            self.pulled.emit(there)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The card is put down."""
        if event.button() == Qt.MouseButton.LeftButton and self._end():
            self.dropped.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the card, Esc gives a drag up."""
        match event.key():
            case Qt.Key.Key_Up:
                self.stepped.emit(-1)
            case Qt.Key.Key_Down:
                self.stepped.emit(1)
            case Qt.Key.Key_Escape if self._end():
                self.given_up.emit()
            case _:
                super().keyPressEvent(event)

    def _end(self) -> bool:
        was, self._dragging, self._from = self._dragging, False, None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        return was


class CardDrag(QFrame):
    """The line, drawn over the cards; it knows between which two the pointer is."""

    def __init__(self, area: QScrollArea, cards: Callable[[], Sequence[QWidget]]) -> None:
        inside = area.widget()
        assert inside is not None
        super().__init__(inside)
        self.setProperty("role", "drop")
        self._area, self._inside, self._cards = area, inside, cards
        self._there = QPoint()
        self._scrolling = QTimer(self, interval=SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        self.gap = -1
        """The gap that the pointer is nearest to: 0 is above the first card; -1 without a drag."""
        self.hide()

    def pull(self, there: QPoint) -> None:
        """The pointer is here, on the screen."""
        self._there = there
        cards = self._cards()
        y = self._inside.mapFromGlobal(there).y()
        self.gap = sum(y > card.geometry().center().y() for card in cards)
        above = cards[self.gap - 1].geometry().bottom() if self.gap else None
        below = cards[self.gap].geometry().top() if self.gap < len(cards) else None
        edges = [edge for edge in (above, below) if edge is not None]
        middle = sum(edges) // len(edges) + (0 if len(edges) > 1 else -4 if above is None else 4)
        first = cards[0].geometry()
        self.setGeometry(first.x(), middle - LINE_PX // 2, first.width(), LINE_PX)
        self.show()
        self.raise_()
        self._scrolling.start()

    def drop(self, place: int) -> int | None:
        """Where the card of `place` comes to stand; None where it stays."""
        gap = self.gap
        self.give_up()
        if gap < 0:
            return None
        target = gap - 1 if gap > place else gap
        return None if target == place else target

    def give_up(self) -> None:
        """No line any more."""
        self.gap = -1
        self._scrolling.stop()
        self.hide()

    def _scroll(self) -> None:
        view, bar = self._area.viewport(), self._area.verticalScrollBar()
        y, before = view.mapFromGlobal(self._there).y(), bar.value()
        if y < EDGE_PX:
            bar.setValue(before - SCROLL_PX)
        elif y > view.height() - EDGE_PX:
            bar.setValue(before + SCROLL_PX)
        if bar.value() != before:
            self.pull(self._there)
