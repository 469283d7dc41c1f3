"""The trace, prepared for the rules: texts of each moment, how long they hold, where they are."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from pipeline.inspection.shapes import Array, array, centres, within
from pipeline.inspection.thresholds import Thresholds
from pipeline.schema.finding import Box
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

DELIBERATE = frozenset(
    {"SurroundingRectangle", "BackgroundRectangle", "Underline", "Cross", "Brace", "BraceLabel"}
)
"""Made to touch what they mark."""

PLANES = frozenset({"NumberPlane", "ComplexPlane", "PolarPlane"})
"""Backgrounds that may well be larger than the picture."""

SCALES = PLANES | {"NumberLine", "UnitInterval", "Axes", "ThreeDAxes", "BarChart"}
"""Their lines and ticks are a background that labels and curves are meant to touch."""


BROAD = 20.0
"""Stroke width from which a line is a bar that things stand on."""
STROKE_UNIT = 0.01
"""Scene units per unit of stroke width, as Manim's camera draws it."""


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
        self._near: dict[tuple[int, str], tuple[tuple[Item, ...], Array]] = {}
        self._present: dict[int, frozenset[str]] = {}

    @cached_property
    def lives(self) -> dict[str, list[tuple[Moment, Item]]]:
        """Every text by key, with the moments at which it is on screen, in order."""
        lives: dict[str, list[tuple[Moment, Item]]] = {}
        for moment in self.moments:
            for item in moment.texts:
                lives.setdefault(item.key, []).append((moment, item))
        return lives

    def near(self, moment: Moment, item: Item, what: Literal["shapes", "lines"]) -> list[Item]:
        """Shapes and pictures, or lines, whose box touches that of the item."""
        key = (id(moment), what)
        if key not in self._near:
            things = moment.lines if what == "lines" else (*moment.shapes, *moment.images)
            self._near[key] = (things, array([thing.box for thing in things]))
        things, boxes = self._near[key]
        box = item.box
        touching = (
            (boxes[:, 0] < box.x1)
            & (boxes[:, 2] > box.x0)
            & (boxes[:, 1] < box.y1)
            & (boxes[:, 3] > box.y0)
        )
        return [things[place] for place in np.flatnonzero(touching)]

    @property
    def dwell(self) -> float:
        """Seconds for which a fault must hold; a still has no time, and is judged as it is."""
        return self.limits.dwell if self.trace.duration > 0 else 0.0

    def hold(self, moment: Moment, *keys: str) -> tuple[float, float]:
        """From when until when the state of a moment shows, for the items with `keys`."""
        boundary, place = moment.boundary, self._places[id(moment)]
        begin = boundary.time
        before = self._keys_at(place - 1)
        new = [key for key in keys if key not in before]
        if new and not any(key in boundary.animated for key in keys):
            begin = boundary.start  # put there at once, before the animation
        if place + 1 == len(self.moments):
            if begin == boundary.time and not self._stood(place, keys):
                begin = (boundary.start + boundary.time) / 2
            return begin, boundary.time
        following = self.moments[place + 1].boundary
        gone = [key for key in keys if key not in self._keys_at(place + 1)]
        if not gone:
            return begin, following.time
        if any(key in following.animated for key in gone):
            return begin, (following.start + following.time) / 2
        return begin, following.start

    def _stood(self, place: int, keys: tuple[str, ...]) -> bool:
        """Whether the items were there before, so that an earlier moment speaks for them."""
        return all(key in self._keys_at(place - 1) for key in keys)

    def _keys_at(self, place: int) -> frozenset[str]:
        if not 0 <= place < len(self.moments):
            return frozenset()
        known = self._present.get(place)
        if known is None:
            known = frozenset(item.key for item in self.moments[place].boundary.items)
            self._present[place] = known
        return known

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


def _bar(line: Item) -> Item:
    """A very broad stroke as the filled bar that a viewer sees."""
    ends = np.array((line.outline[0], line.outline[-1]), dtype=float)
    along = ends[1] - ends[0]
    length = max(float(np.hypot(*along)), 1e-9)
    half = line.stroke_width * STROKE_UNIT / 2
    across = np.array((-along[1], along[0])) / length * half
    corners = np.concatenate([ends + across, (ends - across)[::-1]])
    low, high = corners.min(axis=0), corners.max(axis=0)
    return line.model_copy(
        update={
            "outline": tuple((float(x), float(y)) for x, y in corners),
            "closed": True,
            "fill": line.stroke,
            "fill_opacity": line.stroke_opacity,
            "box": Rect(x0=low[0], y0=low[1], x1=high[0], y1=high[1]),
        }
    )


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
            if item.stroke_width >= BROAD and len(item.outline) > 1:
                shapes.append(_bar(item))
            else:
                lines.append(item)
    return Moment(boundary, tuple(texts), tuple(shapes), tuple(lines), tuple(images))
