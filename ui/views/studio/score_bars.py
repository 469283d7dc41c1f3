"""The three axis scores, their mean, and what they were before, as bars and as text."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QWidget

from app.run_view.values import DASH
from app.texts import mark, tr, translated
from pipeline.schema.review import AxisScores
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.widgets.basics import label, set_property

AXES = (
    ("logical_flow", mark("Logical flow")),
    ("layout", mark("Layout")),
    ("accuracy", mark("Accuracy")),
)
MEAN = ("mean", mark("Mean"))
_BAR_PX = 8


class ScoreBar(QWidget):
    """One score in [0, 100]: filled up to `after`, a tick at `before`, lines at the thresholds."""

    def __init__(self, appearance: Appearance, thresholds: tuple[float, ...] = ()) -> None:
        super().__init__()
        self._appearance, self._thresholds = appearance, thresholds
        self._before: float | None = None
        self._after: float | None = None
        self.setMinimumWidth(70)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Wide and flat."""
        return QSize(110, 18)

    def set_thresholds(self, thresholds: tuple[float, ...]) -> None:
        """Where a scene is remembered and where it passes at once."""
        self._thresholds = thresholds
        self.update()

    def show_scores(self, before: float | None, after: float | None) -> None:
        """Either may be missing."""
        self._before, self._after = before, after
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Bar, ticks, lines."""
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        track = QRectF(0, middle - _BAR_PX / 2, self.width(), _BAR_PX)
        self._round(painter, track, theme.color("chip"))
        if self._after is not None:
            filled = QRectF(track)
            filled.setWidth(max(_BAR_PX, track.width() * self._after / 100))
            self._round(painter, filled, theme.color("accent"))
        painter.setPen(QPen(theme.color("faint"), 1))
        for threshold in self._thresholds:
            x = track.width() * threshold / 100
            painter.drawLine(int(x), int(middle - 7), int(x), int(middle + 7))
        if self._before is not None:
            x = track.width() * self._before / 100
            painter.setPen(QPen(theme.color("warn"), 3))
            painter.drawLine(int(x), int(middle - 7), int(x), int(middle + 7))

    def _round(self, painter: QPainter, area: QRectF, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(area, _BAR_PX / 2, _BAR_PX / 2)


class ScoreTable(QWidget):
    """Four bars with numbers and differences; its text says the same aloud. The thresholds are
    those of the mean, and stand at its bar alone."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px("tight"))
        grid.setVerticalSpacing(px("hair"))
        self._rows = []
        self._thresholds = (85.0, 90.0)
        rows = (*AXES, MEAN)
        for number, (_, words) in enumerate(translated(rows)):
            bar = ScoreBar(appearance)
            value, change = label(DASH), label("")
            for figure in (value, change):
                figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            value.setMinimumWidth(28)
            change.setMinimumWidth(34)
            grid.addWidget(label(words, "strong" if number == len(AXES) else ""), number, 0)
            grid.addWidget(bar, number, 1)
            grid.addWidget(value, number, 2)
            grid.addWidget(change, number, 3)
            self._rows.append((bar, value, change))
        grid.setColumnStretch(1, 1)
        self._legend = label("", "faint", wrap=True)
        grid.addWidget(self._legend, len(rows), 0, 1, 4)
        self.set_thresholds(*self._thresholds)

    def set_thresholds(self, remembers: float, passes: float) -> None:
        """theta_high and theta_conv of the run."""
        self._thresholds = (remembers, passes)
        self._legend.setText(
            tr("▎ before · │ {remembers:g} remembered · │ {passes:g} passes").format(
                remembers=remembers, passes=passes
            )
        )
        self._legend.setToolTip(
            tr(
                "The thick mark is the score before. Thin lines: from a mean of {remembers:g} a "
                "scene is remembered, from {passes:g} it passes."
            ).format(remembers=remembers, passes=passes)
        )
        mean_bar = self._rows[-1][0]
        mean_bar.set_thresholds(self._thresholds)

    def show_scores(self, before: AxisScores | None, after: AxisScores | None) -> None:
        """Either may be missing."""
        said = []
        rows = translated((*AXES, MEAN))
        for (axis, words), (bar, value, change) in zip(rows, self._rows, strict=True):
            old = None if before is None else float(getattr(before, axis))
            new = None if after is None else float(getattr(after, axis))
            bar.show_scores(old, new)
            value.setText(DASH if new is None else f"{new:.0f}")
            text, tone = change_words(old, new)
            change.setText(text)
            set_property(change, "tone", tone)
            said.append(f"{words} {value.text()} {text}".strip())
            bar.setAccessibleName(said[-1])
        self.setAccessibleName(", ".join(said))


def change_words(
    before: float | None, after: float | None, digits: int | None = None
) -> tuple[str, str]:
    """A difference with its sign and tone; empty where there is nothing to compare.

    Args:
        digits: after the point; None shows one where the difference is below 1.
    """
    if before is None or after is None:
        return "", ""
    difference = after - before
    if abs(difference) < 0.05:
        return "±0", ""
    sign = "+" if difference > 0 else "−"
    if digits is None:
        digits = 0 if abs(difference) >= 1 else 1
    return f"{sign}{abs(difference):.{digits}f}", "good" if difference > 0 else "bad"
