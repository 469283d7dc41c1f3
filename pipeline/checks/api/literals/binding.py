"""Which nodes give variables their values."""

import ast
from collections.abc import Iterator

BINDERS = frozenset(
    (ast.For, ast.AsyncFor, ast.comprehension, ast.Assign, ast.AnnAssign, ast.AugAssign,
     ast.NamedExpr, ast.withitem, ast.arg, ast.FunctionDef, ast.ClassDef, ast.alias)
)  # fmt: skip


def bound_names(node: ast.AST) -> Iterator[str]:
    """The variables that a node of the kinds in `BINDERS` gives a value."""
    match node:
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            yield from _names(node.target)
        case ast.Assign(targets=targets):
            for target in targets:
                yield from _names(target)
        case ast.AnnAssign() | ast.AugAssign() | ast.NamedExpr():
            yield from _names(node.target)
        case ast.withitem(optional_vars=ast.expr() as target):
            yield from _names(target)
        case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
        return
    yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
