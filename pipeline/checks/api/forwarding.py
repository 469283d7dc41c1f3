"""What a function does with its `**kwargs`, read from its source.

Used twice: on the sources of the installed Manim when the tables are built, and on functions that
a program defines itself.
"""

import ast
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.checks.walking import Function, every_node

_TAKES = frozenset(("get", "pop", "setdefault"))


class Forward(NamedTuple):
    """A call that passes the keywords on.

    Attributes:
        callee: the expression that is called.
        given: keywords that the call gives itself; passing them again is an error.
        positional: number of positional arguments of the call; None if one is starred.
    """

    callee: ast.expr
    given: frozenset[str]
    positional: int | None


@dataclass
class KeywordUse:
    """The fate of `**kwargs`.

    Attributes:
        forwards: calls that get all of them.
        names: keywords that are taken out by name.
        open: they are stored, listed or changed, so that any keyword may be meant.
        used: they are mentioned at all; otherwise every keyword is swallowed.
    """

    forwards: list[Forward] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    open: bool = False
    used: bool = False


def keyword_use(function: Function) -> KeywordUse:
    """Follow the `**kwargs` of a function through its body."""
    use = KeywordUse()
    if function.args.kwarg is None:
        return use
    name = function.args.kwarg.arg
    understood: set[int] = set()
    kept = False
    mentions: list[ast.Name] = []
    for node in every_node(*function.body):
        if isinstance(node, ast.Name):
            if node.id == name:
                mentions.append(node)
        elif isinstance(node, ast.Call | ast.Subscript | ast.Compare):
            if _is_copied(node, name, understood):
                kept = True
            else:
                _read(node, name, use, understood)
    use.used = bool(mentions)
    use.open = any(id(node) not in understood for node in mentions)
    if kept and not use.forwards:
        use.open = True  # who gets the copy is not followed
    return use


def _read(node: ast.AST, name: str, use: KeywordUse, understood: set[int]) -> None:
    """Note what one node does with the keywords, and which mention of them that explains."""
    match node:
        case ast.Call(keywords=keywords) if any(
            k.arg is None and _is(k.value, name) for k in keywords
        ):
            given = frozenset(k.arg for k in keywords if k.arg is not None)
            starred = any(isinstance(a, ast.Starred) for a in node.args)
            use.forwards.append(Forward(node.func, given, None if starred else len(node.args)))
            understood.update(id(k.value) for k in keywords if _is(k.value, name))
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=owner) as mention, attr=method),
            args=[ast.Constant(value=str() as key), *_],
        ) if owner == name and method in _TAKES:
            use.names.add(key)
            understood.add(id(mention))
        case ast.Subscript(
            value=ast.Name(id=owner) as mention, slice=ast.Constant(value=str() as key)
        ) if owner == name:
            use.names.add(key)
            understood.add(id(mention))
        case ast.Compare(
            left=ast.Constant(value=str() as key), comparators=[ast.Name(id=owner) as mention]
        ) if owner == name:
            use.names.add(key)
            understood.add(id(mention))


def _is_copied(node: ast.AST, name: str, understood: set[int]) -> bool:
    """Whether the keywords are copied (`kwargs.copy()`) or added to (`kwargs.update(...)`)."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner) as mention, attr=method)):
            if owner == name and method in ("copy", "update"):
                understood.add(id(mention))
                return True
    return False


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def positional_names(function: Function | ast.Lambda) -> list[str]:
    """Names of the parameters that can be given by position."""
    return [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
