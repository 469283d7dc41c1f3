"""Names that do not exist: old or invented ones, colours, easings, forgotten imports."""

import ast
from collections.abc import Iterator

from pipeline.checks.api import renamed
from pipeline.checks.api.context import Context
from pipeline.checks.api.nearest import nearest
from pipeline.checks.api.undefined import Scopes
from pipeline.checks.patterns import Pattern
from pipeline.checks.policy import ALLOWED_MODULES
from pipeline.schema.finding import Finding, Severity, TextEdit
from pipeline.syntax_tree import tree_of

_EASINGS = "manim.utils.rate_functions"
_SHADE = Pattern(r"([A-Z_]+)_([A-F])")
_NO_CURE = "Define it before it is used, or use a name that exists."
_ABBREVIATED = {"np": "numpy", "nx": "networkx"}


def unknown_names(context: Context) -> Iterator[Finding]:
    """Uses of names that nothing binds, and of names that are bound only further down."""
    if not any(isinstance(n, ast.Import | ast.ImportFrom) for n in context.program.tree.body):
        yield from _without_imports(context)
        return
    scopes = Scopes(context.types.tree, context.tables)
    for unbound in scopes.unbound():
        node = unbound.node
        if context.is_quiet(node) or node.id in context.types.facts.deleted:
            continue
        if unbound.kind == "later":
            yield context.finding(
                "used-before-assignment",
                node,
                f"`{node.id}` is used here, but it gets its value only further down.",
                "Move the assignment above this line.",
            )
            continue
        yield _Name(context, scopes, node).finding()


def _without_imports(context: Context) -> Iterator[Finding]:
    """A program that imports nothing has one fault, not fifty."""
    scopes = Scopes(context.types.tree, context.tables)
    star = frozenset(context.types.star)
    for unbound in scopes.unbound():
        if unbound.node.id in star and not context.is_quiet(unbound.node):
            yield context.finding(
                "unknown-name",
                unbound.node,
                f"`{unbound.node.id}` is not defined: the program does not import Manim.",
                "Begin the program with `from manim import *`.",
                edits=context.insert_line(_first_line(context), "from manim import *"),
            )
            return


class _Name:
    """One name that does not exist."""

    def __init__(self, context: Context, scopes: Scopes, node: ast.Name) -> None:
        self._context = context
        self._node = node
        self._name = node.id
        self._scopes = scopes
        self._star = scopes.star or frozenset()

    def finding(self) -> Finding:
        """What to say about it."""
        name = self._name
        old = name in renamed.NAMES or name in renamed.NAME_ADVICE
        has_manim = "Mobject" in self._star
        message = f"`{name}` does not exist in {self._context.manim if old else 'the program'}."
        if self._is_like_manim() and not old:
            message = f"`{name}` exists neither in the program nor in {self._context.manim}."
        if name in ALLOWED_MODULES or name in _ABBREVIATED:
            message = f"`{name}` is used, but not imported."
        elif name in self._context.types.star and not has_manim:
            message = f"`{name}` is used, but not imported from Manim."
        cure = self._cure()
        suggestion, edits = cure or (_NO_CURE, ())
        # Where nothing tells what was meant, the render's own error says more than a refusal.
        severity: Severity = "error" if cure or old or self._is_like_manim() else "warning"
        return self._context.finding(
            "unknown-name", self._node, message, suggestion, severity=severity, edits=edits
        )

    def _is_like_manim(self) -> bool:
        return self._name[:1].isupper()

    def _cure(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        name = self._name
        for cure in (self._renamed, self._easing, self._import, self._colour, self._numpy):
            found = cure()
            if found is not None:
                return found
        if name in self._context.types.star:
            return f"Import it: `from manim import {name}`.", self._import_line(
                f"from manim import {name}"
            )
        near = nearest(name, [*self._scopes.module, *self._locals(), *self._star])
        if near is not None:
            return f"Did you mean `{near}`?", ()
        return None

    def _renamed(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        name = self._name
        new = renamed.NAMES.get(name)
        exists = new is not None and _roots(new) <= self._star
        advice = renamed.NAME_ADVICE.get(name)
        edits = self._context.rename(self._node, new) if exists and new is not None else ()
        if advice is not None:
            return advice, edits
        return (f"Use `{new}`.", edits) if exists else None

    def _easing(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        table = self._context.tables.module(_EASINGS)
        if table is None or self._name not in table.open or "rate_functions" not in self._star:
            return None
        new = f"rate_functions.{self._name}"
        return f"Use `{new}`.", self._context.rename(self._node, new)

    def _colour(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        shade = _SHADE.fullmatch(self._name)
        if shade is not None and shade.group(1) in self._star:
            base = shade.group(1)
            return f"{base} has no shades: use `{base}`.", self._context.rename(self._node, base)
        value = renamed.WEB_COLOURS.get(self._name)
        if value is None or "ManimColor" not in self._star:
            return None
        new = f'ManimColor("{value}")'
        return f"Give its value: `{new}`.", self._context.rename(self._node, new)

    def _numpy(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        new = renamed.NUMPY_NAMES.get(self._name)
        if new is None:
            return None
        if self._has_numpy():
            return f"Use `np.{new}`.", self._context.rename(self._node, f"np.{new}")
        return f"Use `np.{new}`, with `import numpy as np` at the top.", ()

    def _has_numpy(self) -> bool:
        return "np" in self._scopes.module or "np" in self._star

    def _import(self) -> tuple[str, tuple[TextEdit, ...]] | None:
        name = self._name
        if name in _ABBREVIATED:
            line = f"import {_ABBREVIATED[name]} as {name}"
        elif name in ALLOWED_MODULES:
            line = f"import {name}"
        elif name in renamed.STANDARD_NAMES and name not in renamed.NUMPY_NAMES:
            line = f"from {renamed.STANDARD_NAMES[name]} import {name}"
        else:
            return None
        return f"Add `{line}` at the top.", self._import_line(line)

    def _import_line(self, line: str) -> tuple[TextEdit, ...]:
        return self._context.insert_line(_after_imports(self._context), line)

    def _locals(self) -> list[str]:
        return [n.id for n in self._context.nodes(ast.Name) if isinstance(n.ctx, ast.Store)]


def _roots(new: str) -> set[str]:
    """Names that a replacement stands on."""
    return {node.id for node in ast.walk(tree_of(new)) if isinstance(node, ast.Name)}


def _after_imports(context: Context) -> int:
    """The line after the last import at the top of the program."""
    last = 0
    for node in context.program.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            last = node.end_lineno or node.lineno
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    return last + 1 if last else _first_line(context)


def _first_line(context: Context) -> int:
    """The line of the first statement after the program's own description."""
    body = context.program.tree.body
    first = body[0]
    described = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if described:
        return (first.end_lineno or 0) + 1
    decorators: list[ast.expr] = getattr(first, "decorator_list", [])
    return min([first.lineno, *(d.lineno for d in decorators)])
