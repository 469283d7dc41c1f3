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

    @property
    def short(self) -> float:
        """The shorter side: what sizes are judged by in a frame of any aspect ratio."""
        return min(self.width, self.height)

    @property
    def short_name(self) -> str:
        """Which side that is, in words."""
        return "height" if self.height <= self.width else "width"


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
        group: key of the innermost enclosing group (own key if it stands alone); the number of
            different groups is how many things a viewer sees.
        palette: for text, (colour, opacity, glyphs) of each colour it is drawn in, most used first.
        backdrop: for text on a raster picture, colours of that picture behind the text.
        projected: drawn through a 3-D projection, so that boxes are only roughly what is seen.
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
    group: str = ""
    palette: tuple[tuple[str, float, int], ...] = ()
    backdrop: tuple[str, ...] = ()
    projected: bool = False


class Boundary(Value):
    """The screen at one moment between two animations (or at the end).

    `animated` are keys of items that the animation ending here moved, revealed or removed;
    `animation` names it (`Write`, `wait`, ...). `start` is when that animation began. `left_out`
    counts visible things that were not recorded because of the caps of the recorder.
    """

    index: int
    start: float
    time: float
    animation: str
    frame: Rect
    background: str
    items: tuple[Item, ...]
    animated: tuple[str, ...] = ()
    left_out: int = 0


class FrameChange(Value):
    """Mean absolute change of a written frame against the one before, in [0, 1]; `ink` is the
    share of pixels that differ from the background. `repeats` equal frames from `time` on are
    one entry: `change` is that of the first, the others do not differ from it."""

    time: float
    change: float
    ink: float
    repeats: int = 1


class GeometryTrace(Value):
    """Everything layer 2 of the checks reads. `geometry.json` of an iteration.

    `faults` are the first errors of the recorder itself (it never breaks a render), `fault_count`
    says how many there were; what they were about is missing from the boundaries.
    """

    version: int = 1
    scene: str
    pixels: tuple[int, int]
    fps: int
    duration: float = Field(ge=0)
    boundaries: tuple[Boundary, ...]
    frames: tuple[FrameChange, ...]
    faults: tuple[str, ...] = ()
    fault_count: int = 0
