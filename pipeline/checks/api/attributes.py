"""Attributes: what comes out of `value.name`, and whether it can be there at all."""

import types

from pipeline.checks.api.catalogue import Catalogue
from pipeline.checks.api.classes import Class, Member
from pipeline.checks.api.facts import Facts
from pipeline.checks.api.signature import OPEN, Signature
from pipeline.checks.api.values import (
    Animate,
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    ModuleValue,
    Plain,
    Super,
    Value,
    joined,
)
from pipeline.checks.tables import ManimTables
from pipeline.checks.words import words

_BUILTIN_TYPES: dict[str, type] = {
    t.__name__: t
    for t in (int, float, str, bool, list, tuple, dict, set, frozenset, bytes, type(None))
}
_BUILTIN_TYPES["None"] = type(None)
_FUNCTION_ATTRIBUTES = frozenset((*dir(types.MethodType), *dir(types.FunctionType)))
_BUILDER = words(
    "build mobject methods anim_args overridden_animation is_chaining cannot_pass_args"
)
# Results that numpy's functions are sure to have.
_ARRAYS = words(
    "array asarray linspace arange zeros ones full zeros_like ones_like eye identity cross"
    " column_stack vstack hstack concatenate stack"
)


class Attributes:
    """Attribute access in one program."""

    def __init__(self, catalogue: Catalogue, tables: ManimTables, facts: Facts) -> None:
        self._catalogue = catalogue
        self._tables = tables
        self._facts = facts
        self._known: dict[tuple[Class, str], Value] = {}
        self._next: dict[tuple[Class, str], Value] = {}
        # Attributes set on objects whose class is not known.
        self._wild: set[str] = set()
        self.has_stores = False
        self._below: dict[Class, list[Class]] = {}

    def add_class(self, cls: Class) -> None:
        """Note a class of the program below its base classes."""
        for base in cls.mro[1:]:
            self._below.setdefault(base, []).append(cls)

    def below(self, cls: Class) -> list[Class]:
        """Classes of the program that derive from a class."""
        return self._below.get(cls, [])

    def read(self, value: Value, name: str) -> Value:
        """What an attribute of a value is."""
        match value:
            case Instance():
                return self._of_instance(value, name)
            case Animate(of=mobject):
                found = self._of_instance(mobject, name)
                if isinstance(found, FunctionValue):
                    return found._replace(animates=True)
                return None
            case ModuleValue(name=module):
                return self.of_module(module, name)
            case ClassValue(cls=cls):
                if name == "__init__" and cls.init is not None:
                    return FunctionValue(f"{cls.name}.__init__", cls.init)
                member = cls.member(name)
                if member is None or name in self._facts.stored:
                    return None
                return self._function(f"{cls.name}.{name}", member, value, through_class=True)
            case Super(cls=cls, receiver=receiver):
                return self._of_super(cls, name, receiver)
        return None

    def store(self, value: Value, name: str, stored: Value) -> None:
        """Note an assignment to an attribute of an object of a class of the program."""
        if isinstance(stored, Items):
            stored = Items(stored.type)  # lists in attributes are filled from anywhere
        if isinstance(value, Instance) and value.cls.node is not None:
            key = value.cls, name
            self._next[key] = joined(self._next[key], stored) if key in self._next else stored
            self.has_stores = self.has_stores or stored is not None
        else:
            for key in [k for k in self._next if k[1] == name]:
                self._next[key] = None
            self._wild.add(name)

    def stored_names(self, cls: Class) -> set[str]:
        """Attributes that the program sets on objects of a class or of its relatives."""
        family = {*cls.mro, *self.below(cls)}
        return {name for owner, name in (*self._known, *self._next) if owner in family}

    def begin_pass(self) -> None:
        """Use what the pass before found about stored attributes."""
        self._known = {
            key: None if key[1] in self._wild else value for key, value in self._next.items()
        }
        self._next = {}

    def of_module(self, module: str, name: str) -> Value:
        """A name of a module."""
        table = self._tables.module(module)
        if name in self._facts.stored or table is None:
            return None
        if name in table.modules:
            return ModuleValue(table.modules[name])
        if self._tables.module(f"{module}.{name}") is not None:
            return ModuleValue(f"{module}.{name}")
        if module.split(".")[0] == "manim":
            return self._catalogue.value(name) if name in table.open else None
        if module == "numpy" and name in _ARRAYS:
            result = Signature(star="args", rest="open", result="ndarray")
            return FunctionValue(f"np.{name}", result, home=module)
        return None

    def lacks(self, value: Value, name: str) -> bool:
        """Whether a value certainly has no attribute of that name."""
        if name.startswith("__") or self._facts.may_have(name):
            return False
        match value:
            case Instance(cls=cls):
                return not self.may_have(value, name) and not _magic(cls, name)
            case Animate(of=mobject):
                known = name in _BUILDER or self.may_have(mobject, name)
                return not known and not _magic(mobject.cls, name)
            case Plain(type="ndarray"):
                return name not in self._catalogue.ndarray
            case Plain(type=type_, exact=True) | Items(type=type_):
                return type_ in _BUILTIN_TYPES and not hasattr(_BUILTIN_TYPES[type_], name)
            case FunctionValue(signature=signature, node=node, home=""):
                plain = node is None and signature is not OPEN
                return plain and name not in _FUNCTION_ATTRIBUTES
            case ModuleValue(name=module):
                return self._module_lacks(module, name)
            case ClassValue(cls=cls):
                return not cls.is_open and cls.member(name) is None and not hasattr(type, name)
            case Super(cls=cls):
                rest = cls.mro[1:]
                known = any(name in base.members for base in rest)
                return not cls.is_open and not known and not _magic(cls, name)
        return False

    def may_have(self, value: Instance, name: str) -> bool:
        """Whether an object, or one of a class below, has an attribute of its own accord."""
        cls = value.cls
        if cls.is_open or cls.member(name) is not None or name in self._catalogue.stored:
            return True
        if value.exact:
            return False
        if any(c.is_open or c.member(name) is not None for c in self.below(cls)):
            return True
        return cls.node is None and self._catalogue.any_below_has(cls.name, name)

    def _module_lacks(self, module: str, name: str) -> bool:
        table = self._tables.module(module)
        if table is None or name.startswith("_"):
            return False
        if name in table.open or name in table.closed or name in table.modules:
            return False
        if self._tables.module(f"{module}.{name}") is not None:
            return False
        return name not in self._tables.raw["api"]["more"].get(module, ())

    def _of_instance(self, value: Instance, name: str) -> Value:
        cls = value.cls
        if name in self._facts.stored:
            return self._stored(cls, name)
        member = cls.member(name)
        if name == "camera" and "camera_class" not in self._facts.keywords:
            camera = next((base.camera for base in cls.mro if base.camera), "")
            found = self._catalogue.class_(camera)
            if found is not None and (member is None or member.node is None):
                return Instance(found, exact=True)
        if name == "animate" and cls.derives_from("Mobject"):
            return Animate(value) if member is None or member.node is None else None
        if member is None:
            return None
        if not value.exact and any(name in below.members for below in self.below(cls)):
            return None
        label = cls if cls.node is None else member.owner
        if label.node is None and cls.node is not None:
            label = cls.nearest_manim() or label
        found_value = self._function(f"{label.name}.{name}", member, value, through_class=False)
        if value.exact or cls.node is not None or not self._catalogue.any_below_has(cls.name, name):
            return found_value
        return _loosened(found_value, member)

    def _stored(self, cls: Class, name: str) -> Value:
        """What the program's own assignments put into an attribute."""
        if name in self._wild or cls.node is None:
            return None
        family = {*cls.mro, *self.below(cls)}
        found = [v for (owner, n), v in self._known.items() if n == name and owner in family]
        if not found or cls.member(name) is not None:
            return None
        answer = found[0]
        for value in found[1:]:
            answer = joined(answer, value)
        return answer

    def _of_super(self, cls: Class, name: str, receiver: Value) -> Value:
        if self.below(cls):
            return None
        for base in cls.mro[1:]:
            member = base.members.get(name)
            if name == "__init__" and base.init is not None:
                return FunctionValue(f"{base.name}.__init__", base.init, 1, receiver)
            if member is not None:
                return self._function(f"{base.name}.{name}", member, receiver, through_class=False)
        return None

    def _function(self, name: str, member: Member, value: Value, *, through_class: bool) -> Value:
        signature = member.signature
        match member.kind:
            case "method" if signature is not None:
                bound = 0 if through_class else 1
                receiver = None if through_class else value
                return FunctionValue(name, signature, bound, receiver, member.node)
            case "static" if signature is not None:
                return FunctionValue(name, signature, 0, None, member.node)
            case "class" if signature is not None:
                return FunctionValue(name, signature, 1, None, member.node)
            case "property" | "attribute" if not through_class and member.type:
                return self._catalogue.typed(member.type, value)
        return None


def _loosened(value: Value, member: Member) -> Value:
    """A method that a class below may define with other parameters."""
    if isinstance(value, FunctionValue):
        result = member.signature.result if member.signature is not None else ""
        loose = Signature(star="args", rest="open", result=result if result == "Self" else "")
        return value._replace(signature=loose)
    return value


def _magic(cls: Class, name: str) -> bool:
    """Whether Mobject answers for a name by its automatic getters and setters."""
    return name.startswith(("get_", "set_")) and cls.derives_from("Mobject")
