"""What is drawn over a picture: boxes of findings, comment pins, titles, panels.

A picture has its own colours, mostly on black, in both themes; so what is drawn over it has the
colours of the dark theme and a dark rim.
"""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from app.texts import mark, tr
from pipeline.schema.finding import Severity
from ui.theme.icons import pixmap
from ui.theme.tokens import Theme, load_theme, px
from ui.views.player.values import BoxMark, CommentPin

SIGNS: dict[Severity, str] = {"error": "\u00d7", "warning": "!", "note": "i"}
TOKENS: dict[Severity, str] = {"error": "bad", "warning": "warn", "note": "accent"}
DASHES: dict[Severity, Qt.PenStyle] = {
    "error": Qt.PenStyle.SolidLine,
    "warning": Qt.PenStyle.DashLine,
    "note": Qt.PenStyle.DotLine,
}
SEVERITY_WORDS: dict[Severity, str] = {
    "error": mark("Error"),
    "warning": mark("Warning"),
    "note": mark("Note"),
}
STAGE_COLOUR = QColor("#0b0c0f")
"""Beside a picture: a little off black, so that the frame's edge can be seen."""
PIN_RADIUS = 10.0
_SIGN_SIZE = 16.0


def ink() -> Theme:
    """The theme of everything that lies on a picture."""
    return load_theme("dark")


def draw_box(painter: QPainter, area: QRectF, severity: Severity, small: bool = False) -> None:
    """The outline of a finding with the sign of its severity in the corner."""
    if area.isEmpty():
        return
    colour = ink().color(TOKENS[severity])
    painter.save()
    painter.setBrush(ink().color(TOKENS[severity], 0.13))
    painter.setPen(QPen(QColor(0, 0, 0, 190), 3.5))
    painter.drawRoundedRect(area, 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.5, DASHES[severity]))
    painter.drawRoundedRect(area, 3, 3)
    size = 13.0 if small else _SIGN_SIZE
    sign = QRectF(area.x(), area.y(), size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(sign, 3, 3)
    painter.setPen(ink().color("on_accent"))
    painter.setFont(_font(painter, px("small_px") if not small else 10, bold=True))
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, SIGNS[severity])
    painter.restore()


def box_words(box: BoxMark) -> str:
    """A finding in a line for tips and for reading aloud."""
    return f"{tr(SEVERITY_WORDS[box.severity])}: {box.text}"


def pin_place(pin: CommentPin, picture: QRect) -> QPointF:
    """The middle of a pin on the stage; one on the whole picture sits in its corner."""
    if pin.x is None or pin.y is None:
        return QPointF(picture.right() - 2 * PIN_RADIUS, picture.top() + 2 * PIN_RADIUS)
    return QPointF(picture.x() + pin.x * picture.width(), picture.y() + pin.y * picture.height())


def draw_pin(painter: QPainter, place: QPointF, number: int, resolved: bool) -> None:
    """A comment: its number in a disc, hollow once it is resolved."""
    accent = ink().color("accent")
    painter.save()
    painter.setPen(QPen(QColor(0, 0, 0, 200), 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(place, PIN_RADIUS, PIN_RADIUS)
    painter.setPen(QPen(accent, 1.5))
    painter.setBrush(QColor(0, 0, 0, 200) if resolved else accent)
    painter.drawEllipse(place, PIN_RADIUS, PIN_RADIUS)
    painter.setPen(accent if resolved else ink().color("on_accent"))
    painter.setFont(_font(painter, px("label_px"), bold=True))
    around = QRectF(place.x() - 12, place.y() - 10, 24, 20)
    painter.drawText(around, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def draw_caption(
    painter: QPainter, title: str, note: str, area: QRect, right: bool = False
) -> None:
    """The name of a side beside or above its picture; the note below it where a line is short."""
    painter.save()
    painter.setFont(_font(painter, px("small_px"), bold=False))
    metrics = QFontMetrics(painter.font())
    room = area.adjusted(10, 0, -10, 0)
    lines = [" \u00b7 ".join(words for words in (title, note.lower()) if words)]
    if metrics.horizontalAdvance(lines[0]) > room.width() and note:
        lines = [title, note]
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    for number, words in enumerate(lines):
        painter.setPen(ink().color("muted" if number else "text"))
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        line = room.translated(0, number * (metrics.height() + 1))
        painter.drawText(line, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
    painter.restore()


def draw_panel(painter: QPainter, area: QRect, drawing: str, words: str, scale: float) -> None:
    """Says in a picture's place why there is none."""
    painter.save()
    painter.setPen(QPen(ink().color("line"), 1))
    painter.setBrush(ink().color("surface"))
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    room = area.adjusted(14, 10, -14, -10)
    flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
    for size in (px("font_px"), px("small_px"), px("label_px")):
        font = _font(painter, size, bold=False)
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        height = painter.boundingRect(room, flags, words).height()
        if height <= room.height():
            break
    icon_room = 36 if height + 36 <= room.height() else 0
    top = max(room.y(), area.center().y() - (height + icon_room) // 2)
    if icon_room:
        picture = pixmap(drawing, ink()["faint"], 24, scale)
        painter.drawPixmap(QPointF(area.center().x() - 12, top), picture)
    painter.setPen(ink().color("muted"))
    text = QRect(room.x(), top + icon_room, room.width(), room.bottom() - top - icon_room)
    painter.setClipRect(text)
    painter.drawText(text, flags, words)
    painter.restore()


def draw_edge(painter: QPainter, x: float, area: QRect) -> None:
    """The line between both sides of a wipe."""
    painter.save()
    painter.setPen(QPen(QColor(0, 0, 0, 150), 4))
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    painter.setPen(QPen(QColor("#ffffff"), 2))
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    painter.restore()


def _font(painter: QPainter, pixels: int, bold: bool) -> QFont:
    font = QFont(painter.font())
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Medium)
    return font
