"""Check boxes and radio buttons whose marks can be seen in both themes."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QWidget

from ui.theme.appearance import Appearance
from ui.theme.tokens import Theme, px

MARK = 16
"""Side of the square, or diameter of the disc, in logical pixels."""


class CheckBox(QCheckBox):
    """A square with a tick."""

    def __init__(self, text: str, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._appearance = appearance
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Mark, gap and text."""
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        """The text is never cut."""
        return _size(self)

    def hitButton(self, pos: object) -> bool:
        """Text and mark both answer."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The mark in the theme's colours, then the text."""
        theme = self._appearance.theme
        painter = QPainter(self)
        area = _mark_area(self)
        _draw_field(painter, area, theme, self, radius=4)
        if self.isChecked():
            pen = QPen(theme.color("on_accent"), 2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            points = [(0.24, 0.52), (0.43, 0.71), (0.77, 0.32)]
            painter.drawPolyline(
                QPolygonF([QPointF(area.x() + x * MARK, area.y() + y * MARK) for x, y in points])
            )
        _draw_text(painter, theme, self)
        painter.end()


class RadioButton(QRadioButton):
    """A disc with a dot."""

    def __init__(self, text: str, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._appearance = appearance
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Mark, gap and text."""
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        """The text is never cut."""
        return _size(self)

    def hitButton(self, pos: object) -> bool:
        """Text and mark both answer."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The mark in the theme's colours, then the text."""
        theme = self._appearance.theme
        painter = QPainter(self)
        area = _mark_area(self)
        _draw_field(painter, area, theme, self, radius=MARK / 2)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("on_accent"))
            painter.drawEllipse(area.center(), 3.2, 3.2)
        _draw_text(painter, theme, self)
        painter.end()


def _size(button: QAbstractButton) -> QSize:
    metrics = button.fontMetrics()
    width = metrics.horizontalAdvance(button.text())
    gap = px("tight") if button.text() else 0
    return QSize(MARK + 4 + gap + width + 2, max(MARK + 6, metrics.height() + 4))


def _mark_area(button: QAbstractButton) -> QRectF:
    return QRectF(2, (button.height() - MARK) / 2, MARK, MARK)


def _draw_field(
    painter: QPainter, area: QRectF, theme: Theme, button: QAbstractButton, radius: float
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if button.hasFocus():
        painter.setPen(QPen(theme.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(-1.2, -1.2, 1.2, 1.2), radius + 1, radius + 1)
        area = area.adjusted(1, 1, -1, -1)
    token = "accent" if button.isChecked() and button.isEnabled() else "faint"
    painter.setPen(QPen(theme.color(token), 1.3))
    filled = theme.color(token) if button.isChecked() else theme.color("raised")
    painter.setBrush(filled)
    painter.drawRoundedRect(area.adjusted(0.6, 0.6, -0.6, -0.6), radius, radius)


def _draw_text(painter: QPainter, theme: Theme, button: QAbstractButton) -> None:
    painter.setPen(theme.color("text" if button.isEnabled() else "faint"))
    area = button.rect().adjusted(MARK + 2 + px("tight"), 0, 0, 0)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
    painter.drawText(area, int(flags), button.text())
