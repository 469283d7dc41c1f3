"""Looks at Manim's classes and functions: what they have, what they take, what they give back.

Runs in the child process of `introspect.py`. Classes and signatures come from the live objects;
instance attributes and the way of `**kwargs` come from the sources. The answer is plain data with
its repetitions pooled; `catalogue.py` reads it.

A signature is `[parameters, keywords, rest, taken, result]`:

- parameters: texts `name`, with `?` if there is a default and `:type` if a type is known; `/` and
  `*` stand for themselves, `*name` for a variable number;
- keywords: further keywords that `**kwargs` accepts, as an index into `pools`, or -1 for none;
- rest: "no" (other keywords are a TypeError), "open" (anything goes) or "ignored";
- taken: keywords that the function passes on itself, so that giving them is a TypeError;
- result: a type.

A member of a class is a method by the index of its signature (`m:`, `s:` static, `c:` a class
method), a property by its type (`p:`, `P:` if it can be set) or an attribute by its type (`a:`).

A type is the name of a class (an object of it or of a class below), `=Name` for exactly that class,
`Self`, `type:Name` for a class itself, `[T` for a list of T, one of int, float, str, bool, None,
list, tuple, dict, callable, ndarray, or empty where nothing is known.
"""

import inspect
import types
from collections.abc import Iterator
from typing import Any

from pipeline.checks.api.source import Sources
from pipeline.checks.api.survey_signatures import Signatures
from pipeline.checks.policy import CLOSED_MANIM

Data = dict[str, Any]

# Modules whose base classes add no attributes.
_HARMLESS = frozenset(("builtins", "abc", "typing"))


def survey(modules: dict[str, types.ModuleType], sources: Sources) -> Data:
    """The tables of `catalogue.Catalogue` as plain data.

    Args:
        modules: the open modules of Manim, by name.
        sources: their sources.
    """
    import numpy as np

    names = _names(modules)
    classes = _classes(names)
    signatures = Signatures(sources, classes)
    answer: Data = {
        "classes": {n: _class(c, signatures, sources, classes) for n, c in sorted(classes.items())},
        "names": {n: _value(v, signatures, classes) for n, v in sorted(names.items())},
        "stored": sorted(sources.foreign_stores),
        "ndarray": [n for n in dir(np.ndarray) if not n.startswith("_")],
    }
    answer |= {"signatures": signatures.pool, "pools": signatures.words}
    return answer


def _names(modules: dict[str, types.ModuleType]) -> dict[str, Any]:
    """Names of Manim and of its open modules; those of `manim` itself go first."""
    found: dict[str, Any] = {}
    torn: set[str] = set()
    for module in (m for n, m in modules.items() if n != "manim"):
        for name, value in vars(module).items():
            home = getattr(value, "__module__", None)
            ours = isinstance(home, str) and home.startswith("manim")
            if name.startswith("_") or isinstance(value, types.ModuleType) or not ours:
                continue
            if found.setdefault(name, value) is not value:
                torn.add(name)
    found = {name: value for name, value in found.items() if name not in torn}
    own = vars(modules["manim"])
    return found | {n: v for n, v in own.items() if not n.startswith("_")}


def _classes(names: dict[str, Any]) -> dict[str, type]:
    """Manim's classes by their short names, base classes included."""
    found: dict[str, type] = {}
    for value in names.values():
        if inspect.isclass(value):
            for base in value.__mro__:
                if base.__module__.startswith("manim") and not base.__module__.startswith(
                    CLOSED_MANIM
                ):
                    found.setdefault(base.__name__, base)
    return found


def _value(value: object, signatures: Signatures, classes: dict[str, type]) -> str:
    """What a name stands for: `C:class`, `F:signature`, `V:type`, or empty."""
    if inspect.isclass(value):
        return f"C:{value.__name__}" if classes.get(value.__name__) is value else ""
    if isinstance(value, types.FunctionType):
        return f"F:{signatures.of(value, None)}"
    kind = type(value)
    if kind.__name__ in classes and classes[kind.__name__] is kind:
        return f"V:={kind.__name__}"
    if kind in (int, float, str, bool, list, tuple, dict) or kind.__name__ == "ndarray":
        return f"V:{kind.__name__}"
    return ""


def _class(cls: type, signatures: Signatures, sources: Sources, classes: dict[str, type]) -> Data:
    known = [c for c in cls.__mro__ if classes.get(c.__name__) is c]
    foreign = [c for c in cls.__mro__ if c not in known and c.__module__ not in _HARMLESS]
    own = dict(_members(cls, signatures))
    attributes = sources.attributes(cls)
    for name, kind in attributes.items():
        if isinstance(inspect.getattr_static(cls, name, None), property):
            continue  # what is assigned goes through the property
        own.setdefault(name, f"a:{signatures.known(kind)}")
    answer: Data = {
        "mro": [c.__name__ for c in known],
        "own": own,
        "init": signatures.of_class(cls),
    }
    if foreign or sources.has_dynamic_lookup(cls):
        answer["open"] = True
    init = vars(cls).get("__init__")
    camera = inspect.signature(init).parameters.get("camera_class") if callable(init) else None
    if camera is not None:
        answer["camera"] = getattr(camera.default, "__name__", "")
    return answer


def _members(cls: type, signatures: Signatures) -> Iterator[tuple[str, str]]:
    for name, value in vars(cls).items():
        if name.startswith("__") and name not in ("__call__", "__getitem__", "__iter__", "__len__"):
            continue
        match value:
            case staticmethod():
                yield name, f"s:{signatures.of(value.__func__, cls)}"
            case classmethod():
                yield name, f"c:{signatures.of(value.__func__, cls)}"
            case property():
                kind = "P" if value.fset is not None else "p"
                getter = inspect.unwrap(value.fget) if value.fget is not None else None
                result = getattr(getter, "__annotations__", {}).get("return")
                yield name, f"{kind}:{signatures.type_of(result)}"
            case types.FunctionType():
                yield name, f"m:{signatures.of(value, cls)}"
            case _:
                yield name, f"a:{_constant_type(value)}"


def _constant_type(value: object) -> str:
    return type(value).__name__ if isinstance(value, int | float | str) else ""
