"""Search by meaning among the records that pass, and the search of one field: words, then meaning.

Only the index of the bodies is needed. It is exact: every vector that passes is compared.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memory_store.browsing.criteria import Criteria
from memory_store.browsing.paging import ALL, NEWEST, Rows, browse
from memory_store.browsing.rows import Row, rows_by_id
from memory_store.browsing.sorting import Sort
from memory_store.ranking import nearest
from memory_store.vectors import Vectors, checked_one

if TYPE_CHECKING:
    from memory_store.reading import Reader


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row and the cosine of its body vector with the query, in [-1, 1]."""

    row: Row
    similarity: float


@dataclass(frozen=True)
class Found:
    """What one field finds: the rows with these words, and those near in meaning that are not among
    the words shown."""

    words: Rows
    meaning: tuple[RankedRow, ...]


def by_meaning(
    bank: "Reader", text: str, criteria: Criteria = ALL, k: int = 50
) -> tuple[RankedRow, ...]:
    """The `k` records nearest to `text` in meaning among those that pass, nearest first.

    Raises:
        EncoderMismatch: the bank was opened without an encoder.
        EncoderFailed: the encoder gave no answer.
    """
    vectors = bank._need_embedder().encode([text])
    return by_vector(bank, vectors[0], criteria, k)


def by_vector(
    bank: "Reader", vector: Vectors, criteria: Criteria = ALL, k: int = 50
) -> tuple[RankedRow, ...]:
    """The same for a query that was embedded before (also: what is like this record)."""
    query = checked_one(vector, bank.identity.dimension, "the query")
    with bank._lists.reading(criteria):
        (index,) = bank._cache.current("body")
        if criteria.open:  # the index holds all records outside the trash, and no others
            ranked = nearest(index, query, k, bank._ranks)
        else:
            passing = bank._lists.passing(criteria)
            assert passing is not None
            ranked = nearest(index.among(passing), query, k, bank._ranks)
        rows = rows_by_id(bank._connection, [record_id for record_id, _ in ranked])
    similarity = dict(ranked)
    return tuple(RankedRow(row, similarity[row.id]) for row in rows)


def find(
    bank: "Reader",
    text: str,
    criteria: Criteria = ALL,
    sort: Sort = NEWEST,
    limit: int = 100,
    k: int = 50,
) -> Found:
    """Both searches for what is typed into one field, words first.

    Without an encoder there are only words. An empty text finds everything and nothing near it.
    """
    with_words = browse(bank, replace(criteria, words=text), sort, limit)
    if not text.strip() or bank._embedder is None:
        return Found(with_words, ())
    shown = {row.id for row in with_words.rows}
    near = by_meaning(bank, text, criteria, k + len(shown))
    return Found(with_words, tuple(hit for hit in near if hit.row.id not in shown)[:k])
