"""Signatures of Manim's functions, with `**kwargs` followed through every call that gets them."""

import ast
import collections.abc
import functools
import inspect
import types
import typing
from typing import Any, NamedTuple

import numpy

from pipeline.checks.api.annotations import type_text
from pipeline.checks.api.forwarding import Forward, keyword_use
from pipeline.checks.api.source import Sources
from pipeline.checks.words import words

_MAX_DEPTH = 12
_P = inspect.Parameter


class Accepted(NamedTuple):
    """Keywords that a call accepts, what happens to others, keywords that must not be given."""

    names: frozenset[str] = frozenset()
    rest: str = "no"
    taken: frozenset[str] = frozenset()


_OPEN = Accepted(rest="open")


class Signatures:
    """Collects signatures in a pool; a signature is then its index."""

    def __init__(self, sources: Sources, classes: dict[str, type]) -> None:
        self.pool: list[list[Any]] = []
        self.words: list[str] = []
        self._sources = sources
        self._names = _named_types(classes)
        self._owners = _owners(classes)
        self._indexes: dict[str, int] = {}
        self._accepted: dict[tuple[object, type | None, type | None], Accepted] = {}

    def of(self, function: object, cls: type | None) -> int:
        """The index of the signature of a function or of a method of `cls`."""
        inner = inspect.unwrap(function) if callable(function) else None
        if not isinstance(inner, types.FunctionType):
            return self._keep([["*args"], -1, "open", "", ""])
        result = inner.__annotations__.get("return")
        more = self._beyond(inner, cls, cls)
        return self._add(inspect.signature(inner), more, self.type_of(result))

    def of_class(self, cls: type) -> int:
        """The index of the signature of a call of a class (with `self` as first parameter)."""
        init: object = cls.__init__  # type: ignore[misc]
        owner = next((c for c in cls.__mro__ if "__init__" in vars(c)), None)
        inner = inspect.unwrap(init) if callable(init) else None
        made_elsewhere = issubclass(cls, tuple) or type(cls).__name__ in ("EnumMeta", "EnumType")
        if made_elsewhere or not isinstance(inner, types.FunctionType) or owner is None:
            plain = init is object.__init__ and not made_elsewhere
            return self._keep([["self"] if plain else ["*args"], -1, _rest(plain), "", ""])
        more = self._beyond(inner, owner, cls)
        return self._add(inspect.signature(inner), more, f"={cls.__name__}")

    def type_of(self, annotation: object) -> str:
        """The type text of an annotation; empty for a type that the tables do not hold."""
        return "" if annotation is _P.empty else self.known(type_text(annotation))

    def known(self, text: str) -> str:
        """A type text with its bare names looked up."""
        bare = text.removeprefix("type:").lstrip("[=")
        found = self._names.get(bare, "")
        return text.removesuffix(bare) + found if found else ""

    def _add(self, signature: inspect.Signature, more: Accepted, result: str) -> int:
        texts = []
        seen_star = False
        parameters = list(signature.parameters.values())
        for number, parameter in enumerate(parameters):
            if parameter.kind is _P.VAR_KEYWORD:
                continue
            if parameter.kind is _P.KEYWORD_ONLY and not seen_star:
                texts.append("*")
                seen_star = True
            if parameter.kind is _P.VAR_POSITIONAL:
                seen_star = True
                texts.append(f"*{parameter.name}:{self.type_of(parameter.annotation)}")
                continue
            optional = "?" if parameter.default is not _P.empty else ""
            texts.append(f"{parameter.name}{optional}:{self.type_of(parameter.annotation)}")
            following = parameters[number + 1] if number + 1 < len(parameters) else None
            if parameter.kind is _P.POSITIONAL_ONLY and (
                following is None or following.kind is not _P.POSITIONAL_ONLY
            ):
                texts.append("/")
        own = {p.name for p in parameters}
        pool = self._word(" ".join(sorted(more.names - own)))
        taken = " ".join(sorted(more.taken - own - more.names))
        return self._keep([texts, pool, more.rest, taken, result])

    def _word(self, text: str) -> int:
        if not text:
            return -1
        if text not in self.words:
            self.words.append(text)
        return self.words.index(text)

    def _keep(self, entry: list[Any]) -> int:
        return self._indexes.setdefault(repr(entry), self._append(entry))

    def _append(self, entry: list[Any]) -> int:
        known = self._indexes.get(repr(entry))
        if known is not None:
            return known
        self.pool.append(entry)
        return len(self.pool) - 1

    def _beyond(
        self, function: types.FunctionType, owner: type | None, cls: type | None, depth: int = 0
    ) -> Accepted:
        """What the `**kwargs` of a function accept.

        Args:
            function: the function itself, without its wrappers.
            owner: the class that defines it.
            cls: the class of `self`.
            depth: of the chain of calls so far.
        """
        key = (function, owner, cls)
        if key not in self._accepted:
            self._accepted[key] = _OPEN  # a chain that comes back to itself
            self._accepted[key] = self._follow(function, owner, cls, depth)
        return self._accepted[key]

    def _follow(
        self, function: types.FunctionType, owner: type | None, cls: type | None, depth: int
    ) -> Accepted:
        parameters = inspect.signature(function).parameters.values()
        if all(p.kind is not _P.VAR_KEYWORD for p in parameters):
            return Accepted()
        node = self._sources.function(function)
        if node is None or depth > _MAX_DEPTH:
            return _OPEN
        use = keyword_use(node)
        if use.open:
            return _OPEN
        if not use.forwards:
            return Accepted(frozenset(use.names), "ignored")
        inner = [self._through(f, function, owner, cls, depth) for f in use.forwards]
        rests = {one.rest for one in inner}
        rest = next((r for r in ("open", "ignored") if r in rests), "no")
        names = frozenset(use.names).union(*(one.names for one in inner))
        taken = frozenset.intersection(*(one.taken for one in inner)) - names
        return Accepted(names, rest, taken)

    def _through(
        self,
        forward: Forward,
        function: types.FunctionType,
        owner: type | None,
        cls: type | None,
        depth: int,
    ) -> Accepted:
        """What one call that gets the keywords accepts beside what it is given anyway."""
        found = _callee(forward.callee, function, owner, cls)
        if found is not None:
            return self._into(forward, found, depth)
        name = forward.callee.attr if isinstance(forward.callee, ast.Attribute) else ""
        owners = self._owners.get(name, [])
        callees = [_method((c,), name, c, bound=True) for c in owners]
        if not owners:
            return _OPEN
        # A method of some object: what any method of that name accepts.
        ways = [_OPEN if c is None else self._into(forward, c, depth) for c in callees]
        rests = {way.rest for way in ways}
        return Accepted(
            frozenset().union(*(way.names for way in ways)),
            next((r for r in ("open", "ignored") if r in rests), "no"),
            frozenset.intersection(*(way.taken for way in ways)),
        )

    def _into(self, forward: Forward, callee: "Callee", depth: int) -> Accepted:
        """What a callee accepts from the keywords of a call."""
        target, target_owner, target_class, bound = callee
        inner = inspect.unwrap(target)
        if inner is object.__init__:
            return Accepted()
        if not isinstance(inner, types.FunctionType):
            return _OPEN
        parameters = list(inspect.signature(inner).parameters.values())[1 if bound else 0 :]
        positional = [
            p for p in parameters if p.kind in (_P.POSITIONAL_ONLY, _P.POSITIONAL_OR_KEYWORD)
        ]
        filled = len(positional) if forward.positional is None else forward.positional
        names = {p.name for p in positional[filled:]} | {
            p.name for p in parameters if p.kind is _P.KEYWORD_ONLY
        }
        if forward.positional is None:
            # A starred argument may fill any number of them.
            variable = (_P.VAR_POSITIONAL, _P.VAR_KEYWORD)
            names = {p.name for p in parameters if p.kind not in variable}
        more = self._beyond(inner, target_owner, target_class, depth + 1)
        taken = (
            forward.given
            if forward.positional is None
            else forward.given | {p.name for p in positional[:filled]}
        )
        return Accepted(
            frozenset((names | more.names) - forward.given),
            more.rest,
            frozenset(taken) | more.taken,
        )


def _named_types(classes: dict[str, type]) -> dict[str, str]:
    """What a bare name in an annotation means: classes, and the aliases of `manim.typing`."""
    import manim.typing

    plain = words("int float str bool None list tuple dict callable ndarray Self")
    found = {name: name for name in plain}
    for name, cls in classes.items():
        is_protocol = getattr(cls, "_is_protocol", False)
        found[name] = "callable" if is_protocol and "__call__" in vars(cls) else name
    for name, value in vars(manim.typing).items():
        origin = typing.get_origin(value) or value
        if origin is collections.abc.Callable:
            found[name] = "callable"
        elif getattr(origin, "__name__", "") == "ndarray":
            found[name] = "ndarray"
    return found


def _owners(classes: dict[str, type]) -> dict[str, list[type]]:
    """The classes that define a method, by its name; without names that Python's types have."""
    common = {name for kind in (dict, list, set, str, tuple, object) for name in dir(kind)}
    common.update(dir(numpy.ndarray))
    found: dict[str, list[type]] = {}
    for cls in dict.fromkeys(classes.values()):
        for name, value in vars(cls).items():
            if name not in common and isinstance(value, types.FunctionType):
                found.setdefault(name, []).append(cls)
    return found


def _rest(plain: bool) -> str:
    return "no" if plain else "open"


Callee = tuple[Any, type | None, type | None, bool]


def _callee(
    node: ast.expr, function: types.FunctionType, owner: type | None, cls: type | None
) -> Callee | None:
    """The function that an expression of `function` calls; its owner; its class; if bound."""
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
            if owner is None or cls is None:
                return None
            after = cls.__mro__[cls.__mro__.index(owner) + 1 :] if owner in cls.__mro__ else ()
            return _method(after, name, cls, bound=True)
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if cls is not None:
            return _method(cls.__mro__, name, cls, bound=True)
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr="__class__")):
            return None
    value = _evaluated(node, function)
    if inspect.isclass(value):
        return _method(value.__mro__, "__init__", value, bound=True)
    if isinstance(value, types.FunctionType):
        if isinstance(node, ast.Attribute):
            holder = _evaluated(node.value, function)
            if inspect.isclass(holder):
                return _method(holder.__mro__, node.attr, cls, bound=False)
        return value, None, None, False
    return None


def _method(
    classes: tuple[type, ...], name: str, cls: type | None, *, bound: bool
) -> Callee | None:
    for base in classes:
        if name in vars(base):
            found = vars(base)[name]
            if isinstance(found, classmethod | staticmethod):
                return found.__func__, base, cls, isinstance(found, classmethod)
            if isinstance(found, functools.partialmethod):
                return None
            return (found, base, cls, bound) if callable(found) else None
    return None


def _evaluated(node: ast.expr, function: types.FunctionType) -> object:
    """The value of a dotted name in the module of a function."""
    match node:
        case ast.Name(id=name):
            return function.__globals__.get(name)
        case ast.Attribute(value=inner, attr=name):
            holder = _evaluated(inner, function)
            return getattr(holder, name, None) if holder is not None else None
    return None
