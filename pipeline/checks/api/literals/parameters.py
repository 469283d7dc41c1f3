"""Which parameter of Manim's each argument of a call goes to."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.checks.api.literals.reading import Reading
from pipeline.checks.api.signature import Signature
from pipeline.checks.api.values import ClassValue, FunctionValue


class Given(NamedTuple):
    """An argument and its parameter.

    Attributes:
        node: the expression; of a starred one, its list.
        name: of the parameter.
        type: type text of the parameter, as `survey.py` describes it.
        starred: the argument is a list written with a star.
        further: it is one of any number of positional arguments.
    """

    node: ast.expr
    name: str
    type: str
    starred: bool = False
    further: bool = False


def given(reading: Reading, call: ast.Call) -> Iterator[Given]:
    """The arguments of a call whose parameters are known, in their order."""
    signature, bound = _signature(reading, call)
    if signature is None:
        return
    places = signature.positional(bound)
    known = True
    for number, node in enumerate(call.args):
        known = known and not isinstance(node, ast.Starred)
        if known and number < len(places):
            yield Given(node, places[number].name, places[number].type)
        elif signature.star and not places:
            starred = isinstance(node, ast.Starred)
            inner = node.value if isinstance(node, ast.Starred) else node
            yield Given(inner, signature.star, signature.star_type, starred, True)
    for keyword in call.keywords:
        parameter = signature.parameter(keyword.arg) if keyword.arg is not None else None
        if parameter is not None:
            yield Given(keyword.value, parameter.name, parameter.type)


def _signature(reading: Reading, call: ast.Call) -> tuple[Signature | None, int]:
    match reading.value(call.func):
        case ClassValue(cls=cls) if cls.node is None:
            return cls.init, 1
        case FunctionValue(node=None, signature=signature, bound=bound):
            return signature, bound
    return None, 0
