"""One change of one layout field, and the frame in which changes are computed.

Boxes of findings are fractions of the frame, so amounts in Manim units are fractions times its
width or height. Every correction aims a little past the limit (`MARGIN`), because what is measured
exactly at the limit is flagged again by rounding.
"""

from pipeline.agents.offline.layout import Element, Layout
from pipeline.schema.base import Value
from pipeline.schema.render import frame_of

FRAME_WIDTH, FRAME_HEIGHT = 14.222, 8.0


def frame_size(layout: Layout) -> tuple[float, float]:
    """Width and height of the frame that a scene is composed for, in Manim units."""
    return (FRAME_WIDTH, FRAME_HEIGHT) if layout.aspect == "16:9" else frame_of(layout.aspect)


MARGIN = 0.02  # of the frame, kept free beyond what is asked
SMALLEST, LARGEST = 0.6, 1.8  # factors of one revision
CENTRED = frozenset({Element.FORMULA, Element.CAPTION, Element.TAKEAWAY})
"""Elements that are placed by their middle: they give way at both ends. The others hang from an
edge or stand on one."""

WRAPPED = frozenset({Element.HEADING, Element.CAPTION, Element.TAKEAWAY})
"""Elements of many words, which a narrower wrap makes narrower."""


class Correction(Value):
    """One change of one layout field: a factor, or an addition in the field's unit.

    `element` is what it is about: for a hold, what could not be read, None if that is any text.
    `of_this_scene` tells that the cause lies in this scene alone and teaches nothing elsewhere.
    `reason` says in words what was measured; `weight` ranks contradicting corrections.
    """

    name: str
    element: Element | None
    factor: float = 1.0
    plus: float = 0.0
    reason: str
    weight: int = 1
    of_this_scene: bool = False

    @property
    def shrinks(self) -> bool:
        """Whether the value gets smaller."""
        return self.factor < 1 or self.plus < 0


def correct(element: Element, knob: str, factor: float, reason: str) -> Correction:
    """A factor on an element's size or width."""
    return Correction(name=f"{element.value}_{knob}", element=element, factor=factor, reason=reason)


def clip(factor: float) -> float:
    """A factor that one revision may apply."""
    return min(max(factor, SMALLEST), LARGEST)
