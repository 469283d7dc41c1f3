"""A program's tree as the API check walks it."""

import ast

from pipeline.checks.bound import AnyFunction, BoundNames, every_parameter
from pipeline.checks.walking import Index

__all__ = ["AnyFunction", "Tree", "every_parameter"]


class Tree:
    """Children and bound names of the nodes of one program; `walk` and `children` as in `Index`."""

    def __init__(self, module: ast.Module, index: Index, bound: BoundNames) -> None:
        self.module = module
        self.index = index
        self.nodes = index.nodes
        self.children = index.children
        self.walk = index.walk
        self.bound_in = bound.by
        self._bound = bound

    def own_names(self, function: AnyFunction) -> tuple[frozenset[str], frozenset[str]]:
        """The names a function binds itself, and those it declares global or nonlocal."""
        own = self._bound.of_function(function)
        return own.bound - own.outer, own.module | own.outer
