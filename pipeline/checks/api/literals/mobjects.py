"""Texts, numbers, lists and classes where a mobject is needed: in the scene, in animations."""

import ast
from collections.abc import Iterable

from pipeline.checks.api.literals.parameters import Given, given
from pipeline.checks.api.literals.reading import Callee, Reading, shown
from pipeline.checks.api.values import Animate, ClassValue, Instance, Items, Plain, Value
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

# Methods of scenes that take any number of mobjects and look into each of them.
_SHOWS = words("add bring_to_front bring_to_back add_foreground_mobjects add_foreground_mobject")
_TYPES = words("Mobject VMobject")
_NAMES = words("mobject vmobject target_mobject")
_PLAIN = {"str": "a text", "int": "a number", "float": "a number"}


def not_mobjects(reading: Reading) -> Iterable[Finding]:
    """Arguments that have to be mobjects and certainly are none."""
    for call, callee in reading.calls:
        shows = callee.kind == "method" and callee.name in _SHOWS and callee.derives_from("Scene")
        for one in given(reading, call):
            if not shows and not _wants_mobject(callee, one):
                continue
            value = _of_each(reading.value(one.node)) if one.starred else reading.value(one.node)
            what = _what(value) if not shows else _what(value) or _what_else(value)
            if what is not None:
                yield _told(reading, callee, one, value, what)


def _wants_mobject(callee: Callee, one: Given) -> bool:
    """Whether a parameter takes nothing but a mobject."""
    if one.further:
        draws = callee.derives_from("Animation") or callee.derives_from("SurroundingRectangle")
        return callee.kind == "class" and draws and one.type in _TYPES
    if callee.kind == "class":
        is_named = callee.derives_from("Animation") and one.name in _NAMES
        return is_named or one.type in _TYPES
    return callee.kind == "method" and callee.derives_from("Mobject") and one.type in _TYPES


def _of_each(value: Value) -> Value:
    """What every item of a list is, where all are of one kind and there is one."""
    same = isinstance(value, Items) and value.items and len(set(value.items)) == 1
    return value.items[0] if isinstance(value, Items) and value.items and same else None


def _what(value: Value) -> str | None:
    """What a value is, where no place for a mobject takes it."""
    match value:
        case Plain(type=kind, exact=True) if kind in _PLAIN:
            return _PLAIN[kind]
    return None


def _what_else(value: Value) -> str | None:
    """What else a scene cannot hold."""
    match value:
        case Plain(type="None", exact=True):
            return "None"
        case ClassValue(cls=cls):
            return f"the class {cls.name}"
        case Items(type="list" | "tuple" | "set" | "dict" as kind):
            return f"a {kind}"
        case Animate():
            return "an animation"
        case Instance(cls=cls) if cls.derives_from("Animation"):
            return "an animation"
    return None


def _told(reading: Reading, callee: Callee, one: Given, value: Value, what: str) -> Finding:
    node = one.node
    suggestion = "Leave it out, or put a mobject there."
    edits: tuple[TextEdit, ...] = ()
    if what == "a text":
        suggestion = f"Write `Text({shown(node)})`."
        if isinstance(node, ast.Constant):
            edits = (
                *reading.insert_before(node, "Text("),
                *reading.context.insert_after(node, ")"),
            )
    elif isinstance(value, Items):
        suggestion = "Write a * before it, so that each of its items is taken."
    elif isinstance(value, ClassValue):
        suggestion = f"Call it: `{shown(node)}(...)`."
    elif what == "an animation":
        suggestion = "Animations are for `self.play(...)`."
    return reading.context.finding(
        "not-a-mobject",
        node,
        f"`{callee.name}` needs a mobject, and `{shown(node)}` is {what}.",
        suggestion,
        edits=edits,
    )
