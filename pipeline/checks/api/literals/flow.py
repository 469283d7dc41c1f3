"""What is played in an order or in a company that does not do what it seems to. Warnings only."""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.reading import Callee, Reading, argument, is_a, is_animate, shown
from pipeline.checks.walking import every_node
from pipeline.schema.finding import Finding

_REMOVES = frozenset(
    ("FadeOut", "Uncreate", "Unwrite", "ShrinkToCenter", "RemoveTextLetterByLetter")
)
_EDGES = frozenset(("to_edge", "to_corner"))
_FORMULAS = frozenset(("MathTex", "Tex", "SingleStringMathTex", "Title", "BulletedList"))
# More rounds than a scene of a few minutes has beats.
_MANY_PLAYS = 200


def animated_twice(reading: Reading) -> Iterable[Finding]:
    """Two `.animate` of one mobject in one `play`: only the last has an effect."""
    for call, callee in reading.calls:
        if callee.name != "play" or not callee.derives_from("Scene"):
            continue
        seen: set[str] = set()
        for node in call.args:
            mobject = _animated(reading, node)
            if mobject is None:
                continue
            if mobject in seen:
                yield reading.context.finding(
                    "animated-twice",
                    node,
                    f"`{mobject}.animate` stands twice in one `play`; only the last one works.",
                    f"Chain the changes: `{mobject}.animate.shift(...).scale(...)`.",
                    severity="warning",
                )
            seen.add(mobject)


def _animated(reading: Reading, node: ast.expr) -> str | None:
    """The mobject of `mobject.animate.method(...)`, as text."""
    if not isinstance(node, ast.Call) or not is_animate(reading.value(node)):
        return None
    inner: ast.expr = node
    while isinstance(inner, ast.Call | ast.Attribute):
        if isinstance(inner, ast.Attribute) and inner.attr == "animate":
            of = inner.value
            return shown(of) if isinstance(of, ast.Name | ast.Attribute) else None
        inner = inner.func if isinstance(inner, ast.Call) else inner.value
    return None


def faded_target(reading: Reading) -> Iterable[Finding]:
    """`FadeOut(target)` after `Transform(source, target)`: the source stays on screen."""
    if not any(callee.name == "Transform" for _, callee in reading.calls):
        return
    for block in _blocks(reading):
        targets: dict[str, str] = {}
        for statement in block:
            inside = [(c, k) for c, k in reading.calls_in(statement) if k.kind == "class"]
            for call, callee in inside:
                if callee.name in _REMOVES and call.args and isinstance(call.args[0], ast.Name):
                    name = call.args[0].id
                    if name in targets:
                        yield _ghost(reading, call, callee, name, targets[name])
            for name in _mentioned(statement):
                targets.pop(name, None)
            for call, callee in inside:
                match call:
                    case ast.Call(args=[ast.Name(id=source), ast.Name(id=target), *_]):
                        if callee.name == "Transform" and source != target:
                            targets[target] = source


def _ghost(reading: Reading, call: ast.Call, callee: Callee, name: str, source: str) -> Finding:
    return reading.context.finding(
        "fades-the-target",
        call,
        f"`Transform({source}, {name})` leaves `{source}` on screen, in the shape of `{name}`; "
        f"`{callee.name}({name})` does not remove it.",
        f"Use `{callee.name}({source})`, or ReplacementTransform before.",
        severity="warning",
    )


def _blocks(reading: Reading) -> Iterator[list[ast.stmt]]:
    """The bodies of all functions: statements that run one after the other."""
    for node in reading.context.nodes(ast.FunctionDef):
        yield node.body


def _mentioned(statement: ast.stmt) -> set[str]:
    return {node.id for node in every_node(statement) if isinstance(node, ast.Name)}


def same_edge(reading: Reading) -> Iterable[Finding]:
    """Two mobjects put at the same place of the frame, both shown, neither moved or removed."""
    if sum(callee.name in _EDGES for _, callee in reading.calls) < 2:
        return
    for block in _blocks(reading):
        placed: dict[str, tuple[str, ast.Call]] = {}
        for call, callee in reading.calls:
            name = _placed_name(reading, call, callee, block)
            if name is not None:
                placed[name] = (_place(call), call)
        for name, (place, call) in placed.items():
            others = [n for n, (p, c) in placed.items() if p == place and c.lineno < call.lineno]
            if not others or not all(_stays(reading, n, block) for n in (name, others[0])):
                continue
            yield reading.context.finding(
                "same-edge",
                call,
                f"`{others[0]}` and `{name}` are both put at {place}, where they cover each other.",
                f"Place one below the other: `{name}.next_to({others[0]}, DOWN)`, or use "
                "VGroup(...).arrange(DOWN).",
                severity="warning",
            )


def _placed_name(
    reading: Reading, call: ast.Call, callee: Callee, block: list[ast.stmt]
) -> str | None:
    """The variable that a call of `to_edge` in a block places, if nothing else places it."""
    if callee.name not in _EDGES or callee.animates or not call.args:
        return None
    statement = reading.statement(call)
    if not any(statement is s for s in block):
        return None
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            return name
        case ast.Expr(value=value) if value is call:
            match call.func:
                case ast.Attribute(value=ast.Name(id=name)):
                    return name
    return None


def _place(call: ast.Call) -> str:
    arguments = [ast.unparse(a) for a in (*call.args, *(k.value for k in call.keywords))]
    return ", ".join(arguments)


def _stays(reading: Reading, name: str, block: list[ast.stmt]) -> bool:
    """Whether a variable is only ever placed once and shown: no other use of it is seen."""
    if any(_mentions_all(statement) for statement in block):
        return False
    shown_at_all = False
    uses = 0
    for statement in block:
        for node in every_node(statement):
            if not (isinstance(node, ast.Name) and node.id == name):
                continue
            parent = reading.parents.get(id(node))
            if isinstance(node.ctx, ast.Store):
                uses += 1
            elif isinstance(parent, ast.Attribute) and parent.attr in _EDGES:
                continue
            elif isinstance(parent, ast.Call) and node in parent.args:
                called = shown(parent.func).rpartition(".")[2]
                if called not in ("add", "FadeIn", "Write", "Create", "Indicate"):
                    return False
                shown_at_all |= called != "Indicate"
            else:
                return False
    return shown_at_all and uses == 1


def _mentions_all(statement: ast.stmt) -> bool:
    """Whether a statement may take everything off the screen."""
    return any(
        isinstance(n, ast.Attribute) and n.attr in ("clear", "mobjects", "remove")
        for n in every_node(statement)
    )


def clocks(reading: Reading) -> Iterable[Finding]:
    """An updater over time on a tracker that the scene does not hold: it never runs."""
    for call, callee in reading.calls:
        if callee.name != "add_updater" or callee.animates:
            continue
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as tracker)):
                pass
            case _:
                continue
        if not is_a(reading.value(tracker), "ValueTracker") or not call.args:
            continue
        if not _takes_time(reading, call.args[0]) or _is_held(reading, name):
            continue
        yield reading.context.finding(
            "tracker-not-added",
            call,
            f"The updater of `{name}` never runs, because `{name}` is not in the scene.",
            f"Add it: `self.add({name})`.",
            severity="warning",
        )


def _takes_time(reading: Reading, function: ast.expr) -> bool:
    node = getattr(reading.value(function), "node", None)
    match node:
        case ast.Lambda(args=arguments) | ast.FunctionDef(args=arguments):
            return any(a.arg == "dt" for a in arguments.args)
    return False


_HOLDERS = frozenset((ast.List, ast.Tuple, ast.Dict, ast.Return))


def _is_held(reading: Reading, name: str) -> bool:
    """Whether a variable is given to anything that may put it into the scene."""
    index = reading.context.program.index
    for node in index.of(ast.Call):
        given = [*node.args, *(k.value for k in node.keywords)]
        if any(_holds(argument, name) for argument in given):
            return True
    return any(_holds(node, name) for node in index.of_kinds(_HOLDERS))


def _holds(node: ast.AST, name: str) -> bool:
    """Whether a variable itself, not something read from it, is part of an expression."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id == name and node.attr == "animate"
    if isinstance(node, ast.Lambda):
        return False
    return any(_holds(child, name) for child in ast.iter_child_nodes(node))


def slow(reading: Reading) -> Iterable[Finding]:
    """What is likely to run into the time limit."""
    for call, callee in reading.calls:
        if callee.name == "always_redraw" and call.args:
            formula = _formula_in(reading, call.args[0])
            if formula is not None:
                yield reading.context.finding(
                    "formula-every-frame",
                    call,
                    f"`always_redraw` makes a new `{formula}` for every frame, and each new text "
                    "costs a run of LaTeX.",
                    "Use DecimalNumber with an updater, or draw the formula once.",
                    severity="warning",
                )
    for endless in reading.context.nodes(ast.While):
        if _never_ends(endless):
            yield reading.context.finding(
                "endless-loop",
                endless,
                "This loop has no end.",
                "Give it a condition, or use a `for` loop.",
                severity="warning",
            )
    for loop in reading.context.nodes(ast.For):
        rounds = _rounds(loop)
        if rounds > _MANY_PLAYS and any(
            k.name in ("play", "wait") and k.derives_from("Scene")
            for _, k in reading.calls_in(loop)
        ):
            yield reading.context.finding(
                "many-plays",
                loop,
                f"This loop plays {rounds} times.",
                "Animate once with a ValueTracker or an updater.",
                severity="warning",
            )


def _formula_in(reading: Reading, function: ast.expr) -> str | None:
    node = getattr(reading.value(function), "node", None)
    if node is None:
        return None
    for call, callee in reading.calls_in(node):
        if callee.kind == "class" and callee.name in _FORMULAS:
            text = argument(call, 0, "")
            if text is not None and reading.text(text) is None:
                return callee.name
    return None


def _never_ends(loop: ast.While) -> bool:
    is_true = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    leaves = (ast.Break, ast.Return, ast.Raise, ast.Yield)
    return is_true and not any(isinstance(n, leaves) for n in every_node(loop))


def _rounds(loop: ast.For) -> int:
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as count)]):
            return count
        case ast.Call(
            func=ast.Name(id="range"),
            args=[ast.Constant(value=int() as low), ast.Constant(value=int() as high)],
        ):
            return high - low
    return 0
