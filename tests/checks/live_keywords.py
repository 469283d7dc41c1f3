"""Asks the installed Manim itself which keywords some classes refuse.

Run as a program with keywords as arguments; writes the refused ones per class as JSON. It runs in
a process of its own because Manim stays loaded.
"""

import json
import re
import sys
import warnings

from pipeline.checks.words import words

SHAPES = words(
    "Circle Square Rectangle Dot Line Arrow DashedLine RegularPolygon Sector Annulus AnnularSector"
    " Text VGroup Axes NumberPlane NumberLine Brace SurroundingRectangle"
)
ANIMATIONS = words(
    "Create FadeIn FadeOut Transform ReplacementTransform Rotating Rotate Indicate Write"
)
CLASSES = sorted(SHAPES | ANIMATIONS)


def main(keywords: list[str]) -> None:
    """Try every keyword on every class."""
    warnings.simplefilter("ignore")
    import manim

    refused: dict[str, list[str]] = {}
    for name in CLASSES:
        cls = getattr(manim, name)
        given = _positional(manim, name)
        refused[name] = [k for k in keywords if _refuses(cls, given, k)]
    json.dump(refused, sys.stdout)


def _positional(manim: object, name: str) -> list[object]:
    circle = manim.Circle  # type: ignore[attr-defined]
    if name == "Text":
        return ["a"]
    if name in ("Transform", "ReplacementTransform"):
        return [circle(), circle()]
    takes_one = name in ANIMATIONS or name in ("Brace", "SurroundingRectangle")
    return [circle()] if takes_one else []


def _refuses(cls: type, given: list[object], keyword: str) -> bool:
    try:
        cls(*given, **{keyword: None})
    except TypeError as error:
        told = rf"unexpected keyword argument '{keyword}'|multiple values for .*'{keyword}'"
        return re.search(told, str(error)) is not None
    except Exception:
        return False  # the keyword is taken; None is no value for it
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
