"""Children of nodes and walks, quicker than those of `ast`: operators are left out."""

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = TypeVar("Node", bound=ast.AST)


class Index:
    """The nodes of one tree: what is below and above each, and all of a kind.

    Attributes:
        nodes: all nodes without operators, outer ones first.
        below: the nodes right below each, by its id.
    """

    def __init__(self, nodes: Sequence[ast.AST], below: dict[int, list[ast.AST]]) -> None:
        self.nodes = tuple(nodes)
        self.below = below
        self._of_kinds: dict[frozenset[type[ast.AST]], list[ast.AST]] = {}

    def children(self, node: ast.AST) -> list[ast.AST]:
        """The nodes right below a node; also of one that is not part of the tree."""
        found = self.below.get(id(node))
        return found if found is not None else children_of(node)

    def walk(self, *nodes: ast.AST) -> Iterator[ast.AST]:
        """Nodes and all that is below them, in no certain order."""
        queue = list(nodes)
        below = self.below
        while queue:
            node = queue.pop()
            yield node
            found = below.get(id(node))
            queue += found if found is not None else children_of(node)

    def of(self, kind: type[Node]) -> list[Node]:
        """All nodes of a kind, in their order."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    def of_kinds(self, kinds: frozenset[type[ast.AST]]) -> list[ast.AST]:
        """All nodes of several kinds, in their order."""
        found = self._of_kinds.get(kinds)
        if found is None:
            if any(map(self._by_kind.__contains__, kinds)):
                found = [node for node in self.nodes if type(node) in kinds]
            self._of_kinds[kinds] = found = found or []
        return found

    @cached_property
    def above(self) -> dict[int, ast.AST]:
        """The node around each node, by the id of the inner one."""
        below = self.below
        return {id(inner): node for node in self.nodes for inner in below[id(node)]}

    @cached_property
    def _by_kind(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in self.nodes:
            kind = type(node)
            if kind in found:
                found[kind].append(node)
            else:
                found[kind] = [node]
        return found


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
    for name in _FIELDS[type(node)]:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_DULL = frozenset(("ctx", "op", "ops", "id", "attr", "arg", "type_comment", "kind", "lineno"))
# Kinds of nodes whose fields hold no nodes at all, or those called so no nodes of interest.
_PLAIN: dict[type[ast.AST], frozenset[str]] = {
    ast.Constant: frozenset(("value", "n", "s")),
    ast.alias: frozenset(("name", "asname")),
}


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a kind of node that may hold nodes of interest."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        plain = _PLAIN.get(kind, frozenset())
        self[kind] = fields = tuple(f for f in kind._fields if f not in _DULL and f not in plain)
        return fields


_FIELDS = _Fields()
