"""Class names of scenes: what Python and Manim leave free."""

import keyword
import re
import unicodedata
from collections.abc import Collection

from pipeline.checks.words import words

# Names of Manim that a scene may well be called after; a scene of that name would hide them.
_TAKEN = words(
    """Angle Animation AnnularSector Annulus Arc Arrow Arrow3D Axes BarChart Brace BraceLabel
    BulletedList Camera Circle Circumscribe Code Cone Create Cross Cube Cylinder DecimalNumber
    DiGraph Dot Dot3D Elbow Ellipse FadeIn FadeOut Flash FunctionGraph Graph Group Homotopy
    Indicate Integer Label Line Line3D LogBase MathTex Matrix MarkupText Mobject
    MovingCameraScene NumberLine NumberPlane ParametricFunction Point Polygon Polygram
    Polyhedron Prism Prod Rectangle RegularPolygon Restore Rotate Rotating Scene Sector Sphere
    Square Star Succession Sum Surface SurroundingRectangle Swap Table Tex Tetrahedron Text
    ThreeDAxes ThreeDScene Title Torus Transform Triangle Underline Uncreate Union Unwrite
    ValueTracker Variable Vector VectorField VectorScene Wait Wiggle Write ZoomedScene
    Difference Intersection Exclusion Broadcast Blink"""
)
_LONGEST = 40


def is_free(name: str) -> bool:
    """Whether a scene may be called so: a plain identifier that neither Python nor Manim has."""
    plain = re.fullmatch(r"[A-Za-z_]\w{0,99}", name, re.ASCII) is not None
    python = keyword.iskeyword(name) or keyword.issoftkeyword(name)
    return plain and not python and name not in _TAKEN


def class_name(wish: str, number: int, used: Collection[str]) -> str:
    """A name as it was wished for if Python and Manim leave it free, else the nearest that is.

    Args:
        number: 1-based place in the storyboard.
        used: names of other scenes.
    """
    plain = unicodedata.normalize("NFKD", wish)
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    name = letters
    if not re.fullmatch(r"[A-Za-z_]\w*", letters, re.ASCII):
        parts = re.findall(r"[A-Za-z0-9]+", letters)
        name = "".join(part[:1].upper() + part[1:] for part in parts)
    name = name.strip("_")[:_LONGEST]
    if not name or name[0].isdigit():
        name = f"Scene{number}{name}"
    if name in _TAKEN or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        name += "Explained"
    if name in used:
        name = f"{name}{number}"
    while name in used:
        name += "x"
    return name
