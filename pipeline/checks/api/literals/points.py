"""Points and directions: two numbers where Manim needs three, names in quotes."""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.reading import Callee, Reading, argument, is_a, shown
from pipeline.checks.api.values import FunctionValue, Items, Plain
from pipeline.checks.walking import every_node
from pipeline.schema.finding import Finding, TextEdit

# Where Manim's callables take points or directions: position and keyword of each such parameter.
# `*` stands for all arguments by position, `[` before a keyword for a list of points.
_Places = tuple[tuple[int | None, str], ...]
_ENDS: _Places = ((0, "start"), (1, "end"))
_METHODS: dict[str, _Places] = {
    "move_to": ((0, "point_or_mobject"), (1, "aligned_edge")),
    "shift": ((None, "*"),),
    "next_to": ((0, "mobject_or_point"), (1, "direction"), (3, "aligned_edge")),
    "to_edge": ((0, "edge"),),
    "to_corner": ((0, "corner"),),
    "align_to": ((1, "direction"),),
    "arrange": ((0, "direction"),),
    "rotate": ((1, "axis"), (2, "about_point")),
    "flip": ((0, "axis"),),
    "put_start_and_end_on": _ENDS,
    "set_points_as_corners": ((0, "[points"),),
    "set_points_smoothly": ((0, "[points"),),
    "get_edge_center": ((0, "direction"),),
    "get_corner": ((0, "direction"),),
    "get_vertical_line": ((0, "point"),),
    "get_horizontal_line": ((0, "point"),),
}
# Methods that only mobjects have, so that the object need not be known.
_TELLING = frozenset(
    ["move_to", "next_to", "to_edge", "to_corner", "align_to", "set_points_as_corners"]
)
_CLASSES: dict[str, _Places] = {
    "Dot": ((0, "point"),),
    "Dot3D": ((0, "point"),),
    "LabeledDot": ((None, "point"),),
    "Line": _ENDS,
    "DashedLine": _ENDS,
    "Arrow": _ENDS,
    "DoubleArrow": _ENDS,
    "Line3D": _ENDS,
    "Arrow3D": _ENDS,
    "CurvedArrow": ((0, "start_point"), (1, "end_point")),
    "CurvedDoubleArrow": ((0, "start_point"), (1, "end_point")),
    "ArcBetweenPoints": _ENDS,
    "BraceBetweenPoints": ((0, "point_1"), (1, "point_2")),
    "Polygon": ((None, "*"),),
    "Polygram": ((None, "[*"),),
    "CubicBezier": ((0, "start_anchor"), (1, "start_handle"), (2, "end_handle"), (3, "end_anchor")),
    "Point": ((0, "location"),),
    "Sphere": ((0, "center"),),
    "Circle": ((None, "arc_center"),),
    "Arc": ((None, "arc_center"),),
    "Annulus": ((None, "arc_center"),),
    "Sector": ((None, "arc_center"),),
    "AnnularSector": ((None, "arc_center"),),
    "Flash": ((0, "point"),),
    "Broadcast": ((None, "focal_point"),),
    "FocusOn": ((0, "focus_point"),),
    "GrowFromPoint": ((1, "point"),),
    "Rotate": ((None, "about_point"),),
    "Rotating": ((None, "about_point"),),
    "FadeIn": ((None, "target_position"),),
    "FadeOut": ((None, "shift"), (None, "target_position")),
}
# Two numbers are enough for these, or are not sure to fail; names in quotes fail all the same.
_ONLY_QUOTED: dict[str, _Places] = {
    "Brace": ((1, "direction"),),
    "Vector": ((0, "direction"),),
    "GrowFromEdge": ((1, "edge"),),
    "FadeIn": ((None, "shift"),),
}
DIRECTIONS = frozenset(
    [
        "UP",
        "DOWN",
        "LEFT",
        "RIGHT",
        "UL",
        "UR",
        "DL",
        "DR",
        "ORIGIN",
        "IN",
        "OUT",
        "X_AXIS",
        "Y_AXIS",
        "Z_AXIS",
    ]
)
_OTHER_NAMES = {
    "TOP": "UP", "BOTTOM": "DOWN", "CENTER": "ORIGIN", "CENTRE": "ORIGIN",
    "UPPER_LEFT": "UL", "TOP_LEFT": "UL", "UPPER_RIGHT": "UR", "TOP_RIGHT": "UR",
    "BOTTOM_LEFT": "DL", "LOWER_LEFT": "DL", "BOTTOM_RIGHT": "DR", "LOWER_RIGHT": "DR",
}  # fmt: skip


def points(reading: Reading) -> Iterable[Finding]:
    """Arguments that have to be points or directions in space and are not."""
    for call, callee in reading.calls:
        for node, is_list in _given(reading, call, callee):
            for item in (reading.items(node) or ()) if is_list else (node,):
                yield from _pair(reading, item, callee)
        for node, is_list in (
            *_given(reading, call, callee),
            *_given(reading, call, callee, _ONLY_QUOTED),
        ):
            if not is_list:
                yield from _quoted(reading, node, callee)


def curves(reading: Reading) -> Iterable[Finding]:
    """A parametric curve whose function gives two numbers."""
    for call, callee in reading.calls:
        if callee.kind != "class" or callee.name != "ParametricFunction":
            continue
        function = argument(call, 0, "function")
        body = _result(reading, function) if function is not None else None
        if body is not None:
            yield from _pair(reading, body, callee)


def entrances(reading: Reading) -> Iterable[Finding]:
    """`FadeIn(shift=(1, 0, 0))`: Manim turns the direction round with `* -1`, which empties it."""
    for call, callee in reading.calls:
        shift = argument(call, None, "shift")
        if callee.kind != "class" or callee.name != "FadeIn" or shift is None:
            continue
        display = _display(reading, shift)
        if display is None or len(display.elts) not in (2, 3):
            continue
        is_pair = _is_pair(reading, display)
        if not is_pair and not isinstance(reading.constant(shift), ast.Tuple | ast.List):
            continue
        parts = [ast.unparse(item) for item in display.elts] + ["0"] * is_pair
        array = f"np.array([{', '.join(parts)}])"
        is_here = _inside(shift, display) and reading.is_manims("np")
        yield reading.context.finding(
            "two-dimensional-point" if is_pair else "direction-no-array",
            shift,
            f"`shift` of `FadeIn` needs an array of three numbers, not `{shown(shift)}`.",
            f"Write `{array}`, or use directions such as RIGHT.",
            edits=reading.context.replace(shift, array) if is_here else (),
        )


def layouts(reading: Reading) -> Iterable[Finding]:
    """Positions of the vertices of a graph."""
    for call, callee in reading.calls:
        if callee.kind == "class" and callee.name in ("Graph", "DiGraph"):
            layout = argument(call, None, "layout")
            layout = reading.constant(layout) if layout is not None else None
            if isinstance(layout, ast.Dict):
                for value in layout.values:
                    yield from _pair(reading, value, callee)


def sums(reading: Reading) -> Iterable[Finding]:
    """A direction of Manim's plus two numbers."""
    for node in reading.context.nodes(ast.BinOp):
        if not isinstance(node.op, ast.Add | ast.Sub):
            continue
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if is_direction(reading, one) and isinstance(other, ast.Tuple | ast.List):
                yield from _pair(reading, other, None)


def _given(
    reading: Reading, call: ast.Call, callee: Callee, classes: dict[str, _Places] = _CLASSES
) -> Iterator[tuple[ast.expr, bool]]:
    """The points and directions among the arguments, and whether each is a list of points."""
    for index, keyword in _places(callee, classes):
        name = keyword.lstrip("[")
        if name == "*":
            found = []
            for one in call.args:
                if not isinstance(one, ast.Starred):
                    found.append(one)
                elif reading.items(one.value):
                    found += reading.items(one.value) or []
        else:
            given = argument(call, index, name)
            found = [given] if given is not None else []
        yield from ((node, keyword.startswith("[")) for node in found)


def _places(callee: Callee, classes: dict[str, _Places]) -> _Places:
    if callee.kind == "class":
        return classes.get(callee.name, ())
    is_known = callee.derives_from("Mobject") or (callee.cls is None and callee.name in _TELLING)
    if callee.kind == "method" and classes is _CLASSES and is_known:
        return _METHODS.get(callee.name, ())
    return ()


def _pair(reading: Reading, node: ast.expr, callee: Callee | None) -> Iterator[Finding]:
    """A finding if an expression is certainly two numbers."""
    options, _ = reading.choices(node)
    displays = [_display(reading, option) for option in options]
    if not displays or any(d is None or not _is_pair(reading, d) for d in displays):
        return
    display = displays[0]
    assert display is not None
    what = f"`{callee.name}`" if callee is not None else "A direction"
    edits = reading.context.insert_after(display.elts[1], ", 0") if _inside(node, display) else ()
    text = shown(display)
    yield reading.context.finding(
        "two-dimensional-point",
        node,
        f"{what} needs a point in space, and `{text}` has two coordinates.",
        f"Write `{text[:-1]}, 0{text[-1]}`." if not text.endswith("...") else "Add a third, 0.",
        edits=edits,
    )


def _display(reading: Reading, node: ast.expr) -> ast.Tuple | ast.List | None:
    """The tuple or list behind an expression; also that in `np.array([...])`."""
    node = reading.constant(node)
    match node:
        case ast.Tuple() | ast.List():
            return node
        case ast.Call(func=function, args=[ast.Tuple() | ast.List() as inner]):
            value = reading.value(function)
            if isinstance(value, FunctionValue) and value.name in ("np.array", "np.asarray"):
                return inner
    return None


def _inside(node: ast.expr, display: ast.expr) -> bool:
    return any(inner is display for inner in every_node(node))


def _is_pair(reading: Reading, display: ast.Tuple | ast.List) -> bool:
    """Exactly two items that may be numbers, and not lists of them."""
    if len(display.elts) != 2:
        return False
    for item in display.elts:
        value = reading.value(item)
        if isinstance(item, ast.Starred | ast.List | ast.Tuple) or isinstance(value, Items):
            return False
        if value is not None and not (isinstance(value, Plain) and value.type in ("int", "float")):
            return False
    return True


def _result(reading: Reading, function: ast.expr) -> ast.expr | None:
    """What a function of the program returns, where that is one expression."""
    value = reading.value(function)
    match value:
        case FunctionValue(node=ast.Lambda(body=body)):
            return body
        case FunctionValue(node=ast.FunctionDef() as node):
            returns = [n for n in every_node(node) if isinstance(n, ast.Return)]
            return returns[0].value if len(returns) == 1 else None
    return None


def is_direction(reading: Reading, node: ast.expr) -> bool:
    """Whether an expression is certainly one of Manim's directions, or a multiple of one."""
    match node:
        case ast.Name(id=name):
            return name in DIRECTIONS and reading.is_manims(name)
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            left_is, right_is = (is_direction(reading, n) for n in (left, right))
            number = right if left_is else left
            return left_is != right_is and is_number(reading, number)
    return False


def is_number(reading: Reading, node: ast.expr) -> bool:
    """Whether an expression is certainly one number."""
    value = reading.value(node)
    return isinstance(value, Plain) and value.exact and value.type in ("int", "float")


def _quoted(reading: Reading, node: ast.expr, callee: Callee) -> Iterator[Finding]:
    text = reading.text(node)
    if text is None or is_a(reading.value(node), "Mobject"):
        return
    name = _direction_named(text)
    edits: tuple[TextEdit, ...] = ()
    if name is not None and isinstance(node, ast.Constant) and reading.is_manims(name):
        edits = reading.context.replace(node, name)
    yield reading.context.finding(
        "quoted-direction",
        node,
        f"`{callee.name}` needs a direction or a point, and {text[:30]!r} is a text.",
        f"Write `{name}` without quotes." if name else "Use a direction such as UP, or a point.",
        edits=edits,
    )


def _direction_named(text: str) -> str | None:
    parts = [part.strip().upper().replace(" ", "_").replace("-", "_") for part in text.split("+")]
    names = [_OTHER_NAMES.get(part, part) for part in parts]
    return " + ".join(names) if all(name in DIRECTIONS for name in names) else None
