"""What a text on screen says, also after it was transformed into another one.

Manim leaves `.text` and `.tex_string` as they were when a mobject is morphed, so a label is only
believed while the glyphs are those it was read with; after that the label of a known target with
the same glyphs is taken, and if there is none the text has no label.
"""

import html
import re
from collections.abc import Iterable
from typing import Any

import manim as mn
import numpy as np
import numpy.typing as npt

from pipeline.inspection.units import TEXT, units

Shape = npt.NDArray[np.float64]
TOLERANCE = 0.02
"""Largest difference of glyph corners, as a share of the text's width, that is the same text."""

TAG = re.compile(r"<[^<>]*>")
LONGEST = 400
"""Characters kept of a label."""


def written(mobject: Any) -> str:
    """What the mobject was made to say, or "" where it does not know."""
    if isinstance(mobject, mn.DecimalNumber):
        return str(mobject._get_num_string(mobject.number))
    if isinstance(mobject, mn.Paragraph):
        return str(mobject.lines_text.original_text)
    if isinstance(mobject, mn.MarkupText):
        return html.unescape(TAG.sub("", str(mobject.original_text)))
    if isinstance(mobject, TEXT):
        return str(mobject.original_text)
    return str(getattr(mobject, "tex_string", ""))


def _counts(leaves: Iterable[Any]) -> tuple[int, ...]:
    """Curve points of each glyph: they survive moving, scaling and colouring, not morphing."""
    return tuple(len(leaf.points) for leaf in leaves)


def glyph_boxes(leaves: Iterable[Any]) -> Shape:
    """Boxes (x0, y0, x1, y1) of the leaves in scene units, one row each."""
    arrays = [leaf.points for leaf in leaves]
    starts = np.cumsum([0, *(len(a) for a in arrays[:-1])])
    points = np.concatenate(arrays)[:, :2]
    low = np.minimum.reduceat(points, starts)
    high = np.maximum.reduceat(points, starts)
    return np.concatenate([low, high], axis=1)


def _normal(boxes: Shape) -> Shape:
    """Glyph boxes moved and scaled so that the text is one unit wide, left to right."""
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    scaled = (boxes - np.tile(low, 2)) / max(float(high[0] - low[0]), 1e-9)
    ordered = scaled[np.lexsort((scaled[:, 1], scaled[:, 0]))]
    # Morphing leaves doubles of glyphs on their place.
    double = np.abs(np.diff(ordered, axis=0)).max(axis=1, initial=0.0) < 1e-3
    return np.asarray(ordered[np.concatenate([[True], ~double])])


def is_shape(mobject: Any) -> bool:
    """Whether a mobject shows something, and no text or formula is part of it.

    Fades have an empty mobject for a target: that is no shape.
    """
    kinds = [unit.kind for unit in units([mobject])]
    return bool(kinds) and not any(kind in ("text", "tex") for kind in kinds)


class Labels:
    """Remembers every text seen, by its glyphs."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._shapes: dict[int, list[tuple[Shape, str]]] = {}

    def learn(self, mobject: Any, key: str, leaves: tuple[Any, ...]) -> None:
        """Note what `mobject` says, the first time it is met or when it says something new."""
        text = written(mobject)[:LONGEST]
        known = self._made.get(key)
        if not text or (known is not None and known[0] == text):
            return
        self._made[key] = (text, _counts(leaves))
        shape = _normal(glyph_boxes(leaves))
        same = self._shapes.setdefault(len(shape), [])
        if len(same) < 200 and all(label != text for _, label in same):
            same.append((shape, text))

    def learn_target(self, target: Any) -> None:
        """Note the texts that an animation is going to show."""
        for unit in units([target]):
            if unit.kind in ("text", "tex"):
                self.learn(unit.mobject, f"target-{id(unit.mobject)}", unit.leaves)

    def read(self, key: str, leaves: tuple[Any, ...]) -> str:
        """What is on screen now, or "" if nobody knows."""
        known = self._made.get(key)
        if known is not None and known[1] == _counts(leaves):
            return known[0]
        if not self._shapes:
            return ""
        now = _normal(glyph_boxes(leaves))
        for shape, label in self._shapes.get(len(now), ()):
            if np.abs(shape - now).max() < TOLERANCE:
                return label
        return ""
