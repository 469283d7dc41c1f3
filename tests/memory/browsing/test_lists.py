"""Lists against a plain filter and sort in Python, and paging that misses and doubles nothing."""

import unicodedata
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_store.bank import Bank
from memory_store.browsing import (
    SORT_COLUMNS,
    Criteria,
    Row,
    Sort,
    browse,
    count,
    ids,
    position,
    rows_by_id,
    walk,
)
from memory_store.records import ORIGINS, POLARITIES, ROLES, STATUSES
from memory_store.testing import success
from tests.memory.browsing.conftest import START, trash, various

SORTS = st.builds(Sort, st.sampled_from(SORT_COLUMNS), st.booleans())


def some(values: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(values), max_size=2, unique=True).map(tuple)


CRITERIA = st.builds(
    Criteria,
    polarities=some(POLARITIES), statuses=some(STATUSES), origins=some(ORIGINS), roles=some(ROLES),
    domains=some(["optics", "Économie", "none"]), runs=some([f"run-{n}" for n in range(6)]),
    casts=some(["offline", "model"]), reviewers=some(["measured", "vision prompt 2"]),
    writers=some(["offline", "large"]), tags=some(["t0", "t1", "five", "none"]),
    only=st.none() | some(range(1, 130)), pinned=st.none() | st.booleans(), trashed=st.booleans(),
    score_min=st.none() | st.integers(50, 95), score_max=st.none() | st.integers(50, 95),
    gain_min=st.none() | st.integers(0, 30), uses_min=st.none() | st.integers(0, 3),
    uses_max=st.none() | st.integers(0, 3),
    created_after=st.none() | st.integers(0, 20).map(lambda n: START + timedelta(days=n)),
    created_before=st.none() | st.integers(0, 20).map(lambda n: START + timedelta(days=n)),
    words=st.sampled_from(["", " ", "wave", "eclair", "ÉCL", "label", "two écl", "x²", "optic"]),
)  # fmt: skip


def folded(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in parts if not unicodedata.combining(c))


def passes(row: Row, wanted: Criteria) -> bool:
    for name, value in (
        ("polarities", row.polarity), ("statuses", row.status), ("origins", row.origin),
        ("roles", row.role), ("domains", row.domain), ("runs", row.run), ("casts", row.cast),
        ("reviewers", row.reviewer), ("writers", row.writer),
    ):  # fmt: skip
        if getattr(wanted, name) and value not in getattr(wanted, name):
            return False
    bounds: list[tuple[Any, Any, Any]] = [
        (wanted.score_min, row.score_after, wanted.score_max),
        (wanted.gain_min, row.gain, None),
        (wanted.uses_min, row.hit_count, wanted.uses_max),
    ]
    for least, value, most in bounds:
        if least is not None and (value is None or value < least):
            return False
        if most is not None and (value is None or value > most):
            return False
    # what else the test records say (conftest.py) has none of the words that are looked for
    words = folded(f"{row.headline} {row.domain}").split()
    return (
        row.trashed == wanted.trashed
        and (wanted.pinned is None or row.pinned == wanted.pinned)
        and (not wanted.tags or bool(set(wanted.tags) & set(row.tags)))
        and (wanted.only is None or row.id in wanted.only)
        and (wanted.created_after is None or row.created >= wanted.created_after)
        and (wanted.created_before is None or row.created < wanted.created_before)
        and all(any(w.startswith(folded(x)) for w in words) for x in wanted.words.split())
    )


def key(row: Row, sort: Sort) -> tuple[Any, ...]:
    value = getattr(row, sort.column)
    if sort.column == "tags":
        value = row.tags[0] if row.tags else None
    if sort.column == "headline":
        value = "".join(c.lower() if c.isascii() else c for c in row.headline)[:60]
    return (value is not None, value if value is not None else 0, row.id)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(wanted=CRITERIA, sort=SORTS, place=st.integers(0, 130), size=st.integers(1, 40))
def test_a_list_is_what_a_plain_filter_and_sort_give(
    varied: Bank, wanted: Criteria, sort: Sort, place: int, size: int
) -> None:
    everything = rows_by_id(varied._connection, range(1, 121))
    expected = sorted(
        (row for row in everything if passes(row, wanted)),
        key=lambda row: key(row, sort),
        reverse=sort.descending,
    )
    found = browse(varied, wanted, sort, size, offset=place)
    assert list(found.rows) == expected[place : place + size]
    assert found.total == count(varied, wanted) == len(expected)
    assert ids(varied, wanted, sort).tolist() == [row.id for row in expected]
    walked = list(chain.from_iterable(walk(varied, wanted, sort, size)))
    assert walked == expected


@pytest.mark.parametrize("column", SORT_COLUMNS)
@pytest.mark.parametrize("descending", [True, False])
def test_pages_by_cursor_are_complete_and_without_doubles_while_others_write(
    bank: Bank, column: Any, descending: bool
) -> None:
    bank.consolidate(various(60))
    sort, seen, number = Sort(column, descending), [], 0
    part = browse(bank, sort=sort, limit=7)
    while part.rows:
        seen += [row.id for row in part.rows]
        bank.consolidate([success(run=f"new-{number}"), success("Late", run=f"other-{number}")])
        trash(bank, seen[-1])  # the row that the cursor stands on leaves
        number += 1
        if part.next is None:
            break
        part = browse(bank, sort=sort, limit=7, after=part.next)
    assert len(seen) == len(set(seen))
    assert set(range(1, 61)) <= set(seen)


def test_a_kept_list_is_made_again_after_any_write(bank: Bank) -> None:
    bank.consolidate(various(10))
    sort = Sort("headline", False)
    before = ids(bank, sort=sort).tolist()
    assert ids(bank, sort=sort) is ids(bank, sort=sort)
    bank.consolidate([success(run="late", rationale="AAA")])
    assert ids(bank, sort=sort).tolist() == [11, *before]
    with Bank.open(bank.path, None) as other:
        trash(other, 11)
    assert ids(bank, sort=sort).tolist() == before
    assert count(bank) == 10


def test_the_place_of_a_record_in_a_list_is_found(varied: Bank) -> None:
    optics, sort = Criteria(domains=("optics",)), Sort("score_after")
    for place, record_id in enumerate(ids(varied, optics, sort).tolist()):
        assert position(varied, record_id, optics, sort) == place
    assert position(varied, 3, optics, sort) is None


def test_opening_and_the_first_pages_load_no_index_of_vectors(varied: Bank) -> None:
    with Bank.open(varied.path, None, mode="ro") as bank:
        browse(bank)
        browse(bank, Criteria(words="wave", domains=("optics",)), Sort("gain"), offset=3)
        assert not bank._cache._held


def test_rows_of_damaged_times_are_named(bank: Bank) -> None:
    bank.consolidate(various(3))
    with bank._connection.writing():
        bank._connection.run("UPDATE record SET last_used = 'yesterday' WHERE id = 2")
    with pytest.raises(Exception, match="Record 2 of the memory bank is damaged"):
        browse(bank)


def test_a_page_of_nothing_and_a_page_beyond_the_end_are_empty(bank: Bank) -> None:
    assert browse(bank).rows == ()
    bank.consolidate(various(3))
    beyond = browse(bank, offset=50)
    assert (beyond.rows, beyond.total, beyond.next) == ((), 3, None)
    with pytest.raises(ValueError, match="negative"):
        browse(bank, offset=-1)
