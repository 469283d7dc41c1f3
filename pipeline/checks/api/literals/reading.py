"""What the rules about literal values share: who is called, with what, and which value it has."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

from pipeline.checks.api.classes import Class
from pipeline.checks.api.context import Context
from pipeline.checks.api.literals.binding import BINDERS, bound_names
from pipeline.checks.api.values import Animate, ClassValue, FunctionValue, Instance, Value
from pipeline.checks.folding import HOLE, Folder
from pipeline.schema.finding import TextEdit

Kind = Literal["class", "method", "function"]
_LOOPS = frozenset((ast.For, ast.AsyncFor, ast.comprehension))
_SKIPS = (ast.If, ast.IfExp, ast.While, ast.For, ast.Try, ast.BoolOp, ast.Match, ast.Lambda,
          ast.FunctionDef)  # fmt: skip


class Callee(NamedTuple):
    """What of Manim a call calls.

    Attributes:
        kind: a class, a method or a function of Manim.
        name: its short name, e.g. `Dot`, `move_to`.
        cls: the class, or the class of the object whose method it is; None if that is not known.
        animates: it is a method reached through `.animate`.
    """

    kind: Kind
    name: str
    cls: Class | None = None
    animates: bool = False

    def derives_from(self, name: str) -> bool:
        """Whether the class is, or derives from, a class of Manim."""
        return self.cls is not None and self.cls.derives_from(name)


class Reading:
    """A program as the rules about literal values read it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.folder = Folder(context.program.bindings)

    @cached_property
    def calls(self) -> list[tuple[ast.Call, Callee]]:
        """The calls of Manim's classes, methods and functions."""
        found = ((node, self._callee(node)) for node in self.context.nodes(ast.Call))
        return [(node, callee) for node, callee in found if callee is not None]

    @cached_property
    def callees(self) -> dict[int, Callee]:
        """What each of `calls` calls, by the id of its node."""
        return {id(call): callee for call, callee in self.calls}

    def calls_in(self, node: ast.AST) -> list[tuple[ast.Call, Callee]]:
        """Those of `calls` that are part of a node."""
        inside = (n for n in self.context.program.index.walk(node) if isinstance(n, ast.Call))
        return [(n, self.callees[id(n)]) for n in inside if id(n) in self.callees]

    @property
    def parents(self) -> dict[int, ast.AST]:
        """The node around each node, by the id of the inner one."""
        return self.context.program.index.above

    @cached_property
    def has_star(self) -> bool:
        """Whether all of Manim's names can be written as they are."""
        return any(
            node.module == "manim" and any(alias.name == "*" for alias in node.names)
            for node in self.context.program.index.of(ast.ImportFrom)
        )

    def _callee(self, call: ast.Call) -> Callee | None:
        """What of Manim a call calls; None if it is the program's own or not known.

        A method of an object that nothing is known of counts by its name, if the program defines
        no function of that name.
        """
        value = self.context.types.of(call.func)
        match value:
            case ClassValue(cls=cls) if cls.node is None:
                return Callee("class", cls.name, cls)
            case FunctionValue(home="manim", name=name):
                return Callee("function", name)
            case FunctionValue(node=None, home="", name=name, receiver=receiver):
                owner = receiver.cls if isinstance(receiver, Instance) else None
                return Callee("method", name.rpartition(".")[2], owner, value.animates)
            case None if isinstance(call.func, ast.Attribute):
                known = self.context.types.of(call.func.value)
                name = call.func.attr
                if known is None and name not in self._own_names:
                    return Callee("method", name)
        return None

    @cached_property
    def _own_names(self) -> frozenset[str]:
        index = self.context.program.index
        plain = (node.name for node in index.of(ast.FunctionDef))
        return frozenset(plain).union(node.name for node in index.of(ast.AsyncFunctionDef))

    def value(self, node: ast.expr) -> Value:
        """What an expression is."""
        return self.context.types.of(node)

    def is_manims(self, name: str) -> bool:
        """Whether a bare name can only be the one that Manim's star import brings."""
        return self.has_star and name not in self._binders

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, from the inside out."""
        here = self.parents.get(id(node))
        while here is not None:
            yield here
            here = self.parents.get(id(here))

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The statement that a node is part of."""
        if isinstance(node, ast.stmt):
            return node
        return next((n for n in self.above(node) if isinstance(n, ast.stmt)), None)

    def function(self, node: ast.AST) -> ast.AST | None:
        """The function around a node."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
        return next((n for n in self.above(node) if isinstance(n, kinds)), None)

    # What expressions stand for

    def constant(self, node: ast.expr) -> ast.expr:
        """The expression that a name, or a name with an index, certainly stands for.

        Other expressions are themselves.
        """
        for _ in range(8):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                items = self.items(node.value)
                match node.slice:
                    case ast.Constant(value=int() as index) if items and index < len(items):
                        node = items[index]
                        continue
                return node
            if not isinstance(node, ast.Name) or node.id in self.context.types.facts.changed:
                return node
            bound = self.folder.values_of(node.id)
            if len(bound) != 1 or self.is_looped(node.id):
                return node
            node = bound[0]
        return node

    def choices(self, node: ast.expr) -> tuple[list[ast.expr], bool]:
        """The expressions that `node` takes, and whether it certainly takes every one of them.

        The variable of a loop over a display takes them all, unless the loop may be left or the
        place may be skipped.
        """
        node = self.constant(node)
        if isinstance(node, ast.IfExp):
            return [node.body, node.orelse], False
        if not isinstance(node, ast.Name):
            return [node], True
        loop = self._loop_around(node)
        if loop is not None:
            items = self._taken(loop.target, loop.iter, node.id)
            if items is not None:
                return items, not self._may_skip(node, loop)
        bound = self.folder.values_of(node.id)
        return (bound, False) if bound else ([node], True)

    def _taken(self, target: ast.expr, iterated: ast.expr, name: str) -> list[ast.expr] | None:
        """The expressions that a loop variable takes, None where they are not written out."""
        rounds = self._rounds(iterated)
        if isinstance(target, ast.Name):
            return rounds if target.id == name else None
        if rounds is None or not isinstance(target, ast.Tuple):
            return None
        place = next(
            (n for n, e in enumerate(target.elts) if isinstance(e, ast.Name) and e.id == name), None
        )
        parts = [self.items(item) for item in rounds]
        if place is None or any(p is None or len(p) != len(target.elts) for p in parts):
            return None
        return [part[place] for part in parts if part is not None]

    def _rounds(self, iterated: ast.expr) -> list[ast.expr] | None:
        """What each round of a loop begins with."""
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as count)]):
                return [ast.copy_location(ast.Constant(n), iterated) for n in range(min(count, 99))]
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner], keywords=[]):
                items = self._rounds(inner)
                return (
                    None
                    if items is None
                    else [
                        ast.copy_location(ast.Tuple([ast.Constant(n), item], ast.Load()), iterated)
                        for n, item in enumerate(items)
                    ]
                )
            case ast.Call(func=ast.Name(id="zip"), args=[one, other], keywords=[]):
                left, right = self._rounds(one), self._rounds(other)
                return (
                    None
                    if left is None or right is None
                    else [
                        ast.copy_location(ast.Tuple([a, b], ast.Load()), iterated)
                        for a, b in zip(left, right, strict=False)
                    ]
                )
        return self.items(iterated)

    def items(self, node: ast.expr) -> list[ast.expr] | None:
        """The items of a list or tuple, None where they are not all written out."""
        node = self.constant(node)
        if not isinstance(node, ast.List | ast.Tuple):
            return None
        is_whole = not any(isinstance(item, ast.Starred) for item in node.elts)
        return list(node.elts) if is_whole else None

    def text(self, node: ast.expr) -> str | None:
        """The one text that an expression certainly is."""
        node = self.constant(node)
        if not _is_text(node):
            return None
        options = self.folder.strings(node)
        return options[0] if len(options) == 1 and HOLE not in options[0] else None

    @cached_property
    def _binders(self) -> dict[str, list[ast.AST]]:
        """The nodes that give a variable a value, by its name."""
        found: dict[str, list[ast.AST]] = {}
        for node in self.context.program.index.of_kinds(BINDERS):
            for name in bound_names(node):
                found.setdefault(name, []).append(node)
        return found

    def is_looped(self, name: str) -> bool:
        """Whether a name is the variable of some loop."""
        return name in self._loop_names

    @cached_property
    def _loop_names(self) -> frozenset[str]:
        index = self.context.program.index
        return frozenset(
            inner.id
            for node in index.of_kinds(_LOOPS)
            for inner in index.walk(node.target)  # type: ignore[attr-defined]
            if isinstance(inner, ast.Name)
        )

    def _loop_around(self, node: ast.Name) -> ast.For | None:
        """The loop around a name whose variable it is, if nothing else binds that name."""
        found = self._binders.get(node.id, [])
        if len(found) != 1 or not isinstance(found[0], ast.For):
            return None
        return found[0] if any(n is found[0] for n in self.above(node)) else None

    def _may_skip(self, node: ast.expr, loop: ast.For) -> bool:
        """Whether a round of a loop may leave out the place of `node`."""
        leaves = (ast.Break, ast.Continue, ast.Return, ast.Raise)
        if any(isinstance(n, leaves) for n in ast.walk(loop)):
            return True
        for outer in self.above(node):
            if outer is loop:
                return False
            if isinstance(outer, _SKIPS):
                return True
        return True

    # Edits

    def insert_before(self, node: ast.expr, text: str) -> tuple[TextEdit, ...]:
        """Insert a text right before an expression."""
        (edit,) = self.context.replace(node, "")
        return (replace(edit, end_line=edit.line, end_column=edit.column, replacement=text),)


def argument(call: ast.Call, index: int | None, keyword: str) -> ast.expr | None:
    """The argument of a call at a position or by a keyword."""
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    if index is None or index >= len(call.args):
        return None
    if any(isinstance(a, ast.Starred) for a in call.args[: index + 1]):
        return None
    return call.args[index]


def shown(node: ast.AST, limit: int = 40) -> str:
    """An expression as messages show it."""
    text = ast.unparse(node)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def is_a(value: Value, name: str) -> bool:
    """Whether a value is an object of a class of Manim, or of one below it."""
    return isinstance(value, Instance) and value.cls.derives_from(name)


def is_animate(value: Value) -> bool:
    """Whether a value is `mobject.animate`, perhaps with methods called on it."""
    return isinstance(value, Animate)


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str)
        case ast.JoinedStr() | ast.Name():
            return True
        case ast.BinOp(left=left, right=right, op=ast.Add()):
            return _is_text(left) and _is_text(right)
    return False
