"""Calls of `play` and `wait`: what they are given, and for how long."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pipeline.checks.api.literals.numbers import Evaluator, Number, UnknownError
from pipeline.checks.api.literals.reading import (
    Callee,
    Reading,
    argument,
    is_a,
    is_animate,
    shown,
)
from pipeline.checks.api.values import ClassValue, FunctionValue, Plain, Value
from pipeline.schema.finding import Finding, TextEdit

_WAITS = {"wait": "duration", "pause": "duration", "wait_until": "max_time"}
_GROUPS = frozenset(("AnimationGroup", "LaggedStart", "Succession"))
# Methods that change a mobject and return it: called inside `play`, they were meant as animations.
_CHANGES = frozenset(
    [
        "shift",
        "move_to",
        "next_to",
        "to_edge",
        "to_corner",
        "align_to",
        "scale",
        "rotate",
        "stretch",
        "flip",
        "set_color",
        "set_fill",
        "set_stroke",
        "set_opacity",
        "set_x",
        "set_y",
        "set_z",
        "arrange",
        "become",
        "scale_to_fit_width",
        "scale_to_fit_height",
        "center",
    ]
)


def played(reading: Reading) -> Iterable[Finding]:
    """Arguments of `play` that are no animations, or none at all."""
    for call, _ in _scene_calls(reading, "play"):
        if not call.args:
            yield reading.context.finding(
                "plays-nothing",
                call,
                "`play` is called without an animation, and Manim refuses that.",
                "Give it an animation, or use `self.wait()` for a pause.",
            )
        for position, node in enumerate(call.args):
            if not isinstance(node, ast.Starred):
                yield from _argument(reading, call, position, node)


def _scene_calls(reading: Reading, *names: str) -> Iterator[tuple[ast.Call, Callee]]:
    for call, callee in reading.calls:
        if callee.kind == "method" and callee.name in names and callee.derives_from("Scene"):
            yield call, callee


def _argument(reading: Reading, call: ast.Call, position: int, node: ast.expr) -> Iterator[Finding]:
    value = reading.value(node)
    told = _what_is_wrong(reading, node, value)
    if told is None:
        return
    message, suggestion = told
    edits: tuple[TextEdit, ...] = ()
    if isinstance(value, FunctionValue):
        edits = _as_animation(reading, call, position, node)
    elif isinstance(node, ast.Call) and is_a(value, "Mobject"):
        edits = _animated(reading, node)
        if edits:
            suggestion = f"Write `{shown(_receiver(node))}.animate.{_method(node)}(...)`."
    yield reading.context.finding("not-an-animation", node, message, suggestion, edits=edits)


def _what_is_wrong(reading: Reading, node: ast.expr, value: Value) -> tuple[str, str] | None:
    text = shown(node)
    match value:
        case Plain(type="str" | "int" | "float" | "bool" | "None" as kind, exact=True):
            told = "None" if kind == "None" else f"a {kind}"
            return f"`play` takes animations, and `{text}` is {told}.", "Leave it out."
        case ClassValue(cls=cls) if cls.derives_from("Animation"):
            return (
                f"`play` is given the class `{text}` and not an animation.",
                f"Call it with what it animates: `{text}(mobject)`.",
            )
        case FunctionValue(receiver=receiver, animates=False) if is_a(receiver, "Mobject"):
            return (
                f"`play` is given the method `{text}`, which Manim no longer takes.",
                f"Use `{text.replace('.', '.animate.', 1)}(...)`.",
            )
    if is_a(value, "Mobject"):
        return (
            f"`play` takes animations, and `{text}` is a mobject.",
            "Wrap it in an animation, such as Create(...) or FadeIn(...), or use `.animate`.",
        )
    return None


def _receiver(node: ast.Call) -> ast.expr:
    assert isinstance(node.func, ast.Attribute)
    return node.func.value


def _method(node: ast.Call) -> str:
    assert isinstance(node.func, ast.Attribute)
    return node.func.attr


def _animated(reading: Reading, node: ast.Call) -> tuple[TextEdit, ...]:
    """`c.shift(UP)` becomes `c.animate.shift(UP)`."""
    match node.func:
        case ast.Attribute(value=ast.Name() | ast.Attribute() | ast.Subscript() as of, attr=name):
            if name in _CHANGES and is_a(reading.value(of), "Mobject"):
                return reading.context.insert_after(of, ".animate")
    return ()


def _as_animation(
    reading: Reading, call: ast.Call, position: int, node: ast.expr
) -> tuple[TextEdit, ...]:
    """`play(c.shift, UP)` becomes `play(c.animate.shift(UP))` where nothing else is given."""
    rest = call.args[position + 1 :]
    match node:
        case ast.Attribute(value=ast.Name() as of, attr=name) if position == 0 and rest:
            plain = all(isinstance(a, ast.Name | ast.Constant | ast.BinOp) for a in rest)
            if name not in _CHANGES or not plain or any(_plays(reading, a) for a in rest):
                return ()
            arguments = ", ".join(ast.unparse(a) for a in rest)
            (start,) = reading.context.replace(node, f"{of.id}.animate.{name}({arguments})")
            (end,) = reading.context.replace(rest[-1], "")
            return (replace(start, end_line=end.end_line, end_column=end.end_column),)
    return ()


def _plays(reading: Reading, node: ast.expr) -> bool:
    value = reading.value(node)
    return is_a(value, "Animation") or is_a(value, "Mobject") or is_animate(value)


def durations(reading: Reading) -> Iterable[Finding]:
    """Run times and pauses that are not positive, or are no numbers."""
    for call, callee in reading.calls:
        for node, what, zero in _times(reading, call, callee):
            yield from _duration(reading, node, what, zero)


def _times(
    reading: Reading, call: ast.Call, callee: Callee
) -> Iterator[tuple[ast.expr, str, bool]]:
    """Duration arguments, what they are, and whether they may be zero."""
    if callee.kind == "method" and callee.derives_from("Scene"):
        if callee.name in _WAITS:
            index = 1 if callee.name == "wait_until" else 0
            node = argument(call, index, _WAITS[callee.name])
            if node is not None:
                yield node, f"The duration of `{callee.name}`", False
        elif callee.name == "play":
            node = argument(call, None, "run_time")
            if node is not None:
                yield node, "The `run_time` of `play`", False
    elif callee.kind == "class" and callee.derives_from("Animation"):
        node = argument(call, 0 if callee.name == "Wait" else None, "run_time")
        if node is not None:
            yield node, f"The `run_time` of `{callee.name}`", not _is_all_of_a_play(reading, call)


def _is_all_of_a_play(reading: Reading, node: ast.Call) -> bool:
    """Whether an animation is the only one of a `play`, which then lasts as long as it does."""
    return any(
        play.args == [node] and not play.keywords for play, _ in _scene_calls(reading, "play")
    )


def _duration(reading: Reading, node: ast.expr, what: str, zero: bool) -> Iterator[Finding]:
    value = reading.value(node)
    if isinstance(value, Plain) and value.exact and value.type in ("str", "None"):
        yield reading.context.finding(
            "duration-not-positive",
            node,
            f"{what} is `{shown(node)}`, and Manim needs a number of seconds.",
            "Give a positive number.",
        )
        return
    seconds, each, no_other = _seconds(reading, node)
    bad = [value for value in seconds if value < 0 or (value == 0 and not zero)]
    if bad and (each or (no_other and len(bad) == len(seconds))):
        values = " and ".join(f"{value:g}" for value in dict.fromkeys(bad))
        yield reading.context.finding(
            "duration-not-positive",
            node,
            f"{what} is {values}, and Manim needs a positive number of seconds.",
            "Use a positive number, or leave the call out.",
        )


def _seconds(reading: Reading, node: ast.expr) -> tuple[list[float], bool, bool]:
    """The numbers that an expression may take.

    And whether it certainly takes each of them, and whether there are no others. An expression
    over one loop variable is computed for every round.
    """
    node = reading.constant(node)
    inside = [n for n in ast.walk(node) if isinstance(n, ast.Name) and reading.is_looped(n.id)]
    if len({n.id for n in inside}) != 1 or isinstance(node, ast.Name):
        options, of_all = reading.choices(node)
        numbers = [_number(reading, option, {}) for option in options]
    else:
        options, of_all = reading.choices(inside[0])
        rounds = [_number(reading, option, {}) for option in options]
        numbers = [
            _number(reading, node, {inside[0].id: Number(value)})
            for value in rounds
            if value is not None
        ]
    known = [number for number in numbers if number is not None]
    return known, of_all, len(known) == len(options)


def _number(reading: Reading, node: ast.expr, variables: dict[str, Number]) -> float | None:
    try:
        return Evaluator(reading.folder, variables).number(node).value
    except (UnknownError, ArithmeticError, ValueError):
        return None


def empty_groups(reading: Reading) -> Iterable[Finding]:
    """A group of animations without any, played alone."""
    for call, callee in reading.calls:
        if callee.kind != "class" or not _is_all_of_a_play(reading, call):
            continue
        if callee.name in _GROUPS and not call.args and not _given(call, "animations"):
            yield reading.context.finding(
                "plays-nothing",
                call,
                f"`{callee.name}` has no animations, and Manim cannot play it.",
                "Put animations in it, or leave it out.",
            )


def _given(call: ast.Call, keyword: str) -> bool:
    return any(given.arg in (keyword, None) for given in call.keywords)
