"""Looks at the installed Manim, numpy and the rest, once per version, in a process of its own.

Run as a program it writes one JSON document to standard output; `tables.py` calls it and keeps the
answer. Only trusted, installed packages are imported here, never a scene program.
"""

import ast
import contextlib
import gc
import importlib
import inspect
import json
import sys
import types
from typing import Any

from pipeline import tex_engine
from pipeline.checks.api.source import Sources
from pipeline.checks.api.survey import survey
from pipeline.checks.policy import (
    ALLOWED_MODULES,
    CLOSED_MANIM,
    CLOSED_MANIM_NAMES,
    OPEN_MANIM,
    TABLES_SCHEMA,
)
from pipeline.checks.walking import every_node

# A still picture held for a while; counts as animation only where an updater moves something.
_WAITS = frozenset(("wait", "pause", "wait_until"))


def introspect() -> dict[str, Any]:
    """The tables of `tables.ManimTables` as plain data."""
    import manim

    parts = _manim_modules()
    sources = Sources(parts)
    modules = {name: _manim_module(module) for name, module in parts.items()}
    for name, rule in ALLOWED_MODULES.items():
        with contextlib.suppress(ImportError):
            module = importlib.import_module(name)
            public = [n for n in dir(module) if not n.startswith("_")]
            values = {n: v for n in public if (v := getattr(module, n, None)) is not None}
            modules[name] = {
                "open": [n for n, v in values.items() if not _is_module(v) and rule.opens(n)],
                "closed": [n for n, v in values.items() if _is_module(v) or not rule.opens(n)],
                "modules": {
                    n: v.__name__
                    for n, v in values.items()
                    if _is_module(v) and v.__name__ in ALLOWED_MODULES
                },
                "star": _star(module),
            }
    return {
        "schema": TABLES_SCHEMA,
        "manim": manim.__version__,
        "modules": modules,
        "scenes": _scenes(sources),
        "tex": _subclasses(manim.SingleStringMathTex),
        "config": sorted({n for n in dir(manim.config) if not n.startswith("_")} | {*manim.config}),
        "templates": _other_engines(manim.TexTemplateLibrary, manim.TexFontTemplates),
        "api": survey(parts, sources) | {"more": _more(modules)},
    }


def _other_engines(*libraries: type) -> dict[str, str]:
    """The ready templates for a TeX engine that the studio does not run, and that engine."""
    found = {}
    for library in libraries:
        for name, template in vars(library).items():
            engine = getattr(template, "tex_compiler", None)
            if engine is not None and not tex_engine.runs(engine, template.output_format):
                found[f"manim.{library.__name__}.{name}"] = str(engine)
    return found


def _more(modules: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Public names that the tables of modules leave out, because their value is None."""
    found = {}
    for name, table in modules.items():
        known = {*table["open"], *table["closed"], *table["modules"]}
        public = (n for n in dir(sys.modules[name]) if not n.startswith("_"))
        found[name] = [n for n in public if n not in known]
    return {name: names for name, names in found.items() if names}


def _is_module(value: object) -> bool:
    return isinstance(value, types.ModuleType)


def _star(module: types.ModuleType) -> list[str]:
    """The names that `from module import *` brings."""
    listed = getattr(module, "__all__", None)
    return sorted(listed if listed is not None else (n for n in dir(module) if n[0] != "_"))


def _manim_modules() -> dict[str, types.ModuleType]:
    return {
        name: module
        for name, module in sorted(sys.modules.items())
        if (name == "manim" or name.startswith("manim."))
        and _is_module(module)
        and not name.startswith(CLOSED_MANIM)
    }


def _manim_module(module: types.ModuleType) -> dict[str, Any]:
    names = [name for name in vars(module) if not name.startswith("_")]
    if module.__name__ == "manim":
        names = sorted({*names, *_star(module)})
    answer: dict[str, Any] = {"open": [], "closed": [], "modules": {}, "star": []}
    for name in names:
        value = getattr(module, name)
        if _is_module(value):
            inner = value.__name__
            known = inner in ALLOWED_MODULES or inner.startswith("manim")
            if known and not inner.startswith(CLOSED_MANIM):
                answer["modules"][name] = inner
            else:
                answer["closed"].append(name)
        else:
            answer["open" if _open_manim(name, value) else "closed"].append(name)
    answer["star"] = _star(module)
    return answer


def _open_manim(name: str, value: object) -> bool:
    if name in CLOSED_MANIM_NAMES:
        return False
    if name in OPEN_MANIM:
        return True
    if inspect.isclass(value) or inspect.isroutine(value):
        home = getattr(value, "__module__", None) or ""
        return home.startswith("manim.") and not home.startswith(CLOSED_MANIM)
    # A constant: numbers, arrays, colours, texts, and collections of them.
    home = type(value).__module__
    return home in ("builtins", "numpy", "typing", "types", "functools") or (
        home.startswith("manim.") and not home.startswith(CLOSED_MANIM)
    )


def _subclasses(base: type[Any]) -> list[str]:
    found: set[type[Any]] = {base}
    queue: list[type[Any]] = [base]
    while queue:
        for child in queue.pop().__subclasses__():
            if child not in found and child.__module__.startswith("manim."):
                found.add(child)
                queue.append(child)
    return sorted(child.__name__ for child in found)


def _scenes(sources: Sources) -> dict[str, dict[str, Any]]:
    """Per Manim scene class, the methods whose bodies lead to `play` (and those to `wait`)."""
    import manim

    return {
        name: _animating(getattr(manim, name), sources)
        for name in _subclasses(manim.Scene)
        if hasattr(manim, name)
    }


def _animating(scene: type, sources: Sources) -> dict[str, Any]:
    """Methods that lead to `play` at some call, found in the source, through `self` and `super`.

    `conditional` are those that do so only where their `animate` argument is true, with its
    default.
    """
    calls: dict[str, set[str]] = {}
    conditional: dict[str, bool] = {}
    for name, member in inspect.getmembers(scene, inspect.isfunction):
        if name.startswith("__") or not member.__module__.startswith("manim."):
            continue
        calls[name] = {
            called
            for owner in scene.__mro__
            if (found := vars(owner).get(name)) is not None and inspect.isfunction(found)
            for called in _called(found, sources)
        }
        switch = inspect.signature(member).parameters.get("animate")
        if switch is not None:
            conditional[name] = switch.default is True
    plays = {"play"}
    while True:
        sure = {name for name in plays if conditional.get(name, True)}
        more = plays | {n for n, used in calls.items() if used & sure and n not in _WAITS}
        if more == plays:
            break
        plays = more
    return {
        "animating": sorted(plays),
        "conditional": {n: d for n, d in sorted(conditional.items()) if n in plays},
        "waiting": sorted(_WAITS & calls.keys()),
    }


def _called(function: types.FunctionType, sources: Sources) -> set[str]:
    """Names of the methods that a function calls on `self` or on `super()`."""
    tree = sources.function(function)
    return {
        node.func.attr
        for node in (every_node(tree) if tree is not None else ())
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            (isinstance(node.func.value, ast.Name) and node.func.value.id == "self")
            or (
                isinstance(node.func.value, ast.Call)
                and isinstance(node.func.value.func, ast.Name)
                and node.func.value.func.id == "super"
            )
        )
    }


if __name__ == "__main__":
    gc.disable()  # all that is made here is kept, and looking through it takes a fifth of the time
    json.dump(introspect(), sys.stdout)
