"""How records stand: status, trash, marks. Read in parts, without their long texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_store.database import Connection, Row
from memory_store.errors import BadRecord
from memory_store.queries import chunks, possible, record_missing
from memory_store.reading import Reader
from memory_store.records import Status


@dataclass(frozen=True)
class Marks:
    """What people marked a record with. `merged_into` is the record that took its place."""

    pinned: bool = False
    tags: tuple[str, ...] = ()
    trashed_at: datetime | None = None
    merged_into: int | None = None


@dataclass(frozen=True)
class Standing:
    """What decides whether an operation may touch a record."""

    status: Status
    trashed: bool
    merged_into: int | None


def marks(bank: Reader, ids: Iterable[int]) -> dict[int, Marks]:
    """The marks of some records, by id; ids that do not exist are left out."""
    wanted = _unique(ids)
    with bank._connection.reading():
        stands = _standings(bank._connection, wanted)
        tagged = tags_of(bank._connection, stands)
        pinned = pins_of(bank._connection, stands)
        times = _times(bank._connection, [key for key in stands if stands[key].trashed])
    return {
        key: Marks(key in pinned, tagged.get(key, ()), times.get(key), stand.merged_into)
        for key, stand in stands.items()
    }


def trashed_ids(bank: Reader) -> tuple[int, ...]:
    """The records in the trash, those put there last first."""
    rows = bank._connection.rows("SELECT record_id FROM trash ORDER BY at DESC, record_id DESC")
    return tuple(row[0] for row in rows)


def standing(
    bank: Reader, ids: Iterable[int], *, in_trash: bool | None = False
) -> dict[int, Standing]:
    """How each of the records stands, in the order asked for.

    Args:
        in_trash: whether the records must lie in the trash; None for either.

    Raises:
        RecordMissing: there is no such record.
        BadRecord: one lies in the trash and should not, or the other way round.
    """
    wanted = _unique(ids)
    found = _standings(bank._connection, wanted)
    for record_id in wanted:
        if record_id not in found:
            raise record_missing(bank.path, record_id)
        if in_trash is False and found[record_id].trashed:
            raise BadRecord(
                f"Record {record_id} lies in the trash.", "Restore it from the trash first."
            )
        if in_trash is True and not found[record_id].trashed:
            raise BadRecord(
                f"Record {record_id} does not lie in the trash.", "List the trash to see what does."
            )
    return {record_id: found[record_id] for record_id in wanted}


def require_status(found: dict[int, Standing], expected: Status | None) -> None:
    """Raise `BadRecord` for the first record that has not the status `expected`, if one is."""
    for record_id, stand in found.items():
        if expected is not None and stand.status != expected:
            raise BadRecord(
                f"Record {record_id} is {stand.status}, not {expected}.", "Leave it out."
            )


def tags_of(connection: Connection, ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """The tags of those of the records that have any, sorted."""
    found: dict[int, list[str]] = {}
    sql = "SELECT record_id, name FROM tag WHERE record_id IN ({}) ORDER BY record_id, name"
    for record_id, name in _parts(connection, sql, list(ids)):
        found.setdefault(record_id, []).append(name)
    return {record_id: tuple(names) for record_id, names in found.items()}


def pins_of(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Those of the records that are pinned."""
    sql = "SELECT record_id FROM pin WHERE record_id IN ({})"
    return {row[0] for row in _parts(connection, sql, list(ids))}


def _times(connection: Connection, ids: Sequence[int]) -> dict[int, datetime]:
    sql = "SELECT record_id, at FROM trash WHERE record_id IN ({})"
    return {row[0]: datetime.fromisoformat(row[1]) for row in _parts(connection, sql, ids)}


def _standings(connection: Connection, ids: Sequence[int]) -> dict[int, Standing]:
    sql = (
        "SELECT record.id, record.status, trash.record_id, merged.into_id FROM record "
        "LEFT JOIN trash ON trash.record_id = record.id "
        "LEFT JOIN merged ON merged.record_id = record.id WHERE record.id IN ({})"
    )
    return {
        row[0]: Standing(row[1], row[2] is not None, row[3]) for row in _parts(connection, sql, ids)
    }


def _parts(connection: Connection, sql: str, ids: Sequence[int]) -> list[Row]:
    found: list[Row] = []
    for part in chunks(possible(ids)):
        found += connection.rows(sql.format(",".join("?" * len(part))), part)
    return found


def _unique(ids: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(ids))
