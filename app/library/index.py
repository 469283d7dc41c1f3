"""The index of the library: the facts of every run in one file, a cache that may vanish any time.

The first line says what follows and carries its hash; the second line holds the facts by run. A
file that is not exactly that counts as missing.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from app.library.entry import RunFacts
from app.library.reading import Stamp
from pipeline.run.folder import write_atomically
from pipeline.schema.base import Value

FILE = "library.json"
FORMAT = 2
"""Raise it when `RunFacts` or the way facts are read changes."""


class Row(Value):
    """The facts of a run and the files they were read from."""

    stamp: Stamp
    facts: RunFacts


T = TypeVar("T", bound=Value)
_ROWS = TypeAdapter(dict[str, Row])


def load_index(path: Path) -> dict[str, Row]:
    """The rows of the library's index file by run; empty if it cannot be used."""
    return load_rows(path, _ROWS, {"library": FORMAT})


def save_index(path: Path, rows: dict[str, Row]) -> None:
    """Write the library's index file."""
    save_rows(path, _ROWS, {"library": FORMAT}, rows)


def load_rows(path: Path, kind: TypeAdapter[dict[str, T]], about: dict[str, int]) -> dict[str, T]:
    """The rows of an index file by run; empty if it is missing, older, or damaged in any way.

    `about` names what the file holds and the format of its rows.
    """
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        if json.loads(head) != _head(about, body):
            return {}
        return kind.validate_json(body)
    except (OSError, ValueError, ValidationError, RecursionError):
        return {}


def save_rows(
    path: Path, kind: TypeAdapter[dict[str, T]], about: dict[str, int], rows: dict[str, T]
) -> None:
    """Write an index file whole. One that cannot be written is left: it is only a cache."""
    body = kind.dump_json(rows)
    with suppress(OSError):
        write_atomically(path, json.dumps(_head(about, body)).encode() + b"\n" + body)


def _head(about: dict[str, int], body: bytes) -> dict[str, object]:
    return {**about, "sha256": hashlib.sha256(body).hexdigest()}
