"""What the inference says an expression is. None stands for "not known", everywhere."""

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pipeline.checks.api.signature import Signature

if TYPE_CHECKING:
    from pipeline.checks.api.classes import Class
    from pipeline.checks.api.environment import Scope


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of Manim or of the program.

    Not `exact`, it may also be an object of any class below. `is_self` marks the first parameter
    of a method.
    """

    cls: "Class"
    exact: bool = False
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class Plain:
    """An object of a type of Python or numpy, by the type's name (`int`, `str`, `ndarray`...).

    Not `exact`, it comes from an annotation, which numpy's scalar types fit as well.
    """

    type: str
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple, set or dictionary.

    Attributes:
        type: the type's name.
        items: its items where all are known, else None.
        element: what every item is.
    """

    type: str
    items: "tuple[Value, ...] | None" = None
    element: "Value" = None


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class itself."""

    cls: "Class"


@dataclass(frozen=True, slots=True)
class FunctionValue:
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


@dataclass(frozen=True, slots=True)
class ModuleValue:
    """A module, by its canonical name."""

    name: str


@dataclass(frozen=True, slots=True)
class Animate:
    """`mobject.animate`, also after calls of methods on it."""

    of: Instance


@dataclass(frozen=True, slots=True)
class Super:
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
            return Items(a, None, joined(one.element, other.element))
    return None
