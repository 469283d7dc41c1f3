"""Export of a bank to an archive, and import of an archive into a bank."""

import hashlib
import io
import os
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from memory_store import archive as embz
from memory_store import writing
from memory_store.archive import Archive, ArchiveManifest, Entry
from memory_store.bank import Bank
from memory_store.errors import ImportRefused, MemoryStoreError, translated
from memory_store.layout import sync_directory
from memory_store.queries import Filter, Order
from memory_store.records import (
    FailureRecord,
    NewFailure,
    NewRecord,
    NewSuccess,
    Record,
    SuccessRecord,
)
from memory_store.rows import Prepared
from memory_store.schema import current_version
from memory_store.vectors import from_blobs

PAGE = 500
OLDEST: Order = "oldest"


@dataclass
class ImportReport:
    """What an import did, or would do, with each record.

    Attributes:
        added: ids of the new records (of a trial run: how many there would be, as line numbers).
        duplicates: lines of the archive whose transition the bank has already.
        refused: reasons by line; if there is one, nothing was added.
    """

    added: tuple[int, ...] = ()
    duplicates: tuple[int, ...] = ()
    refused: dict[int, str] = field(default_factory=dict)


class RecordsRefused(ImportRefused):
    """Some records of an archive do not fit; `report` says which and why."""

    kind = "records_refused"

    def __init__(self, message: str, remedy: str, report: ImportReport) -> None:
        super().__init__(message, remedy)
        self.report = report


def export_bank(
    bank: Bank,
    target: Path,
    chosen: Filter | None = None,
    *,
    studio_version: str = "",
    overwrite: bool = False,
) -> ArchiveManifest:
    """Write the records that pass the filter, all by default, into the file `target`.

    The file appears whole, by rename. An existing file is only replaced with `overwrite`.
    """
    if target.exists() and not overwrite:
        raise MemoryStoreError(f"{target} exists already.", "Choose another name for the export.")
    with bank._connection.reading():
        records = _all(bank, chosen or Filter())
        lines = "".join(_line(bank, record) + "\n" for record in records)
        parts = {embz.RECORDS: lines.encode("utf-8"), **_vector_files(bank, records)}
    counts = {
        "success": sum(record.polarity == "success" for record in records),
        "failure": sum(record.polarity == "failure" for record in records),
    }
    manifest = ArchiveManifest.model_validate(
        {
            "format": embz.FORMAT,
            "schema_version": current_version(),
            "encoder": bank.identity,
            "counts": counts,
            "bank_id": bank.bank_id,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "studio_version": studio_version,
            "files": {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()},
        }
    )
    _write(target, {embz.MANIFEST: manifest.model_dump_json(indent=1).encode(), **parts})
    return manifest


def _all(bank: Bank, chosen: Filter) -> list[Record]:
    found: list[Record] = []
    while True:
        part = bank.list(chosen, order=OLDEST, limit=PAGE, offset=len(found))
        found += part.records
        if not part.records:
            return found


def _line(bank: Bank, record: Record) -> str:
    entry = Entry(
        polarity=record.polarity,
        record=record.model_dump(mode="json"),
        history=bank.history(record.id),
    )
    return entry.model_dump_json()


def _vector_files(bank: Bank, records: list[Record]) -> dict[str, bytes]:
    blobs: dict[int, tuple[bytes, bytes]] = {
        row[0]: (row[1], row[2])
        for row in bank._connection.rows("SELECT id, context_vector, body_vector FROM record")
    }
    files = {}
    for position, name in enumerate((embz.CONTEXTS, embz.BODIES)):
        rows = from_blobs(
            [blobs[record.id][position] for record in records], bank.identity.dimension
        )
        buffer = io.BytesIO()
        np.save(buffer, rows, allow_pickle=False)
        files[name] = buffer.getvalue()
    return files


def _write(target: Path, parts: dict[str, bytes]) -> None:
    fresh = target.with_name(f".{target.name}.{os.getpid()}.part")
    with translated(target):
        try:
            with fresh.open("wb") as stream:
                with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
                    for name, data in parts.items():
                        file.writestr(name, data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(fresh, target)
            sync_directory(target.parent)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise


def import_archive(
    bank: Bank, source: Path, *, as_pending: bool = False, trial: bool = False
) -> ImportReport:
    """Add the records of an archive to a bank: all that are not there yet, or none.

    Args:
        as_pending: new records wait for a person instead of keeping their status.
        trial: only report what would happen.

    Raises:
        ImportRefused: something is wrong with the file; the bank is untouched.
        RecordsRefused: the same, with the reason for each record that does not fit.
    """
    if not trial:
        bank.require_writable()
    archive = embz.read_archive(source, bank.identity)
    if archive.refused:
        line, reason = next(iter(archive.refused.items()))
        raise RecordsRefused(
            f"{source}: {len(archive.refused)} of {len(archive.contexts)} records do not fit the "
            f"schema; the first is line {line + 1} ({reason}).",
            embz.REMEDY,
            ImportReport(refused=archive.refused),
        )
    if trial:
        return _trial(bank, archive)
    return bank.transaction(lambda: _insert(bank, archive, source.name, as_pending))


def _trial(bank: Bank, archive: Archive) -> ImportReport:
    seen = set(
        bank._connection.rows("SELECT run_id, scene_id, polarity, source, ordinal FROM record")
    )
    added: list[int] = []
    duplicates: list[int] = []
    for line, record in archive.records.items():
        origin = record.provenance
        key = (origin.run_id, origin.scene_id, record.polarity, origin.source, origin.ordinal)
        if key in seen:
            duplicates.append(line)
        else:
            added.append(line)
            seen.add(key)
    return ImportReport(tuple(added), tuple(duplicates))


def _insert(bank: Bank, archive: Archive, name: str, as_pending: bool) -> ImportReport:
    added: list[int] = []
    duplicates: list[int] = []
    connection = bank._connection
    for line, record in archive.records.items():
        new = _as_new(record, as_pending)
        item = Prepared(new, archive.contexts[line], archive.bodies[line])
        done = writing.insert(connection, [item])
        if not done.added:
            duplicates.append(line)
            continue
        (record_id,) = done.added
        added.append(record_id)
        for edit in archive.histories[line]:
            writing.append_edit(connection, record_id, edit.author, edit.why, edit.changes, edit.at)
        origin = {"origin": (record.origin, "imported")}
        writing.append_edit(connection, record_id, "import", f"imported from {name}", origin)
    return ImportReport(tuple(added), tuple(duplicates))


def _as_new(record: Record, as_pending: bool) -> NewRecord:
    """The record without what belongs to the bank it came from: its id and its use."""
    content = record.model_dump(exclude={"id", "hit_count", "last_used"})
    content |= {"origin": "imported"} | ({"status": "pending"} if as_pending else {})
    if isinstance(record, SuccessRecord):
        return NewSuccess.model_validate(content)
    assert isinstance(record, FailureRecord)
    return NewFailure.model_validate(content)
