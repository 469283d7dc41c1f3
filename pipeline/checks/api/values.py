"""What the inference says an expression is. None stands for "not known", everywhere."""

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pipeline.checks.api.signature import Signature

if TYPE_CHECKING:
    from pipeline.checks.api.classes import Class
    from pipeline.checks.api.environment import Scope


class Instance(NamedTuple):
    """An object of a class of Manim or of the program.

    Not `exact`, it may also be an object of any class below. `is_self` marks the first parameter
    of a method.
    """

    cls: "Class"
    exact: bool = False
    is_self: bool = False


class Plain(NamedTuple):
    """An object of a type of Python or numpy, by the type's name (`int`, `str`, `ndarray`...).

    Not `exact`, it comes from an annotation, which numpy's scalar types fit as well.
    """

    type: str
    exact: bool = True


# Longer and deeper displays are not told apart from each other: programs can double them.
_MAX_ITEMS = 100
_MAX_NESTING = 4


class Items(NamedTuple):
    """A list, tuple, set or dictionary.

    Attributes:
        type: the type's name.
        items: its items where all are known, else None.
        element: what every item is.
        nesting: how many displays it may hold within each other.
    """

    type: str
    items: "tuple[Value, ...] | None" = None
    element: "Value" = None
    nesting: int = 1


def items_of(type_: str, items: "Sequence[Value] | None", element: "Value") -> Items:
    """A list or its like; what is too long or too deep is not known in detail."""
    parts = (element, *(items or ())[: _MAX_ITEMS + 1])
    nesting = 1 + max(part.nesting if isinstance(part, Items) else 0 for part in parts)
    if nesting > _MAX_NESTING:
        return Items(type_)
    known = tuple(items) if items is not None and len(items) <= _MAX_ITEMS else None
    return Items(type_, known, element, nesting)


class ClassValue(NamedTuple):
    """A class itself."""

    cls: "Class"


class FunctionValue(NamedTuple):
    """A function or a method.

    Attributes:
        name: for messages, e.g. `Axes.plot`.
        signature: what it accepts.
        bound: number of leading parameters that are filled already (1 for a bound method).
        receiver: the object of a bound method.
        node: the definition, for a function of the program.
        scope: where that definition stands.
        animates: it is a method reached through `.animate`.
        home: module of a library function, as `numpy`.
    """

    name: str
    signature: Signature
    bound: int = 0
    receiver: "Value" = None
    node: "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None" = None
    scope: "Scope | None" = None
    animates: bool = False
    home: str = ""


class ModuleValue(NamedTuple):
    """A module, by its canonical name."""

    name: str


class Animate(NamedTuple):
    """`mobject.animate`, also after calls of methods on it."""

    of: Instance


class Super(NamedTuple):
    """`super()` in a method of a class of the program."""

    cls: "Class"
    receiver: "Value"


Value: TypeAlias = (
    Instance | Plain | Items | ClassValue | FunctionValue | ModuleValue | Animate | Super | None
)


def joined(one: Value, other: Value) -> Value:
    """What is known of a value that is one of two."""
    if one is other or one == other:
        return one
    match one, other:
        case Instance(cls=a, exact=x), Instance(cls=b, exact=y) if a is b:
            return Instance(a, x and y)
        case Plain(type=a), Plain(type=b) if a == b:
            return Plain(a, exact=False)
        case Items(type=a), Items(type=b) if a == b:
            return items_of(a, None, joined(one.element, other.element))
    return None
