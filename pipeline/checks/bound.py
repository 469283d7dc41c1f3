"""The names that the nodes of a program bind: found once, from the binding nodes upwards."""

import ast
from typing import NamedTuple

from pipeline.checks.walking import Function, Index

AnyFunction = Function | ast.Lambda
_NONE: frozenset[str] = frozenset()
_BINDERS = frozenset(
    (ast.Name, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.ExceptHandler,
     ast.MatchAs, ast.MatchStar, ast.MatchMapping)
)  # fmt: skip


class OwnNames(NamedTuple):
    """The names of a function: those it binds, and those it declares global and nonlocal.

    `bound` holds the nonlocal ones too if the function binds them.
    """

    bound: frozenset[str]
    module: frozenset[str]
    outer: frozenset[str]


class BoundNames:
    """What binds which names in one program. Nodes that are asked for belong to its index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._by: dict[int, set[str]] = {}
        self._own: dict[int, OwnNames] = {}
        for node in index.of_kinds(_BINDERS):
            name = _name_of(node)
            if name is not None:
                self._note(name, node)

    def by(self, *nodes: ast.AST) -> frozenset[str]:
        """Names that nodes bind, without those that functions and classes bind for themselves.

        The targets of comprehensions count too.
        """
        return _NONE.union(*(self._by.get(id(node), _NONE) for node in nodes))

    def of_function(self, function: AnyFunction) -> OwnNames:
        """The names of a function, its parameters among them."""
        found = self._own.get(id(function))
        if found is None:
            body = function.body if isinstance(function.body, list) else [function.body]
            bound = self.by(*body) | {a.arg for a in every_parameter(function)}
            module = self._declared(function, ast.Global)
            outer = self._declared(function, ast.Nonlocal)
            found = self._own[id(function)] = OwnNames(bound - module, module, outer)
        return found

    def _note(self, name: str, node: ast.AST) -> None:
        """A name counts for every node around its binding, up to the function or class."""
        above = self._index.above
        while True:
            self._by.setdefault(id(node), set()).add(name)
            outer = above.get(id(node))
            if outer is None or not _lets_out(outer, node):
                return
            node = outer

    def _declared(
        self, function: AnyFunction, kind: type[ast.Global] | type[ast.Nonlocal]
    ) -> frozenset[str]:
        """Names in the `global` or `nonlocal` statements of a function."""
        names: set[str] = set()
        for statement in self._index.of_kinds(frozenset((kind,))):
            here: ast.AST | None = statement
            while here is not None and not isinstance(here, AnyFunction | ast.ClassDef):
                here = self._index.above.get(id(here))
            if here is function and isinstance(statement, ast.Global | ast.Nonlocal):
                names.update(statement.names)
        return frozenset(names)


def every_parameter(function: AnyFunction) -> list[ast.arg]:
    """All parameters of a function."""
    arguments = function.args
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found + [a for a in (arguments.vararg, arguments.kwarg) if a is not None]


def _name_of(node: ast.AST) -> str | None:
    """The name that a node binds where it stands."""
    match node:
        case ast.Name(id=name):
            return None if isinstance(node.ctx, ast.Load) else name
        case ast.alias(name=name, asname=alias):
            return alias or name.split(".")[0]
        case ast.MatchMapping(rest=name):
            return name
    found: str | None = getattr(node, "name", None)
    return found


def _lets_out(outer: ast.AST, inner: ast.AST) -> bool:
    """Whether what is bound in `inner` is bound for the surroundings of `outer` too."""
    match outer:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return inner is outer.args or any(inner is d for d in outer.decorator_list)
        case ast.ClassDef():
            return any(inner is part for part in (*outer.decorator_list, *outer.bases))
        case ast.arguments():
            return any(inner is default for default in outer.defaults)
        case ast.Lambda():
            return False
    return True
