"""Class names for scenes: readable, ASCII, unique, and never a name of Manim's."""

import re
import unicodedata
from collections.abc import Collection, Sequence

_WORDS = 3
# Names of three words and more that `from manim import *` already brings in; shorter names always
# get a suffix, so that none of Manim's can be hidden by a scene.
_TAKEN = frozenset(
    {
        "MovingCameraScene", "LinearTransformationScene", "SpecialThreeDScene", "ThreeDScene",
        "ThreeDCamera", "ThreeDAxes", "ApplyPointwiseFunction", "ApplyComplexFunction",
        "ApplyMatrixTransform", "SpinInFromNothing", "GrowFromCenter", "GrowFromPoint",
        "GrowFromEdge", "ShowPassingFlash", "RemoveTextLetterByLetter", "AddTextLetterByLetter",
        "AddTextWordByWord", "MoveAlongPath", "MoveToTarget", "CubicBezierSpline",
    }
)  # fmt: skip
_SUFFIX = "Explained"
_SPECIAL = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "ł": "l", "Ł": "L",
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
