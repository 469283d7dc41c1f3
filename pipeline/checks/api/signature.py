"""Signatures as the checks use them."""

import ast
from typing import Literal, NamedTuple

from pipeline.checks.api.annotations import annotation_type

Rest = Literal["no", "open", "ignored"]
Kind = Literal["position", "either", "keyword"]


class Parameter(NamedTuple):
    """A parameter; `type` is a type text as `survey.py` describes it."""

    name: str
    optional: bool
    kind: Kind
    type: str = ""


class Signature(NamedTuple):
    """What a call accepts.

    Attributes:
        parameters: in order, the object itself included for methods.
        star: name of the parameter for further positional arguments, or empty.
        star_type: type text of each of these.
        further: keywords accepted through `**kwargs`.
        rest: what becomes of other keywords.
        taken: keywords that may not be given because the function gives them itself.
        result: type text of the result.
    """

    parameters: tuple[Parameter, ...] = ()
    star: str = ""
    star_type: str = ""
    further: frozenset[str] = frozenset()
    rest: Rest = "no"
    taken: frozenset[str] = frozenset()
    result: str = ""

    def parameter(self, name: str) -> Parameter | None:
        """The parameter that a keyword means."""
        for parameter in self.parameters:
            if parameter.name == name and parameter.kind != "position":
                return parameter
        return None

    def accepts(self, keyword: str) -> bool:
        """Whether a keyword may be given."""
        if self.rest == "open" or keyword in self.further:
            return True
        return self.parameter(keyword) is not None

    def keywords(self, bound: int = 0) -> list[str]:
        """All keywords by name, without the first `bound` parameters."""
        own = [p.name for p in self.parameters[bound:] if p.kind != "position"]
        return own + sorted(self.further)

    def positional(self, bound: int = 0) -> list[Parameter]:
        """Parameters that can be given by position."""
        return [p for p in self.parameters[bound:] if p.kind != "keyword"]


OPEN = Signature(star="args", rest="open")


def decode(entry: list[object], pools: list[str]) -> Signature:
    """A signature of the tables."""
    texts, pool, rest, taken, result = entry
    assert isinstance(texts, list)
    assert isinstance(pool, int)
    parameters: list[Parameter] = []
    star = star_type = ""
    kind: Kind = "either"
    for text in texts:
        if text == "/":
            parameters = [Parameter(p.name, p.optional, "position", p.type) for p in parameters]
        elif text == "*":
            kind = "keyword"
        elif text.startswith("*"):
            star, _, star_type = text[1:].partition(":")
            kind = "keyword"
        else:
            name, _, type_ = text.partition(":")
            parameters.append(Parameter(name.rstrip("?"), name.endswith("?"), kind, type_))
    return Signature(
        tuple(parameters),
        star,
        star_type,
        frozenset(pools[pool].split()) if pool >= 0 else frozenset(),
        rest,  # type: ignore[arg-type]
        frozenset(str(taken).split()),
        str(result),
    )


def of_program(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Signature:
    """The signature of a function of a program; its `**kwargs` take anything."""
    arguments = node.args
    positional = [(a, "position") for a in arguments.posonlyargs]
    positional += [(a, "either") for a in arguments.args]
    first_optional = len(positional) - len(arguments.defaults)
    parameters = [
        Parameter(a.arg, number >= first_optional, kind, annotation_type(a.annotation))  # type: ignore[arg-type]
        for number, (a, kind) in enumerate(positional)
    ]
    parameters += [
        Parameter(a.arg, default is not None, "keyword", annotation_type(a.annotation))
        for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return Signature(
        tuple(parameters),
        arguments.vararg.arg if arguments.vararg else "",
        rest="open" if arguments.kwarg else "no",
        result="" if isinstance(node, ast.Lambda) else annotation_type(node.returns),
    )
