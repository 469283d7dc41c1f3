"""Assignments and loops that take apart what has more or fewer parts than there are names."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.checks.api.literals.points import is_direction
from pipeline.checks.api.literals.reading import Reading, shown
from pipeline.checks.api.values import FunctionValue, Plain
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

_Display = ast.Tuple | ast.List
# Methods of mobjects that give one point in space.
_POINTS = words(
    "get_center get_start get_end get_top get_bottom get_left get_right get_corner get_edge_center"
    " get_center_of_mass get_midpoint point_from_proportion get_zenith get_nadir"
)
_NUMBERS = words("int float bool None")


class _Parts(NamedTuple):
    """How many parts something has; none at all where it cannot be taken apart."""

    number: int | None
    is_point: bool = False


def unpackings(reading: Reading) -> Iterable[Finding]:
    """Takings-apart that fail for certain."""
    index = reading.context.program.index
    for assign in reading.context.nodes(ast.Assign):
        for target in assign.targets:
            yield from _taken_apart(reading, target, assign.value, assign)
    loops: list[ast.For | ast.comprehension] = [*index.of(ast.For), *index.of(ast.comprehension)]
    for loop in loops:
        if isinstance(loop.target, _Display) and not reading.context.is_quiet(loop.target):
            yield from _each_round(reading, loop.target, loop.iter)


def _taken_apart(
    reading: Reading, target: ast.expr, value: ast.expr, where: ast.AST
) -> Iterator[Finding]:
    if not isinstance(target, _Display):
        return
    parts = _parts(reading, value)
    if parts is None:
        return
    if not _fits(target, parts):
        yield _told(reading, target, value, parts, where)
        return
    items = reading.items(value)
    if items is not None and len(items) == len(target.elts):
        for inner, item in zip(target.elts, items, strict=True):
            yield from _taken_apart(reading, inner, item, where)


def _each_round(reading: Reading, target: _Display, iterated: ast.expr) -> Iterator[Finding]:
    """A loop over what is written out: its first round that fails."""
    given = _given_by(reading, iterated)
    if given is not None:
        if not _fits(target, _Parts(given)):
            yield _told(reading, target, iterated, _Parts(given), target, every=True)
        return
    for item in reading.items(iterated) or ():
        parts = _parts(reading, item)
        if parts is not None and not _fits(target, parts):
            yield _told(reading, target, item, parts, target)
            return


def _given_by(reading: Reading, iterated: ast.expr) -> int | None:
    """The parts of each item that `enumerate` and `zip` give, if there certainly is an item."""
    match iterated:
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            return 2 if reading.items(inner) else None
        case ast.Call(func=ast.Name(id="zip"), args=args) if args:
            return len(args) if all(reading.items(inner) for inner in args) else None
    return None


def _parts(reading: Reading, node: ast.expr) -> _Parts | None:
    """How many parts an expression has, None where the text does not say."""
    items = reading.items(node)
    if items is not None:
        return _Parts(len(items))
    if is_direction(reading, node):
        return _Parts(3, True)
    known = reading.constant(node)
    match known:
        case ast.Constant(value=str() as text):
            return _Parts(len(text))
        case ast.Call(func=ast.Attribute(attr=name)):
            callee = reading.callees.get(id(known))
            on_mobject = callee is not None and callee.kind == "method"
            if callee is not None and on_mobject and callee.derives_from("Mobject"):
                return _Parts(3, True) if name in _POINTS and not callee.animates else None
            return _of_array(reading, known)
    value = reading.value(node)
    if isinstance(value, Plain) and value.exact and value.type in _NUMBERS:
        return _Parts(None)
    return None


def _of_array(reading: Reading, call: ast.Call) -> _Parts | None:
    value = reading.value(call.func)
    if isinstance(value, FunctionValue) and value.name == "np.array" and len(call.args) == 1:
        items = reading.items(call.args[0])
        return _Parts(len(items)) if items is not None else None
    return None


def _fits(target: _Display, parts: _Parts) -> bool:
    if parts.number is None:
        return False
    if any(isinstance(element, ast.Starred) for element in target.elts):
        return parts.number >= len(target.elts) - 1
    return parts.number == len(target.elts)


def _told(
    reading: Reading,
    target: _Display,
    value: ast.expr,
    parts: _Parts,
    where: ast.AST,
    every: bool = False,
) -> Finding:
    names = len(target.elts)
    counted = "one part" if parts.number == 1 else f"{parts.number} parts"
    what = f"`{shown(value)}`"
    if parts.number is None:
        message = f"{what} has no parts that the {names} names on the left could take."
    else:
        has = f"each item of {what} has" if every else f"{what} has"
        message = f"{has[0].upper()}{has[1:]} {counted}, and there are {names} names for them."
    suggestion = "Write as many names as there are parts."
    edits: tuple[TextEdit, ...] = ()
    if parts.is_point and names == 2:
        suggestion = "A point has three coordinates: add a third name, or take `[:2]` of it."
        if isinstance(where, ast.Assign) and not any(
            isinstance(element, ast.Starred) for element in target.elts
        ):
            edits = reading.context.insert_after(target.elts[1], ", _")
    return reading.context.finding("wrong-unpacking", where, message, suggestion, edits=edits)
