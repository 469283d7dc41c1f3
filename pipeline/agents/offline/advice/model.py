"""Advice as a value: what a record asks for, in a form that can be applied and argued about."""

from enum import StrEnum
from typing import Literal, Protocol

from pipeline.agents.offline.layout import ContentKind, Element
from pipeline.schema.base import Value


class Knob(StrEnum):
    """What can be turned. Sizes in points, widths and gaps in Manim units, holds in seconds,
    the reading pace in words per second, and how many words a number counts in it."""

    SIZE = "size"
    WIDTH = "wrap width"
    GAP = "gap"
    HOLD = "hold"
    PACE = "pace"
    NUMBER = "words of a number"


SHARED = frozenset({Knob.GAP, Knob.HOLD, Knob.PACE, Knob.NUMBER})
"""Knobs that the whole scene shares; the others belong to one element."""


Mode = Literal["set", "at_most", "at_least", "times", "plus"]
RELATIVE: frozenset[Mode] = frozenset({"times", "plus"})


class Remedy(Value):
    """One measurable remedy. `times` and `plus` are relative to what the Coder would have used.

    `in_characters` marks a wrap width that was given in characters; it becomes units once the
    text size is known. `worked` is the figure that a ratio led to where it was learned, if the
    words say so.
    """

    knob: Knob
    mode: Mode
    value: float
    in_characters: bool = False
    worked: float | None = None


class Advice(Value):
    """A remedy, the element it is for, and the content it is about.

    Attributes:
        element: None for gaps, holds and the pace, which the whole scene shares; a hold may be
            that of the complete formula.
        kinds: the content the advice is about; empty means any content.
        figures: the kinds of figure it is about ("in a bar chart"); empty means any figure.
        every_kind: all of `kinds` must be present ("a long formula with fractions"), not one
            of them ("fractions or sums").
        quote: the words it was read from, for the log.
    """

    element: Element | None
    kinds: frozenset[ContentKind] = frozenset()
    figures: frozenset[str] = frozenset()
    every_kind: bool = False
    remedy: Remedy
    quote: str = ""


class PlannedFigure(Protocol):
    """What a scene shows."""

    @property
    def kind(self) -> str:
        """`formula`, `bars`, `flow`, ..."""


class PlannedContent(Protocol):
    """The part of a scene plan that decides whether advice is about it."""

    def kinds(self, element: Element) -> tuple[ContentKind, ...]:
        """Content kinds of one element; empty when it holds nothing special or is absent."""

    @property
    def figure(self) -> PlannedFigure:
        """The figure of the scene."""

    @property
    def every_kind(self) -> tuple[ContentKind, ...]:
        """All content kinds of the scene."""
