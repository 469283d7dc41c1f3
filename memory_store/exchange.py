"""Import of an archive into a bank: all of its new records, or none."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from memory_store import writing
from memory_store.archive import Archive, ArchiveManifest, Item, open_archive
from memory_store.bank import Bank
from memory_store.database import Connection
from memory_store.embedding.base import Embedder, EncoderIdentity
from memory_store.errors import ImportRefused, translated
from memory_store.exporting import export_bank as export_bank
from memory_store.opening import require_absent
from memory_store.records import NewFailure, NewRecord, NewSuccess, Record, SuccessRecord
from memory_store.rows import Prepared, names, values_of
from memory_store.vectors import Vectors, checked, checked_one
from memory_store.workplace import new_folder
from memory_store.zipguard import REMEDY

BATCH = 64
"""Records whose bodies are embedded at once."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Outcome:
    """What happens to one record of an archive.

    Attributes:
        line: counted from 0.
        record_id: of a duplicate, the id of the record that the bank has already.
        reason: why it is refused.
    """

    line: int
    action: Literal["add", "duplicate", "refuse"]
    polarity: str = ""
    headline: str = ""
    run_id: str = ""
    scene_id: str = ""
    record_id: int | None = None
    reason: str = ""


@dataclass
class ImportReport:
    """What an import did, or would do, with each record.

    Attributes:
        added: ids of the new records (of a trial run: how many there would be, as line numbers).
        duplicates: lines of the archive whose transition the bank has already.
        refused: reasons by line; if there is one, nothing is added.
        manifest: what the archive says of itself: licence, author, what was left out.
        outcomes: of a trial run, one for each record.
    """

    added: tuple[int, ...] = ()
    duplicates: tuple[int, ...] = ()
    refused: dict[int, str] = field(default_factory=dict)
    manifest: ArchiveManifest | None = None
    outcomes: tuple[Outcome, ...] = ()


class RecordsRefused(ImportRefused):
    """Some records of an archive do not fit; `report` says which and why."""

    kind = "records_refused"

    def __init__(self, message: str, remedy: str, report: ImportReport) -> None:
        super().__init__(message, remedy)
        self.report = report


class OtherEncoder(ImportRefused):
    """The archive was made with another encoder; its records can be embedded into a new bank."""

    kind = "other_encoder"


def import_archive(
    bank: Bank,
    source: Path,
    *,
    as_pending: bool = False,
    trial: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Add the records of an archive to a bank: all that are not there yet, or none.

    A bank that never held a record takes over the ids of the archive; any other gives new ones.

    Args:
        as_pending: new records wait for a person instead of keeping their status.
        trial: only report what would happen.
        progress: called with the records added and their total; what it raises ends the import,
            and nothing is added.

    Raises:
        ImportRefused: something is wrong with the file; the bank is untouched.
        OtherEncoder: the same, as the encoders differ.
        RecordsRefused: the same, with the reason for each record that does not fit. A trial
            reports it instead.
    """
    if trial:
        return preview(source, bank.identity, bank)
    bank.require_writable()
    with open_archive(source) as archive:
        _require_encoder(archive, bank.identity)
        _require_fitting(archive)
        total = archive.manifest.total
        items = _told(archive.items(), total, progress)
        return bank.transaction(lambda: _insert(bank._connection, archive, items, as_pending))


def preview(source: Path, encoder: EncoderIdentity | None, bank: Bank | None) -> ImportReport:
    """What an import would do with each record of an archive.

    Args:
        encoder: of the bank; None for a new bank that embeds the texts again.
        bank: None for a bank that is not there yet.

    Raises:
        ImportRefused: something is wrong with the file as a whole.
    """
    with open_archive(source) as archive:
        if encoder is not None:
            _require_encoder(archive, encoder)
        archive.check()
        outcomes = [Outcome(n, "refuse", reason=why) for n, why in archive.refused.items()]
        seen: set[tuple[object, ...]] = set()
        outcomes.extend(_foresee(item, bank, seen) for item in archive.items())
        outcomes.sort(key=lambda outcome: outcome.line)
        return ImportReport(
            tuple(found.line for found in outcomes if found.action == "add"),
            tuple(found.line for found in outcomes if found.action == "duplicate"),
            archive.refused,
            archive.manifest,
            tuple(outcomes),
        )


def import_into_new(
    source: Path, dest: Path, embedder: Embedder, progress: Progress | None = None
) -> ImportReport:
    """Make a new bank in `dest` with the records of an archive, whose texts are embedded again.

    The bank appears whole or not at all.

    Raises:
        ImportRefused, RecordsRefused: something is wrong with the file.
        NotABank: `dest` holds something already.
        EncoderFailed, BadVector: the encoder did not do its work.
    """
    require_absent(dest)
    with open_archive(source) as archive:
        _require_fitting(archive)
        with translated(dest), new_folder(dest) as folder:
            with Bank.open(folder, embedder, create=True) as bank:
                items = _told(_embedded(archive, embedder), archive.manifest.total, progress)
                report = bank.transaction(lambda: _insert(bank._connection, archive, items, False))
                bank.save_indexes()
            require_absent(dest)
    return report


def _require_encoder(archive: Archive, encoder: EncoderIdentity) -> None:
    if archive.manifest.encoder != encoder:
        raise OtherEncoder(
            f"{archive.path} was made with the encoder {archive.manifest.encoder.describe()}; this "
            f"bank uses {encoder.describe()}.",
            "Import it into a new bank, which embeds its texts again (--re-embed-into NEWBANK), "
            "or into a bank of that encoder.",
        )


def _require_fitting(archive: Archive) -> None:
    archive.check()
    if archive.refused:
        line, reason = next(iter(archive.refused.items()))
        raise RecordsRefused(
            f"{archive.path}: {len(archive.refused)} of {archive.manifest.total} records do not "
            f"fit the schema; the first is line {line + 1} ({reason}).",
            REMEDY,
            ImportReport(refused=archive.refused, manifest=archive.manifest),
        )


def _told(items: Iterator[Item], total: int, progress: Progress | None) -> Iterator[Item]:
    for number, item in enumerate(items, 1):
        yield item
        if progress is not None and (number % 500 == 0 or number == total):
            progress(number, total)


def _embedded(archive: Archive, embedder: Embedder) -> Iterator[Item]:
    """The records with vectors of this encoder; each context is embedded once in a row of equals,
    as records of one section follow each other."""
    dimension = embedder.identity.dimension
    last: tuple[tuple[str, str], Vectors] | None = None

    def embed(batch: list[Item]) -> Iterator[Item]:
        nonlocal last
        found = embedder.encode([item.record.meaning for item in batch])
        bodies = checked(found, len(batch), dimension, "the bodies of the archive")
        for item, body in zip(batch, bodies, strict=True):
            key = (item.record.context.text, item.record.context.role)
            if last is None or last[0] != key:
                vector = embedder.context(*key).vector
                last = (key, checked_one(vector, dimension, f"line {item.line + 1}"))
            yield Item(item.line, item.record, item.history, last[1], body)

    batch: list[Item] = []
    for item in archive.items():
        batch.append(item)
        if len(batch) == BATCH:
            yield from embed(batch)
            batch = []
    if batch:
        yield from embed(batch)


def _foresee(item: Item, bank: Bank | None, seen: set[tuple[object, ...]]) -> Outcome:
    record, origin = item.record, item.record.provenance
    key = (origin.run_id, origin.scene_id, record.polarity, origin.source, origin.ordinal)
    known = None if bank is None else _known(bank._connection, key)
    double = known is not None or key in seen
    seen.add(key)
    headline = record.rationale if isinstance(record, SuccessRecord) else record.trigger
    return Outcome(
        item.line, "duplicate" if double else "add", record.polarity, headline, origin.run_id,
        origin.scene_id, known,
    )  # fmt: skip


def _known(connection: Connection, key: tuple[object, ...]) -> int | None:
    row = connection.row(
        "SELECT id FROM record WHERE run_id = ? AND scene_id = ? AND polarity = ? AND source = ? "
        "AND ordinal = ?",
        key,
    )
    return None if row is None else int(row[0])


def _insert(
    connection: Connection, archive: Archive, items: Iterator[Item], as_pending: bool
) -> ImportReport:
    """Insert what is new, within a write transaction of the caller."""
    name = archive.path.name
    added: list[int] = []
    duplicates: list[int] = []
    virgin = connection.row("SELECT 1 FROM sqlite_sequence WHERE name = 'record'") is None
    (revision,) = connection.row("SELECT revision FROM meta") or (0,)
    for item in items:
        new = _as_new(item.record, as_pending)
        values = values_of(Prepared(new, item.context, item.body), int(revision) + 1)
        if virgin:
            values["id"] = item.record.id
        marks = ", ".join("?" * len(values))
        cursor = connection.run(
            f"INSERT INTO record ({names(tuple(values))}) VALUES ({marks}) "
            "ON CONFLICT (run_id, scene_id, polarity, source, ordinal) DO NOTHING",
            tuple(values.values()),
        )
        if not cursor.rowcount:
            duplicates.append(item.line)
            continue
        record_id = int(cursor.lastrowid or 0)
        added.append(record_id)
        for edit in item.history:
            writing.append_edit(connection, record_id, edit.author, edit.why, edit.changes, edit.at)
        origin = {"origin": (item.record.origin, "imported")}
        writing.append_edit(connection, record_id, "import", f"imported from {name}", origin)
    if added:
        writing.next_revision(connection)
    return ImportReport(tuple(added), tuple(duplicates), manifest=archive.manifest)


def _as_new(record: Record, as_pending: bool) -> NewRecord:
    """The record without what belongs to the bank it came from: its id and its use."""
    content = record.model_dump(exclude={"id", "hit_count", "last_used"})
    content |= {"origin": "imported"} | ({"status": "pending"} if as_pending else {})
    if isinstance(record, SuccessRecord):
        return NewSuccess.model_validate(content)
    return NewFailure.model_validate(content)
