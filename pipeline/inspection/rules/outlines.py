"""A text across the outlines of shapes and lines that it is not part of."""

from dataclasses import dataclass

import numpy as np

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.rules.moves import way_out
from pipeline.inspection.screen import (
    DELIBERATE,
    Moment,
    Screen,
    on_scale,
    opacity,
    picture_box,
    polygon,
)
from pipeline.inspection.shapes import Array, Mask, centres, crossed, shrunk, within
from pipeline.inspection.words import kind_word, named, sentence, subject
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item, Rect

SHRINK = 0.15
"""Taken off every side of a glyph box: an outline that only grazes a letter does no harm."""
HOLDERS = frozenset({"Rectangle", "RoundedRectangle", "Square", "Circle", "Ellipse"})
"""Shapes that texts are put into."""
GLYPHS = 2
"""Glyphs that outlines must pass through."""


@dataclass(frozen=True)
class Crossing:
    """What passes through a text: shapes and lines, how many glyphs are hit, and whether one of
    the shapes is a box that is too small for the text put into it."""

    shapes: tuple[Item, ...]
    lines: tuple[Item, ...]
    glyphs: int
    tight: bool


def outlines(screen: Screen) -> list[Finding]:
    """Errors for texts across two or more closed shapes, a picture's edge, or many lines."""
    found = Collector()
    for moment in screen.moments:
        hits: list[tuple[Item, Crossing]] = []
        for text in moment.texts:
            if text.projected or opacity(text) < screen.limits.faint:
                continue
            crossing = _crossing(screen, moment, text)
            if _counts(screen, crossing):
                hits.append((text, crossing))
        hits.sort(key=lambda hit: -hit[1].glyphs)
        for text, crossing in hits[: screen.limits.per_moment]:
            start, until = screen.hold(moment, text.key)
            found.add((text.key, "outlines"), _finding(moment, text, crossing, start, until))
    return found.findings(screen.dwell)


def _counts(screen: Screen, crossing: Crossing) -> bool:
    if crossing.glyphs < GLYPHS:
        return False
    if crossing.tight or any(item.kind == "image" for item in crossing.shapes):
        return True  # the edge of a picture
    if len(crossing.shapes) >= screen.limits.closed_shapes:
        return True
    return len(crossing.shapes) + len(crossing.lines) >= screen.limits.crossings


def _crossing(screen: Screen, moment: Moment, text: Item) -> Crossing:
    boxes = shrunk(screen.glyphs(text), SHRINK)
    floor = _panel(screen, moment, text)
    hit = np.zeros(len(boxes), dtype=bool)
    shapes: list[Item] = []
    tight = False
    lines: list[Item] = []
    for item in screen.near(moment, text, "shapes"):
        if item.z < floor or not _in_the_way(item, text) or _doubled(item, shapes):
            continue
        spill = _spilled(item, text, boxes)
        if spill.any():
            shapes, tight = [item, *shapes], True
            hit |= spill
            continue
        mask = _outline_hits(screen, item, boxes)
        if mask.any():
            hit |= mask
            shapes.append(item)
    for item in screen.near(moment, text, "lines"):
        if item.z < floor or not _in_the_way(item, text) or on_scale(item):
            continue
        mask = crossed(boxes, np.array(item.outline, dtype=float).reshape(-1, 2))
        if mask.any() and not _strike(item, text):
            hit |= mask
            lines.append(item)
    return Crossing(tuple(shapes), tuple(lines), int(hit.sum()), tight)


def _in_the_way(item: Item, text: Item) -> bool:
    if opacity(item) < 0.15:
        return False
    if item.type in DELIBERATE or not DELIBERATE.isdisjoint(item.role):
        return False
    if item.type.endswith("Tip") or item.type == "ImageMobjectFromCamera":
        return False
    # Made together: the lines of a table, the box of a node class.
    return not (item.parent and item.parent == text.parent)


def _outline_hits(screen: Screen, item: Item, boxes: Array) -> Mask:
    path = polygon(item)
    inside = within(centres(boxes), path)
    if inside.mean() >= screen.limits.inside:
        return np.zeros(len(boxes), dtype=bool)
    if item.kind == "image":
        return inside
    return crossed(boxes, np.concatenate([path, path[:1]]))


def _spilled(item: Item, text: Item, boxes: Array) -> Mask:
    """Glyphs that stick out at both sides of a box or circle that the text is centred in."""
    none = np.zeros(len(boxes), dtype=bool)
    box, inner = item.box, text.box
    if item.type not in HOLDERS or box.height < inner.height or box.height > 3 * box.width:
        return none
    off_x = abs(box.x0 + box.x1 - inner.x0 - inner.x1) / 2
    off_y = abs(box.y0 + box.y1 - inner.y0 - inner.y1) / 2
    if off_x > 0.15 * box.width or off_y > 0.25 * box.height:
        return none
    middle = centres(boxes)[:, 0]
    left, right = middle < box.x0, middle > box.x1
    return left | right if left.any() and right.any() else none


def _panel(screen: Screen, moment: Moment, text: Item) -> int:
    """Drawing order of the topmost opaque shape that the text stands on; 0 if there is none."""
    return max(
        (
            shape.z
            for shape in screen.near(moment, text, "shapes")
            if shape.z < text.z
            and shape.fill_opacity >= screen.limits.cover
            and screen.inside_share(text, shape) >= screen.limits.inside
        ),
        default=0,
    )


def _doubled(item: Item, others: list[Item]) -> bool:
    """Whether a shape of the same box is already counted (source and target of a transform)."""
    size = 0.05 * max(item.box.width, item.box.height)
    return any(_apart(item.box, other.box) <= size for other in others)


def _apart(one: Rect, other: Rect) -> float:
    return max(
        abs(one.x0 - other.x0),
        abs(one.y0 - other.y0),
        abs(one.x1 - other.x1),
        abs(one.y1 - other.y1),
    )


def _strike(line: Item, text: Item) -> bool:
    """Whether a line begins and ends at the text: struck out or underlined on purpose."""
    room = 0.6 * min(text.box.height, text.box.width) + 0.15
    box = text.box
    return (
        line.box.x0 >= box.x0 - room
        and line.box.x1 <= box.x1 + room
        and line.box.y0 >= box.y0 - room
        and line.box.y1 <= box.y1 + room
    )


def _finding(moment: Moment, text: Item, crossing: Crossing, start: float, until: float) -> Finding:
    frame = moment.boundary.frame
    things = (*crossing.shapes, *crossing.lines)
    kinds = sorted({kind_word(item) for item in things})
    what = " and ".join(f"{kind}s" for kind in kinds[:2])
    total = max(1, len(text.glyphs))
    scale: float | None = None
    if crossing.tight:
        holder = crossing.shapes[0]
        scale = round(0.9 * holder.box.width / text.box.width, 3)
        how = f"is wider than the {kind_word(holder)} it stands in."
        words, shift = f"Scale it to {scale:.2f} of its size, or widen the shape.", None
    else:
        move = way_out(text, [item.box for item in things], frame)
        how = (
            f"lies across the outlines of {len(things)} {what}; "
            f"{crossing.glyphs} of its {total} glyphs are hit."
        )
        words, shift = move.words, move.shift
    return Finding(
        rule="overlap",
        severity="error",
        layer="geometry",
        message=sentence(f"{named(text)} {how}"),
        suggestion=words,
        shift=shift,
        scale=scale,
        time=start,
        until=until,
        boxes=(
            picture_box(text.box, frame),
            *(picture_box(item.box, frame) for item in things[:4]),
        ),
        subjects=(subject(text),),
        amount=round(crossing.glyphs / total, 3),
        limit=0.0,
        unit="share of glyphs",
    )
