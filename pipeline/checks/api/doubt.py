"""Which parts of a program never run, may fail without harm, or are not sure to run."""

import ast
import builtins
from collections.abc import Iterable

from pipeline.checks.api.tree import Tree
from pipeline.checks.walking import every_node
from pipeline.checks.words import words

_CATCHES = words(
    "Exception BaseException AttributeError NameError TypeError ValueError UnboundLocalError"
    " ImportError LookupError IndexError KeyError"
)
_QUIET = frozenset(("suppress", "raises"))
# Tests on these choose between versions and machines.
_VERSIONS = frozenset(("__version__", "renderer", "RendererType", "version_info", "platform"))


_TESTS = frozenset((ast.If, ast.IfExp))
_DECIDING = frozenset((ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.If, ast.IfExp))


def quiet_nodes(tree: Tree) -> frozenset[int]:
    """Ids of nodes about which nothing is said: caught, never run, or chosen by version."""
    found: set[int] = set()
    constants = _constants(tree) if tree.index.of_kinds(_TESTS) else {}
    for node in tree.index.of_kinds(_DECIDING):
        match node:
            case ast.Try() | ast.TryStar():
                if any(_catches(handler.type) for handler in node.handlers):
                    _all(node.body, found)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_is_quiet(item.context_expr) for item in items):
                    _all(node.body, found)
            case ast.If(test=test):
                _branches(node, _truth(test, constants), found)
            case ast.IfExp(test=test):
                truth = _truth(test, constants)
                if truth is not None:
                    _all([node.orelse if truth else node.body], found)
    return frozenset(found)


def _branches(node: ast.If, truth: bool | None, found: set[int]) -> None:
    if truth is False:
        _all(node.body, found)
    elif truth is True:
        _all(node.orelse, found)
    elif _chooses_by_version(node.test):
        _all([*node.body, *node.orelse], found)


def _all(nodes: Iterable[ast.AST], found: set[int]) -> None:
    for node in nodes:
        found.update(id(inner) for inner in every_node(node))


def _catches(kind: ast.expr | None) -> bool:
    if kind is None:
        return True
    return any(
        (isinstance(node, ast.Name) and (node.id in _CATCHES or not hasattr(builtins, node.id)))
        or isinstance(node, ast.Attribute)
        for node in ast.walk(kind)
    )


def _is_quiet(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _QUIET
    return False


def _chooses_by_version(test: ast.expr) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id in _VERSIONS)
        or (isinstance(node, ast.Attribute) and node.attr in _VERSIONS)
        for node in ast.walk(test)
    )


_BINDING = frozenset((ast.Assign, ast.Name, ast.arg))


def _constants(tree: Tree) -> dict[str, bool]:
    """Names that are bound once in the whole program, to a plain constant, by its truth."""
    bound: dict[str, list[bool | None]] = {}
    for node in tree.index.of_kinds(_BINDING):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                bound.setdefault(name, []).append(bool(value))
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                bound.setdefault(name, []).append(None)
    # Each assignment is seen twice: as the statement and as its name.
    return {
        name: seen[0] if seen[0] is not None else bool(seen[1])
        for name, seen in bound.items()
        if len(seen) == 2 and (seen[0] is None) != (seen[1] is None)
    }


def _truth(test: ast.expr, constants: dict[str, bool]) -> bool | None:
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
        case ast.Name(id=name):
            return constants.get(name)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            truth = _truth(inner, constants)
            return None if truth is None else not truth
        case ast.Compare(
            left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]
        ):
            return False if value == "__main__" else None
        case ast.BoolOp(op=ast.And(), values=values):
            if any(_truth(value, constants) is False for value in values):
                return False
        case ast.BoolOp(op=ast.Or(), values=values):
            if any(_truth(value, constants) is True for value in values):
                return True
    return None
