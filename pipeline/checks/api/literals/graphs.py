"""Layouts and edges of graphs that are written out."""

import ast
from collections.abc import Hashable, Iterable, Iterator

from pipeline.checks.api.literals.reading import Callee, Reading, argument, shown
from pipeline.checks.api.nearest import nearest
from pipeline.schema.finding import Finding, TextEdit

# The layouts of `manim.mobject.graph`, and the argument that two of them need.
_LAYOUTS = ("circular", "kamada_kawai", "partite", "planar", "random", "shell", "spectral",
            "spiral", "spring", "tree")  # fmt: skip
_NEEDS = {"tree": "root_vertex", "partite": "partitions"}
_HABITS = {"circle": "circular", "force": "spring", "force_directed": "spring", "grid": "planar"}


def graphs(reading: Reading) -> Iterable[Finding]:
    """Layouts that Manim does not know, and edges to vertices that are not there."""
    for call, callee in reading.calls:
        if callee.kind == "class" and callee.name in ("Graph", "DiGraph"):
            yield from _layout(reading, call, 4)
            vertices = _vertices(reading, call)
            if vertices is not None:
                yield from _edges(reading, call, vertices)
                yield from _places(reading, call, vertices)
        elif _changes_layout(callee):
            yield from _layout(reading, call, 0)


def _changes_layout(callee: Callee) -> bool:
    is_graph = callee.derives_from("Graph") or callee.derives_from("DiGraph")
    return callee.kind == "method" and callee.name == "change_layout" and is_graph


def _layout(reading: Reading, call: ast.Call, place: int) -> Iterator[Finding]:
    node = argument(call, place, "layout")
    name = reading.text(node) if node is not None else None
    if node is None or name is None:
        return
    if name in _LAYOUTS:
        yield from _needed(reading, call, node, name)
        return
    better = _HABITS.get(name.lower()) or nearest(name, _LAYOUTS)
    edits: tuple[TextEdit, ...] = ()
    if better is not None and isinstance(node, ast.Constant):
        edits = reading.context.replace(node, f'"{better}"')
    yield reading.context.finding(
        "unknown-layout",
        node,
        f"{reading.context.manim} has no layout {name[:30]!r} for a graph.",
        f'Use "{better}".' if better else f"Use one of {', '.join(_LAYOUTS)}.",
        edits=edits,
    )


def _needed(reading: Reading, call: ast.Call, node: ast.expr, name: str) -> Iterator[Finding]:
    """What a layout cannot do without; given by position it is not looked for."""
    wanted = _NEEDS.get(name)
    names = {keyword.arg for keyword in call.keywords}
    if wanted is None or names & {wanted, "layout_config", None} or len(call.args) > 5:
        return
    if isinstance(call.func, ast.Attribute) and call.func.attr == "change_layout":
        return  # the graph may have been given it before
    yield reading.context.finding(
        "missing-argument",
        node,
        f'The layout "{name}" of a graph needs `{wanted}`, which this call does not give.',
        f"Give `{wanted}`.",
    )


def _vertices(reading: Reading, call: ast.Call) -> set[Hashable] | None:
    """The vertices, None where they are not all written out as constants."""
    node = argument(call, 0, "vertices")
    node = reading.constant(node) if node is not None else None
    match node:
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call() as inner], keywords=[]):
            node = inner
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as end)]):
            return set(range(min(end, 10_000)))
    listed = reading.items(node) if node is not None else None
    return _constants(listed)


def _constants(nodes: Iterable[ast.expr] | None) -> set[Hashable] | None:
    found: set[Hashable] = set()
    for node in nodes or ():
        if not isinstance(node, ast.Constant):
            return None
        found.add(node.value)
    return found or None


def _edges(reading: Reading, call: ast.Call, vertices: set[Hashable]) -> Iterator[Finding]:
    node = argument(call, 1, "edges")
    for edge in (reading.items(node) if node is not None else None) or ():
        if not _is_edge(reading, edge):
            yield reading.context.finding(
                "not-an-edge",
                edge,
                f"An edge is a tuple of two vertices, and `{shown(edge)}` is none.",
                "Write it as `(first, second)`.",
                edits=_as_tuple(reading, edge),
            )
            continue
        for end in reading.items(edge) or ():
            if isinstance(end, ast.Constant) and end.value not in vertices:
                yield reading.context.finding(
                    "unknown-vertex",
                    edge,
                    f"The edge `{shown(edge)}` leads to `{shown(end)}`, which is no vertex.",
                    "Put it into the list of vertices, or leave the edge out.",
                )
                break


def _is_edge(reading: Reading, edge: ast.expr) -> bool:
    """Whether an expression is a pair of vertices, as far as the text tells."""
    items = reading.items(edge)
    if items is None:
        return not isinstance(reading.constant(edge), ast.Constant)
    # Lists have no hash; a third part of an edge would be its data, for networkx alone.
    return len(items) == 2 and not isinstance(reading.constant(edge), ast.List)


def _as_tuple(reading: Reading, edge: ast.expr) -> tuple[TextEdit, ...]:
    match edge:
        case ast.List(elts=[first, second]):
            return reading.context.replace(edge, f"({ast.unparse(first)}, {ast.unparse(second)})")
    return ()


def _places(reading: Reading, call: ast.Call, vertices: set[Hashable]) -> Iterator[Finding]:
    """A layout written out as places that leaves a vertex without one."""
    node = argument(call, 4, "layout")
    layout = reading.constant(node) if node is not None else None
    if node is None or not isinstance(layout, ast.Dict):
        return
    placed = None if None in layout.keys else _constants(k for k in layout.keys if k is not None)
    left_out = vertices - placed if placed is not None else set()
    if left_out:
        one = min(map(repr, left_out))
        yield reading.context.finding(
            "unknown-layout",
            node,
            f"The layout of the graph gives no place to the vertex {one[:30]}.",
            "Give every vertex its place.",
        )
