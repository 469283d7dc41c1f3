"""Whole columns of a bank at once, for what is said about all of its records together.

Lists and searches read pages; a map, figures of growth or a search for duplicates need a few short
columns, or the vectors, of everything. A record in the trash is in none of these answers.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from memory_store.bank import Bank
from memory_store.database import Row
from memory_store.embedding.base import ContextVector
from memory_store.errors import RecordMissing
from memory_store.indexes import Ids, VectorIndex
from memory_store.queries import chunks
from memory_store.ranking import Ranked, nearest
from memory_store.records import POLARITIES, Polarity
from memory_store.rows import READ, names
from memory_store.selecting import diverse
from memory_store.vectors import Vectors, checked_one, from_blobs

_KEPT = "id NOT IN (SELECT record_id FROM trash)"
_KNOWN = frozenset((*READ, "body_crc", "context_crc", "rank"))


def columns(
    bank: Bank,
    wanted: Sequence[str],
    ids: Iterable[int] | None = None,
    *,
    where: str = "1",
    order: str = "id",
    most: int = -1,
) -> list[Row]:
    """Rows of the columns `wanted`: of all records, or of `ids` (then always in order of id).

    Args:
        where, order: SQL from our own code, without values of a user's.
        most: how many rows at most; -1 is all.
    """
    sql = f"SELECT {names(_checked(wanted))} FROM record WHERE {_KEPT} AND {where}"
    with bank._connection.reading():
        if ids is None:
            return bank._connection.rows(f"{sql} ORDER BY {order} LIMIT {most}")
        found: list[Row] = []
        for part in chunks(sorted(set(ids))):
            marks = ",".join("?" * len(part))
            found += bank._connection.rows(f"{sql} AND id IN ({marks}) ORDER BY id", part)
        return found[:most] if most >= 0 else found


def tally(bank: Bank, by: Sequence[str], *, where: str = "1") -> list[Row]:
    """How many records have each combination of values: rows of the values and their number.

    `day` stands for the first ten characters of `created`; `where` as in `columns`.
    """
    _checked([name for name in by if name != "day"])
    told = ['substr("created", 1, 10)' if name == "day" else names([name]) for name in by]
    groups = ", ".join(str(number) for number in range(1, len(by) + 1))
    sql = f"SELECT {', '.join(told)}, count(*) FROM record WHERE {_KEPT} AND {where}"
    return bank._connection.rows(f"{sql} GROUP BY {groups} ORDER BY {groups}")


def bodies(bank: Bank) -> tuple[Ids, Vectors]:
    """Ids and body vectors of all records, in order of id; float32 of shape (n, dimension)."""
    with bank._connection.reading():
        (index,) = bank._cache.current("body")
        ids, vectors = index.ids.copy(), index.vectors()
    order = ids.argsort(kind="stable")
    if bool((order[1:] > order[:-1]).all()):
        return ids, vectors
    return ids[order], vectors[order]


def created(bank: Bank) -> str:
    """When the bank was made: UTC, ISO 8601."""
    return str(bank._opened.created)


def query_of(bank: Bank, text: str, role: str) -> ContextVector:
    """The retrieval query of a section, by the bank's own encoder.

    Raises:
        EncoderMismatch: the bank was opened without one.
        EncoderFailed: the encoder gave no vector.
    """
    return bank._need_embedder().context(text, role)


def ranked(
    bank: Bank,
    query: ContextVector,
    most: int,
    *,
    without: Iterable[int] = (),
    added: Iterable[int] = (),
    diversity: bool = False,
) -> dict[Polarity, list[Ranked]]:
    """The `most` active records of each polarity that a query would find, in the order of
    retrieval, as if the records `without` were not active and those `added` were. Counts no use.

    Raises:
        RecordMissing: a record of `added` is not there, or lies in the trash.
    """
    vector = checked_one(query.vector, bank.identity.dimension, "the query")
    out, extra = set(without), set(added)
    found: dict[Polarity, list[Ranked]] = {}
    with bank._connection.reading():
        newcomers = _newcomers(bank, extra)
        for polarity, index in zip(
            POLARITIES, bank._cache.current("success", "failure"), strict=True
        ):
            deep = (4 if diversity else 1) * most + len(out)
            first = nearest(index, vector, deep, bank._ranks)
            ids = {key for key, _ in first} - out
            ids |= {key for key, kind in newcomers.items() if kind == polarity} - out
            small = _small_index(bank, sorted(ids))
            order = nearest(small, vector, len(small), bank._ranks)
            if diversity:
                order = diverse(bank._connection, bank.identity.dimension, order)
            found[polarity] = order[:most]
    return found


def _newcomers(bank: Bank, ids: set[int]) -> dict[int, str]:
    rows = columns(bank, ("id", "polarity"), ids)
    missing = ids - {row[0] for row in rows}
    if missing:
        raise RecordMissing(
            f"The memory bank {bank.path} has no record {min(missing)} that could be tried.",
            "List the records to see which ids there are.",
        )
    return dict(rows)


def _small_index(bank: Bank, ids: Sequence[int]) -> VectorIndex:
    """An index of some records, so that ties among them are decided as in the large one."""
    rows: list[Any] = []
    for part in chunks(ids):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, context_vector FROM record WHERE id IN ({marks}) ORDER BY id"
        rows += bank._connection.rows(sql, part)
    keys = np.array([row[0] for row in rows], dtype=np.int64)
    return VectorIndex(keys, from_blobs([row[1] for row in rows], bank.identity.dimension))


def _checked(wanted: Sequence[str]) -> Sequence[str]:
    unknown = [name for name in wanted if name not in _KNOWN]
    if unknown:
        raise ValueError(f"records have no column {unknown[0]}")
    return wanted
