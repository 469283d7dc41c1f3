"""Mappings of keywords that Manim hands on to another class: `axis_config` and its like."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.checks.api.literals.reading import Reading
from pipeline.checks.api.nearest import nearest, one_slip
from pipeline.checks.api.signature import Signature
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

_AXES = words("axis_config x_axis_config y_axis_config z_axis_config radius_config")
_STYLES = words("background_line_style faded_line_style")
# Beside the axes: class, keyword -> the class that gets the mapping.
_OTHERS = {
    ("Code", "paragraph_config"): "Paragraph",
    ("NumberLine", "decimal_number_config"): "DecimalNumber",
}
# What comes into a mapping of an axis later, so that a program may write it without harm.
_SET_LATER = {"NumberLine": words("length")}


class _Entry(NamedTuple):
    """One key of a mapping, and its node: the key of a display, or a keyword of `dict(...)`."""

    name: str
    node: ast.expr | ast.keyword
    value: ast.expr


def mappings(reading: Reading) -> Iterable[Finding]:
    """Keys that the class or method which gets the mapping does not take."""
    for call, callee in reading.calls:
        if callee.kind != "class" or callee.cls is None or callee.cls.init is None:
            continue
        for given in call.keywords:
            name = given.arg or ""
            axes = any(map(callee.derives_from, ("CoordinateSystem", "BarChart")))
            if not callee.cls.init.accepts(name):
                continue
            if axes and name in _AXES:
                yield from _of_class(reading, given.value, name, "NumberLine")
            elif axes and name in _STYLES:
                yield from _of_style(reading, given.value, name)
            for (owner, keyword), target in _OTHERS.items():
                if keyword == name and callee.derives_from(owner):
                    yield from _of_class(reading, given.value, name, target)


def _of_class(reading: Reading, node: ast.expr, mapping: str, target: str) -> Iterator[Finding]:
    cls = reading.context.types.catalogue.class_(target)
    if cls is None or cls.init is None:
        return
    fine = _SET_LATER.get(target, frozenset())
    for entry in _entries(reading, node):
        if entry.name not in fine:
            yield from _judged(reading, entry, cls.init, mapping, target)
        if entry.name == "decimal_number_config" and target == "NumberLine":
            yield from _of_class(reading, entry.value, entry.name, "DecimalNumber")


def _of_style(reading: Reading, node: ast.expr, mapping: str) -> Iterator[Finding]:
    cls = reading.context.types.catalogue.class_("VMobject")
    member = cls.member("set_style") if cls is not None else None
    if member is None or member.signature is None:
        return
    for entry in _entries(reading, node):
        yield from _judged(reading, entry, member.signature, mapping, "set_style")


def _judged(
    reading: Reading, entry: _Entry, signature: Signature, mapping: str, target: str
) -> Iterator[Finding]:
    if signature.accepts(entry.name) or signature.rest == "ignored":
        return
    near = nearest(entry.name, signature.keywords(1))
    edits: tuple[TextEdit, ...] = ()
    if near is not None and one_slip(entry.name, near):
        edits = (
            reading.context.rename(entry.node, near)
            if isinstance(entry.node, ast.keyword)
            else reading.context.replace(entry.node, f'"{near}"')
        )
    place = entry.value if isinstance(entry.node, ast.keyword) else entry.node
    yield reading.context.finding(
        "unknown-keyword",
        place,
        f"`{mapping}` goes to `{target}`, which has no keyword `{entry.name}` in "
        f"{reading.context.manim}.",
        f"Did you mean `{near}`?" if near else "Leave it out.",
        edits=edits,
    )


def _entries(reading: Reading, node: ast.expr) -> Iterator[_Entry]:
    """The keys of a mapping that the program writes out."""
    node = reading.constant(node)
    match node:
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield _Entry(key.value, key, value)
        case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
            for keyword in keywords:
                if keyword.arg is not None:
                    yield _Entry(keyword.arg, keyword, keyword.value)
