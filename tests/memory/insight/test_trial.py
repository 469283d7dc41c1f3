"""Trying a record: what a section would retrieve with it and without it."""

import pytest

from app.memory.insight.trial import try_section
from memory_store.bank import Bank
from memory_store.errors import RecordMissing
from memory_store.testing import WordEmbedder, failure, success

WAVES = "The Fourier transform splits a signal into waves of different frequency."
GATES = "A quantum gate turns the state of a qubit, and two gates make entanglement."
QUERY = "A signal is a sum of waves; the transform finds their frequency."


@pytest.fixture
def ids(bank: Bank) -> list[int]:
    """Of WAVES: successes of 88, 95, 91, lessons of a gain of 10 and 20, one that waits; of GATES:
    a success."""
    return list(
        bank.consolidate(
            [
                success(WAVES, run="r1", score=88),
                success(WAVES, run="r2", score=95),
                success(WAVES, run="r3", score=91),
                failure(WAVES, run="r4", before=60, after=70),
                failure(WAVES, run="r5", before=60, after=80),
                failure(WAVES, run="r6", before=40, after=90, status="pending"),
                success(GATES, run="r7", score=99),
            ]
        ).added
    )


def test_the_order_is_that_of_a_real_retrieval(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method")
    real = bank.retrieve(QUERY, "method")
    assert trial.plain.slots == real.record_ids
    found = trial.plain.places
    told = {place.record: place.similarity for place in found["success"] + found["failure"]}
    hits = [(h.record.id, h.similarity) for h in real.successes]
    hits += [(h.record.id, h.similarity) for h in real.failures]
    for record, similarity in hits:
        assert told[record] == pytest.approx(similarity, abs=1e-6)
    assert trial.changed == trial.plain
    assert (trial.pieces_read, trial.pieces_total) == (real.pieces_read, real.pieces_total)


def test_all_active_records_have_a_rank_beyond_the_slots(bank: Bank, ids: list[int]) -> None:
    places = try_section(bank, QUERY, "method").plain.places
    assert [(p.rank, p.record, p.in_slot) for p in places["success"]] == [
        (1, ids[1], True),
        (2, ids[2], True),
        (3, ids[0], False),
        (4, ids[6], False),
    ]
    assert [p.record for p in places["failure"]] == [ids[4], ids[3]]


def test_without_a_record_the_next_one_moves_up(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method", without=[ids[1]])
    assert trial.leaves == (ids[1],)
    assert trial.enters == (ids[0],)
    assert trial.changed.place(ids[1]) is None
    bank.set_status([ids[1]], "quarantined", author="me", why="to compare")
    assert bank.retrieve(QUERY, "method").record_ids == trial.changed.slots


def test_a_pending_record_takes_the_place_it_would_have(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method", added=[ids[5]], k_minus=2)
    assert trial.plain.place(ids[5]) is None
    assert [p.record for p in trial.changed.places["failure"]] == [ids[5], ids[4], ids[3]]
    assert (trial.enters, trial.leaves) == ((ids[5],), (ids[3],))
    bank.set_status([ids[5]], "active", author="me", why="to compare")
    assert bank.retrieve(QUERY, "method", k_minus=2).record_ids == trial.changed.slots


def test_an_active_record_that_is_added_stands_there_once(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method", added=[ids[1]])
    assert trial.changed == trial.plain


def test_few_places_are_enough_for_the_slots(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method", most=1)
    assert len(trial.plain.slots) == 4


def test_diversity_is_that_of_a_real_retrieval(bank: Bank, ids: list[int]) -> None:
    trial = try_section(bank, QUERY, "method", diversity=True)
    assert trial.plain.slots == bank.retrieve(QUERY, "method", diversity=True).record_ids


def test_trying_counts_no_use_and_changes_nothing(bank: Bank, ids: list[int]) -> None:
    before = bank.stats()
    try_section(bank, QUERY, "method", without=[ids[0]], added=[ids[5]])
    assert bank.stats() == before
    assert all(bank.show(record).hit_count == 0 for record in ids)
    assert bank.show(ids[5]).status == "pending"


def test_a_read_only_bank_can_be_tried(bank: Bank, ids: list[int], embedder: WordEmbedder) -> None:
    with Bank.open(bank.path, embedder, mode="ro") as reading:
        assert try_section(reading, QUERY, "method").plain.slots[0] == ids[1]


def test_a_record_that_is_not_there_is_named(bank: Bank, ids: list[int]) -> None:
    for change in ({"without": [999]}, {"added": [999]}):
        with pytest.raises(RecordMissing, match="999"):
            try_section(bank, QUERY, "method", **change)  # type: ignore[arg-type]


def test_an_empty_bank_gives_empty_slots(bank: Bank) -> None:
    trial = try_section(bank, QUERY, "method")
    assert trial.plain.slots == ()
