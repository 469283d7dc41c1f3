"""Class names for scenes: readable, ASCII, unique, and never a name of Manim's."""

import re
import unicodedata
from collections.abc import Collection, Sequence

from pipeline.agents.offline.reading.words import word_set

_WORDS = 3
# Names of three words and more that `from manim import *` already brings in; shorter names always
# get a suffix, so that none of Manim's can be hidden by a scene.
_TAKEN = word_set(
    """ApplyComplexFunction ApplyPointwiseFunction ArcBetweenPoints ArrowCircleTip ArrowSquareTip
    ArrowTriangleTip ArrowVectorField BraceBetweenPoints CapStyleType ComplexValueTracker
    CurvedDoubleArrow CurvesAsSubmobjects DefaultSectionType DictAsObject FadeToColor
    FadeTransformPieces FullScreenRectangle GrowFromCenter GrowFromEdge GrowFromPoint
    LaggedStartMap LineJointType LinearTransformationScene MoveAlongPath MoveToTarget
    MovingCameraScene OldMultiCamera ParsableManimColor PointCloudDot RandomColorGenerator
    ScaleInPlace SceneFileWriter ShowIncreasingSubsets ShowPassingFlash ShrinkToCenter
    SmoothedVectorizedHomotopy SplitScreenCamera TexFontTemplates TexTemplateLibrary
    TransformFromCopy TransformMatchingShapes TransformMatchingTex TypeWithCursor
    UntypeWithCursor UpdateFromFunc"""
)
_SUFFIX = "Explained"
_SPECIAL = str.maketrans(
    {"ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "ł": "l", "Ł": "L",
     "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
)  # fmt: skip


def scene_name(words: Sequence[str], position: int, used: Collection[str]) -> str:
    """A class name from content words; `Scene<position>` where no word can be written in ASCII.

    Args:
        words: the words that carry the scene, most telling first.
        position: 1-based place of the scene in its storyboard.
        used: names already given.
    """
    parts = [part for word in words if (part := _ascii(word))]
    chosen = list(dict.fromkeys(parts))[:_WORDS]
    name = "".join(chosen)
    if not name or name[0].isdigit():
        name = f"Scene{position}"
    elif len(chosen) < _WORDS or name in _TAKEN:
        name += _SUFFIX
    if name in used:
        name = f"{name}{position}"
    while name in used:
        name += "x"
    return name


def _ascii(word: str) -> str:
    """A word as a capitalised ASCII piece of a name, or "" when it has no Latin letters."""
    plain = unicodedata.normalize("NFKD", word.translate(_SPECIAL))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    if not letters.isascii():
        return ""
    pieces = re.findall(r"[A-Za-z]+|\d+", letters)
    joined = "".join(piece[:1].upper() + piece[1:].lower() for piece in pieces)
    return joined[:24] if len(joined) > 1 else ""
