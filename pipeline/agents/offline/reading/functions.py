"""Functions of one variable that can be drawn.

A recursive-descent parser reads the LaTeX of a right-hand side into a tree of numbers, names and
elementary functions. Whatever it does not know it refuses. The tree is then written as Python and
evaluated node by node: the text of the section itself is never executed.
"""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.agents.offline.reading.expressions import (
    Expression,
    NotElementaryError,
    evaluate,
    names,
    parse,
    to_python,
)
from pipeline.agents.offline.reading.formulas import sides
from pipeline.agents.offline.reading.model import Formula, PlotFunction

_NAME_RE = re.compile(
    r"^\s*(?P<name>[a-zA-Z]|\\[a-zA-Z]+|[a-zA-Z]_\{?\w+\}?|\\[a-zA-Z]+_\{?\w+\}?)"
    r"(?:\s*(?:\\left)?\(\s*(?P<argument>[a-zA-Z]|\\[a-zA-Z]+)\s*(?:\\right)?\)"
    r"|\s*(?:\\left)?\(\s*(?P<first>[a-zA-Z])\s*;[^()]*\))?\s*$"
)
_DOMAINS = ((-4.0, 4.0), (0.0, 6.0), (0.1, 6.0), (0.02, 0.98), (-0.95, 0.95), (1.1, 6.0))
_USUAL = ("x", "t", "z", "s", "u", "r", "n", "k", "p", r"\theta", r"\omega", r"\tau")
_MOST_PARAMETERS = 3
_SAMPLES = 41
_FINE = 600
_MOST_TURNS = 20
_COUNTED = ("n", "k", "N", "t", "m")


def read_functions(formulas: Sequence[Formula]) -> tuple[PlotFunction, ...]:
    """Every formula of the form `f(x) = elementary expression` that is finite on some domain."""
    found: dict[str, PlotFunction] = {}
    for formula in formulas:
        made = plot_function(formula.tex, formula.sentence)
        if made is not None:
            found.setdefault(made.tex, made)
    return tuple(found.values())


@lru_cache(maxsize=256)
def plot_function(tex: str, sentence: int = 0) -> PlotFunction | None:
    """The drawable function that a formula defines, or None."""
    left, relation, right = sides(tex)
    if relation not in {"=", ":="}:
        return None
    named = _NAME_RE.match(left)
    if named is None:
        return None
    # "f(x) = a = b": the last equality that can be read wins, the first being the definition
    for candidate in dict.fromkeys((right, right.split("=")[0], right.split(r"\approx")[0])):
        made = _function(left, named, candidate.strip(" .,;"), sentence)
        if made is not None:
            return made
    return None


def _function(left: str, named: re.Match[str], right: str, sentence: int) -> PlotFunction | None:
    try:
        tree = parse(right)
    except (NotElementaryError, RecursionError):
        return None
    free = names(tree)
    if tree.kind == "name" or named.group("name") in free:
        return None  # another name for the variable, or a recursion
    variable = named.group("argument") or named.group("first") or _variable(free)
    if variable is None or variable not in free:
        return None
    if named.group("argument") is None and named.group("first") is None and len(free) > 1:
        return None
    parameters = {name: 1.0 for name in free if name != variable}
    if len(parameters) > _MOST_PARAMETERS:
        return None
    domain = _domain(tree, variable, parameters)
    if domain is None:
        return None
    return PlotFunction(
        tex=right,
        name=left,
        variable=variable,
        python=to_python(tree, variable, parameters),
        parameters=tuple(parameters.items()),
        low=domain[0],
        high=domain[1],
        sentence=sentence,
    )


def _variable(free: list[str]) -> str | None:
    return next((name for name in _USUAL if name in free), free[0] if len(free) == 1 else None)


def _domain(
    tree: Expression, variable: str, parameters: dict[str, float]
) -> tuple[float, float] | None:
    """The first usual interval on which the function is finite, moderate and not constant."""
    domains = _DOMAINS[1:] if variable in _COUNTED else _DOMAINS
    for low, high in domains:
        values: list[float] = []
        for at in range(_SAMPLES):
            point = low + (high - low) * at / (_SAMPLES - 1)
            value = evaluate(tree, {**parameters, variable: point})
            if value is None or not math.isfinite(value) or abs(value) > 1e4:
                break
            values.append(value)
        if len(values) == _SAMPLES and max(values) - min(values) > 1e-9:
            return _readable(tree, variable, parameters, low, high)
    return None


def _readable(
    tree: Expression, variable: str, parameters: dict[str, float], low: float, high: float
) -> tuple[float, float]:
    """The interval, made shorter while the curve has too many turns to be read."""
    while high - low > 0.05:
        step = (high - low) / _FINE
        known = [
            evaluate(tree, {**parameters, variable: low + step * at}) for at in range(_FINE + 1)
        ]
        values = [value for value in known if value is not None]
        slopes = [b - a for a, b in pairwise(values)]
        turns = sum(a * b < 0 for a, b in pairwise(slopes))
        if turns <= _MOST_TURNS:
            break
        low, high = (0.0, high / 2) if low < 0 else (low, low + (high - low) / 2)
    return low, high


def sample(function: PlotFunction, count: int) -> tuple[tuple[float, float], ...]:
    """`count` points of the function over its domain, for sizing axes."""
    tree = parse(function.tex)
    known = dict(function.parameters)
    points: list[tuple[float, float]] = []
    for at in range(count):
        x = function.low + (function.high - function.low) * at / max(1, count - 1)
        value = evaluate(tree, {**known, function.variable: x})
        if value is not None and math.isfinite(value):
            points.append((x, value))
    return tuple(points)
