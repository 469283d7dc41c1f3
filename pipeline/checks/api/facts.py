"""What a program says about names as a whole, before anything is inferred."""

import ast
from dataclasses import dataclass, field

from pipeline.checks.walking import Index
from pipeline.checks.words import words

_ATTRIBUTE_CALLS = frozenset(("hasattr", "getattr", "setattr", "delattr"))
_CHANGES = words("append extend insert pop remove clear sort reverse")


@dataclass
class Facts:
    """Facts about a program.

    Attributes:
        stored: attribute names that are set somewhere on anything, by whatever means.
        asked: attribute names that `hasattr` or `getattr` is asked for.
        stores_anything: an attribute is set whose name is computed.
        shared: names that some function declares global or nonlocal.
        changed: names of variables that are changed in place (`x.append(1)`, `x[0] = 1`).
        keywords: every keyword given in some call.
        deleted: names of variables that are deleted.
        read: attribute names that are read anywhere.
    """

    stored: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    stores_anything: bool = False
    shared: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    keywords: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)

    def may_have(self, attribute: str) -> bool:
        """Whether any object may have been given an attribute of that name."""
        return self.stores_anything or attribute in self.stored or attribute in self.asked


_TELLING = frozenset(
    (ast.Attribute, ast.Call, ast.Global, ast.Nonlocal, ast.Subscript, ast.AugAssign,
     ast.MatchClass, ast.Delete)
)  # fmt: skip


def facts_of(index: Index) -> Facts:
    """Collect the facts from all nodes of a program."""
    facts = Facts()
    for node in index.of_kinds(_TELLING):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                facts.stored.add(name)
            case ast.Attribute(attr=name):
                facts.read.add(name)
            case ast.Call():
                _call(node, facts)
            case ast.Delete():
                facts.deleted.update(
                    n.id
                    for n in index.walk(node)
                    if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)
                )
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                facts.shared.update(names)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                facts.changed.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                facts.changed.add(name)
            case ast.MatchClass(kwd_attrs=names):
                facts.asked.update(names)
    return facts


def _call(node: ast.Call, facts: Facts) -> None:
    for keyword in node.keywords:
        if keyword.arg is not None:
            facts.keywords.add(keyword.arg)
    match node:
        case ast.Call(
            func=ast.Name(id=function), args=[_, ast.Constant(value=str() as name), *_]
        ) if function in _ATTRIBUTE_CALLS:
            (facts.stored if function == "setattr" else facts.asked).add(name)
        case ast.Call(func=ast.Name(id="setattr" | "vars")):
            facts.stores_anything = True
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
            if method in _CHANGES:
                facts.changed.add(name)
    match node.func:
        case ast.Attribute(attr="__setattr__"):
            facts.stores_anything = True
        case ast.Attribute(attr="set"):
            # `mobject.set(x=1)` sets attributes.
            facts.stored.update(k.arg for k in node.keywords if k.arg is not None)
            facts.stores_anything |= any(k.arg is None for k in node.keywords)
        case ast.Attribute(attr=name) if name.startswith("set_"):
            facts.stored.add(name.removeprefix("set_"))
