"""Which code of a program the requested scene can get to."""

import ast
from collections.abc import Callable

from pipeline.checks.api.tree import Tree
from pipeline.checks.walking import Function

# Names of methods of a class that are called from outside the program; None for all of them.
Hooks = Callable[[ast.ClassDef, str], bool]


def reached_nodes(tree: Tree, scene: str, is_hook: Hooks) -> frozenset[int]:
    """Ids of the nodes that run, or may run, judged by names alone.

    A function counts as reached if reached code mentions its name in any way, or if Manim calls it
    (`is_hook`). The rest does no harm, whatever it says.
    """
    walk = _Walk(tree, is_hook)
    walk.mention(scene)
    walk.read(list(tree.module.body))
    return frozenset(walk.reached)


class _Walk:
    def __init__(self, tree: Tree, is_hook: Hooks) -> None:
        self._children = tree.children
        self._is_hook = is_hook
        self._waiting: dict[str, list[Function | ast.ClassDef]] = {}
        self._names: set[str] = set()
        self._open: list[ast.AST] = []
        self.reached: set[int] = set()

    def mention(self, name: str) -> None:
        """A name is used: what is defined under it is reached."""
        if name not in self._names:
            self._names.add(name)
            for node in self._waiting.pop(name, ()):
                self._enter(node)

    def read(self, nodes: list[ast.AST]) -> None:
        """Read what runs at once, and then all that it leads to."""
        self._open += nodes
        while self._open:
            node = self._open.pop()
            self.reached.add(id(node))
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._signature(node)
                    self._define(node.name, node)
                    if node.decorator_list:
                        self.mention(node.name)
                    continue
                case ast.ClassDef():
                    self._class(node)
                    continue
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                    self.mention(name)
                case ast.keyword(arg=str() as name):
                    self.mention(name)
                case ast.Constant(value=str() as text) if text.isidentifier():
                    self.mention(text)
            self._open += self._children(node)

    def _signature(self, node: Function) -> None:
        self._open += [*node.decorator_list, node.args]
        if node.returns is not None:
            self._open.append(node.returns)

    def _class(self, node: ast.ClassDef) -> None:
        """A class body runs at once; its methods wait for the class and for their names."""
        self._open += [*node.decorator_list, *node.bases, *node.keywords]
        for item in node.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                self._signature(item)
            else:
                self._open.append(item)
        self._define(node.name, node)
        if node.decorator_list:
            self.mention(node.name)

    def _define(self, name: str, node: Function | ast.ClassDef) -> None:
        if name in self._names:
            self._enter(node)
        else:
            self._waiting.setdefault(name, []).append(node)

    def _enter(self, node: Function | ast.ClassDef) -> None:
        if not isinstance(node, ast.ClassDef):
            self._open += node.body
            return
        for item in node.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                self.reached.add(id(item))
                self._define(item.name, item)
                if item.decorator_list or self._is_hook(node, item.name):
                    self.mention(item.name)
