"""Taking back what was done: whole, with its own history, and never over someone's later work."""

import pytest

from memory_store import curating
from memory_store.bank import Bank
from memory_store.errors import BadRecord, EncoderMismatch, RecordMissing
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import GATES, WAVES, grow


@pytest.fixture
def grown(bank: Bank) -> Bank:
    """Twelve records, ids 1 to 12."""
    grow(bank)
    return bank


def quarantine(bank: Bank, *ids: int) -> int:
    change = curating.set_status(bank, ids, "quarantined", author="Ada", why="doubtful")
    assert change.operation is not None
    return change.operation


def test_a_bulk_operation_is_taken_back_as_a_whole(grown: Bank) -> None:
    before = grown.retrieve(WAVES, "method").record_ids
    operation = quarantine(grown, 1, 2, 3)
    assert not {1, 2, 3} & set(grown.retrieve(WAVES, "method").record_ids)
    change = curating.undo(grown, operation, author="Bo", why="too hasty")
    assert change.changed == (1, 2, 3)
    assert grown.retrieve(WAVES, "method").record_ids == before
    first, second = grown.history(2)
    assert (first.author, second.author) == ("Ada", "Bo")
    assert second.changes == {"status": ("quarantined", "active")}
    assert second.why == "too hasty"


def test_an_operation_is_taken_back_once_and_the_undo_can_be_taken_back(grown: Bank) -> None:
    operation = quarantine(grown, 1, 2)
    back = curating.undo(grown, operation, author="Ada").operation
    assert back is not None
    with pytest.raises(BadRecord, match=f"taken back already, by operation {back}"):
        curating.undo(grown, operation, author="Ada")
    curating.undo(grown, back, author="Ada")
    assert [grown.show(key).status for key in (1, 2)] == ["quarantined", "quarantined"]
    newest, undone, first = curating.operations(grown)
    assert (first.kind, first.undone_by, first.records) == ("quarantine", back, 2)
    assert (undone.kind, undone.undoes, undone.undone_by) == ("undo", operation, newest.id)
    assert newest.undoes == back


def test_a_record_that_was_changed_since_stands_in_the_way_and_is_named(grown: Bank) -> None:
    operation = quarantine(grown, 1, 2, 3)
    later = curating.set_status(grown, [2], "pending", author="Bo", why="look again").operation
    with pytest.raises(BadRecord, match=f"record 2 has been changed since, by operation {later}"):
        curating.undo(grown, operation, author="Ada")
    assert [grown.show(key).status for key in (1, 2, 3)] == [
        "quarantined",
        "pending",
        "quarantined",
    ]
    assert later is not None
    curating.undo(grown, later, author="Bo")
    curating.undo(grown, operation, author="Ada")
    assert grown.stats().by_status["active"] == 12


def test_an_edit_since_stands_in_the_way_and_a_tag_does_not(grown: Bank) -> None:
    tagged, edited = quarantine(grown, 1), quarantine(grown, 3)
    curating.tag(grown, [1], ["later"], author="Bo")
    curating.edit(grown, 3, {"recipe": "Another."}, author="Bo", why="better")
    curating.undo(grown, tagged, author="Ada")
    assert curating.marks(grown, [1])[1].tags == ("later",)
    with pytest.raises(BadRecord, match="record 3 has been changed since"):
        curating.undo(grown, edited, author="Ada")


def test_what_was_redone_and_undone_later_is_seen_through(grown: Bank) -> None:
    first = quarantine(grown, 1)
    second = curating.set_status(grown, [1], "pending", author="Ada", why="").operation
    assert second is not None
    back = curating.undo(grown, second, author="Ada").operation
    assert back is not None
    curating.undo(grown, first, author="Ada")
    with pytest.raises(BadRecord, match="changed since"):
        curating.undo(grown, back, author="Ada")  # pending came after quarantined, which is gone
    assert grown.show(1).status == "active"


def test_taking_an_edit_back_brings_texts_vectors_and_origin_back(grown: Bank) -> None:
    before, nearest = grown.show(3), grown.retrieve(WAVES, "method", k_minus=1)
    operation = curating.edit(
        grown, 3, {"text": GATES, "trigger": "Other words."}, author="Ada", why="wrong section"
    ).operation
    assert operation is not None
    assert grown.retrieve(WAVES, "method", k_minus=1).failures[0].record.id != 3
    curating.undo(grown, operation, author="Ada")
    assert grown.show(3) == before
    assert grown.retrieve(WAVES, "method", k_minus=1) == nearest
    assert grown.verify().ok


def test_an_undo_that_needs_the_encoder_says_so_and_changes_nothing(grown: Bank) -> None:
    operation = curating.edit(grown, 3, {"text": GATES}, author="Ada", why="").operation
    assert operation is not None
    with Bank.open(grown.path, None) as curated:
        with pytest.raises(
            EncoderMismatch, match=r"Record 3 was not changed: .* without an encoder"
        ):
            curating.undo(curated, operation, author="Ada")
        with pytest.raises(EncoderMismatch, match="without an encoder"):
            curating.edit(curated, 3, {"recipe": "Other."}, author="Ada", why="")
        assert curated.show(3).context.text == GATES
        assert len(curated.history(3)) == 1


def test_what_an_emptied_trash_took_cannot_be_taken_back(grown: Bank) -> None:
    operation = curating.trash(grown, [1, 2], author="Ada", why="junk").operation
    assert operation is not None
    emptied = curating.empty_trash(grown, [2], author="Ada").operation
    assert emptied is not None
    for number in (operation, emptied):
        with pytest.raises(BadRecord, match=f"removed for good by operation {emptied}"):
            curating.undo(grown, number, author="Ada")
    assert all(found.final for found in curating.operations(grown))
    curating.restore(grown, [1], author="Ada")
    assert grown.stats().total == 11


def test_an_operation_that_there_is_not_is_named(grown: Bank) -> None:
    for number in (1, 0, -3, 10**30):
        with pytest.raises(RecordMissing, match=f"no operation {number}"):
            curating.undo(grown, number, author="Ada")


def test_uses_counted_after_a_merge_stay_when_it_is_taken_back(bank: Bank) -> None:
    ids = bank.consolidate([success(WAVES, scene=name) for name in "abc"]).added
    for _ in range(2):
        bank.retrieve(WAVES, "method", k_plus=3, count_use=True)
    operation = curating.merge(bank, ids[0], ids[1:], author="Ada", why="one thing").operation
    assert operation is not None
    used = bank.show(ids[0]).last_used
    bank.retrieve(WAVES, "method", k_plus=3, count_use=True)
    assert [bank.show(key).hit_count for key in ids] == [7, 0, 0]
    curating.undo(bank, operation, author="Ada")
    assert [bank.show(key).hit_count for key in ids] == [3, 2, 2]
    assert [bank.show(key).last_used for key in ids[1:]] == [used, used]
    assert bank.show(ids[0]).last_used != used


def test_two_banks_on_one_folder_see_each_others_operations(
    grown: Bank, embedder: WordEmbedder
) -> None:
    with Bank.open(grown.path, embedder) as other:
        operation = curating.trash(other, [1, 3], author="Ada", why="").operation
        assert operation is not None
        assert 1 not in grown.retrieve(WAVES, "method", k_plus=9).record_ids
        curating.undo(grown, operation, author="Bo")
        assert 1 in other.retrieve(WAVES, "method", k_plus=9).record_ids
        assert other.verify().ok
