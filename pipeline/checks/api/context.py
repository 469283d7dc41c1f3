"""What a rule gets to see, and how it says what it found."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from pipeline.checks.api.doubt import quiet_nodes
from pipeline.checks.api.inference import Types
from pipeline.checks.api.reach import reached_nodes
from pipeline.checks.api.values import ClassValue, FunctionValue, Items, Value
from pipeline.checks.parsing import Program
from pipeline.checks.tables import ManimTables
from pipeline.schema.finding import Finding, Severity, TextEdit

Node = TypeVar("Node", bound=ast.AST)


class Call(NamedTuple):
    """A call whose function is known.

    Attributes:
        arguments: what is given by position, with starred lists written out; None if the number
            of arguments is not known.
        nodes: the expressions behind `arguments`; one of a starred list stands for all its items.
        all_keywords: no `**mapping` hides further keywords.
    """

    node: ast.Call
    function: ClassValue | FunctionValue
    arguments: tuple[Value, ...] | None
    nodes: tuple[ast.expr, ...]
    all_keywords: bool

    @property
    def name(self) -> str:
        """The callee as the program spells it, shortened."""
        text = ast.unparse(self.node.func)
        return text if len(text) <= 40 else text.rsplit(".", 1)[-1]


@dataclass
class Context:
    """One program under the rules."""

    program: Program
    tables: ManimTables
    types: Types
    scene: str

    @property
    def manim(self) -> str:
        """The version as messages name it, e.g. `Manim 0.22`."""
        return f"Manim {'.'.join(self.tables.version.split('.')[:2])}"

    def nodes(self, kind: type[Node]) -> list[Node]:
        """Nodes of a kind, without those that never run or whose errors are caught."""
        found = self.program.index.of(kind)
        return [node for node in found if id(node) not in self._quiet] if self._quiet else found

    def is_quiet(self, node: ast.AST) -> bool:
        """Whether a node never runs, or its errors are caught."""
        return id(node) in self._quiet

    def is_doubtful(self, node: ast.AST) -> bool:
        """Whether the requested scene may never get to a node."""
        return id(node) not in self._reached

    def calls(self) -> Iterator[Call]:
        """Calls of known functions and classes."""
        for node in self.nodes(ast.Call):
            function = self.types.of(node.func)
            if isinstance(function, ClassValue | FunctionValue):
                yield self.call(node, function)

    def call(self, node: ast.Call, function: ClassValue | FunctionValue) -> Call:
        """A call with its arguments written out."""
        values: list[Value] = []
        nodes: list[ast.expr] = []
        complete = True
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                inner = self.types.of(argument.value)
                items = inner.items if isinstance(inner, Items) else None
                complete = complete and items is not None
                values += items or ()
                nodes += [argument.value] * len(items or ())
            else:
                values.append(self.types.of(argument))
                nodes.append(argument)
        return Call(
            node,
            function,
            tuple(values) if complete else None,
            tuple(nodes),
            all(keyword.arg is not None for keyword in node.keywords),
        )

    def finding(
        self,
        rule: str,
        node: ast.AST,
        message: str,
        suggestion: str = "",
        *,
        severity: Severity = "error",
        edits: tuple[TextEdit, ...] = (),
    ) -> Finding:
        """A finding at a node; an error becomes a warning where the node may never run."""
        if severity == "error" and self.is_doubtful(node):
            severity = "warning"
        return Finding(
            rule=rule,
            severity=severity,
            layer="api",
            message=message,
            suggestion=suggestion,
            line=getattr(node, "lineno", None),
            edits=edits,
        )

    def replace(self, node: ast.expr | ast.keyword, text: str) -> tuple[TextEdit, ...]:
        """The edit that puts a text in the place of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            TextEdit(
                line=node.lineno,
                column=self._column(node.lineno, node.col_offset),
                end_line=node.end_lineno,
                end_column=self._column(node.end_lineno, node.end_col_offset),
                replacement=text,
            ),
        )

    def rename(
        self, node: ast.Name | ast.Attribute | ast.keyword, new: str
    ) -> tuple[TextEdit, ...]:
        """The edit that renames a name, the attribute of a dotted name, or a keyword.

        Empty if the text does not show the name as the parser read it.
        """
        match node:
            case ast.Name(id=old, lineno=line, col_offset=offset):
                column = self._column(line, offset)
            case ast.Attribute(attr=old, end_lineno=int() as line, end_col_offset=int() as end):
                column = self._column(line, end) - len(old)
            case ast.keyword(arg=str() as old, lineno=line, col_offset=offset):
                column = self._column(line, offset)
            case _:
                return ()
        if column < 0 or self._lines[line - 1][column : column + len(old)] != old:
            return ()
        return (
            TextEdit(
                line=line,
                column=column,
                end_line=line,
                end_column=column + len(old),
                replacement=new,
            ),
        )

    def insert_after(self, node: ast.expr, text: str) -> tuple[TextEdit, ...]:
        """The edit that puts a text behind a node."""
        (edit,) = self.replace(node, text)
        return (replace(edit, line=edit.end_line, column=edit.end_column),)

    def insert_line(self, before: int, text: str) -> tuple[TextEdit, ...]:
        """The edit that puts a line before another one (1-based)."""
        return (
            TextEdit(line=before, column=0, end_line=before, end_column=0, replacement=text + "\n"),
        )

    def _column(self, line: int, offset: int) -> int:
        """Characters before a byte offset of a line."""
        text = self._lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))

    @cached_property
    def _lines(self) -> list[str]:
        # As the parser counts lines: form feeds and the like end none.
        return self.program.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    @cached_property
    def _quiet(self) -> frozenset[int]:
        return quiet_nodes(self.types.tree)

    @cached_property
    def _reached(self) -> frozenset[int]:
        return reached_nodes(self.types.tree, self.scene, self._is_hook)

    def _is_hook(self, node: ast.ClassDef, method: str) -> bool:
        """Whether Manim or Python may call a method of a class by itself."""
        cls = self.types.class_of(node)
        if cls is None or cls.is_open or (method.startswith("__") and method.endswith("__")):
            return True
        return any(base.node is None and method in base.members for base in cls.mro)
