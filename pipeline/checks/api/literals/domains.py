"""Functions plotted where they have no value, and ranges without a length or a step."""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.numbers import Evaluator, Number, UnknownError
from pipeline.checks.api.literals.reading import Callee, Reading, argument, is_a, shown
from pipeline.checks.api.values import FunctionValue
from pipeline.schema.finding import Finding

_RANGED = frozenset(("Axes", "NumberPlane", "NumberLine", "ThreeDAxes"))


def plots(reading: Reading) -> Iterable[Finding]:
    """A function that raises at an end of the range over which it is plotted.

    Both ends are always computed. Between them, what is computed depends on the step.
    """
    for call, callee in reading.calls:
        function = argument(call, 0, "function")
        if function is None or not _plots(callee):
            continue
        ends = _ends(reading, call, callee)
        body = _body(reading, function)
        if ends is None or body is None:
            continue
        variable, expression = body
        for end in ends:
            reason = _fails(reading, variable, expression, end)
            if reason is not None:
                yield reading.context.finding(
                    "outside-the-domain",
                    expression,
                    f"`{shown(expression)}` is plotted from {ends[0]:g} to {ends[1]:g} and has no "
                    f"value at {variable} = {end:g} ({reason}).",
                    "Give `x_range` an interval in which the function is defined.",
                )
                break


def _plots(callee: Callee) -> bool:
    if callee.kind == "method":
        return callee.name == "plot" and callee.derives_from("CoordinateSystem")
    return callee.kind == "class" and callee.name == "FunctionGraph"


def _ends(reading: Reading, call: ast.Call, callee: Callee) -> tuple[float, float] | None:
    """The ends of the range of a plot: its own, or that of its axes."""
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    own = argument(call, 1, "x_range")
    if own is not None:
        return _interval(reading, own)
    match call.func:
        case ast.Attribute(value=axes) if callee.kind == "method":
            made = reading.constant(axes)
            while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
                made = made.func.value
            if not isinstance(made, ast.Call) or not is_a(reading.value(made), "Axes"):
                return None
            if any(k.arg in (None, "x_axis_config", "axis_config") for k in made.keywords):
                return None
            given = argument(made, 0, "x_range")
            return _interval(reading, given) if given is not None else None
    return None


def _interval(reading: Reading, node: ast.expr) -> tuple[float, float] | None:
    items = reading.items(node)
    if items is None or len(items) not in (2, 3):
        return None
    try:
        low, high = (Evaluator(reading.folder).number(item).value for item in items[:2])
    except (UnknownError, ArithmeticError, ValueError):
        return None
    return (low, high) if low < high else None


def _body(reading: Reading, function: ast.expr) -> tuple[str, ast.expr] | None:
    """The variable of a function and what it gives, where that is one expression."""
    value = reading.value(function)
    match value:
        case FunctionValue(node=ast.Lambda(args=arguments, body=body)):
            pass
        case FunctionValue(
            node=ast.FunctionDef(
                args=arguments, body=[ast.Return(value=ast.expr() as body)], decorator_list=[]
            )
        ):
            pass
        case _:
            return None
    if len(arguments.args) < 1 or arguments.vararg is not None:
        return None
    return arguments.args[0].arg, body


def _fails(reading: Reading, variable: str, body: ast.expr, at: float) -> str | None:
    try:
        Evaluator(reading.folder, {variable: Number(at, from_numpy=True)}).number(body)
    except UnknownError:
        return None
    except ZeroDivisionError:
        return "a division by zero"
    except OverflowError:
        return "the number gets too large"
    except ValueError:
        return "math domain error"
    return None


def ranges(reading: Reading) -> Iterable[Finding]:
    """A range with the step 0, or one of axes whose ends are the same."""
    for call, callee in reading.calls:
        if callee.kind != "class" or callee.name not in _RANGED:
            continue
        for index, keyword in enumerate(("x_range", "y_range", "z_range")):
            node = argument(call, index, keyword)
            if node is not None and (callee.name != "NumberLine" or index == 0):
                yield from _range(reading, callee.name, keyword, node)


def _range(reading: Reading, name: str, keyword: str, node: ast.expr) -> Iterator[Finding]:
    items = reading.items(node)
    if items is None or not 2 <= len(items) <= 3:
        return
    try:
        numbers = [Evaluator(reading.folder).number(item).value for item in items]
    except (UnknownError, ArithmeticError, ValueError):
        return
    if len(numbers) == 3 and numbers[2] == 0:
        yield reading.context.finding(
            "empty-range",
            node,
            f"`{keyword}` of `{name}` has the step 0.",
            "Give a positive step as the third number.",
        )
    elif numbers[0] == numbers[1] and name in ("Axes", "ThreeDAxes"):
        yield reading.context.finding(
            "empty-range",
            node,
            f"`{keyword}` of `{name}` begins and ends at {numbers[0]:g}.",
            "Give a range with a length.",
        )
