"""Getters and setters that Mobject makes up for any name: `get_anything`, `set_anything`."""

import ast
from collections.abc import Iterator

from pipeline.checks.api import renamed
from pipeline.checks.api.context import Context
from pipeline.checks.api.nearest import nearest
from pipeline.checks.api.values import Animate, Instance
from pipeline.schema.finding import Finding, TextEdit

_MADE_UP = "made up for it takes"
_SETTERS: dict[str, str] = {
    "set_text": "A text cannot be changed: make a new one, and `Transform` or `become` it.",
    "set_tex": "A formula cannot be changed: make a new one, and `Transform` or `become` it.",
    "set_font_size": "Assign `.font_size`, or make a new text.",
    "set_label": "Make a `Text` or `MathTex` and place it with `.next_to(...)`.",
    "set_radius": "Call `.scale_to_fit_width(2 * radius)`, or make a new circle.",
    "set_position": "Call `.move_to(...)`.",
    "set_center": "Call `.move_to(...)`.",
    "set_alpha": "Call `.set_opacity(...)`.",
}


def magic_accessors(context: Context) -> Iterator[Finding]:
    """Calls of methods that exist only because Mobject makes them up, where that goes wrong."""
    for node in context.nodes(ast.Call):
        match node.func:
            case ast.Attribute(value=receiver, attr=name) if name.startswith(("get_", "set_")):
                value = context.types.of(receiver)
                mobject = value.of if isinstance(value, Animate) else value
                if isinstance(mobject, Instance) and _is_made_up(context, mobject, name):
                    yield from _check(context, node, node.func, mobject)


def _is_made_up(context: Context, mobject: Instance, name: str) -> bool:
    return (
        mobject.cls.derives_from("Mobject")
        and not context.types.facts.may_have(name)
        and not context.types.attributes.may_have(mobject, name)
    )


def _check(
    context: Context, node: ast.Call, function: ast.Attribute, mobject: Instance
) -> Iterator[Finding]:
    what = function.attr[4:]
    starred = any(isinstance(a, ast.Starred) for a in node.args)
    starred = starred or any(k.arg is None for k in node.keywords)
    exists = context.types.attributes.may_have(mobject, what)
    if function.attr.startswith("get_"):
        known = exists or context.types.facts.may_have(what)
        if (node.args or node.keywords) and not starred:
            yield _error(
                context, node, function, mobject, "and the getter made up for it takes no arguments"
            )
        elif not known:
            yield _error(context, node, function, mobject, f"nor an attribute `{what}`")
        return
    member = mobject.cls.member(what)
    if member is not None and member.kind == "property" and member.settable:
        return
    wrong = len(node.args) + len(node.keywords) != 1 or any(k.arg != "value" for k in node.keywords)
    if wrong and not starred:
        yield _error(
            context, node, function, mobject, "and the setter made up for it takes one value"
        )
    elif function.attr in _SETTERS or (not exists and what not in context.types.facts.read):
        yield _ignored(context, function, mobject)


def _error(
    context: Context, node: ast.Call, function: ast.Attribute, mobject: Instance, why: str
) -> Finding:
    suggestion, edits = _cure(context, function, mobject)
    name = function.attr
    return context.finding(
        "unknown-attribute",
        node,
        f"`{mobject.cls.name}` has no method `{name}` in {context.manim}, {why}.",
        suggestion,
        edits=edits,
    )


def _ignored(context: Context, function: ast.Attribute, mobject: Instance) -> Finding:
    suggestion, _ = _cure(context, function, mobject)
    return context.finding(
        "ignored-setter",
        function,
        f"`{function.attr}` does nothing: `{mobject.cls.name}` has no such method in "
        f"{context.manim}, and the value is only kept in an attribute.",
        suggestion,
        severity="warning",
    )


def _cure(
    context: Context, function: ast.Attribute, mobject: Instance
) -> tuple[str, tuple[TextEdit, ...]]:
    name = function.attr
    for new in renamed.ATTRIBUTES.get(name, ()):
        if mobject.cls.member(new) is not None:
            return f"Use `{new}`.", context.rename(function, new)
    if name in _SETTERS:
        return _SETTERS[name], ()
    prefix = name[:4]
    names = {n[4:]: n for n in mobject.cls.names() if n.startswith(prefix)}
    found = nearest(name[4:], names)
    near = names[found] if found is not None else nearest(name[4:], mobject.cls.names())
    if near is None:
        fresh = "make a new object" if prefix == "set_" else "compute it from what it has"
        return f"Use a method that exists, or {fresh}.", ()
    return f"Did you mean `{near}`?", ()
