"""The numbers a composed program states at its top, and the kinds of content they depend on.

The composer plans them from the text alone; the reviser changes them by what was measured; a
lesson says which of them was wrong for which kind of content.
"""

from enum import StrEnum
from typing import Final

from pydantic import Field

from pipeline.schema.base import Value
from pipeline.schema.render import Aspect


class Element(StrEnum):
    """A class of things on screen that has sizes of its own; the value is its plain name."""

    HEADING = "heading"
    FORMULA = "formula"
    CAPTION = "caption"
    LABEL = "label"
    TAKEAWAY = "takeaway"


class ContentKind(StrEnum):
    """What makes a piece of content larger, taller or slower to read than its characters say."""

    STACKED_FRACTION = "stacked fraction"
    LIMITS = "sum or integral with limits"
    MATRIX = "matrix"
    NAMED_OPERATOR = "named operator"
    BRACKETS = "bra-ket"
    WORDS_IN_FORMULA = "words inside a formula"
    SCRIPTS = "stacked scripts"
    LONG_FORMULA = "long formula"
    LONG_SENTENCE = "long sentence"
    MANY_STEPS = "many steps"
    LONG_STEP_NAMES = "long step names"
    MANY_CATEGORIES = "many categories"
    LONG_CATEGORY_NAMES = "long category names"
    MANY_NUMBERS = "many numbers"
    DENSE_LIST = "dense list"


class Layout(Value):
    """Sizes in points (Manim font_size), widths and gaps in Manim units, times in seconds.

    `number_words` is how many words a number or a sign counts when a text is timed. `aspect` is
    the frame that the scene is composed for; no finding and no lesson changes it.
    """

    heading_size: int = Field(default=40, ge=8, le=96)
    heading_width: float = Field(default=12.0, gt=0, le=14)
    formula_size: int = Field(default=52, ge=8, le=120)
    caption_size: int = Field(default=30, ge=8, le=96)
    caption_width: float = Field(default=11.5, gt=0, le=14)
    label_size: int = Field(default=26, ge=8, le=96)
    label_width: float = Field(default=2.4, gt=0, le=14)
    takeaway_size: int = Field(default=34, ge=8, le=96)
    takeaway_width: float = Field(default=11.5, gt=0, le=14)
    gap: float = Field(default=0.5, gt=0, le=3)
    hold: float = Field(default=1.5, gt=0, le=20)
    formula_hold: float = Field(default=0.3, gt=0, le=20)
    words_per_second: float = Field(default=3.2, gt=0, le=10)
    number_words: float = Field(default=1.0, gt=0, le=10)
    aspect: Aspect = "16:9"


KNOBS: Final = tuple(name for name in Layout.model_fields if name != "aspect")
"""The fields that findings and lessons are about: all numbers."""
