"""Facts about the installed Manim and its neighbours that the checks look things up in.

Built once per version by a child process (about two seconds, because Manim is imported there) and
kept as one JSON file in a cache folder of the caller's choice; read back in milliseconds.
"""

import contextlib
import functools
import json
import os
import sys
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.checks.policy import TABLES_SCHEMA

_HERE = Path(__file__).resolve().parent
_API = ("annotations", "forwarding", "source", "survey", "survey_signatures")
_SOURCES = (
    *(_HERE / f"{name}.py" for name in ("policy", "introspect", "walking")),
    *(_HERE / "api" / f"{name}.py" for name in _API),
)
_PACKAGES = ("manim", "numpy", "scipy", "networkx")


class TablesError(Exception):
    """The tables cannot be built: Manim is missing or cannot be imported."""


@dataclass(frozen=True, eq=False)
class ModuleTable:
    """The names of one module: open ones, closed ones, modules among them, star-exported ones."""

    open: frozenset[str]
    closed: frozenset[str]
    modules: dict[str, str]
    star: tuple[str, ...]


class SceneTable(NamedTuple):
    """Methods of a Manim scene class that animate.

    `conditional` animate only where their `animate` argument is true; the value is its default.
    """

    animating: frozenset[str]
    conditional: dict[str, bool]
    waiting: frozenset[str]


@dataclass(frozen=True, eq=False)
class ManimTables:
    """What `introspect` found, by canonical module name and by scene class name."""

    version: str
    raw: dict[str, Any] = field(repr=False)
    scenes: dict[str, SceneTable] = field(repr=False)
    tex: frozenset[str] = field(repr=False)
    _modules: dict[str, ModuleTable] = field(default_factory=dict, repr=False)

    def module(self, name: str) -> ModuleTable | None:
        """The table of a module, or None if the module is not in the allow-list."""
        if name not in self._modules and name in self.raw["modules"]:
            entry = self.raw["modules"][name]
            self._modules[name] = ModuleTable(
                frozenset(entry["open"]),
                frozenset(entry["closed"]),
                entry["modules"],
                tuple(entry["star"]),
            )
        return self._modules.get(name)


def load_tables(cache_dir: Path | None = None) -> ManimTables:
    """The tables of the installed versions, from memory, from `cache_dir`, or built now.

    Raises:
        TablesError: Manim cannot be imported; the message says why and what to do.
    """
    return _load(_key(), cache_dir)


@functools.lru_cache(maxsize=8)
def _load(key: str, cache_dir: Path | None) -> ManimTables:
    file = cache_dir / f"manim-tables-{key}.json" if cache_dir is not None else None
    data = _read(file) if file is not None else None
    if data is None:
        data = _build()
        if file is not None:
            _keep(file, data)
    return _tables(data)


@functools.lru_cache(maxsize=1)
def _key() -> str:
    """Changes with everything the tables depend on, also with the policy itself."""
    versions = [_version(name) for name in _PACKAGES]
    sources = b"".join(file.read_bytes() for file in _SOURCES)
    told = sources + repr((versions, sys.version_info[:3])).encode()
    return f"{versions[0]}-{len(told):x}-{zlib.crc32(told):08x}"


def _version(package: str) -> str:
    """The installed version of a package, from the name of its folder of metadata.

    `importlib.metadata` says the same, but takes longer than a small check.

    Raises:
        TablesError: it is not installed.
    """
    for name in _metadata_folders():
        if name.startswith(f"{package}-"):
            return name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib import metadata

    try:
        return metadata.version(package)  # installed in some other way
    except metadata.PackageNotFoundError as error:
        raise TablesError(
            f"The package {package} is not installed, so programs cannot be checked. "
            "Run the set-up again."
        ) from error


@functools.lru_cache(maxsize=1)
def _metadata_folders() -> tuple[str, ...]:
    """Names of all folders of metadata, in the order in which packages are found."""
    found: list[str] = []
    for entry in sys.path:
        with contextlib.suppress(OSError):
            found += (name for name in os.listdir(entry or ".") if name.endswith(".dist-info"))
    return tuple(found)


def _read(file: Path) -> dict[str, Any] | None:
    """A kept document, or None if there is none or it is damaged (it is then built again)."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    sound = isinstance(data, dict) and data.get("schema") == TABLES_SCHEMA
    return data if sound else None


def _build() -> dict[str, Any]:
    from pipeline.checks.building import build  # once per version of Manim

    return build()


def _keep(file: Path, data: dict[str, Any]) -> None:
    from pipeline.checks.building import keep

    keep(file, data)


def _tables(data: dict[str, Any]) -> ManimTables:
    scenes = {
        name: SceneTable(
            frozenset(entry["animating"]), entry["conditional"], frozenset(entry["waiting"])
        )
        for name, entry in data["scenes"].items()
    }
    return ManimTables(data["manim"], data, scenes, frozenset(data["tex"]))
