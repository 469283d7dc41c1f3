"""The files of a bank and of a snapshot, and the encoder spec pinned on disk."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal, get_args

from pydantic import ValidationError

from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import BankDamaged, EncoderMismatch, translated

DATABASE = "memory.db"
SPEC = "encoder.json"
INDEXES = "index"
MANIFEST = "manifest.json"
IndexName = Literal["success", "failure", "body"]
INDEX_NAMES: tuple[IndexName, ...] = get_args(IndexName)


def index_path(directory: Path, name: str) -> Path:
    """The file of one of the indexes `INDEX_NAMES`."""
    return directory / INDEXES / f"{name}.faiss"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it has its old or its new content, also after a loss of power."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make renames in `directory` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_spec(directory: Path, identity: EncoderIdentity) -> None:
    """Pin the encoder of a bank on disk."""
    with translated(directory / SPEC):
        text = identity.model_dump_json(indent=1) + "\n"
        write_whole(directory / SPEC, text.encode("utf-8"))


def read_spec(directory: Path) -> EncoderIdentity | None:
    """The pinned encoder, or None if the file is missing.

    Raises:
        BankDamaged: the file is there, but not an encoder's identity.
    """
    path = directory / SPEC
    try:
        return EncoderIdentity.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise BankDamaged(
            f"{path} does not say which encoder the bank was made with.",
            "Move that file away: the database holds the same, and it is written again from it.",
        ) from error
    except OSError as error:
        raise BankDamaged(f"{path} cannot be read: {error.strerror}.") from error


def require_same(pinned: EncoderIdentity, wanted: EncoderIdentity, where: Path) -> None:
    """Refuse an encoder that is not the pinned one, naming both.

    Raises:
        EncoderMismatch: model, dimension, weights or template differ.
    """
    if pinned == wanted:
        return
    differing = [
        name.replace("_", " ")
        for name in EncoderIdentity.model_fields
        if getattr(pinned, name) != getattr(wanted, name)
    ]
    raise EncoderMismatch(
        f"The memory bank {where} was made with the encoder {pinned.describe()}; the encoder in "
        f"use is {wanted.describe()}. They differ in {', '.join(differing)}, so their vectors "
        "cannot be compared.",
        "Go back to the bank's encoder, read the bank without an encoder, or copy its records "
        "into a new bank, which embeds them again.",
    )
