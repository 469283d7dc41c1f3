"""Pages of a list: by offset for a scroll bar that jumps, by cursor for reading on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_store.browsing.criteria import Criteria, condition
from memory_store.browsing.lists import IdLists
from memory_store.browsing.rows import Row, rows_by_id
from memory_store.browsing.sorting import INDEXED, Cursor, Sort, beyond, expression, order_by
from memory_store.indexes import Ids

if TYPE_CHECKING:
    from memory_store.reading import Reader

NEAR = 2_000
"""Rows up to this place come straight from an index where there is one for the order: the first
page needs no list of all ids."""
NEWEST = Sort()
ALL = Criteria()


@dataclass(frozen=True)
class Rows:
    """Part of a list.

    Attributes:
        total: rows of the whole list.
        offset: place of the first of these rows in it; None if they were asked for by cursor.
        next: where to read on; None at the end.
        note: what a person should know about this search (a slow one in an old snapshot).
    """

    rows: tuple[Row, ...]
    total: int
    offset: int | None
    next: Cursor | None
    note: str | None = None


def browse(
    bank: "Reader",
    criteria: Criteria = ALL,
    sort: Sort = NEWEST,
    limit: int = 100,
    *,
    offset: int = 0,
    after: Cursor | None = None,
) -> Rows:
    """Rows of a list, either from a place on or after a cursor.

    By offset, the list of all ids is made once (about a second for a million records) and kept
    until the data changes, so that any later place costs only its own rows. The first rows of the
    list of all records come without it. By cursor nothing is kept; each row of the list comes
    exactly once, also while others write, unless its own place in the order is changed.

    Args:
        limit: rows at most.
        offset: place of the first row, from 0.
        after: read on from here instead.
    """
    if limit < 0 or offset < 0:
        raise ValueError("limit and offset cannot be negative")
    lists = bank._lists
    with lists.reading(criteria):
        if after is not None:
            ids, place = _after(bank, criteria, sort, limit, after), None
        else:
            ids, place = _from(bank, criteria, sort, limit, offset), offset
        rows = rows_by_id(bank._connection, ids)
        total = _total(bank, criteria, sort)
        full = len(ids) == limit and bool(ids) and (place is None or place + limit < total)
        following = _cursor(bank, sort, ids[-1]) if full else None
        return Rows(rows, total, place, following, lists.note(criteria))


def count(bank: "Reader", criteria: Criteria = ALL) -> int:
    """How many records pass."""
    with bank._lists.reading(criteria):
        return _total(bank, criteria, NEWEST)


def ids(bank: "Reader", criteria: Criteria = ALL, sort: Sort = NEWEST) -> Ids:
    """The ids of the whole list in order, int64. Do not write into it: it is kept."""
    with bank._lists.reading(criteria):
        return bank._lists.listed(criteria, sort)


def rows_of(bank: "Reader", wanted: Sequence[int]) -> tuple[Row, ...]:
    """The rows of some ids in their order; those that do not exist are left out."""
    with bank._connection.reading():
        return rows_by_id(bank._connection, wanted)


def walk(
    bank: "Reader", criteria: Criteria = ALL, sort: Sort = NEWEST, size: int = 500
) -> Iterator[tuple[Row, ...]]:
    """The whole list in parts, by cursor: keeps no list and no transaction between the parts."""
    part = browse(bank, criteria, sort, size)
    while part.rows:
        yield part.rows
        if part.next is None:
            return
        part = browse(bank, criteria, sort, size, after=part.next)


def position(bank: "Reader", record_id: int, criteria: Criteria, sort: Sort) -> int | None:
    """The place of a record in a list, from 0; None if it is not in it."""
    found = (ids(bank, criteria, sort) == record_id).nonzero()[0]
    return int(found[0]) if len(found) else None


def _from(bank: "Reader", criteria: Criteria, sort: Sort, limit: int, offset: int) -> list[int]:
    lists = bank._lists
    near = criteria.open and sort.column in INDEXED and offset + limit <= NEAR
    if not near or lists.has(criteria, sort):
        part: list[int] = lists.listed(criteria, sort)[offset : offset + limit].tolist()
        return part
    sql, values = condition(criteria)
    found = bank._connection.rows(
        f"SELECT id FROM record WHERE {sql} ORDER BY {order_by(sort)} LIMIT ? OFFSET ?",
        (*values, limit, offset),
    )
    return [row[0] for row in found]


def _after(bank: "Reader", criteria: Criteria, sort: Sort, limit: int, cursor: Cursor) -> list[int]:
    lists = bank._lists
    parts = [condition(criteria), beyond(sort, cursor)]
    if criteria.words.strip():
        parts.append(lists.word_condition(criteria.words))
    where = " AND ".join(f"({sql})" for sql, _ in parts)
    values = [value for _, some in parts for value in some]
    straight = criteria.open and sort.column in INDEXED
    table = "record" if straight else lists.table(criteria)
    found = bank._connection.rows(
        f"SELECT id FROM {table} WHERE {where} ORDER BY {order_by(sort)} LIMIT ?",
        (*values, limit),
    )
    return [row[0] for row in found]


def _total(bank: "Reader", criteria: Criteria, sort: Sort) -> int:
    lists = bank._lists
    if lists.has(criteria, sort):
        return len(lists.listed(criteria, sort))
    if criteria.open:
        sql = "SELECT (SELECT count(*) FROM record) - (SELECT count(*) FROM trash)"
        return int((bank._connection.row(sql) or (0,))[0])
    return _passing(lists, criteria)


def _passing(lists: IdLists, criteria: Criteria) -> int:
    passing = lists.passing(criteria)
    return 0 if passing is None else len(passing)


def _cursor(bank: "Reader", sort: Sort, record_id: int) -> Cursor | None:
    sql = f"SELECT {expression(sort.column)} FROM record WHERE id = ?"
    row = bank._connection.row(sql, (record_id,))
    return None if row is None else Cursor(row[0], record_id)
