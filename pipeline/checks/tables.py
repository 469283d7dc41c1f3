"""Facts about the installed Manim and its neighbours that the checks look things up in.

Built once per version by a child process (about two seconds, because Manim is imported there) and
kept as one JSON file in a cache folder of the caller's choice; read back in milliseconds.
"""

import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.checks.policy import TABLES_SCHEMA

_BUILD_SECONDS = 120
_HERE = Path(__file__).resolve().parent
_API = ("annotations", "forwarding", "source", "survey", "survey_signatures")
_SOURCES = (
    *(_HERE / f"{name}.py" for name in ("policy", "introspect", "walking")),
    *(_HERE / "api" / f"{name}.py" for name in _API),
)
_PACKAGES = ("manim", "numpy", "scipy", "networkx")


class TablesError(Exception):
    """The tables cannot be built: Manim is missing or cannot be imported."""


class ModuleTable(NamedTuple):
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
    digest = hashlib.sha256(sources + repr((versions, sys.version_info[:3])).encode()).hexdigest()
    return f"{versions[0]}-{digest[:12]}"


def _version(package: str) -> str:
    """The installed version of a package, from the name of its folder of metadata.

    `importlib.metadata` says the same, but takes longer than a small check.

    Raises:
        TablesError: it is not installed.
    """
    for entry in sys.path:
        for found in Path(entry or ".").glob(f"{package}-*.dist-info"):
            return found.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib import metadata

    try:
        return metadata.version(package)  # installed in some other way
    except metadata.PackageNotFoundError as error:
        raise TablesError(
            f"The package {package} is not installed, so programs cannot be checked. "
            "Run the set-up again."
        ) from error


def _read(file: Path) -> dict[str, Any] | None:
    """A kept document, or None if there is none or it is damaged (it is then built again)."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    sound = isinstance(data, dict) and data.get("schema") == TABLES_SCHEMA
    return data if sound else None


def _keep(file: Path, data: dict[str, Any]) -> None:
    """Write beside and rename, so that no reader sees half a file. A full disk is no fault here."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(data, out, separators=(",", ":"))
        Path(name).replace(file)
    except OSError:
        return


def _build() -> dict[str, Any]:
    """Run `introspect` in a child, in an empty folder so that no manim.cfg of a user is read."""
    with tempfile.TemporaryDirectory(prefix="manim-tables-") as folder:
        root = str(Path(__file__).resolve().parents[2])
        environment = {
            "HOME": folder,
            "PYTHONPATH": root,
            "OPENBLAS_NUM_THREADS": "1",
            "PATH": os.environ.get("PATH", ""),
            "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pipeline.checks.introspect"],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_BUILD_SECONDS,
                check=True,
                # Ctrl-C is for the command, which decides what becomes of its children.
                start_new_session=True,
            )
            answer: dict[str, Any] = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            told = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            raise TablesError(
                f"Manim could not be examined ({told[-1] if told else 'no answer'}). "
                "Run `./run doctor` to see what is missing."
            ) from error
    return answer


def _tables(data: dict[str, Any]) -> ManimTables:
    scenes = {
        name: SceneTable(
            frozenset(entry["animating"]), entry["conditional"], frozenset(entry["waiting"])
        )
        for name, entry in data["scenes"].items()
    }
    return ManimTables(data["manim"], data, scenes, frozenset(data["tex"]))
