"""What string an expression can be, as far as the text alone shows it.

A small, bounded evaluator of constants: literals, concatenation, f-strings, joins and the like,
and names that are only ever bound to such. What it cannot know is a hole in the string.
"""

import ast
import itertools
import re
from collections.abc import Callable, Iterable

from pipeline.checks.walking import Index, every_node

HOLE = "\ufffc"
_MAX_CANDIDATES = 24
_MAX_LENGTH = 20_000
_MAX_STEPS = 400
# Names that are bound to names: longer chains than this are not followed.
_MAX_NAMES = 8

_UNKNOWN: tuple[str, ...] = (HOLE,)
_SIMPLE: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "swapcase": str.swapcase,
    "title": str.title,
    "capitalize": str.capitalize,
    "casefold": str.casefold,
}


Bindings = dict[str, list[ast.expr] | None]
"""The expressions that each name is ever bound to; None where any binding is not known."""
_BINDERS = frozenset(
    (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.AugAssign, ast.arg,
     ast.With, ast.MatchAs, ast.MatchStar, ast.Global, ast.Nonlocal)
)  # fmt: skip


def bindings_of(index: Index) -> Bindings:
    """Look through a whole program for what its names are bound to."""
    collector = _Collector()
    for node in index.of_kinds(_BINDERS):
        collector.collect(node)
    return collector.bindings


class _Collector:
    def __init__(self) -> None:
        self.bindings: Bindings = {}

    def collect(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind_target(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self._bind(name, value)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                self._bind(name, value)
            case (
                ast.For(target=target, iter=iterated)
                | ast.comprehension(target=target, iter=iterated)
            ):
                self._bind_loop(target, iterated)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                self._add(name, value)
            case ast.AugAssign(target=ast.Name(id=name)):
                self.bindings[name] = None
            case ast.arg(arg=name):
                self.bindings[name] = None
            case ast.With(items=items):
                for item in items:
                    self._unknown(item.optional_vars)
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                self.bindings[name] = None
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                for name in names:
                    self.bindings[name] = None

    def _bind(self, name: str, value: ast.expr) -> None:
        known = self.bindings.setdefault(name, [])
        if known is not None:
            known.append(value)
            if len(known) > _MAX_CANDIDATES:
                self.bindings[name] = None

    def _add(self, name: str, value: ast.expr) -> None:
        """`name += value`: once, as far as it is written, and any number of times."""
        known = self.bindings.get(name)
        if known:
            once = [ast.BinOp(left=before, op=ast.Add(), right=value) for before in known]
            self.bindings[name] = [*known, *once, ast.Constant(value=HOLE)]
        if not known or len(known) > _MAX_CANDIDATES // 3:
            self.bindings[name] = None

    def _bind_target(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, value)
        elif (
            isinstance(target, ast.Tuple | ast.List)
            and isinstance(value, ast.Tuple | ast.List)
            and len(target.elts) == len(value.elts)
            and not any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts))
        ):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._bind_target(one, its)
        else:
            self._unknown(target)

    def _bind_loop(self, target: ast.expr, iterated: ast.expr) -> None:
        if isinstance(iterated, ast.List | ast.Tuple | ast.Set):
            for element in iterated.elts:
                self._bind_target(target, element)
        else:
            self._unknown(target)

    def _unknown(self, target: ast.AST | None) -> None:
        if target is not None:
            for node in every_node(target):
                if isinstance(node, ast.Name):
                    self.bindings[node.id] = None


class Folder:
    """Folds expressions of one program. Names are looked up by name over the whole file."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._steps = 0

    def values_of(self, name: str) -> list[ast.expr]:
        """The expressions a name is ever bound to; empty if any binding is not known."""
        return self._bindings.get(name) or []

    def strings(self, node: ast.expr) -> tuple[str, ...]:
        """The strings `node` can be, at most 24; unknown parts are `HOLE`."""
        self._steps = 0
        return self._fold(node, frozenset())

    def _fold(self, node: ast.expr, seen: frozenset[str]) -> tuple[str, ...]:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            return _UNKNOWN
        match node:
            case ast.Constant(value=str() as value):
                return (value,)
            case ast.Constant(value=bytes() as raw):
                return (raw.decode("latin-1"),)
            case ast.Constant(value=value) if value is not None and value is not Ellipsis:
                return (str(value),) if len(repr(value)) < 100 else _UNKNOWN
            case ast.JoinedStr(values=values):
                return self._join("", values, seen)
            case ast.FormattedValue(value=value, format_spec=None):
                return self._fold(value, seen)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._join("", (left, right), seen)
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                return self._percent(left, right, seen)
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int() as times)):
                return _each(self._fold(left, seen), lambda s: s * min(times, 200))
            case ast.Name(id=name) if (
                name not in seen and len(seen) < _MAX_NAMES and self.values_of(name)
            ):
                options = [self._fold(value, seen | {name}) for value in self.values_of(name)]
                return _bounded(itertools.chain.from_iterable(options))
            case ast.IfExp(body=body, orelse=other):
                return _bounded((*self._fold(body, seen), *self._fold(other, seen)))
            case ast.NamedExpr(value=value):
                return self._fold(value, seen)
            case ast.Subscript(value=value, slice=ast.Slice() as cut):
                return self._slice(value, cut, seen)
            case ast.Call():
                return self._call(node, seen)
        return _UNKNOWN

    def _join(self, glue: str, parts: Iterable[ast.expr], seen: frozenset[str]) -> tuple[str, ...]:
        answers: tuple[str, ...] = ("",)
        for number, part in enumerate(parts):
            options = self._fold(part, seen)
            between = glue if number else ""
            answers = _bounded(a + between + b for a in answers for b in options)
        return answers

    def _percent(self, left: ast.expr, right: ast.expr, seen: frozenset[str]) -> tuple[str, ...]:
        pieces = right.elts if isinstance(right, ast.Tuple) else [right]
        fills = [self._fold(piece, seen)[0] for piece in pieces]

        def filled(template: str) -> str:
            left_over = iter(fills)

            def fill(found: re.Match[str]) -> str:
                kind = found[0]
                if kind == "%%":
                    return "%"
                text = next(left_over, HOLE)
                # Digits spell nothing; what else is formatted might be anything.
                return text if kind == "%s" else kind if kind[-1] in "dfeEgGi" else HOLE

            return re.sub(r"%(?:\([^()]*\))?[#0 +.\d-]*[A-Za-z%]", fill, template)

        return _each(self._fold(left, seen), filled)

    def _slice(self, value: ast.expr, cut: ast.Slice, seen: frozenset[str]) -> tuple[str, ...]:
        bounds = []
        for bound in (cut.lower, cut.upper, cut.step):
            try:
                bounds.append(None if bound is None else int(ast.literal_eval(bound)))
            except (ValueError, TypeError, SyntaxError, RecursionError):
                return _UNKNOWN
        if bounds[2] == 0:
            return _UNKNOWN
        return _each(self._fold(value, seen), lambda s: s[slice(*bounds)])

    def _call(self, node: ast.Call, seen: frozenset[str]) -> tuple[str, ...]:
        match node:
            case ast.Call(func=ast.Name(id="chr"), args=[ast.Constant(value=int() as code)]):
                return (chr(code),) if 0 <= code < 0x110000 else _UNKNOWN
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[value]):
                return self._fold(value, seen)
            case ast.Call(func=ast.Name(id="reversed"), args=[value]):
                return _each(self._fold(value, seen), lambda s: s[::-1])
            case ast.Call(func=ast.Attribute(value=text, attr=method)):
                return self._method(text, method, node.args, seen)
        return _UNKNOWN

    def _method(
        self, text: ast.expr, method: str, args: list[ast.expr], seen: frozenset[str]
    ) -> tuple[str, ...]:
        if method in _SIMPLE and not args:
            return _each(self._fold(text, seen), _SIMPLE[method])
        if method == "decode":
            return self._fold(text, seen)
        if method == "join" and len(args) == 1:
            glue = self._fold(text, seen)
            if isinstance(args[0], ast.List | ast.Tuple):
                return _bounded(s for g in glue for s in self._join(g, args[0].elts, seen))
            inner = self._fold(args[0], seen)
            return _each(inner, lambda s: s if glue == ("",) else HOLE)
        if method == "replace" and len(args) >= 2:
            old, new = self._fold(args[0], seen)[0], self._fold(args[1], seen)[0]
            return _each(self._fold(text, seen), lambda s: s.replace(old, new) if old else s)
        if method == "format":
            fills = [self._fold(argument, seen)[0] for argument in args]
            return _each(self._fold(text, seen), lambda s: _filled(s, fills))
        return _UNKNOWN


def _filled(template: str, fills: list[str]) -> str:
    """A template with its plain fields filled in and its doubled braces made single."""
    numbers = itertools.count()

    def fill(found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        if found[1] is None:  # a name, a walk or a form
            return HOLE
        number = int(found[1]) if found[1] else next(numbers)
        return fills[number] if number < len(fills) else HOLE

    return re.sub(r"\{\{|\}\}|\{(?:(\d{0,3})|[^{}]*)\}", fill, template)


def _each(options: tuple[str, ...], change: Callable[[str], str]) -> tuple[str, ...]:
    return _bounded(option if option == HOLE else change(option) for option in options)


def _bounded(options: Iterable[str]) -> tuple[str, ...]:
    """Distinct options, bounded in number and length; what is dropped becomes a hole."""
    found: dict[str, None] = {}
    for option in options:
        if len(option) > _MAX_LENGTH:
            option = option[:_MAX_LENGTH] + HOLE
        found[option] = None
        if len(found) > _MAX_CANDIDATES:
            found[HOLE] = None
            break
    return tuple(found) or _UNKNOWN
