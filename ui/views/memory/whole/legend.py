"""Signs, words and counts beside the map and the chart."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ui.theme.appearance import Appearance
from ui.views.memory.whole.colouring import Key
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import label, row

SIDE = 12
"""Logical pixels of a sign."""


class Sign(QWidget):
    """A disc, a diamond, or a piece of a line."""

    def __init__(
        self, appearance: Appearance, token: str, *, failure: bool = False,
        stroke: Qt.PenStyle | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._appearance, self._token = appearance, token
        self._failure, self._stroke = failure, stroke
        self.setFixedSize(SIDE * 2 if stroke is not None else SIDE, SIDE)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As large as it is."""
        return self.size()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The sign in its colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._appearance.theme.color(self._token)
        middle = self.height() / 2
        if self._stroke is not None:
            painter.setPen(QPen(colour, 2, self._stroke))
            painter.drawLine(QPointF(1, middle), QPointF(self.width() - 1, middle))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        x = self.width() / 2
        if self._failure:
            painter.drawPolygon(
                QPolygonF([
                    QPointF(x, middle - 5), QPointF(x + 5, middle), QPointF(x, middle + 5),
                    QPointF(x - 5, middle),
                ])
            )  # fmt: skip
        else:
            painter.drawEllipse(QPointF(x, middle), 4, 4)


class Legend(QWidget):
    """A line of signs with their words."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._line = row(self)

    def show_keys(self, keys: Sequence[Key], strokes: Sequence[Qt.PenStyle] = ()) -> None:
        """Show other entries; `strokes` for lines instead of points."""
        clear_layout(self._line)
        for number, key in enumerate(keys):
            stroke = strokes[number % len(strokes)] if strokes else None
            sign = Sign(self._appearance, key.token, failure=bool(key.failure), stroke=stroke)
            self._line.addWidget(sign)
            self._line.addWidget(label(f"{key.words} {key.count:,}", "muted"))
            self._line.addSpacing(6)
        self._line.addStretch(1)
