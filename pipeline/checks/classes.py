"""The classes of a program: which name is which, and what they inherit from Manim."""

import ast
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.checks.tables import ManimTables

Node = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.expr


class Lineage(NamedTuple):
    """Where a class comes from.

    Attributes:
        own: the class and its ancestors in the file, in the order in which Python looks methods
            up.
        manim: names of the Manim classes it inherits from.
        unknown: a base is made by a call, so that the text does not say what it is.
    """

    own: tuple[ast.ClassDef, ...] = ()
    manim: tuple[str, ...] = ()
    unknown: bool = False


@dataclass
class ClassMap:
    """Names of a program at module level, and the lineage of its classes.

    `patches` are the values assigned to attributes of names at module level
    (`Example.construct = body`), by the two names.
    """

    tables: ManimTables
    names: dict[str, list[Node]] = field(default_factory=dict)
    patches: dict[tuple[str, str], list[ast.expr]] = field(default_factory=dict)
    _modules: dict[str, str] = field(default_factory=dict)
    _imported: dict[str, str] = field(default_factory=dict)
    _star: bool = False
    _order: list[str] = field(default_factory=list)
    _lineages: dict[int, Lineage] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module, tables: ManimTables) -> "ClassMap":
        """Collect the names that a program defines at module level, branches included."""
        found = cls(tables)
        found._block(tree.body)
        return found

    def resolve(self, name: str) -> ast.ClassDef | str | None:
        """The class of the file, or the name of the Manim class, that a name stands for."""
        return self._resolve(ast.Name(id=name), frozenset())

    def lineage(self, node: ast.ClassDef) -> Lineage:
        """Follow the bases of a class; cycles and undefined names end a branch."""
        return self._lineage(node, frozenset())

    def is_scene(self, node: ast.ClassDef) -> bool:
        """Whether a class leads to a Manim scene class, or may do so."""
        lineage = self.lineage(node)
        return lineage.unknown or any(name in self.tables.scenes for name in lineage.manim)

    def scene_names(self) -> list[str]:
        """Names of the file that stand for a scene class of the file, in order."""
        found = []
        for name in self._order:
            node = self.resolve(name)
            if isinstance(node, ast.ClassDef) and self.is_scene(node):
                found.append(name)
        return list(dict.fromkeys(found))

    def class_names(self) -> list[str]:
        """Names of all classes of the file."""
        return [n for n in dict.fromkeys(self._order) if isinstance(self.resolve(n), ast.ClassDef)]

    def all_classes(self) -> list[ast.ClassDef]:
        """Every class at module level."""
        return [n for nodes in self.names.values() for n in nodes if isinstance(n, ast.ClassDef)]

    def _block(self, body: list[ast.stmt]) -> None:
        for node in body:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    self._add(name, node)
                case ast.AsyncFunctionDef(name=name):
                    self._add(name, node)
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._target(target, value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self._add(name, value)
                case ast.Import(names=names):
                    for alias in names:
                        root = alias.name if alias.asname else alias.name.split(".")[0]
                        self._modules[alias.asname or root] = root
                case ast.ImportFrom(module=str() as module, names=names):
                    self._import(module, names)
                case ast.If(body=inner, orelse=other) | ast.For(body=inner, orelse=other):
                    self._block(inner)
                    self._block(other)
                case ast.While(body=inner) | ast.With(body=inner):
                    self._block(inner)
                case ast.Try(body=inner, handlers=handlers, orelse=other, finalbody=final):
                    for part in (inner, *(h.body for h in handlers), other, final):
                        self._block(part)

    def _import(self, module: str, names: list[ast.alias]) -> None:
        if module.split(".")[0] != "manim":
            return
        for alias in names:
            if alias.name == "*":
                self._star = True
                table = self.tables.module(module)
                for name, inner in (table.modules if table else {}).items():
                    self._modules.setdefault(name, inner)
            else:
                self._imported[alias.asname or alias.name] = alias.name
                self._modules[alias.asname or alias.name] = f"{module}.{alias.name}"

    def _target(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._add(target.id, value)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.patches.setdefault((target.value.id, target.attr), []).append(value)
        elif isinstance(target, ast.Tuple | ast.List):
            values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            same = len(values) == len(target.elts)
            for number, element in enumerate(target.elts):
                self._target(element, values[number] if same else value)

    def _add(self, name: str, node: Node) -> None:
        self.names.setdefault(name, []).append(node)
        self._order.append(name)

    def _resolve(self, node: ast.expr, seen: frozenset[str]) -> ast.ClassDef | str | None:
        match node:
            case ast.Name(id=name) if name not in seen and name in self.names:
                bound = self.names[name][-1]
                if isinstance(bound, ast.ClassDef):
                    return bound
                if isinstance(bound, ast.expr):
                    return self._resolve(bound, seen | {name})
                return None
            case ast.Name(id=name):
                return self._imported.get(name) or (name if self._of_star(name) else None)
            case ast.Attribute(value=inner, attr=name):
                owner = self._resolve(inner, seen)
                if isinstance(owner, ast.ClassDef):
                    nested = [n for n in owner.body if isinstance(n, ast.ClassDef)]
                    return next((n for n in nested if n.name == name), None)
                return name if self._is_manim(inner) else None
            case ast.Subscript(value=inner):
                return self._resolve(inner, seen)
            case ast.IfExp(body=body):
                return self._resolve(body, seen)
        return None

    def _of_star(self, name: str) -> bool:
        table = self.tables.module("manim")
        return self._star and table is not None and name in table.open

    def _is_manim(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and (
            self._modules.get(node.id, "").split(".")[0] == "manim"
        )

    def _lineage(self, node: ast.ClassDef, seen: frozenset[int]) -> Lineage:
        if id(node) in self._lineages:
            return self._lineages[id(node)]
        if id(node) in seen:
            return Lineage()
        own: list[ast.ClassDef] = []
        manim: list[str] = []
        unknown = False
        for base in node.bases:
            if isinstance(base, ast.Call | ast.Starred):
                unknown = True
                continue
            found = self._resolve(base, frozenset())
            if isinstance(found, ast.ClassDef):
                inner = self._lineage(found, seen | {id(node)})
                own += inner.own
                manim += inner.manim
                unknown |= inner.unknown
            elif found is not None:
                manim.append(found)
        # Of a class reached twice the later place counts, as in Python's own order.
        ordered = tuple(reversed(dict.fromkeys(reversed(own))))
        lineage = Lineage((node, *ordered), tuple(dict.fromkeys(manim)), unknown)
        self._lineages[id(node)] = lineage
        return lineage
