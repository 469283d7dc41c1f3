"""Renders kept by what they depend on: program, scene, settings and versions.

An entry is a folder with the files of the render and `entry.json`, put in place by one rename.
Copies go in and out, so that nobody's edit of a delivered file changes the cache.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

from pydantic import ValidationError

from pipeline.render.link import RESOURCES, encode
from pipeline.render.space import says_full
from pipeline.schema.base import Value
from pipeline.schema.render import RenderResult, RenderSettings

_PARTS = ("manim", "numpy", "av", "pillow", "manimpango", "pycairo", "scipy")
# Code outside this package that decides what lands in the files.
_CODE = (Path(__file__).parent, Path(__file__).parents[1] / "inspection")


class _Entry(Value):
    result: RenderResult
    digests: dict[str, str]


@cache
def versions() -> str:
    """A digest of everything but the program that a render depends on."""
    digest = hashlib.sha256()
    for part in _PARTS:
        with suppress(metadata.PackageNotFoundError):
            digest.update(f"{part}={metadata.version(part)};".encode())
    files = [path for folder in _CODE if folder.is_dir() for path in folder.glob("*.py")]
    files += [p for name in ("fonts", "tex") for p in (RESOURCES / name).iterdir() if p.is_file()]
    for path in sorted(files):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def key(program: str, scene: str, settings: RenderSettings) -> str:
    """The name of the entry for these inputs. Limits are left out: they change no picture."""
    picture = {
        "quality": settings.quality,
        "aspect": settings.aspect,
        "keyframes": settings.keyframes,
    }
    text = encode([program, scene, picture, versions()])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class RenderCache:
    """Successful renders on disk, the least recently used going first.

    Args:
        folder: where entries live; made if missing. Several processes may share it.
        limit_bytes: total size above which the oldest entries are dropped.
    """

    def __init__(self, folder: Path, limit_bytes: int = 1024**3) -> None:
        self._folder = folder
        self._limit = limit_bytes
        folder.mkdir(parents=True, exist_ok=True)

    def fetch(self, name: str, target: Path) -> RenderResult | None:
        """Copy entry `name` into `target`; None if there is none or it is damaged."""
        entry = self._folder / name[:2] / name
        try:
            data = (entry / "entry.json").read_bytes()
            record = _Entry.model_validate_json(data)
            for file, digest in record.digests.items():
                content = (entry / file).read_bytes()
                if hashlib.sha256(content).hexdigest() != digest:
                    raise ValueError(f"{file} is damaged")
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                (target / file).write_bytes(content)
        except (OSError, ValidationError, ValueError) as error:
            if says_full(error):
                return None  # the entry is sound, there is no room for a copy
            shutil.rmtree(entry, ignore_errors=True)  # absent, or damaged
            return None
        with suppress(OSError):
            os.utime(entry)
        return record.result.model_copy(update={"cached": True})

    def store(self, name: str, result: RenderResult, source: Path) -> None:
        """Keep a successful `result` whose files are in `source`. A full disk keeps nothing."""
        if not result.ok or result.video is None:
            return
        parent = self._folder / name[:2]
        files = [result.video, *(k.file for k in result.keyframes)]
        files += [result.geometry] if result.geometry else []
        try:
            parent.mkdir(parents=True, exist_ok=True)
            draft = Path(tempfile.mkdtemp(prefix="part-", dir=parent))
        except OSError:
            return
        try:
            digests = {}
            for file in files:
                content = (source / file).read_bytes()
                digests[file] = hashlib.sha256(content).hexdigest()
                (draft / file).parent.mkdir(parents=True, exist_ok=True)
                (draft / file).write_bytes(content)
            record = _Entry(result=result.model_copy(update={"cached": False}), digests=digests)
            (draft / "entry.json").write_text(record.model_dump_json(), encoding="utf-8")
            draft.rename(parent / name)
        except OSError:  # the disk is full, or another process was quicker
            shutil.rmtree(draft, ignore_errors=True)
        self._evict()

    def _evict(self) -> None:
        entries = []
        for path in self._folder.glob("??/*"):
            with suppress(OSError):
                size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
                entries.append((path.stat().st_mtime, size, path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self._limit:
                return
            shutil.rmtree(path, ignore_errors=True)
            total -= size
