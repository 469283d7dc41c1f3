"""The tables of Manim's classes, functions and constants, read as far as a program needs them."""

from functools import lru_cache
from typing import Any

from pipeline.checks.api.classes import Class, Member, MemberKind
from pipeline.checks.api.signature import Signature, decode
from pipeline.checks.api.values import (
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    Plain,
    Value,
    items_of,
)
from pipeline.checks.tables import ManimTables
from pipeline.checks.words import words

_KINDS: dict[str, MemberKind] = {
    "m": "method",
    "s": "static",
    "c": "class",
    "p": "property",
    "P": "property",
    "a": "attribute",
}
_PLAIN = words("int float str bool ndarray")
# Annotations are loose about which kind of sequence it is; some of them are arrays.
_ITEMS = {"list": "sequence", "tuple": "sequence", "dict": "mapping"}


class Members(dict[str, Member]):
    """The own members of a Manim class, decoded when asked for."""

    def __init__(self, catalogue: "Catalogue", owner: Class, raw: dict[str, str]) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._owner = owner
        self._raw = raw

    def get(self, name: str, default: Any = None) -> Any:
        """The member of a name, or `default`."""
        if name not in self._raw:
            return default
        if not dict.__contains__(self, name):
            self[name] = self._catalogue.decoded(self._raw[name], self._owner)
        return self[name]

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def __iter__(self) -> Any:
        return iter(self._raw)


class Catalogue:
    """Manim's classes by their short names, and what its names stand for."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw
        self._classes: dict[str, Class] = {}
        self._signatures: dict[int, Signature] = {}
        self._values: dict[str, Value] = {}
        self._below: dict[str, list[str]] | None = None
        self._below_has: dict[tuple[str, str], bool] = {}
        self._stored: frozenset[str] | None = None
        self._ndarray: frozenset[str] | None = None

    @property
    def stored(self) -> frozenset[str]:
        """Attribute names that Manim sets on objects from outside."""
        if self._stored is None:
            self._stored = frozenset(self._raw["stored"])
        return self._stored

    @property
    def ndarray(self) -> frozenset[str]:
        """Public attributes of numpy's arrays."""
        if self._ndarray is None:
            self._ndarray = frozenset(self._raw["ndarray"])
        return self._ndarray

    def class_(self, name: str) -> Class | None:
        """A Manim class by its short name."""
        if name not in self._classes:
            entry = self._raw["classes"].get(name)
            if entry is None:
                return None
            cls = Class(name, is_open=entry.get("open", False), camera=entry.get("camera", ""))
            self._classes[name] = cls
            cls.members = Members(self, cls, entry["own"])
            bases = (self.class_(base) for base in entry["mro"][1:])
            cls.mro = (cls, *(base for base in bases if base is not None))
            cls.init = self.signature(entry["init"])
        return self._classes[name]

    def names_below(self, name: str) -> list[str]:
        """Names of all Manim classes that derive from one."""
        if self._below is None:
            self._below = {}
            for cls, entry in self._raw["classes"].items():
                for base in entry["mro"][1:]:
                    self._below.setdefault(base, []).append(cls)
        return self._below.get(name, [])

    def any_below_has(self, name: str, attribute: str) -> bool:
        """Whether some Manim class below one defines or brings in an attribute of that name."""
        key = name, attribute
        if key not in self._below_has:
            classes = self._raw["classes"]
            above = set(classes[name]["mro"])
            # Classes below bring in others beside, as Axes does CoordinateSystem.
            beside = {b for below in self.names_below(name) for b in classes[below]["mro"]} - above
            self._below_has[key] = any(
                attribute in classes[cls]["own"] or classes[cls].get("open") for cls in beside
            )
        return self._below_has[key]

    def classes_with(self, attribute: str) -> list[str]:
        """Names of the Manim classes that define an attribute themselves."""
        return [n for n, e in self._raw["classes"].items() if attribute in e["own"]]

    def signature(self, index: int) -> Signature:
        """A signature of the pool."""
        if index not in self._signatures:
            self._signatures[index] = decode(self._raw["signatures"][index], self._raw["pools"])
        return self._signatures[index]

    def decoded(self, text: str, owner: Class) -> Member:
        """A member of a class."""
        kind, rest = text[0], text[2:]
        if kind in "msc":
            return Member(_KINDS[kind], owner, self.signature(int(rest)))
        return Member(_KINDS[kind], owner, type=rest, settable=kind != "p")

    def has(self, name: str) -> bool:
        """Whether Manim or one of its open modules defines a name."""
        return name in self._raw["names"]

    def value(self, name: str) -> Value:
        """What a name of Manim stands for."""
        if name not in self._values:
            self._values[name] = self._value(name)
        return self._values[name]

    def _value(self, name: str) -> Value:
        text: str = self._raw["names"].get(name, "")
        kind, rest = text[:1], text[2:]
        if kind == "C":
            cls = self.class_(rest)
            return ClassValue(cls) if cls is not None else None
        if kind == "F":
            return FunctionValue(name, self.signature(int(rest)), home="manim")
        return self.typed(rest) if kind == "V" else None

    def typed(self, text: str, receiver: Value = None) -> Value:
        """An object of a type text; `Self` is the receiver."""
        if not text:
            return None
        if text == "Self":
            return receiver
        if text in _PLAIN:
            return Plain(text, exact=False)
        if text in _ITEMS:
            return Items(_ITEMS[text])
        if text == "None":
            return Plain("None", exact=False)
        if text.startswith("["):
            return items_of("sequence", None, self.typed(text[1:], receiver))
        if text.startswith("type:"):
            return None
        cls = self.class_(text.removeprefix("="))
        return Instance(cls, exact=text.startswith("=")) if cls is not None else None


@lru_cache(maxsize=4)
def catalogue_of(tables: ManimTables) -> Catalogue:
    """The catalogue over some tables; one for all programs, since it decodes what they ask for."""
    return Catalogue(tables.raw["api"])
