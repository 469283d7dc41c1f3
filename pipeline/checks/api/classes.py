"""Classes of Manim and of the program, and their members."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pipeline.checks.api.signature import Signature
from pipeline.checks.walking import Function

MemberKind = Literal["method", "static", "class", "property", "attribute"]


class Member(NamedTuple):
    """Something that objects of a class have.

    Attributes:
        kind: what it is.
        owner: the class that defines it.
        signature: of a method.
        type: type text of a property or attribute.
        node: the definition in the program.
        settable: a property that can be assigned.
    """

    kind: MemberKind
    owner: "Class"
    signature: Signature | None = None
    type: str = ""
    node: Function | None = None
    settable: bool = True


@dataclass(eq=False)
class Class:
    """A class.

    Attributes:
        name: as messages show it.
        mro: itself and its base classes, in the order of lookup; `object` is left out.
        members: its own members.
        is_open: it may have members that nobody can list.
        node: its definition in the program.
        init: what a call of it accepts, the object first; None if that is not known.
        camera: name of the camera class of a scene class.
    """

    name: str
    mro: tuple["Class", ...] = field(default=(), repr=False)
    members: dict[str, Member] = field(default_factory=dict, repr=False)
    is_open: bool = False
    node: ast.ClassDef | None = None
    init: Signature | None = field(default=None, repr=False)
    camera: str = ""
    _manims: tuple[str, ...] = field(default=(), repr=False)

    def member(self, name: str) -> Member | None:
        """The member of a name, looked up through the base classes."""
        for cls in self.mro:
            found = cls.members.get(name)
            if found is not None:
                return found
        return None

    def derives_from(self, name: str) -> bool:
        """Whether a Manim class of that name is among its base classes or the class itself."""
        if len(self._manims) != len(self.mro):  # the order of lookup is given after the class
            self._manims = tuple(cls.name if cls.node is None else "" for cls in self.mro)
        return name in self._manims

    def nearest_manim(self) -> "Class | None":
        """The first class of Manim in its order of lookup."""
        return next((cls for cls in self.mro if cls.node is None), None)

    def names(self) -> Iterator[str]:
        """Names of all its public members."""
        for cls in self.mro:
            yield from (name for name in cls.members if not name.startswith("_"))


def linearised(cls: Class, bases: list[Class]) -> tuple[Class, ...] | None:
    """The order of lookup of a class with these bases (Python's C3), None if there is none."""
    queues = [list(base.mro) for base in bases] + [list(bases)]
    order = [cls]
    while any(queues):
        for queue in queues:
            if queue and not any(queue[0] in other[1:] for other in queues):
                head = queue[0]
                break
        else:
            return None
        order.append(head)
        for queue in queues:
            if queue and queue[0] is head:
                del queue[0]
    return tuple(order)
