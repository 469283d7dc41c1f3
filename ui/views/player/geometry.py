"""Where the pictures stand on the stage. Everything in logical pixels."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF

from pipeline.schema.finding import Box
from ui.views.player.values import Mode, Side

GAP = 6
CAPTION = 26
"""Height of the line above a picture that names it."""
CAPTION_WIDTH = 96
"""A picture with this much free room beside it has its name there instead."""
PANEL_SHARE = 0.38
"""Part of the room for a side without a picture, which only has to say why."""


def fit(area: QRect, aspect: float) -> QRect:
    """The largest rectangle of this aspect in the middle of the area."""
    width = min(area.width(), round(area.height() * aspect))
    height = min(area.height(), round(width / aspect))
    return QRect(
        area.x() + (area.width() - width) // 2,
        area.y() + (area.height() - height) // 2,
        width,
        height,
    )


def halves(area: QRect, shares: tuple[float, float], upright: bool) -> tuple[QRect, QRect]:
    """Two parts of an area with a gap between them: side by side, or one above the other."""
    room = (area.height() if upright else area.width()) - GAP
    first = round(room * shares[0] / sum(shares))
    if upright:
        return (
            QRect(area.x(), area.y(), area.width(), first),
            QRect(area.x(), area.y() + first + GAP, area.width(), room - first),
        )
    return (
        QRect(area.x(), area.y(), first, area.height()),
        QRect(area.x() + first + GAP, area.y(), room - first, area.height()),
    )


@dataclass(frozen=True)
class Place:
    """One side on the stage: its picture or panel, and the line that names it."""

    picture: QRect
    caption: QRect


def arrange(
    area: QRect, mode: Mode, before: float | None, after: float | None, present: tuple[bool, bool]
) -> dict[Side, Place]:
    """Where the sides stand. Captions never cover a picture.

    Args:
        before, after: aspects; None where a side has a panel instead of a picture.
        present: whether there is anything to say about a side at all.
    """
    if present != (True, True):
        side: Side = "after" if present[1] else "before"
        return {side: _place(area, after if present[1] else before)}
    if mode != "pair" and before and after:
        both = max(before, after)
        room = fit(area, both)
        if _beside(area, room):
            width = room.x() - area.x()
            captions = _cut(area, width), area.adjusted(area.width() - width, 0, 0, 0)
            room = area
        else:
            room = fit(area.adjusted(0, CAPTION, 0, 0), both)
            captions = halves(_above(room), (1.0, 1.0), upright=False)
        captions = (_line(captions[0]), _line(captions[1]))
        return {
            "before": Place(fit(room, before), captions[0]),
            "after": Place(fit(room, after), captions[1]),
        }
    return _pair(area, before, after)


def _pair(area: QRect, before: float | None, after: float | None) -> dict[Side, Place]:
    shares = (1.0 if before else PANEL_SHARE, 1.0 if after else PANEL_SHARE)
    ways: list[tuple[int, dict[Side, Place]]] = []
    for upright in (False, True):
        first, second = halves(area, shares, upright)
        one, other = _place(first, before), _place(second, after)
        size = _size(one.picture) * bool(before) + _size(other.picture) * bool(after)
        ways.append((size, {"before": one, "after": other}))
    return max(ways, key=lambda way: way[0])[1]


def _size(area: QRect) -> int:
    return area.width() * area.height()


def _place(area: QRect, aspect: float | None) -> Place:
    """A picture with its caption beside it where there is room anyway, else above it."""
    if aspect is None:
        return Place(area.adjusted(0, CAPTION, 0, 0), _line(area))
    picture = fit(area, aspect)
    if _beside(area, picture):
        return Place(picture, _line(_cut(area, picture.x() - area.x())))
    picture = fit(area.adjusted(0, CAPTION, 0, 0), aspect)
    return Place(picture, _above(picture))


def _beside(area: QRect, picture: QRect) -> bool:
    return picture.x() - area.x() >= CAPTION_WIDTH


def _cut(area: QRect, width: int) -> QRect:
    return QRect(area.x(), area.y(), width, area.height())


def _above(picture: QRect) -> QRect:
    return QRect(picture.x(), picture.y() - CAPTION, picture.width(), CAPTION)


def _line(area: QRect) -> QRect:
    return QRect(area.x(), area.y(), area.width(), CAPTION)


def in_picture(box: Box, picture: QRect) -> QRectF:
    """A box in picture fractions as a rectangle on the stage, cut off at the picture's edge."""
    whole = QRectF(picture)
    made = QRectF(
        QPointF(whole.x() + box.left * whole.width(), whole.y() + box.top * whole.height()),
        QPointF(whole.x() + box.right * whole.width(), whole.y() + box.bottom * whole.height()),
    )
    return made.intersected(whole.adjusted(1, 1, -1, -1))
