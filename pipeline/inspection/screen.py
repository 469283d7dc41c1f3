"""The trace, prepared for the rules: texts of each moment, how long they hold, where they are."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pipeline.inspection.shapes import Array, array, centres, within
from pipeline.inspection.thresholds import Thresholds
from pipeline.schema.finding import Box
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

DELIBERATE = frozenset(
    {"SurroundingRectangle", "BackgroundRectangle", "Underline", "Cross", "Brace", "BraceLabel"}
)
"""Made to touch what they mark."""

SCALES = frozenset(
    {"NumberLine", "Axes", "ThreeDAxes", "NumberPlane", "ComplexPlane", "PolarPlane", "BarChart"}
    | {"UnitInterval"}
)
"""Their lines and ticks are a background that labels and curves are meant to touch."""


@dataclass(frozen=True)
class Moment:
    """A boundary with its items sorted out. `texts` are those that are judged."""

    boundary: Boundary
    texts: tuple[Item, ...]
    shapes: tuple[Item, ...]
    lines: tuple[Item, ...]
    images: tuple[Item, ...]


class Screen:
    """What the rules read: moments in order, and answers about single items."""

    def __init__(self, trace: GeometryTrace, limits: Thresholds) -> None:
        self.trace = trace
        self.limits = limits
        self.moments = tuple(_sorted_out(boundary) for boundary in trace.boundaries)
        self._places = {id(moment): place for place, moment in enumerate(self.moments)}
        self._glyphs: dict[int, Array] = {}

    @cached_property
    def lives(self) -> dict[str, list[tuple[Moment, Item]]]:
        """Every text by key, with the moments at which it is on screen, in order."""
        lives: dict[str, list[tuple[Moment, Item]]] = {}
        for moment in self.moments:
            for item in moment.texts:
                lives.setdefault(item.key, []).append((moment, item))
        return lives

    def hold(self, moment: Moment, *keys: str) -> tuple[float, float]:
        """From when until when the state of a moment shows, for the items with `keys`."""
        boundary = moment.boundary
        if moment is self.moments[-1]:
            start = boundary.start if boundary.animation == "Wait" else boundary.time
            begin = start if boundary.start < start else (boundary.start + boundary.time) / 2
            return min(begin, boundary.time), max(boundary.time, begin)
        following = self.moments[self._places[id(moment)] + 1].boundary
        present = {item.key for item in following.items}
        if all(key in present for key in keys):
            return boundary.time, following.time
        return boundary.time, (following.start + following.time) / 2

    def glyphs(self, item: Item) -> Array:
        """Glyph boxes of a text; its own box where there are none."""
        known = self._glyphs.get(id(item))
        if known is None:
            known = array(item.glyphs or (item.box,))
            self._glyphs[id(item)] = known
        return known

    def inside_share(self, text: Item, shape: Item) -> float:
        """Part of the text's glyph centres inside a closed shape or a picture."""
        return float(within(centres(self.glyphs(text)), polygon(shape)).mean())


def polygon(shape: Item) -> Array:
    """The outline of a shape; the corners of its box where none was recorded."""
    if len(shape.outline) >= 3:
        return np.array(shape.outline, dtype=float)
    box = shape.box
    corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    return np.array(corners, dtype=float)


def opacity(item: Item) -> float:
    """How strongly the item is drawn, by fill or stroke."""
    stroke = item.stroke_opacity if item.stroke_width > 0 else 0.0
    return max(item.fill_opacity, stroke)


def picture_box(box: Rect, frame: Rect) -> Box:
    """A box in scene units as fractions of the picture."""
    width, height = max(frame.width, 1e-9), max(frame.height, 1e-9)
    return Box(
        left=round((box.x0 - frame.x0) / width, 4),
        top=round((frame.y1 - box.y1) / height, 4),
        right=round((box.x1 - frame.x0) / width, 4),
        bottom=round((frame.y1 - box.y0) / height, 4),
    )


def on_scale(item: Item) -> bool:
    """Whether the item belongs to axes or another scale."""
    return item.type in SCALES or not SCALES.isdisjoint(item.role)


def _sorted_out(boundary: Boundary) -> Moment:
    texts, shapes, lines, images = [], [], [], []
    for item in boundary.items:
        if item.kind in ("text", "tex"):
            if item.box.width > 1e-6 and item.box.height > 1e-6:
                texts.append(item)
        elif item.kind == "image":
            images.append(item)
        elif item.projected:
            continue
        elif item.kind in ("shape", "dot") and item.closed:
            shapes.append(item)
        elif item.kind == "line":
            lines.append(item)
    return Moment(boundary, tuple(texts), tuple(shapes), tuple(lines), tuple(images))
