"""Questions to a bank as a list shows their answers: found at once, then page by page."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.memory.worker import Embedded
from memory_store.bank import Bank
from memory_store.browsing import Criteria, Row, Sort, browse, by_vector, count, ids, rows_of

Ids = NDArray[np.int64]
FIRST_ROWS = 100
"""Rows that come with the first answer: more than a screen holds."""
MOST_BY_MEANING = 200
MOST_STEPS = 200
"""More places than this at which two lists differ, and the list is shown anew."""


@dataclass(frozen=True)
class Question:
    """What a person wants to see. `meaning` is a text to which the records are to be near; the
    list is in the order of that nearness then."""

    criteria: Criteria = field(default_factory=Criteria)
    sort: Sort = field(default_factory=lambda: Sort("created", True))
    meaning: str = ""


@dataclass(frozen=True)
class Found:
    """The first answer. `ids` are those of `rows`, or, if the list is `whole`, of all of it.
    `matches` maps ids to cosines in [-1, 1]; `note` is what a person should know of the search."""

    total: int
    ids: Ids
    rows: tuple[Row, ...]
    matches: Mapping[int, float]
    seconds: float
    whole: bool
    note: str = ""


@dataclass(frozen=True)
class Figures:
    """How many records a bank holds, those in its trash not counted."""

    successes: int = 0
    failures: int = 0
    pending: int = 0

    @property
    def total(self) -> int:
        """Of both kinds."""
        return self.successes + self.failures


@dataclass(frozen=True)
class Steps:
    """How one list becomes another: rows to take away (first, count) from the bottom up, then rows
    to put in (first, count) from the top down."""

    removals: tuple[tuple[int, int], ...] = ()
    insertions: tuple[tuple[int, int], ...] = ()


def find(bank: Bank, question: Question) -> Found:
    """How much there is and the first rows of it; not for questions by meaning."""
    started = time.perf_counter()
    part = browse(bank, question.criteria, question.sort, FIRST_ROWS)
    seconds = time.perf_counter() - started
    whole = len(part.rows) == part.total
    return Found(part.total, _ids(part.rows), part.rows, {}, seconds, whole, part.note or "")


def find_near(bank: Bank, question: Question, near: Embedded) -> Found:
    """The records nearest to the text of a question that was embedded before; all of them."""
    started = time.perf_counter()
    ranked = by_vector(bank, near.vector, question.criteria, MOST_BY_MEANING)
    seconds = near.seconds + time.perf_counter() - started
    rows = tuple(hit.row for hit in ranked)
    matches = {hit.row.id: hit.similarity for hit in ranked}
    return Found(len(rows), _ids(rows), rows, matches, seconds, True)


def _ids(rows: Sequence[Row]) -> Ids:
    return np.fromiter((row.id for row in rows), np.int64, len(rows))


def all_ids(bank: Bank, question: Question) -> Ids:
    """The ids of the whole list, in its order; not for questions by meaning."""
    return ids(bank, question.criteria, question.sort)


def some_rows(bank: Bank, wanted: Sequence[int]) -> dict[int, Row]:
    """The rows of some ids; one that is not there any more is left out."""
    return {row.id: row for row in rows_of(bank, wanted)}


def figures(bank: Bank) -> Figures:
    """The figures of the room's head line."""
    return Figures(
        count(bank, Criteria(polarities=("success",))),
        count(bank, Criteria(polarities=("failure",))),
        count(bank, Criteria(statuses=("pending",))),
    )


def steps_between(old: Ids, new: Ids) -> Steps | None:
    """How `old` becomes `new`; None if their common part changed its order, or in too many places.

    Takes about a second for a million ids: not for the GUI thread.
    """
    if np.array_equal(old, new):
        return Steps()
    stays, is_old = np.isin(old, new), np.isin(new, old)
    if not np.array_equal(old[stays], new[is_old]):
        return None
    removals, insertions = _runs(~stays), _runs(~is_old)
    if len(removals) + len(insertions) > MOST_STEPS:
        return None
    return Steps(tuple(reversed(removals)), tuple(insertions))


def _runs(marked: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First place and length of each stretch of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], marked, [False])).astype(np.int8)))
    return [(int(a), int(b - a)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
