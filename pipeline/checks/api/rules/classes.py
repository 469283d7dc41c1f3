"""Classes written for older Manim, and classes that leave out their base class's set-up."""

import ast
from collections.abc import Iterator
from typing import TypeGuard

from pipeline.checks.api.context import Context
from pipeline.schema.finding import Finding, TextEdit


def config_dictionaries(context: Context) -> Iterator[Finding]:
    """`CONFIG = {...}` in a class, which Manim no longer reads."""
    for node in context.nodes(ast.ClassDef):
        cls = context.types.class_of(node)
        if cls is None or cls.nearest_manim() is None or "CONFIG" in context.types.facts.read:
            continue
        for item in node.body:
            match item:
                case ast.Assign(targets=[ast.Name(id="CONFIG")], value=ast.Dict()):
                    yield context.finding(
                        "ignored-config",
                        item,
                        f"`CONFIG` of `{node.name}` has no effect in {context.manim}.",
                        "Make class attributes of its entries, or pass them to "
                        "`super().__init__(...)`.",
                        severity="warning",
                    )


def missing_super(context: Context) -> Iterator[Finding]:
    """An `__init__` of a class derived from Manim's that never calls the one above it."""
    for node in context.nodes(ast.ClassDef):
        cls = context.types.class_of(node)
        manim = cls.nearest_manim() if cls is not None else None
        if cls is None or manim is None or cls.is_open or node.decorator_list:
            continue
        if not any(manim.derives_from(base) for base in ("Mobject", "Animation", "Scene")):
            continue
        for item in node.body:
            if _is_init(item) and _leaves_it_out(item):
                yield context.finding(
                    "missing-super-init",
                    item,
                    f"`{node.name}.__init__` does not call `super().__init__()`, so that the "
                    f"object is no complete {manim.name}.",
                    "Begin it with `super().__init__()`.",
                    edits=_insertion(context, item, manim.init),
                )


def _is_init(item: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    plain = isinstance(item, ast.FunctionDef) and not item.decorator_list
    return plain and getattr(item, "name", "") == "__init__"


def _leaves_it_out(node: ast.FunctionDef) -> bool:
    """Whether nothing in a function may lead to another `__init__`."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id="super") | ast.Attribute(attr="__init__"):
                return False
            case ast.Raise():
                return False
    return True


def _insertion(context: Context, node: ast.FunctionDef, init: object) -> tuple[TextEdit, ...]:
    """The edit that puts the call first, where the base class needs no arguments."""
    parameters = getattr(init, "parameters", None)
    first = node.body[0]
    described = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if parameters is None or described or first.lineno == node.lineno:
        return ()
    if any(not parameter.optional for parameter in parameters[1:]):
        return ()
    return context.insert_line(first.lineno, " " * first.col_offset + "super().__init__()")
