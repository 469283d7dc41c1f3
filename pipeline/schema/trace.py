"""The geometry trace: what was on screen at every animation boundary, measured by the worker.

Lengths are Manim units in scene coordinates (the default frame is 14.22 x 8); the y axis points
up; times are seconds of video; colours are `#rrggbb`; opacities are in [0, 1].
"""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Kind = Literal["text", "tex", "shape", "line", "dot", "image", "other"]


class Rect(Value):
    """An axis-parallel box in scene coordinates, lower left to upper right."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


class Item(Value):
    """One visible unit on screen: a Text, a MathTex, a shape, a line...

    Attributes:
        key: stable while the mobject lives, so that boundaries can be joined.
        kind: what it is to a viewer.
        type: Manim class name.
        label: text shown if known and still true (after a transform `.text` is stale), else "".
        box: of everything drawn.
        glyphs: boxes of the single glyphs (text and tex) in drawing order, else empty.
        outline: simplified outline as points, for closed shapes and lines; else empty.
        closed: the outline encloses an area.
        fill, fill_opacity, stroke, stroke_opacity, stroke_width: as drawn.
        z: drawing order, larger is on top.
        parent: key of the enclosing unit (axis of a tick label, box group of a label...), or "".
        role: class names of the enclosing mobjects, nearest first (e.g. `Axes`, `BarChart`).
    """

    key: str
    kind: Kind
    type: str
    label: str = ""
    box: Rect
    glyphs: tuple[Rect, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    closed: bool = False
    fill: str = "#ffffff"
    fill_opacity: float = 0.0
    stroke: str = "#ffffff"
    stroke_opacity: float = 0.0
    stroke_width: float = 0.0
    z: int = 0
    parent: str = ""
    role: tuple[str, ...] = ()


class Boundary(Value):
    """The screen at one moment between two animations (or at the end).

    `animated` are keys of items that the animation ending here moved, revealed or removed;
    `animation` names it (`Write`, `wait`, ...). `start` is when that animation began.
    """

    index: int
    start: float
    time: float
    animation: str
    frame: Rect
    background: str
    items: tuple[Item, ...]
    animated: tuple[str, ...] = ()


class FrameChange(Value):
    """Mean absolute change of a written frame against the one before, in [0, 1]; `ink` is the
    share of pixels that differ from the background."""

    time: float
    change: float
    ink: float


class GeometryTrace(Value):
    """Everything layer 2 of the checks reads. `geometry.json` of an iteration."""

    version: int = 1
    scene: str
    pixels: tuple[int, int]
    fps: int
    duration: float = Field(ge=0)
    boundaries: tuple[Boundary, ...]
    frames: tuple[FrameChange, ...]
