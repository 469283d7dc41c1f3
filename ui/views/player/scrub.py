"""The slider below the picture, with ticks at keyframes and marks at comments."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QSlider, QToolTip, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.views.player.values import clock

HEIGHT, GROOVE, KNOB = 24, 4, 6


class Scrub(QSlider):
    """Milliseconds of the longer video. `sought` carries seconds and comes from people only."""

    sought = Signal(float)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._appearance = appearance
        self._ticks: tuple[Sequence[float], Sequence[float]] = ((), ())
        self._pins: Sequence[float] = ()
        self.setRange(0, 0)
        self.setSingleStep(100)
        self.setPageStep(1000)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Position"))
        self.actionTriggered.connect(self._acted)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(160, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Narrow, but still to be aimed at."""
        return QSize(80, HEIGHT)

    def set_length(self, seconds: float) -> None:
        """Length of the longer video."""
        self.setRange(0, round(seconds * 1000))
        self.update()

    def set_seconds(self, seconds: float) -> None:
        """Follow the video."""
        if not self.isSliderDown():
            self.setValue(round(seconds * 1000))
            self.setAccessibleDescription(
                tr("{position} of {length}").format(
                    position=clock(seconds), length=clock(self.maximum() / 1000)
                )
            )

    def set_marks(
        self, before: Sequence[float], after: Sequence[float], pins: Sequence[float]
    ) -> None:
        """Seconds of the keyframes of both sides, and of comments."""
        self._ticks, self._pins = (before, after), pins
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the mouse is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrub; the tip says which moment is under the mouse."""
        seconds = self._value_at(event.position().x()) / 1000
        QToolTip.showText(event.globalPosition().toPoint(), clock(seconds), self)
        if self.isSliderDown():
            self._go(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End of scrubbing."""
        self.setSliderDown(False)

    def _acted(self, action: int) -> None:
        # The position is right by now, the value only later; a mouse goes its own way.
        if action != QAbstractSlider.SliderAction.SliderMove.value:
            self.sought.emit(self.sliderPosition() / 1000)

    def _go(self, x: float) -> None:
        self.setValue(self._value_at(x))
        self.sought.emit(self.value() / 1000)

    def _value_at(self, x: float) -> int:
        room = max(1, self.width() - 2 * KNOB)
        part = min(max(0.0, (x - KNOB) / room), 1.0)
        return round(part * self.maximum())

    def _x(self, milliseconds: float) -> float:
        room = self.width() - 2 * KNOB
        return KNOB + room * (milliseconds / self.maximum() if self.maximum() else 0.0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Groove, ticks (upper half: before, lower half: after), comments, knob."""
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        groove = QRectF(KNOB, middle - GROOVE / 2, self.width() - 2 * KNOB, GROOVE)
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(groove, 2, 2)
        groove.setRight(self._x(self.value()))
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(groove, 2, 2)
        painter.setPen(QPen(theme.color("muted"), 1.5))
        for seconds_of_side, way in zip(self._ticks, (-1, 1), strict=True):
            for seconds in seconds_of_side:
                x = self._x(seconds * 1000)
                painter.drawLine(QPointF(x, middle + way * 4), QPointF(x, middle + way * 9))
        painter.setPen(QPen(theme.color("surface"), 1))
        painter.setBrush(theme.color("accent"))
        for seconds in self._pins:
            x = self._x(seconds * 1000)
            corners = [(x, middle - 6), (x + 5, middle), (x, middle + 6), (x - 5, middle)]
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        knob = QPointF(self._x(self.value()), middle)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(theme.color("text" if self.hasFocus() else "surface"))
        painter.drawEllipse(knob, KNOB - 1, KNOB - 1)
        painter.end()
