"""From the mobjects of a scene to the units a viewer sees: a text, a formula, a shape, a line."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import manim as mn
import numpy as np
import numpy.typing as npt
from manim.mobject.svg.svg_mobject import VMobjectFromSVGPath
from manim.mobject.text.tex_mobject import MathTexPart, SingleStringMathTex
from manim.mobject.types.image_mobject import AbstractImageMobject
from manim.mobject.types.point_cloud_mobject import PMobject

from pipeline.schema.trace import Kind

VISIBLE = 0.01
"""Opacity under which nothing is seen."""

TEXT = (mn.Text, mn.MarkupText, mn.Paragraph)
TEX = (SingleStringMathTex, MathTexPart, mn.DecimalNumber)
PLAIN = frozenset({"VGroup", "Group", "Mobject", "VMobject", "VDict", "VectorizedPoint"})
"""Groups that mean nothing to a viewer: their members stand for themselves."""

# Drawn from many small pieces that nobody sees as things of their own: one unit each.
WHOLE = (
    mn.DashedLine,
    mn.DashedVMobject,
    mn.SVGMobject,
    mn.Surface,
    mn.Cross,
    mn.VectorField,
    mn.StreamLines,
    mn.Polyhedron,
    mn.ThreeDVMobject,
)

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Unit:
    """A visible unit: the mobject, what it is to a viewer, its visible leaves, its ancestors."""

    mobject: Any
    kind: Kind
    leaves: tuple[Any, ...]
    parent: Any
    group: Any
    role: tuple[str, ...]


def visible(leaf: Any) -> bool:
    """Whether a mobject with points of its own leaves any mark."""
    if not len(leaf.points):
        return False
    if not isinstance(leaf, mn.VMobject):
        return isinstance(leaf, (AbstractImageMobject, PMobject))
    if leaf.fill_rgbas[:, 3].max(initial=0.0) > VISIBLE:
        return True
    if leaf.stroke_rgbas[:, 3].max(initial=0.0) > VISIBLE:
        return bool(np.max(leaf.stroke_width) > 0)
    return False


KindOf: TypeAlias = Callable[[Any], Kind | None]


def units(mobjects: Iterable[Any], kind_of: KindOf | None = None) -> Iterator[Unit]:
    """All visible units among `mobjects` and their descendants, each mobject once.

    `kind_of` says what a mobject is seen as if it is drawn as one thing, else None.
    """
    seen: set[int] = set()
    for mobject in mobjects:
        yield from _walk(mobject, None, None, (), seen, kind_of or whole_kind)


def _walk(
    mobject: Any,
    parent: Any,
    group: Any,
    role: tuple[str, ...],
    seen: set[int],
    kind_of: KindOf,
) -> Iterator[Unit]:
    if id(mobject) in seen:
        return
    seen.add(id(mobject))
    kind = kind_of(mobject)
    if kind is not None:
        leaves = tuple(_leaves(mobject, seen))
        if leaves:
            inside = group is not None and (parent is not None or kind in ("line", "other"))
            yield Unit(mobject, kind, leaves, parent, group if inside else mobject, role)
        return
    if type(mobject) is VMobjectFromSVGPath:
        if visible(mobject):
            yield Unit(mobject, "text", (mobject,), parent, mobject, role)
        return
    glyphs, rest = _loose_glyphs(mobject, seen)
    if glyphs:
        yield Unit(mobject, "text", glyphs, parent, mobject, role)
    if visible(mobject):
        yield Unit(mobject, _leaf_kind(mobject), (mobject,), parent, group or mobject, role)
    if not mobject.submobjects:
        return
    name = type(mobject).__name__
    inner_role = (name, *role) if len(role) < 8 else role
    inner_parent = parent if name in PLAIN else mobject
    # Everything inside a made thing (axes, a table, an arrow) counts as that one thing.
    inner_group = mobject if parent is None else group
    for submobject in rest:
        yield from _walk(submobject, inner_parent, inner_group, inner_role, seen, kind_of)


def whole_kind(mobject: Any) -> Kind | None:
    """What a mobject is, if a viewer sees it and all its members as one thing."""
    if isinstance(mobject, TEXT):
        return "text"
    if isinstance(mobject, TEX):
        return "tex"
    if isinstance(mobject, AbstractImageMobject):
        return "image"
    if isinstance(mobject, mn.DashedLine):
        return "line"
    if isinstance(mobject, (*WHOLE, PMobject)):
        return "other"
    return None


def _loose_glyphs(mobject: Any, seen: set[int]) -> tuple[tuple[Any, ...], list[Any]]:
    """Glyphs that were taken out of a text (`text[2:5]`), and the other members."""
    rest = mobject.submobjects
    loose = [m for m in rest if type(m) is VMobjectFromSVGPath and id(m) not in seen]
    if not loose:
        return (), rest
    seen.update(id(glyph) for glyph in loose)
    others = [m for m in rest if type(m) is not VMobjectFromSVGPath]
    return tuple(g for g in loose if visible(g)), others


def _leaves(mobject: Any, seen: set[int]) -> Iterator[Any]:
    for member in mobject.get_family():
        seen.add(id(member))
        if visible(member):
            yield member


def _leaf_kind(mobject: Any) -> Kind:
    if isinstance(mobject, mn.Dot):
        return "dot"
    if isinstance(mobject, mn.Brace):
        return "other"
    return "shape" if closed(mobject.points) else "line"


def closed(points: Points) -> bool:
    """Whether an outline returns to where it began (within a thousandth of its size)."""
    if len(points) < 8:
        return False
    size = float(np.ptp(points[:, :2], axis=0).max())
    return bool(np.abs(points[0, :2] - points[-1, :2]).max() <= 1e-3 * max(size, 1e-6))


def outline(points: Points, limit: int) -> Points:
    """Points on the curve, at most about `limit`: ends and middles of its cubic pieces."""
    pieces = points[: len(points) // 4 * 4].reshape(-1, 4, points.shape[1])
    if not len(pieces):
        return points[:1]
    step = -(-len(pieces) * 2 // limit) if len(pieces) * 2 > limit else 1
    middles = (pieces[:, 0] + 3 * pieces[:, 1] + 3 * pieces[:, 2] + pieces[:, 3]) / 8
    both = np.stack([pieces[:, 0], middles], axis=1).reshape(-1, points.shape[1])
    return np.concatenate([both[::step], pieces[-1:, 3]])
