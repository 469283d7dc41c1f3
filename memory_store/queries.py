"""What is asked of a bank and what it answers: hits, pages, filters and figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import peewee

from memory_store.database import Connection
from memory_store.errors import RecordMissing
from memory_store.records import (
    FailureRecord,
    Origin,
    Polarity,
    Record,
    Role,
    Source,
    Status,
    SuccessRecord,
)
from memory_store.rows import READ, SELECT_RECORD, record_of
from memory_store.schema import RECORD, TRASH

R = TypeVar("R", bound=Record)
Order = Literal["newest", "oldest", "most_used", "best"]
CHUNK = 500


@dataclass(frozen=True)
class Hit(Generic[R]):
    """A record and the cosine of its vector with the query, in [-1, 1]."""

    record: R
    similarity: float


@dataclass(frozen=True)
class Retrieval:
    """What a scene gets to read. `pieces_read` of `pieces_total` word pieces of the section text
    went into the query."""

    successes: tuple[Hit[SuccessRecord], ...]
    failures: tuple[Hit[FailureRecord], ...]
    pieces_read: int = 0
    pieces_total: int = 0

    @property
    def record_ids(self) -> tuple[int, ...]:
        """All ids, successes first."""
        plus = tuple(hit.record.id for hit in self.successes)
        return plus + tuple(hit.record.id for hit in self.failures)


@dataclass(frozen=True)
class Filter:
    """Which records a list shows; None does not filter. `contains` looks into the texts, without
    regard to ASCII case."""

    polarity: Polarity | None = None
    status: Status | None = None
    origin: Origin | None = None
    role: Role | None = None
    source: Source | None = None
    domain: str | None = None
    paper_id: str | None = None
    section_id: str | None = None
    run_id: str | None = None
    scene_id: str | None = None
    contains: str | None = None


@dataclass(frozen=True)
class Page:
    """A part of a list and how long the whole list is."""

    records: tuple[Record, ...]
    total: int


@dataclass(frozen=True)
class Stats:
    """Figures of a bank. Each mapping counts records. `trashed` of them lie in the trash, and only
    `trashed` counts those."""

    path: str
    total: int
    by_polarity: dict[str, int]
    by_status: dict[str, int]
    by_origin: dict[str, int]
    by_source: dict[str, int]
    by_role: dict[str, int]
    by_domain: dict[str, int]
    sections: int
    retrieved: int
    encoder: str
    created: str
    revision: int
    schema_version: int
    bytes_on_disk: int
    snapshot: str | None = field(default=None)
    trashed: int = 0


_SEARCHED = ("rationale", "trigger", "root_cause", "recipe", "code", "text", "domain", "paper_id")
_ORDERS: dict[Order, tuple[Any, ...]] = {
    "newest": (RECORD.c.created.desc(), RECORD.c.id.desc()),
    "oldest": (RECORD.c.created, RECORD.c.id),
    "most_used": (RECORD.c.hit_count.desc(), RECORD.c.id),
    "best": (RECORD.c.rank.desc(), RECORD.c.id),
}


def page(connection: Connection, chosen: Filter, order: Order, limit: int, offset: int) -> Page:
    """One page of the records that pass the filter; none of them lies in the trash."""
    conditions = _conditions(chosen)
    columns = [getattr(RECORD.c, name) for name in READ]
    query = RECORD.select(*columns).order_by(*_ORDERS[order]).limit(limit).offset(offset)
    counted = RECORD.select(peewee.fn.COUNT(RECORD.c.id))
    query, counted = query.where(*conditions), counted.where(*conditions)
    with connection.reading():
        rows = connection.select(query)
        total = int(connection.select(counted)[0][0])
    return Page(tuple(record_of(row) for row in rows), total)


def _conditions(chosen: Filter) -> list[peewee.Expression]:
    found: list[Any] = [
        getattr(RECORD.c, name) == value
        for name, value in vars(chosen).items()
        if value is not None and name != "contains"
    ]
    found.append(RECORD.c.id.not_in(TRASH.select(TRASH.c.record_id)))
    if chosen.contains:
        pieces = [
            peewee.fn.INSTR(peewee.fn.LOWER(getattr(RECORD.c, name)), chosen.contains.lower()) > 0
            for name in _SEARCHED
        ]
        either = pieces[0]
        for piece in pieces[1:]:
            either = either | piece
        found.append(either)
    return found


def matching(chosen: Filter) -> tuple[str, list[Any]]:
    """SQL that selects the ids that pass a filter, in order of time, and its values."""
    query = RECORD.select(RECORD.c.id).where(*_conditions(chosen)).order_by(*_ORDERS["oldest"])
    sql, values = query.sql()
    return str(sql), list(values)


def records_by_id(connection: Connection, ids: Iterable[int]) -> dict[int, Record]:
    """The records of some ids; ids that do not exist are left out."""
    found: dict[int, Record] = {}
    for part in chunks(possible(ids)):
        marks = ",".join("?" * len(part))
        for row in connection.rows(f"{SELECT_RECORD} WHERE id IN ({marks})", part):
            record = record_of(row)
            found[record.id] = record
    return found


def record_missing(bank: Path, record_id: int) -> RecordMissing:
    """The error that says that a bank has no such record."""
    return RecordMissing(
        f"The memory bank {bank} has no record {record_id}.",
        "List the records to see which ids there are.",
    )


def possible(ids: Iterable[int]) -> list[int]:
    """Those of the numbers that can be an id at all: SQLite takes no larger ones."""
    return [number for number in ids if 0 < number < 2**63]


def chunks(ids: Sequence[int]) -> Iterable[Sequence[int]]:
    """Parts of at most `CHUNK` ids: one SQL statement takes a limited number of values."""
    return (ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK))


def counts(connection: Connection, column: str) -> dict[str, int]:
    """How many records have each value of a column; those in the trash are not counted."""
    rows = connection.rows(
        f'SELECT "{column}", count(*) FROM record '
        "WHERE id NOT IN (SELECT record_id FROM trash) GROUP BY 1 ORDER BY 1"
    )
    return {str(value): int(number) for value, number in rows}
