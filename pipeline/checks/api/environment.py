"""Namespaces of a program during inference."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pipeline.checks.api.classes import Class
from pipeline.checks.api.values import Value, joined

Names = dict[str, Value]


@dataclass(eq=False)
class Scope:
    """A namespace.

    Attributes:
        names: what is bound at this point.
        ever: what each name is over the whole life of the scope.
        local: names that a function binds itself.
        stars: of a module, names that a star import brought, with the module they came from.
        cls: the class whose body this is, or to which the method belongs.
        receiver: the first parameter of a method.
    """

    kind: Literal["module", "class", "function"]
    parent: "Scope | None" = None
    names: Names = field(default_factory=dict)
    ever: Names = field(default_factory=dict)
    local: frozenset[str] = frozenset()
    stars: dict[str, str] = field(default_factory=dict)
    cls: Class | None = None
    receiver: Value = None

    def bind(self, name: str, value: Value) -> None:
        """Bind a name here."""
        self.names[name] = value
        self.ever[name] = joined(self.ever[name], value) if name in self.ever else value

    def finish(self) -> None:
        """From now on show every name as all that it ever was, as functions inside may see it."""
        self.names = dict(self.ever)

    @property
    def module(self) -> "Scope":
        """The namespace of the module."""
        here = self
        while here.parent is not None:
            here = here.parent
        return here


def merged(one: Names, other: Names) -> Names:
    """The bindings after two branches meet; a name that only one of them binds is not known."""
    if one is other:
        return one
    answer = dict(one)
    for name, value in one.items():
        if name not in other:
            answer[name] = None
        elif other[name] is not value:
            answer[name] = joined(value, other[name])
    for name in other:
        if name not in one:
            answer[name] = None
    return answer


def merged_all(branches: Iterable[Names | None]) -> Names | None:
    """The bindings after several branches meet; None for those that end before."""
    answer: Names | None = None
    for branch in branches:
        if branch is not None:
            answer = branch if answer is None else merged(answer, branch)
    return answer
