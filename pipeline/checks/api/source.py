"""The sources of Manim's modules, as trees: functions by their place, attributes that are set."""

import ast
import inspect
import types
from collections.abc import Iterator
from pathlib import Path

from pipeline.checks.api.annotations import annotation_type
from pipeline.checks.walking import Function, every_node
from pipeline.syntax_tree import tree_of

_MAGIC = frozenset(("__getattr__", "__getattribute__", "__setattr__"))


class Sources:
    """All sources, each parsed once.

    Attributes:
        foreign_stores: attribute names that some function sets on an object other than `self`;
            any object may have them.
    """

    def __init__(self, modules: dict[str, types.ModuleType]) -> None:
        self.foreign_stores: set[str] = set()
        self._functions: dict[tuple[str, int], Function] = {}
        self._classes: dict[tuple[str, str], ast.ClassDef] = {}
        for module in modules.values():
            file = getattr(module, "__file__", None)
            if file is not None and file.endswith(".py"):
                self._read(file)

    def function(self, function: types.FunctionType) -> Function | None:
        """The definition of a function."""
        code = function.__code__
        return self._functions.get((code.co_filename, code.co_firstlineno))

    def attributes(self, cls: type) -> dict[str, str]:
        """Attributes that the methods of a class set on `self`, with their types."""
        node = self._node(cls)
        found: dict[str, str] = {}
        if node is None:
            return found
        results = {
            item.name: annotation_type(item.returns)
            for item in node.body
            if isinstance(item, ast.FunctionDef)
        }
        for item in node.body:
            if isinstance(item, ast.FunctionDef) and item.args.args:
                for name, kind in _stores(item, item.args.args[0].arg, results):
                    _merge(found, name, kind)
            elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                found[item.target.id] = annotation_type(item.annotation)
        return found

    def has_dynamic_lookup(self, cls: type) -> bool:
        """Whether a class answers for attributes that it does not have (Mobject's magic aside)."""
        return any(
            name in vars(base)
            for base in cls.__mro__
            if base.__name__ not in ("object", "Mobject", "Camera")
            for name in _MAGIC
        )

    def _node(self, cls: type) -> ast.ClassDef | None:
        try:
            file = inspect.getfile(cls)
        except (TypeError, OSError):
            return None
        return self._classes.get((file, cls.__name__))

    def _read(self, file: str) -> None:
        try:
            tree = tree_of(Path(file).read_text(encoding="utf-8"))
        except (OSError, SyntaxError):
            return
        for node in _statements(tree.body):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                    self._functions[file, first] = node
                case ast.ClassDef(name=name):
                    self._classes[file, name] = node
                case ast.Assign(targets=targets):
                    self._stored(*targets)
                case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                    self._stored(target)
                case ast.For(target=target):
                    self._stored(target)
                case ast.With(items=items):
                    self._stored(*(i.optional_vars for i in items if i.optional_vars is not None))

    def _stored(self, *targets: ast.expr) -> None:
        for node in every_node(*targets):
            match node:
                case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()):
                    if owner != "self":
                        self.foreign_stores.add(name)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements and those within them; what is inside of expressions is left out."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        for block in ("body", "orelse", "finalbody"):
            waiting += getattr(node, block, ())
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            waiting += part.body


def _merge(found: dict[str, str], name: str, kind: str) -> None:
    if kind == "None":
        found.setdefault(name, "None")
    elif found.get(name, "None") == "None":
        found[name] = kind
    elif found[name] != kind:
        found[name] = ""


def _stores(
    function: ast.FunctionDef, owner: str, results: dict[str, str]
) -> list[tuple[str, str]]:
    """Attributes that a method sets on its first parameter, with their types.

    `results` are the annotated results of the methods of its class.
    """
    found: list[tuple[str, str]] = []
    parameters = {a.arg: a for a in (*function.args.args, *function.args.kwonlyargs)}
    for node in every_node(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                kind = _value_type(value, parameters, results)
                for target in targets:
                    found += _targets(target, owner, kind)
            case ast.AnnAssign(target=target, annotation=annotation):
                found += _targets(target, owner, annotation_type(annotation))
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()):
                # Loops, `with`, augmented assignments: what else stores.
                if name == owner and all(attribute != known for known, _ in found):
                    found.append((attribute, ""))
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=name), key, *_]) if (
                name == owner
            ):
                found += [(text, "") for text in _texts(key, function)]
    return found


def _texts(key: ast.expr, function: ast.FunctionDef) -> list[str]:
    """Attribute names that a computed `setattr` may mean: every text of the function."""
    where: ast.AST = key if isinstance(key, ast.Constant) else function
    return [
        node.value
        for node in ast.walk(where)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.isidentifier()
    ]


def _targets(target: ast.expr, owner: str, kind: str) -> list[tuple[str, str]]:
    match target:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == owner:
            return [(attribute, kind)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [pair for element in elements for pair in _targets(element, owner, "")]
    return []


def _value_type(value: ast.expr, parameters: dict[str, ast.arg], results: dict[str, str]) -> str:
    match value:
        case ast.Constant(value=None):
            return "None"
        case ast.Constant(value=bool() | int() | float() | str() as constant):
            # A number may be replaced by an array or a tracker later: its type is not certain.
            return "str" if isinstance(constant, str) else ""
        case ast.Name(id=name) if name in parameters:
            return annotation_type(parameters[name].annotation)
        case ast.Call(func=ast.Name(id=name)) if name[:1].isupper():
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            return results.get(name, "")
    return ""
