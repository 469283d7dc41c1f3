"""The handle of the wipe's edge: a slider of its own, so that keys and screen readers reach it."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance

SIZE = 30
STEPS = 1000
"""Of the whole width: its value runs from 0 (only after) to this (only before)."""


class WipeHandle(QAbstractSlider):
    """Sits on the edge; arrow keys move it, Home and End go to the sides.

    Signals:
        dragged(x): the mouse has it at this place of the stage, in logical pixels. Not Qt's
            `sliderMoved`, which a slider that is held down emits by itself whenever its value is
            set, with the value.
    """

    dragged = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._grip = 0
        self.setRange(0, STEPS)
        self.setSingleStep(STEPS // 50)
        self.setPageStep(STEPS // 10)
        self.setValue(STEPS // 2)
        self.setFixedSize(SIZE, SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAccessibleName(tr("Wipe edge"))
        self.setAccessibleDescription(
            tr("Left of it the picture before, right of it the one after")
        )
        self.setToolTip(tr("Drag, or move it with the arrow keys"))
        appearance.changed.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hand the drag to the stage, which knows where the picture is."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        self.dragged.emit(self.mapToParent(event.position().toPoint()).x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End of the drag."""
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be taken."""
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Back to rest."""
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A white disc with two arrow heads; the accent around it tells the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus = self.hasFocus()
        disc = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        rim = self._appearance.theme.color("accent") if focus else QColor(0, 0, 0, 110)
        painter.setPen(QPen(rim, 3 if focus else 1))
        painter.setBrush(QColor("#ffffff") if not self.underMouse() else QColor("#e6edfb"))
        painter.drawEllipse(disc)
        painter.setPen(QPen(QColor("#14161b"), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        middle = disc.center()
        for way in (-1, 1):
            tip = QPointF(middle.x() + way * 7, middle.y())
            for up in (-1, 1):
                painter.drawLine(tip, QPointF(tip.x() - way * 3.5, tip.y() + up * 3.5))
        painter.end()
