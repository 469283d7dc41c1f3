"""Search by meaning among the records that pass, and the facets of a bank."""

from typing import Any

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.browsing import (
    Criteria,
    admitted_by,
    browse,
    by_meaning,
    by_vector,
    count,
    facets,
    find,
    ids,
)
from memory_store.errors import EncoderMismatch
from memory_store.indexes import VectorIndex
from memory_store.testing import success
from tests.memory.browsing.conftest import various


@pytest.mark.parametrize(
    "criteria",
    [
        Criteria(),
        Criteria(domains=("optics",)),
        Criteria(words="wave", statuses=("active",)),
        Criteria(only=(5, 6, 9)),
        Criteria(polarities=("failure",), casts=("model",), pinned=False),
        Criteria(domains=("none",)),
    ],
)
def test_the_nearest_are_exact_among_those_that_pass(varied: Bank, criteria: Criteria) -> None:
    query = varied._need_embedder().encode(["wave with labels at the axis"])[0]
    chosen = sorted(ids(varied, criteria).tolist())
    rows = varied._connection.rows("SELECT id, body_vector FROM record")
    vectors = {row[0]: np.frombuffer(row[1], dtype="<f4") for row in rows}
    expected = sorted((float(vectors[i] @ query) for i in chosen), reverse=True)[:7]
    hits = by_vector(varied, query, criteria, 7)
    assert [hit.similarity for hit in hits] == pytest.approx(expected, abs=1e-6)
    assert {hit.row.id for hit in hits} <= set(chosen)
    assert len(hits) == min(7, len(chosen))


def test_the_trash_is_near_to_nothing(varied: Bank) -> None:
    hits = by_meaning(varied, "wave", k=200)
    assert len(hits) == 116
    assert not {3, 17, 40, 41} & {hit.row.id for hit in hits}
    assert by_meaning(varied, "wave", Criteria(trashed=True)) == ()


def test_search_by_meaning_needs_only_the_index_of_the_bodies(varied: Bank) -> None:
    with Bank.open(varied.path, varied._need_embedder(), mode="ro") as bank:
        by_meaning(bank, "wave", Criteria(domains=("optics",)))
        assert set(bank._cache._held) == {"body"}


def test_without_an_encoder_meaning_is_refused_and_one_field_finds_words(varied: Bank) -> None:
    with Bank.open(varied.path, None, mode="ro") as bank:
        with pytest.raises(EncoderMismatch):
            by_meaning(bank, "wave")
        result = find(bank, "wave")
        assert result.words.total == count(bank, Criteria(words="wave"))
        assert result.meaning == ()


def test_one_field_shows_words_first_and_then_what_is_near_but_has_not_these_words(
    varied: Bank,
) -> None:
    result = find(varied, "axis", Criteria(statuses=("active",)), k=10)
    words = {row.id for row in result.words.rows}
    near = [hit.row.id for hit in result.meaning]
    assert words
    assert len(near) == 10
    assert not words & set(near)
    everything = find(varied, "  ", limit=5)
    assert everything.words == browse(varied, Criteria(words="  "), limit=5)
    assert everything.meaning == ()


def test_a_part_of_an_index_of_far_apart_ids_is_searched_too() -> None:
    rows = np.eye(4, 8, dtype=np.float32)
    index = VectorIndex(np.array([1, 7, 1 << 40, 1 << 41]), rows)
    part = index.among(np.array([7, 1 << 41]))
    assert len(part) == 2
    assert part.search(rows[3], 9)[0].tolist() == [1 << 41, 7]
    assert index.among(np.array([2, 3])).search(rows[0], 5)[0].tolist() == []
    assert index.among(np.zeros(0, dtype=np.int64)).search(rows[0], 5)[0].tolist() == []


def test_facets_count_what_the_filters_find(varied: Bank) -> None:
    found = facets(varied)
    for name in ("polarities", "statuses", "origins", "sources", "roles", "domains", "casts",
                 "reviewers", "writers", "runs", "tags"):  # fmt: skip
        counts = getattr(found, name)
        assert counts
        for value, number in counts.items():
            only: dict[str, Any] = {name: (value,)}
            wanted = Criteria(**only)
            assert number == count(varied, wanted), (name, value)
    assert found.pinned == count(varied, Criteria(pinned=True)) == 3
    assert found.trashed == count(varied, Criteria(trashed=True)) == 4
    assert sum(found.reviewers.values()) == 116


def test_facets_are_counted_again_after_a_write(bank: Bank) -> None:
    bank.consolidate(various(5))
    before = facets(bank)
    assert facets(bank) is before
    bank.consolidate([success(run="a-run-of-its-own")])
    assert facets(bank).runs["a-run-of-its-own"] == 1


def test_who_admitted_records_can_be_listed_with_their_records(varied: Bank) -> None:
    admissions = admitted_by(varied)
    assert sum(one.count for one in admissions) == 116
    for one in admissions:
        wanted = Criteria(reviewers=(one.reviewer,), writers=(one.writer,), casts=(one.cast,))
        rows = browse(varied, wanted, limit=200).rows
        assert len(rows) == one.count
        assert min(row.created for row in rows).isoformat() == one.first.replace(".000000", "")
