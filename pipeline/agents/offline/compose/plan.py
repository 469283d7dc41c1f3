"""What a scene is going to show: the words told, the figure, and the colours of its symbols."""

from typing import Annotated, Literal

from pydantic import Field

from pipeline.agents.offline.layout import ContentKind, Element
from pipeline.schema.base import Value


class Note(Value):
    """A symbol of a formula and what it stands for; `tex` is canonical TeX."""

    tex: str
    words: str


class FormulaFigure(Value):
    """Formulas built up term by term.

    `forms` holds for each formula its parts, in order; joined they are the formula. Each is
    transformed into the next, or, when `stacked`, stands above it.
    """

    kind: Literal["formula"] = "formula"
    forms: tuple[tuple[str, ...], ...] = Field(min_length=1)
    notes: tuple[Note, ...] = ()
    stacked: bool = False


class FlowFigure(Value):
    """Steps of a process with an arrow from each to the next; `loop` returns to the first."""

    kind: Literal["flow"] = "flow"
    steps: tuple[str, ...] = Field(min_length=2)
    loop: bool = False
    formula: str = ""


class BarsFigure(Value):
    """Values side by side; `best` is the index of the one the text is about.

    `gap` is the difference of two values as the text prints it, "" where it does not.
    """

    kind: Literal["bars"] = "bars"
    names: tuple[str, ...] = Field(min_length=2)
    values: tuple[float, ...]
    shown: tuple[str, ...]
    measure: str = ""
    best: int = 0
    gap: str = ""
    formula: str = ""


class Curve(Value):
    """A function to plot: `code` is a NumPy expression in `x`, `symbol` the letter of its name."""

    code: str
    tex: str = ""
    words: str = ""
    symbol: str = ""


class PlotFigure(Value):
    """Functions over an interval, and what moves along the first.

    `at` is where curves cross or the first is extreme; `moved` where the third crosses the
    second."""

    kind: Literal["plot"] = "plot"
    curves: tuple[Curve, ...] = Field(min_length=1, max_length=3)
    x_range: tuple[float, float, float]
    y_range: tuple[float, float, float]
    x_words: str = "x"
    y_words: str = ""
    feature: Literal["dot", "tangent", "area", "crossing", "extreme", "descent"] = "dot"
    at: float = 0.0
    moved: float = 0.0
    formula: str = ""


class StagesFigure(Value):
    """Points told one at a time, each on a card that takes its place beside the earlier ones."""

    kind: Literal["stages"] = "stages"
    items: tuple[str, ...] = Field(min_length=1)
    formula: str = ""


class TimelineFigure(Value):
    """Events along a line of time."""

    kind: Literal["timeline"] = "timeline"
    times: tuple[str, ...] = Field(min_length=2)
    events: tuple[str, ...]


class SpectrumFigure(Value):
    """A signal as a sum of sine waves and the bars of its spectrum.

    `printed` says that frequencies and strengths are those of the text, and may be shown.
    """

    kind: Literal["spectrum"] = "spectrum"
    frequencies: tuple[int, ...] = (1, 2, 5)
    amplitudes: tuple[float, ...] = (1.0, 0.6, 0.35)
    printed: bool = False
    formula: str = ""


class SpreadFigure(Value):
    """A bell curve with its middle and its spread, or two of them."""

    kind: Literal["spread"] = "spread"
    middles: tuple[float, ...] = (0.0,)
    widths: tuple[float, ...] = (1.0,)
    names: tuple[str, ...] = ("",)
    share: str = ""
    reach: str = "one standard deviation"
    formula: str = ""


class MatrixFigure(Value):
    """A matrix acting on a vector, or a grid of weights, row by row."""

    kind: Literal["matrix"] = "matrix"
    rows: tuple[tuple[str, ...], ...] = Field(min_length=1)
    column: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    name: str = ""
    heat: bool = False
    formula: str = ""


class StateFigure(Value):
    """A quantum state as an arrow in the circle between two basis states.

    `start` and `turn` are angles of the arrow from |0> in degrees, as on the Bloch sphere. Without
    a gate the arrow turns by itself, as in a measurement.
    """

    kind: Literal["state"] = "state"
    start: float = 0.0
    turn: float = 90.0
    gate: str = ""
    formula: str = ""


class PairFigure(Value):
    """Two entangled qubits: neither has a state of its own, and measured they agree."""

    kind: Literal["pair"] = "pair"
    left: str = "First qubit"
    right: str = "Second qubit"
    formula: str = ""


class NetworkFigure(Value):
    """Layers of units, each joined to the next, with a signal that runs through."""

    kind: Literal["network"] = "network"
    layers: tuple[int, ...] = (3, 4, 2)
    names: tuple[str, ...] = ()
    formula: str = ""


class ContrastFigure(Value):
    """Two ways side by side, told one after the other."""

    kind: Literal["contrast"] = "contrast"
    left: str
    right: str
    left_words: str = ""
    right_words: str = ""
    winner: Literal["left", "right", "none"] = "right"
    formula: str = ""


class SamplesFigure(Value):
    """Draws on a number line and the mean they settle on. `values` lie in [-3, 3]."""

    kind: Literal["samples"] = "samples"
    values: tuple[float, ...]
    mean_words: str = "mean"
    formula: str = ""


Figure = Annotated[
    FormulaFigure
    | FlowFigure
    | BarsFigure
    | PlotFigure
    | StagesFigure
    | TimelineFigure
    | SpectrumFigure
    | SpreadFigure
    | MatrixFigure
    | StateFigure
    | PairFigure
    | NetworkFigure
    | ContrastFigure
    | SamplesFigure,
    Field(discriminator="kind"),
]


class Beat(Value):
    """One thing told: the words in the caption strip, and the figure's steps they go with.

    `steps` are indices of the figure's steps, revealed in this order while the words stand.
    """

    words: str
    steps: tuple[int, ...] = ()


class Tint(Value):
    """A symbol's colour.

    Attributes:
        symbol: its canonical TeX without running indices, e.g. `x`.
        forms: how it is written in the formulas, in braces, e.g. `{x_{i}}`.
        colour: the accent's name.
    """

    symbol: str
    forms: tuple[str, ...]
    colour: str


class Sign(Value):
    """Mathematics in a line of words: how it is spelled there, and the TeX it is set with."""

    spelled: str
    tex: str


class Content(Value):
    """A kind of content that an element of the scene holds."""

    element: Element
    kind: ContentKind


def shows_formula(figure: "Figure") -> bool:
    """Whether a formula stands in the figure or above it."""
    return isinstance(figure, FormulaFigure | MatrixFigure) or bool(
        getattr(figure, "formula", "") or any(c.tex for c in getattr(figure, "curves", ()))
    )


class ScenePlan(Value):
    """A scene before it is laid out. Claim, takeaway and beats are plain words, one line each."""

    name: str
    claim: str
    takeaway: str
    duration: float = Field(gt=0)
    figure: Figure
    beats: tuple[Beat, ...] = Field(min_length=1)
    tints: tuple[Tint, ...] = ()
    signs: tuple[Sign, ...] = ()
    contents: tuple[Content, ...] = ()

    def kinds(self, element: Element) -> tuple[ContentKind, ...]:
        """The content kinds of one element, in the order they were found."""
        return tuple(c.kind for c in self.contents if c.element is element)

    @property
    def has_strip(self) -> bool:
        """Whether a formula stands above the figure, which then sits lower."""
        return bool(getattr(self.figure, "formula", "")) and not isinstance(
            self.figure, StateFigure
        )

    @property
    def every_kind(self) -> tuple[ContentKind, ...]:
        """All content kinds of the scene, each once."""
        return tuple(dict.fromkeys(c.kind for c in self.contents))
