"""The index of the library: the facts of every run in one file, a cache that may vanish any time.

The first line says what follows and carries its hash; the second line holds the facts by run. A
file that is not exactly that counts as missing.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from app.library.entry import RunFacts
from app.library.reading import Stamp
from pipeline.run.folder import write_atomically
from pipeline.schema.base import Value

FILE = "library.json"
FORMAT = 3
"""Raise it when `RunFacts` or the way facts are read changes."""


class Row(Value):
    """The facts of a run and the files they were read from."""

    stamp: Stamp
    facts: RunFacts


_ROWS = TypeAdapter(dict[str, Row])


def load_index(path: Path) -> dict[str, Row]:
    """The rows of an index file by run; empty if it is missing, older, or damaged in any way."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        about = json.loads(head)
        if about != _about(body):
            return {}
        return _ROWS.validate_json(body)
    except (OSError, ValueError, ValidationError, RecursionError):
        return {}


def save_index(path: Path, rows: dict[str, Row]) -> None:
    """Write the file whole. One that cannot be written is left: the library works without it."""
    body = _ROWS.dump_json(rows)
    with suppress(OSError):
        write_atomically(path, json.dumps(_about(body)).encode() + b"\n" + body)


def _about(body: bytes) -> dict[str, object]:
    return {"library": FORMAT, "sha256": hashlib.sha256(body).hexdigest()}
