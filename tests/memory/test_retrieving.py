"""What a scene gets to read, and in which order."""

from pathlib import Path

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.embedding import ContextVector
from memory_store.errors import EncoderMismatch
from memory_store.records import ROLES
from memory_store.testing import WordEmbedder, failure, fill, success
from tests.memory.conftest import GATES, WAVES, grow


def test_an_empty_bank_gives_empty_slots(bank: Bank) -> None:
    found = bank.retrieve(WAVES, "method")
    assert (found.successes, found.failures, found.record_ids) == ((), (), ())


def test_the_nearest_section_comes_first_in_both_slots(bank: Bank) -> None:
    grow(bank)
    found = bank.retrieve(GATES, "method")
    assert {hit.record.context.text for hit in found.successes} == {GATES}
    assert [hit.record.context.text for hit in found.failures][:2] == [GATES, GATES]
    assert found.successes[0].similarity == pytest.approx(1, abs=1e-5)
    assert found.failures[2].similarity < 0.9


def test_a_query_for_successes_never_returns_a_failure(bank: Bank) -> None:
    bank.consolidate([failure(WAVES, scene=f"s{number}") for number in range(5)])
    found = bank.retrieve(WAVES, "method", k_plus=5, k_minus=2)
    assert found.successes == ()
    assert len(found.failures) == 2


def test_fewer_records_than_asked_for_are_simply_fewer(bank: Bank) -> None:
    bank.consolidate([success(WAVES)])
    assert len(bank.retrieve(GATES, "method", k_plus=50, k_minus=50).successes) == 1
    assert bank.retrieve(GATES, "method", k_plus=0, k_minus=0).record_ids == ()


def test_the_role_is_part_of_the_query(bank: Bank) -> None:
    bank.consolidate([success(WAVES, role=role, scene=role) for role in ROLES])
    for role in ROLES:
        assert bank.retrieve(WAVES, role, k_plus=1).successes[0].record.context.role == role


def test_ties_of_successes_go_to_the_higher_score_then_the_smaller_id(bank: Bank) -> None:
    scores = [86, 92, 88, 92, 86]
    ids = bank.consolidate(
        [success(WAVES, scene=f"s{n}", score=score) for n, score in enumerate(scores)]
    ).added
    found = bank.retrieve(WAVES, "method", k_plus=4)
    assert found.record_ids == (ids[1], ids[3], ids[2], ids[0])


def test_ties_of_failures_go_to_the_larger_gain_and_crash_repairs_last(bank: Bank) -> None:
    ids = bank.consolidate(
        [
            failure(WAVES, source="text", before=None, after=None),
            failure(WAVES, ordinal=0, before=60, after=66),
            failure(WAVES, ordinal=1, before=50, after=80),
            failure(WAVES, source="text", ordinal=1, before=None, after=None),
        ]
    ).added
    found = bank.retrieve(WAVES, "method", k_minus=4)
    assert found.record_ids == (ids[2], ids[1], ids[0], ids[3])


@pytest.mark.parametrize("count", [3, 12, 60, 300])
def test_the_best_of_a_tie_is_found_however_far_it_crosses_the_last_place(
    bank: Bank, count: int
) -> None:
    ids = bank.consolidate(
        [success(WAVES, scene=f"s{n}", score=85 + n / 100) for n in range(count)]
        + [success(GATES, scene="other", score=100)]
    ).added
    found = bank.retrieve(WAVES, "method", k_plus=2)
    assert found.record_ids == (ids[count - 1], ids[count - 2])


def test_similarities_that_differ_in_the_last_bits_are_a_tie(bank: Bank) -> None:
    base = np.zeros(384)
    base[0] = 1.0
    items = []
    for number, score in enumerate((86, 99, 90)):
        vector = base.copy()
        vector[1] = 1e-4 * (3 - number)  # cosines 1 - 4.5e-8, 1 - 2e-8, 1 - 5e-9
        items.append((success(scene=f"s{number}", score=score), vector))
    ids = _store(bank, items)
    found = bank.retrieve_by_vector(ContextVector(base.astype(np.float32), 1, 1), 3, 0)
    assert found.record_ids == (ids[1], ids[2], ids[0])


def test_a_real_difference_in_similarity_beats_any_score(bank: Bank) -> None:
    base = np.zeros(384)
    base[0] = 1.0
    near, far = base.copy(), base.copy()
    near[1], far[1] = 0.01, 0.02
    ids = _store(bank, [(success(scene="far", score=100), far), (success(score=85), near)])
    found = bank.retrieve_by_vector(ContextVector(base.astype(np.float32), 1, 1), 2, 0)
    assert found.record_ids == (ids[1], ids[0])


def _store(bank: Bank, items: list) -> tuple[int, ...]:  # type: ignore[type-arg]
    from memory_store.rows import Prepared

    return bank.store([Prepared(record, vector, vector) for record, vector in items]).added


@pytest.mark.parametrize("status", ["pending", "quarantined"])
def test_only_active_records_are_retrieved(bank: Bank, status: str) -> None:
    ids = bank.consolidate([success(WAVES, scene="a"), success(WAVES, scene="b")]).added
    bank.set_status([ids[0]], status, author="me", why="test")  # type: ignore[arg-type]
    assert bank.retrieve(WAVES, "method").record_ids == (ids[1],)
    bank.set_status([ids[0]], "active", author="me", why="test")
    assert bank.retrieve(WAVES, "method").record_ids == ids


def test_a_record_written_as_pending_waits_for_a_person(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success(WAVES, status="pending")]).added
    assert bank.retrieve(WAVES, "method").record_ids == ()
    bank.set_status([record_id], "active", author="me", why="looked at it")
    assert bank.retrieve(WAVES, "method").record_ids == (record_id,)


def test_use_is_counted_only_when_asked_and_only_in_a_writable_bank(
    bank: Bank, embedder: WordEmbedder
) -> None:
    (record_id,) = bank.consolidate([success(WAVES)]).added
    bank.retrieve(WAVES, "method")
    with Bank.open(bank.path, embedder, mode="ro") as reader:
        reader.retrieve(WAVES, "method", count_use=True)
    assert bank.show(record_id).hit_count == 0
    bank.retrieve(WAVES, "method", count_use=True)
    bank.retrieve(WAVES, "method", count_use=True)
    record = bank.show(record_id)
    assert record.hit_count == 2
    assert record.last_used is not None


def test_use_counts_never_rank(bank: Bank) -> None:
    ids = bank.consolidate([success(WAVES, scene=name, score=90) for name in "ab"]).added
    bank.set_status([ids[0]], "pending", author="me", why="test")
    for _ in range(5):
        bank.retrieve(WAVES, "method", count_use=True)
    bank.set_status([ids[0]], "active", author="me", why="test")
    assert bank.retrieve(WAVES, "method").record_ids == ids


def test_diversity_takes_one_record_per_scene_and_equal_bodies_once(bank: Bank) -> None:
    ids = bank.consolidate(
        [
            failure(WAVES, scene="a", ordinal=0, after=90, trigger="Rows of labels collide."),
            failure(WAVES, scene="a", ordinal=1, after=89, trigger="Another thing entirely."),
            failure(WAVES, scene="b", ordinal=0, after=88, trigger="Rows of labels collide."),
            failure(
                WAVES, scene="c", after=87, trigger="Colours are too dark.", recipe="Use white."
            ),
        ]
    ).added
    plain = bank.retrieve(WAVES, "method", k_minus=2)
    diverse = bank.retrieve(WAVES, "method", k_minus=2, diversity=True)
    assert plain.record_ids == ids[:2]
    assert diverse.record_ids == (ids[0], ids[3])


def test_diversity_looks_deeper_than_k(bank: Bank) -> None:
    many = [failure(WAVES, scene="same", ordinal=n, after=90) for n in range(40)]
    other = failure(WAVES, scene="other", after=70, trigger="Dark colours.", recipe="Use white.")
    ids = bank.consolidate([*many, other]).added
    found = bank.retrieve(WAVES, "method", k_minus=2, diversity=True)
    assert found.record_ids == (ids[0], ids[40])


def test_how_much_of_the_section_was_read_is_told(bank: Bank) -> None:
    found = bank.retrieve("word " * 1000, "method")
    assert (found.pieces_read, found.pieces_total) == (253, 1000)


def test_search_by_meaning_finds_bodies_of_any_status_and_can_keep_to_a_polarity(
    bank: Bank,
) -> None:
    ids = bank.consolidate(
        [
            success(scene="a", rationale="Grow the bars one after the other."),
            success(scene="b", rationale="Draw the qubit as an arrow.", status="quarantined"),
            failure(trigger="An arrow crosses a label.", recipe="Move the arrow below."),
        ]
    ).added
    assert bank.search("draw the arrow of a qubit", 1)[0].record.id == ids[1]
    found = bank.search("draw the arrow of a qubit", 5, polarity="failure")
    assert [hit.record.id for hit in found] == [ids[2]]


def test_search_by_polarity_reaches_behind_many_of_the_other(bank: Bank) -> None:
    bank.consolidate([success(scene=f"s{n}", rationale="Draw the arrow.") for n in range(100)])
    (record_id,) = bank.consolidate([failure(trigger="Dark.", recipe="Use white.")]).added
    assert bank.search("Draw the arrow.", 1, "failure")[0].record.id == record_id


def test_retrieval_without_an_encoder_is_refused_in_words(bank: Bank) -> None:
    with (
        Bank.open(bank.path, None, mode="ro") as reader,
        pytest.raises(EncoderMismatch, match="opened without an encoder"),
    ):
        reader.retrieve(WAVES, "method")


def test_retrieval_equals_a_plain_scan_of_all_vectors(tmp_path: Path) -> None:
    embedder = WordEmbedder()
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        fill(bank, 500, seed=3)
        rows = bank._connection.rows(
            "SELECT id, context_vector, rank FROM record WHERE polarity = 'success'"
        )
        vectors = np.stack([np.frombuffer(row[1], dtype="<f4") for row in rows]).astype(np.float64)
        dice = np.random.default_rng(9)
        for _ in range(20):
            query = dice.standard_normal(384).astype(np.float32)
            cosines = vectors @ (query / np.linalg.norm(query))
            order = sorted(
                (-round(float(cosine), 6), -row[2], row[0])
                for cosine, row in zip(cosines, rows, strict=True)
            )
            found = bank.retrieve_by_vector(ContextVector(query, 1, 1), 7, 0)
            assert list(found.record_ids) == [record_id for _, _, record_id in order[:7]]
