"""How a bank grew: one line per series, counted from the beginning."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QDate, QEvent, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.memory.insight.growth import Series
from app.texts import tr
from ui.theme.appearance import Appearance

TOKENS = ("accent", "bad", "good", "warn", "code_name", "code_call")
DASHES = (
    Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine, Qt.PenStyle.DashDotDotLine,
)  # fmt: skip
"""Lines differ in colour and in stroke."""
TOP, RIGHT, BOTTOM, GAP = 10, 12, 24, 8
"""Logical pixels around the plot."""


class GrowthChart(QWidget):
    """Running totals over time; where the mouse rests, the numbers of that day."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._bins: tuple[date, ...] = ()
        self._series: tuple[Series, ...] = ()
        self._names: tuple[str, ...] = ()
        self.setMinimumHeight(140)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Growth of the bank"))
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(420, 200)

    def show_series(
        self, bins: tuple[date, ...], series: Sequence[Series], names: Sequence[str]
    ) -> None:
        """Show other series; `names` are what people call them."""
        self._bins, self._series, self._names = bins, tuple(series), tuple(names)
        told = [
            tr("{name}: {n}").format(name=name, n=one.total[-1] if one.total else 0)
            for name, one in zip(self._names, self._series, strict=True)
        ]
        self.setAccessibleDescription(", ".join(told))
        self.update()

    @property
    def _most(self) -> int:
        return max((one.total[-1] for one in self._series if one.total), default=0)

    def _plot(self) -> QRectF:
        left = QFontMetrics(self.font()).horizontalAdvance(f"{self._most:,}") + 2 * GAP
        return QRectF(
            left, TOP, max(10, self.width() - left - RIGHT), max(10, self.height() - TOP - BOTTOM)
        )

    def _at(self, number: int) -> float:
        plot = self._plot()
        last = max(1, len(self._bins) - 1)
        return plot.left() + plot.width() * number / last

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Axes, lines, and the names of the first and the last day."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, plot = self._appearance.theme, self._plot()
        metrics = QFontMetrics(self.font())
        for share in (0.0, 0.5, 1.0):
            y = plot.bottom() - plot.height() * share
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.color("muted"))
            value = f"{round(self._most * share):,}"
            if self._most * share == round(self._most * share):
                painter.drawText(
                    QPointF(plot.left() - GAP - metrics.horizontalAdvance(value), y + 4), value
                )
        if not self._bins:
            return
        first, last = day_words(self._bins[0]), day_words(self._bins[-1])
        base = plot.bottom() + metrics.ascent() + 6
        painter.drawText(QPointF(plot.left(), base), first)
        if len(self._bins) > 1:
            painter.drawText(QPointF(plot.right() - metrics.horizontalAdvance(last), base), last)
        for number, one in enumerate(self._series):
            self._line(painter, plot, number, one)

    def _line(self, painter: QPainter, plot: QRectF, number: int, one: Series) -> None:
        most = max(1, self._most)
        points = [
            QPointF(self._at(place), plot.bottom() - plot.height() * value / most)
            for place, value in enumerate(one.total)
        ]
        pen = QPen(self._appearance.theme.color(TOKENS[number % len(TOKENS)]), 2)
        pen.setStyle(DASHES[number % len(DASHES)])
        painter.setPen(pen)
        if len(points) == 1:
            painter.drawEllipse(points[0], 3, 3)
        else:
            painter.drawPolyline(QPolygonF(points))

    def event(self, event: QEvent) -> bool:
        """Tell the numbers of the day under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._bins:
            plot = self._plot()
            share = (event.pos().x() - plot.left()) / plot.width()
            number = min(max(round(share * (len(self._bins) - 1)), 0), len(self._bins) - 1)
            lines = [day_words(self._bins[number])] + [
                tr("{name}: {n}").format(name=name, n=f"{one.total[number]:,}")
                for name, one in zip(self._names, self._series, strict=True)
            ]
            QToolTip.showText(event.globalPos(), "\n".join(lines), self)
            return True
        return super().event(event)


def day_words(day: date) -> str:
    """A day as the system writes it, short."""
    return str(QLocale().toString(QDate(day.year, day.month, day.day), "d MMM yyyy"))
