"""A program's tree, walked quickly: children are looked up once, and operators are left out."""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.walking import Function, children_of

AnyFunction = Function | ast.Lambda
_EMPTY: frozenset[str] = frozenset()


class Tree:
    """Children and bound names of the nodes of one program."""

    def __init__(self, module: ast.Module, nodes: Iterable[ast.AST]) -> None:
        self.module = module
        self.nodes = tuple(nodes)
        self._children = {id(node): children_of(node) for node in self.nodes}
        self._bound: dict[int, frozenset[str]] = {}
        self._own: dict[int, tuple[frozenset[str], frozenset[str]]] = {}

    def children(self, node: ast.AST) -> list[ast.AST]:
        """The nodes right below a node."""
        found = self._children.get(id(node))
        return found if found is not None else children_of(node)

    def walk(self, *nodes: ast.AST) -> Iterator[ast.AST]:
        """Nodes and all that is below them, in no certain order."""
        queue = list(nodes)
        children = self._children
        while queue:
            node = queue.pop()
            yield node
            queue += children.get(id(node)) or children_of(node)

    def bound_in(self, *nodes: ast.AST) -> frozenset[str]:
        """Names that nodes bind, without those that functions and classes bind for themselves.

        The targets of comprehensions count too.
        """
        if len(nodes) == 1:
            return self._bound_by(nodes[0])
        return _EMPTY.union(*map(self._bound_by, nodes))

    def own_names(self, function: AnyFunction) -> tuple[frozenset[str], frozenset[str]]:
        """The names a function binds itself, and those it declares global or nonlocal."""
        found = self._own.get(id(function))
        if found is None:
            body = function.body if isinstance(function.body, list) else [function.body]
            bound = self.bound_in(*body)
            parameters = frozenset(a.arg for a in every_parameter(function))
            declared = frozenset(name for name in self._declared(body) if name not in parameters)
            found = (bound | parameters) - declared, declared
            self._own[id(function)] = found
        return found

    def _declared(self, body: list[ast.stmt] | list[ast.expr]) -> list[str]:
        """Names in the `global` and `nonlocal` statements of a body."""
        names: list[str] = []
        queue: list[ast.AST] = list(body)
        while queue:
            node = queue.pop()
            if isinstance(node, ast.Global | ast.Nonlocal):
                names += node.names
            elif isinstance(node, ast.stmt) and not isinstance(
                node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
            ):
                queue += [c for c in self.children(node) if not isinstance(c, ast.expr)]
            elif isinstance(node, ast.ExceptHandler | ast.match_case):
                queue += node.body
        return names

    def _bound_by(self, node: ast.AST) -> frozenset[str]:
        key = id(node)
        found = self._bound.get(key)
        if found is None:
            found = self._bound[key] = self._collect(node)
        return found

    def _collect(self, node: ast.AST) -> frozenset[str]:
        children = self.children(node)
        own = _EMPTY
        match node:
            case ast.Name(id=name):
                return _EMPTY if isinstance(node.ctx, ast.Load) else frozenset((name,))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own = frozenset((name,))
                children = [*node.decorator_list, *node.args.defaults]
            case ast.ClassDef(name=name):
                own = frozenset((name,))
                children = [*node.decorator_list, *node.bases]
            case ast.Lambda():
                return _EMPTY
            case ast.alias(name=name, asname=alias):
                return frozenset((alias or name.split(".")[0],))
            case ast.ExceptHandler(name=str() as name):
                own = frozenset((name,))
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                own = frozenset((name,))
            case ast.MatchMapping(rest=str() as name):
                own = frozenset((name,))
        for child in children:
            inner = self._bound_by(child)
            if inner:
                own = own | inner if own else inner
        return own


def every_parameter(function: AnyFunction) -> list[ast.arg]:
    """All parameters of a function."""
    arguments = function.args
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found + [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
