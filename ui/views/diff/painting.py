"""Paints the visible rows of a code view, and knows where things are."""

import math
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.texts import ngettext, tr
from ui.theme.appearance import Appearance, code_font, interface_font
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.views.diff.caret import Caret
from ui.views.diff.columns import places_of, shown, units
from ui.views.diff.layout import Cell, Item, Layout
from ui.views.diff.prepared import TAB_COLUMNS
from ui.views.diff.source import Which

PAD, MARK, SIGN, EDGE = 6, 14, 14, 8
HATCH = 7
KEPT_LINES = 3000
SEVERITY = {
    "error": ("circle-x", "bad"),
    "warning": ("triangle-alert", "warn"),
    "note": ("info", "accent"),
}


@dataclass
class Scene:
    """What is to be seen: the layout, the caret, and where the view stands."""

    layout: Layout
    caret: Caret
    width: int
    scroll_x: int = 0
    scroll_y: int = 0
    focused: bool = False
    hovered: int = -1
    query: str = ""
    match: tuple[Which, int, int] | None = None


class CodePainter:
    """Draws rows; keeps the shaped lines until the programs or the theme change."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance
        self.font = code_font()
        self._small = interface_font()
        self._small.setPixelSize(px("small_px"))
        metrics = QFontMetricsF(self.font)
        self.char = metrics.horizontalAdvance("0")
        self.line_height = math.ceil(metrics.height() + 3)
        self._drop = (self.line_height - metrics.height()) / 2
        self._shaped: dict[tuple[Which, int], QTextLayout] = {}
        self._marks: dict[tuple[str, float], QPixmap] = {}
        self._looks: dict[str, QTextCharFormat] = {}

    def forget(self) -> None:
        """The programs or the colours are others now."""
        self._shaped.clear()
        self._marks.clear()
        self._looks.clear()

    def column_rect(self, scene: Scene, column: int) -> QRectF:
        """A column from its gutter to its right edge, as high as a row."""
        width = scene.width / scene.layout.columns
        return QRectF(round(column * width), 0, round(width), self.line_height)

    def gutter(self, layout: Layout) -> float:
        """The width in front of the text: finding marks, line numbers, signs."""
        inline_pair = layout.columns == 1 and layout.prepared.is_pair
        numbers = 2 if inline_pair else 1
        sign = SIGN if layout.prepared.is_pair else PAD
        return PAD + MARK + numbers * (self._number_width(layout) + EDGE) + sign

    def text_width(self, layout: Layout) -> float:
        """The width of the longest line on the screen."""
        return layout.widest * self.char

    def unit_at(self, layout: Layout, cell: Cell, x: float) -> int:
        """The UTF-16 unit nearest to `x`, which is measured from the start of the text."""
        return int(self._shape(layout, cell).lineAt(0).xToCursor(x))

    def x_of(self, layout: Layout, cell: Cell, unit: int) -> float:
        """Where a unit begins, measured from the start of the text."""
        return _x(self._shape(layout, cell), unit)

    def paint(self, painter: QPainter, scene: Scene, top: int, bottom: int) -> None:
        """Draw the rows between two heights of the viewport."""
        theme = self._appearance.theme
        painter.fillRect(QRectF(0, top, scene.width, bottom - top), theme.color("surface"))
        first = max(0, (scene.scroll_y + top) // self.line_height)
        last = min(len(scene.layout.items), (scene.scroll_y + bottom) // self.line_height + 1)
        for place in range(first, last):
            y = place * self.line_height - scene.scroll_y
            item = scene.layout.items[place]
            if item.fold >= 0:
                self._fold(painter, scene, place, y)
                continue
            for column in range(scene.layout.columns):
                area = self.column_rect(scene, column).translated(0, y)
                self._cell(painter, scene, item, place, column, area)
        if scene.layout.columns == 2:
            x = round(scene.width / 2) - 0.5
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QLineF(x, top, x, bottom))

    def _fold(self, painter: QPainter, scene: Scene, place: int, y: float) -> None:
        theme = self._appearance.theme
        item = scene.layout.items[place]
        area = QRectF(0, y, scene.width, self.line_height)
        painter.fillRect(area, theme.color("chip" if scene.hovered == place else "bg"))
        start, end = scene.layout.prepared.folds[item.fold]
        count = end - start
        words = ngettext("{count} equal line", "{count} equal lines", count).format(count=count)
        here = scene.caret.at[0] == place
        painter.setFont(self._small)
        painter.setPen(theme.color("accent" if here and scene.focused else "muted"))
        x = self.gutter(scene.layout) + PAD
        if scene.focused and here:
            words = tr("{lines}  ·  Enter shows them").format(lines=words)
        painter.drawText(area.adjusted(x, 0, -EDGE, 0), Qt.AlignmentFlag.AlignVCenter, words)
        mark = self._mark("chevron-right", theme["muted"], painter)
        painter.drawPixmap(QPointF(x - MARK - 4, y + (self.line_height - MARK) / 2), mark)
        if here:
            self._bar(painter, area)

    def _cell(
        self, painter: QPainter, scene: Scene, item: Item, place: int, column: int, area: QRectF
    ) -> None:
        theme = self._appearance.theme
        cell = item.cells[column]
        if cell is None:
            self._filler(painter, area, scene.scroll_y)
        else:
            if cell.tone:
                painter.fillRect(area, theme.color(cell.tone))
            text_x = area.x() + self.gutter(scene.layout)
            self._numbers(painter, scene, item, cell, area)
            painter.save()
            painter.setClipRect(QRectF(text_x, area.y(), area.right() - text_x, area.height()))
            self._text(painter, scene, cell, place, column, QPointF(text_x, area.y()))
            painter.restore()
        if scene.caret.at[0] == place and scene.caret.column == column:
            self._bar(painter, area)

    def _bar(self, painter: QPainter, area: QRectF) -> None:
        """The sign of the row where the caret is."""
        colour = self._appearance.theme.color("accent")
        painter.fillRect(QRectF(area.x(), area.y(), 2, area.height()), colour)

    def _filler(self, painter: QPainter, area: QRectF, scroll_y: int) -> None:
        painter.save()
        painter.setClipRect(area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._appearance.theme.color("faint", 0.28), 1))
        height = area.height()
        # The lines of a row go on in the next one, wherever the view stands.
        shift = (area.y() + scroll_y) % HATCH
        x = area.x() - height - HATCH + shift
        lines = []
        while x < area.right() + HATCH:
            lines.append(QLineF(x, area.y(), x + height, area.bottom()))
            x += HATCH
        painter.drawLines(lines)
        painter.restore()

    def _numbers(
        self, painter: QPainter, scene: Scene, item: Item, cell: Cell, area: QRectF
    ) -> None:
        theme = self._appearance.theme
        layout = scene.layout
        painter.setFont(self.font)
        painter.setPen(theme.color("muted"))
        x = area.x() + PAD + MARK
        inline_pair = layout.columns == 1 and layout.prepared.is_pair
        for number in item.numbers if inline_pair else (cell.line,):
            width = self._number_width(layout)
            if number is not None:
                box = QRectF(x, area.y(), width, area.height())
                align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(box, align, str(number + 1))
            x += width + EDGE
        if cell.tone:
            sign, colour = ("+", "good") if cell.tone == "added" else ("\u2212", "bad")
            painter.setPen(theme.color(colour))
            painter.drawText(
                QRectF(x, area.y(), SIGN - 4, area.height()), Qt.AlignmentFlag.AlignCenter, sign
            )
        found = layout.prepared.sides[cell.which].findings.get(cell.line)
        if found:
            worst = next(s for s in SEVERITY if any(f.severity == s for f in found))
            drawing, token = SEVERITY[worst]
            mark = self._mark(drawing, theme[token], painter)
            top = area.y() + (area.height() - MARK) / 2
            painter.drawPixmap(QPointF(area.x() + PAD - 1, top), mark)

    def _text(
        self, painter: QPainter, scene: Scene, cell: Cell, place: int, column: int, at: QPointF
    ) -> None:
        theme = self._appearance.theme
        shape = self._shape(scene.layout, cell)
        side = scene.layout.prepared.sides[cell.which]
        origin = QPointF(at.x() - scene.scroll_x, at.y())
        for span in side.words.get(cell.line, ()):
            if cell.tone:
                self._ground(painter, shape, span, origin, theme.color(f"{cell.tone}_word"))
        if scene.query:
            self._matches(painter, scene, cell, shape, origin)
        selected = scene.caret.span(place) if scene.caret.column == column else None
        if selected is not None:
            ground = theme.color("accent", 0.32 if scene.focused else 0.2)
            self._ground(painter, shape, selected, origin, ground, past_end=selected[1] > 1 << 20)
        painter.setPen(theme.color("text"))
        shape.draw(painter, QPointF(origin.x(), origin.y() + self._drop))
        if scene.focused and scene.caret.at[0] == place and scene.caret.column == column:
            x = round(origin.x() + _x(shape, scene.caret.at[1]))
            painter.fillRect(QRectF(x, at.y() + 1, 1.5, self.line_height - 2), theme.color("text"))

    def _matches(
        self, painter: QPainter, scene: Scene, cell: Cell, shape: QTextLayout, origin: QPointF
    ) -> None:
        line = scene.layout.text(cell)
        colour = self._appearance.theme.color("warn", 0.35)
        for start in places_of(line, scene.query):
            span = (units(line, start), units(line, start + len(scene.query)))
            box = self._ground(painter, shape, span, origin, colour)
            if scene.match == (cell.which, cell.line, start):
                painter.setPen(QPen(self._appearance.theme.color("warn"), 1.5))
                painter.drawRoundedRect(box, 3, 3)

    def _ground(
        self,
        painter: QPainter,
        shape: QTextLayout,
        span: tuple[int, int],
        origin: QPointF,
        colour: QColor,
        past_end: bool = False,
    ) -> QRectF:
        x, x2 = _x(shape, span[0]), _x(shape, span[1]) + (self.char if past_end else 0)
        box = QRectF(origin.x() + x, origin.y() + 1, x2 - x, self.line_height - 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, 3, 3)
        painter.restore()
        return box

    def _shape(self, layout: Layout, cell: Cell) -> QTextLayout:
        key = (cell.which, cell.line)
        known = self._shaped.get(key)
        if known is not None:
            return known
        if len(self._shaped) > KEPT_LINES:
            self._shaped.clear()
        side = layout.prepared.sides[cell.which]
        shape = QTextLayout(shown(side.lines[cell.line]), self.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setTabStopDistance(TAB_COLUMNS * self.char)
        shape.setTextOption(option)
        shape.setFormats([self._format(*run) for run in side.runs[cell.line]])
        shape.beginLayout()
        shape.createLine()
        shape.endLayout()
        self._shaped[key] = shape
        return shape

    def _format(self, start: int, length: int, token: str) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        made.start, made.length = start, length
        if token not in self._looks:
            self._looks[token] = QTextCharFormat()
            self._looks[token].setForeground(self._appearance.theme.color(token))
        made.format = self._looks[token]
        return made

    def _mark(self, drawing: str, colour: str, painter: QPainter) -> QPixmap:
        scale = painter.device().devicePixelRatio()
        key = (f"{drawing} {colour}", scale)
        if key not in self._marks:
            self._marks[key] = pixmap(drawing, colour, MARK, scale)
        return self._marks[key]

    def _number_width(self, layout: Layout) -> float:
        longest = max((len(s.lines) for s in layout.prepared.sides.values()), default=1)
        return max(3, len(str(longest))) * self.char


def _x(shape: QTextLayout, unit: int) -> float:
    line = shape.lineAt(0)
    end = line.textStart() + line.textLength()
    # Qt also gives the unit that it took; its type stubs leave that out.
    x, _ = cast(tuple[float, int], line.cursorToX(min(unit, end)))
    return x
