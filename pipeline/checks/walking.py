"""Children of nodes and walks, quicker than those of `ast`: operators are left out."""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


def every_node(*nodes: ast.AST) -> Iterator[ast.AST]:
    """Nodes and all that is below them, in no certain order."""
    queue = list(nodes)
    while queue:
        node = queue.pop()
        yield node
        queue += children_of(node)


def children_of(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node."""
    found: list[ast.AST] = []
    for name in _fields(type(node)):
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_DULL = frozenset(("ctx", "op", "ops", "id", "attr", "arg", "type_comment", "kind", "lineno"))


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes of interest."""
    found = _FIELDS.get(kind)
    if found is None:
        # The fields called `value` of constants and `name` of definitions hold no nodes.
        plain = {"value", "n", "s"} if kind is ast.Constant else set()
        found = tuple(f for f in kind._fields if f not in _DULL and f not in plain)
        _FIELDS[kind] = found
    return found
