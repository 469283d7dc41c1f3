"""Export of a bank: an archive that another bank can import, JSON Lines, or a table.

Records are read and written in pages, so that the memory this takes does not grow with the bank.
"""

import csv
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from memory_store import archive as embz
from memory_store.archive import ArchiveManifest, FailureEntry, SuccessEntry
from memory_store.bank import Bank
from memory_store.errors import BankDamaged, MemoryStoreError, translated
from memory_store.layout import sync_directory
from memory_store.npy import write_rows
from memory_store.queries import chunks, records_by_id
from memory_store.records import Edit, Record, SuccessRecord
from memory_store.rows import CONTEXT, FAILURE, PROVENANCE, STORED, SUCCESS
from memory_store.schema import current_version
from memory_store.selection import Selection, chosen_ids
from memory_store.stripping import Strip, strip
from memory_store.vectors import checksum
from memory_store.workplace import workplace

LEVEL = 3
"""How hard texts are packed: half the size of level 1 costs twice its time beyond this."""
COLUMNS = ("polarity", *STORED, *CONTEXT, *PROVENANCE, *SUCCESS, *FAILURE)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")
"""A cell that begins so is taken for a formula by some spreadsheet (OWASP, CSV injection); the
last four are the full-width forms of the first."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Sharing:
    """What an export holds and says.

    Attributes:
        chosen: which records; what lies in the trash is never exported.
        strip: what is left out of each record.
        licence, author: shown to whoever imports an archive; at most 500 characters.
    """

    chosen: Selection = None
    strip: frozenset[Strip] = frozenset()
    licence: str = ""
    author: str = ""


def export_bank(
    bank: Bank,
    target: Path,
    chosen: Selection = None,
    *,
    strip: Collection[Strip] = (),
    licence: str = "",
    author: str = "",
    studio_version: str = "",
    overwrite: bool = False,
    progress: Progress | None = None,
) -> ArchiveManifest:
    """Write the chosen records, all by default, into the archive `target`.

    The file appears whole, by rename. An existing file is only replaced with `overwrite`.

    Args:
        chosen, strip, licence, author: see `Sharing`.
        progress: called with the records written and their total; what it raises ends the export.

    Raises:
        MemoryStoreError: the file exists, or cannot be written.
        RecordMissing: a chosen id does not exist.
    """
    for name, value in (("licence", licence), ("author", author)):
        if len(value) > 500:
            raise MemoryStoreError(f"The {name} is over 500 characters.", "Shorten it.")
    sharing = Sharing(chosen, frozenset(strip), licence, author)
    with _whole(target, overwrite) as fresh, bank._connection.reading():
        ids = chosen_ids(bank._connection, chosen)
        with zipfile.ZipFile(fresh, "w", compresslevel=LEVEL) as file:
            return _fill(file, bank, ids, sharing, studio_version, progress)


def export_lines(
    bank: Bank,
    target: Path,
    chosen: Selection = None,
    *,
    strip: Collection[Strip] = (),
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write the chosen records as JSON Lines, one record with its history in a line; returns how
    many of each polarity."""
    with _whole(target, overwrite) as fresh, bank._connection.reading(), fresh.open("wb") as file:
        ids = chosen_ids(bank._connection, chosen)
        counts = {"success": 0, "failure": 0}
        for line, polarity in _lines(bank, ids, frozenset(strip), progress):
            file.write(line)
            counts[polarity] += 1
        return counts


def export_table(
    bank: Bank,
    target: Path,
    chosen: Selection = None,
    *,
    strip: Collection[Strip] = (),
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write the chosen records as CSV (UTF-8, RFC 4180) with a line of names first; returns how
    many of each polarity. A text that a spreadsheet would take for a formula gets an apostrophe
    before it."""
    what = frozenset(strip)
    with (
        _whole(target, overwrite) as fresh,
        bank._connection.reading(),
        fresh.open("w", encoding="utf-8", newline="") as file,
    ):
        ids = chosen_ids(bank._connection, chosen)
        table = csv.writer(file)
        table.writerow(COLUMNS)
        counts = {"success": 0, "failure": 0}
        for record, _ in _records(bank, ids, what, progress):
            table.writerow(_cells(record))
            counts[record.polarity] += 1
        return counts


@contextmanager
def _whole(target: Path, overwrite: bool) -> Iterator[Path]:
    """A path to write to; what is there afterwards becomes the file `target`, durably."""
    with translated(target):
        if not target.parent.is_dir():
            raise MemoryStoreError(f"There is no folder {target.parent}.", "Make it first.")
        _require_free(target, overwrite)
        with workplace(target.parent, target.name) as folder:
            fresh = folder / target.name
            yield fresh
            with fresh.open("rb+") as file:
                os.fsync(file.fileno())
            _require_free(target, overwrite)
            os.replace(fresh, target)
            sync_directory(target.parent)


def _require_free(target: Path, overwrite: bool) -> None:
    if target.is_dir() or (target.exists() and not overwrite):
        raise MemoryStoreError(f"{target} exists already.", "Choose another name for the export.")


class _Hashed(io.RawIOBase):
    """Passes on what is written and hashes it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.digest.update(data)
        return self._stream.write(data)


def _fill(
    file: zipfile.ZipFile,
    bank: Bank,
    ids: list[int],
    sharing: Sharing,
    studio_version: str,
    progress: Progress | None,
) -> ArchiveManifest:
    counts = {"success": 0, "failure": 0}
    hashes: dict[str, str] = {}
    with _part(file, embz.RECORDS, zipfile.ZIP_DEFLATED, hashes) as stream:
        for line, polarity in _lines(bank, ids, sharing.strip, progress):
            stream.write(line)
            counts[polarity] += 1
    for name, column in ((embz.CONTEXTS, "context"), (embz.BODIES, "body")):
        # vectors are noise to a packer: stored as they are
        with _part(file, name, zipfile.ZIP_STORED, hashes) as stream:
            write_rows(stream, len(ids), bank.identity.dimension, _blobs(bank, ids, column))
    manifest = ArchiveManifest.model_validate(
        {
            "format": embz.FORMAT,
            "schema_version": current_version(),
            "encoder": bank.identity,
            "counts": counts,
            "bank_id": "" if "names" in sharing.strip else bank.bank_id,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "studio_version": studio_version,
            "licence": sharing.licence,
            "author": sharing.author,
            "stripped": sorted(sharing.strip),
            "files": hashes,
        }
    )
    text = manifest.model_dump_json(indent=1)
    file.writestr(embz.MANIFEST, text, zipfile.ZIP_DEFLATED)
    return manifest


@contextmanager
def _part(
    file: zipfile.ZipFile, name: str, packing: int, hashes: dict[str, str]
) -> Iterator[IO[bytes]]:
    """A file within the archive, open for writing; its SHA-256 goes into `hashes`."""
    file.compression = packing
    with file.open(name, "w", force_zip64=True) as stream:
        hashed = _Hashed(stream)
        with io.BufferedWriter(hashed, 1 << 18) as buffered:
            yield buffered
    hashes[name] = hashed.digest.hexdigest()


def _records(
    bank: Bank, ids: list[int], what: frozenset[Strip], progress: Progress | None
) -> Iterator[tuple[Record, tuple[Edit, ...]]]:
    """The records with their histories, without what is left out, in the order of `ids`."""
    done = 0
    for part in chunks(ids):
        found = records_by_id(bank._connection, part)
        edits = _edits(bank, part)
        for key in part:
            yield strip(found[key], tuple(edits.get(key, ())), what)
        done += len(part)
        if progress is not None:
            progress(done, len(ids))


def _edits(bank: Bank, ids: Collection[int]) -> dict[int, list[Edit]]:
    marks = ",".join("?" * len(ids))
    sql = (
        "SELECT id, record_id, author, why, at, changes FROM edit "
        f"WHERE record_id IN ({marks}) ORDER BY id"
    )
    names = ("id", "record_id", "author", "why", "at")
    found: dict[int, list[Edit]] = {}
    for row in bank._connection.rows(sql, tuple(ids)):
        edit = Edit(**dict(zip(names, row[:5], strict=True)), changes=json.loads(row[5]))
        found.setdefault(edit.record_id, []).append(edit)
    return found


def _lines(
    bank: Bank, ids: list[int], what: frozenset[Strip], progress: Progress | None
) -> Iterator[tuple[bytes, str]]:
    """The lines of `records.jsonl`, and the polarity of each."""
    for record, history in _records(bank, ids, what, progress):
        if isinstance(record, SuccessRecord):
            text = SuccessEntry(record=record, history=history).model_dump_json()
        else:
            text = FailureEntry(record=record, history=history).model_dump_json()
        yield text.encode() + b"\n", record.polarity


def _blobs(bank: Bank, ids: list[int], column: str) -> Iterator[bytes]:
    size = 4 * bank.identity.dimension
    for part in chunks(ids):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, {column}_vector, {column}_crc FROM record WHERE id IN ({marks})"
        found = {row[0]: row[1:] for row in bank._connection.rows(sql, part)}
        for key in part:
            blob, crc = found[key]
            if not isinstance(blob, bytes) or len(blob) != size or checksum(blob) != crc:
                raise BankDamaged(
                    f"The {column} vector of record {key} in {bank.path} is damaged.",
                    "Export the other records, or run memory verify.",
                )
            yield blob


def _cells(record: Record) -> list[object]:
    content = record.model_dump(mode="json")
    flat = {**content, **content["context"], **content["provenance"], "polarity": record.polarity}
    return [_cell(flat.get(name)) for name in COLUMNS]


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return "'" + value
    return "" if value is None else value
