"""The layout a program states at its top, read back without running it."""

import ast

from pydantic import ValidationError

from pipeline.agents.offline.layout import KNOBS, Layout
from pipeline.syntax_tree import tree_of


def read_layout(program: str) -> Layout | None:
    """The layout of a composed program; None if it states none, or one outside its ranges.

    Numbers are taken as written (`HOLD = 1.5`); a constant that is missing or computed makes the
    program one that was not composed here.
    """
    try:
        tree = tree_of(program)
    except (SyntaxError, ValueError, RecursionError):
        return None
    found: dict[str, float] = {}
    aspect: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)) if (
                isinstance(value, int | float) and name.lower() in KNOBS
            ):
                found[name.lower()] = value
            case ast.Assign(targets=[ast.Name(id="ASPECT")], value=ast.Constant(value=str(value))):
                aspect["aspect"] = value
    if set(found) != set(KNOBS):
        return None
    try:
        return Layout.model_validate({**found, **aspect})
    except ValidationError:
        return None
