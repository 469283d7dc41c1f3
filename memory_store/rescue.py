"""Ways back: a live bank from a snapshot, a bank for another encoder, records from a damaged one.

None of them changes what it reads from; each makes a new bank.
"""

import secrets
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memory_store.bank import Bank
from memory_store.database import Connection
from memory_store.embedding.base import Embedder
from memory_store.errors import BankDamaged, MemoryStoreError, translated
from memory_store.layout import DATABASE, write_spec
from memory_store.opening import MAGIC, require_absent, version_of
from memory_store.records import FailureRecord, NewFailure, NewRecord, NewSuccess, Record
from memory_store.rows import SELECT_RECORD, record_of
from memory_store.schema import current_version, migrate, new_stamp, now_text
from memory_store.vectors import checked_one, checksum, to_blob
from memory_store.workplace import new_folder

GAP = 1000
"""Ids without a readable record after which a damaged table counts as read to its end."""


def copy_bank(
    source: Bank,
    dest: Path,
    embedder: Embedder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Make a new live bank in `dest` with all records, edits and use counts of `source`.

    From a snapshot it makes a bank to go on with. With another encoder than the one of `source` it
    embeds every record again. The bank appears whole or not at all.

    Args:
        embedder: None keeps the encoder and the vectors of `source`.
        progress: called with the number of records embedded and their total.

    Raises:
        NotABank: `dest` holds something already.
    """
    require_absent(dest)
    with translated(dest), new_folder(dest) as folder:
        source._connection.dump_into(folder / DATABASE)
        connection = Connection(folder / DATABASE, "create")
        try:
            connection.run("PRAGMA user_version = 0")  # no longer frozen
            _adopt(connection, source, embedder, progress)
        finally:
            connection.close()
        write_spec(folder, embedder.identity if embedder else source.identity)
        require_absent(dest)


def _adopt(
    connection: Connection,
    source: Bank,
    embedder: Embedder | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Give the copy the newest schema, an identity of its own and, for another encoder, new
    vectors."""
    identity = embedder.identity if embedder else source.identity
    if (version := version_of(connection)) < current_version():
        migrate(connection, version)
    with connection.writing():
        connection.run(
            "UPDATE meta SET bank_id = ?, stamp = ?, created = ?, encoder = ?",
            (secrets.token_hex(8), new_stamp(), now_text(), identity.model_dump_json()),
        )
        if embedder is None or identity == source.identity:
            return
        ids = [int(row[0]) for row in connection.rows("SELECT id FROM record ORDER BY id")]
        for number, record_id in enumerate(ids):
            (row,) = connection.rows(f"{SELECT_RECORD} WHERE id = ?", (record_id,))
            _embed_again(connection, record_of(row), embedder)
            if progress is not None:
                progress(number + 1, len(ids))


def _embed_again(connection: Connection, record: Record, embedder: Embedder) -> None:
    dimension, what = embedder.identity.dimension, f"record {record.id}"
    vector = embedder.context(record.context.text, record.context.role).vector
    context = to_blob(checked_one(vector, dimension, what))
    body = to_blob(checked_one(embedder.encode([record.meaning])[0], dimension, what))
    connection.run(
        "UPDATE record SET context_vector = ?, context_crc = ?, body_vector = ?, body_crc = ? "
        "WHERE id = ?",
        (context, checksum(context), body, checksum(body), record.id),
    )


def set_aside(path: Path) -> Path:
    """Rename a damaged bank's folder, unchanged, and return its new path."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = path.with_name(f"{path.name}.damaged-{stamp}")
    with translated(path):
        if target.exists():
            raise MemoryStoreError(f"{target} exists already.", "Try again in a second.")
        path.rename(target)
    return target


@dataclass(frozen=True)
class Salvage:
    """What could be read from a damaged bank: how many records, and which ids could not."""

    recovered: int
    unreadable: tuple[int, ...]


def salvage(damaged: Path, dest: Path, embedder: Embedder) -> Salvage:
    """Copy every record that is still readable in a damaged bank into a new bank in `dest`.

    Works on a copy of the database. Texts are the truth: their vectors are made again. The history
    of edits and the use counts are not recovered.

    Raises:
        BankDamaged: nothing is readable.
    """
    with tempfile.TemporaryDirectory() as scratch:
        copy = _readable_copy(damaged, Path(scratch))
        connection = Connection(copy, "ro")
        try:
            records, unreadable = _read_what_is_there(connection)
        finally:
            connection.close()
    if not records:
        raise BankDamaged(f"No record of {damaged} can be read.", "Go back to a snapshot.")
    with Bank.open(dest, embedder, create=True) as bank:
        bank.consolidate([_as_new(record) for record in records])
    return Salvage(len(records), tuple(unreadable))


def _readable_copy(damaged: Path, scratch: Path) -> Path:
    with translated(damaged):
        for path in damaged.glob(f"{DATABASE}*"):
            if path.name in (DATABASE, f"{DATABASE}-wal"):
                shutil.copyfile(path, scratch / path.name)
        copy = scratch / DATABASE
        if not copy.exists() or copy.stat().st_size < 512:
            raise BankDamaged(f"{damaged / DATABASE} holds nothing.", "Go back to a snapshot.")
        with copy.open("r+b") as file:
            file.write(MAGIC)  # a lost header is the one thing that is known
            head = file.read(100 - len(MAGIC))
            page_size, pages = int.from_bytes(head[0:2], "big"), int.from_bytes(head[12:16], "big")
            file.truncate(max(copy.stat().st_size, page_size * min(pages, 1 << 20)))
    return copy


def _read_what_is_there(connection: Connection) -> tuple[list[Record], list[int]]:
    records: list[Record] = []
    unreadable: list[int] = []
    record_id, last = 0, 0
    while record_id - last < GAP:
        record_id += 1
        try:
            row = connection.row(f"{SELECT_RECORD} WHERE id = ?", (record_id,))
            if row is None:
                continue
            records.append(record_of(row))
        except MemoryStoreError:
            unreadable.append(record_id)
            continue
        last = record_id
    return records, [number for number in unreadable if number < last]


def _as_new(record: Record) -> NewRecord:
    content = record.model_dump(exclude={"id", "hit_count", "last_used"})
    if isinstance(record, FailureRecord):
        return NewFailure.model_validate(content)
    return NewSuccess.model_validate(content)
