"""Trash, marks and merges: what leaves the lists, what comes back, and what is gone for good."""

import shutil
from collections.abc import Callable

import pytest

from memory_store import curating
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.counting import count_records
from memory_store.errors import BadRecord, ReadOnly, RecordMissing
from memory_store.testing import WordEmbedder, failure, success
from tests.memory.conftest import GATES, WAVES, grow


@pytest.fixture
def grown(bank: Bank) -> Bank:
    """Twelve records, ids 1 to 12."""
    grow(bank)
    return bank


def test_a_record_in_the_trash_is_in_no_list_no_answer_and_no_figure(grown: Bank) -> None:
    change = curating.trash(grown, [1, 3], author="Ada", why="junk")
    assert change == Change("trash", removed=(1, 3), operation=change.operation)
    assert {1, 3}.isdisjoint(record.id for record in grown.list().records)
    assert {1, 3}.isdisjoint(grown.retrieve(WAVES, "method", 9, 9).record_ids)
    assert {1, 3}.isdisjoint(hit.record.id for hit in grown.search("Rationale a0.", 12))
    stats = grown.stats()
    assert (stats.total, stats.trashed) == (10, 2)
    assert stats.by_polarity == {"success": 5, "failure": 5}
    assert sum(stats.by_status.values()) == sum(stats.by_origin.values()) == 10
    assert count_records(grown.path) == 10
    assert set(curating.trashed_ids(grown)) == {1, 3}
    assert grown.show(1).id == 1
    assert grown.verify().ok


def test_a_record_comes_back_from_the_trash_as_it_was(grown: Bank) -> None:
    before, answer = grown.show(1), grown.retrieve(WAVES, "method", 9, 9)
    curating.trash(grown, [1], author="Ada", why="")
    change = curating.restore(grown, [1], author="Ada")
    assert (change.added, change.removed) == ((1,), ())
    assert grown.show(1) == before
    assert grown.retrieve(WAVES, "method", 9, 9) == answer
    told = [line.changes["trashed"] for line in grown.history(1)]
    assert told == [("no", "yes"), ("yes", "no")]


def test_what_a_person_deleted_is_not_learned_once_more(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success()]).added
    curating.trash(bank, [record_id], author="Ada", why="wrong")
    again = bank.consolidate([success(), success(scene="other")])
    assert again.duplicates == (record_id,)
    assert curating.trashed_ids(bank) == (record_id,)
    assert bank.retrieve(WAVES, "method").record_ids == again.added


def test_what_is_removed_for_good_can_be_learned_again_under_a_new_id(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success()]).added
    curating.trash(bank, [record_id], author="Ada", why="wrong")
    assert curating.empty_trash(bank, author="Ada").removed == (record_id,)
    with pytest.raises(RecordMissing, match=f"no record {record_id}"):
        bank.show(record_id)
    assert bank.history(record_id) == ()
    (again,) = bank.consolidate([success()]).added
    assert again > record_id
    assert bank.verify().ok


def test_index_files_from_before_the_trash_was_emptied_are_brought_up_to_date(
    grown: Bank, embedder: WordEmbedder
) -> None:
    grown.save_indexes()
    earlier = grown.path.with_name("earlier")
    shutil.copytree(grown.path / "index", earlier)
    curating.trash(grown, [1, 3], author="Ada", why="")
    curating.empty_trash(grown, author="Ada")
    curating.edit(grown, 5, {"text": WAVES}, author="Ada", why="moved")
    wanted = grown.retrieve(WAVES, "method", 9, 9)
    grown.close()
    shutil.rmtree(grown.path / "index")
    shutil.move(earlier, grown.path / "index")
    with Bank.open(grown.path, embedder) as again:
        assert again.retrieve(WAVES, "method", 9, 9) == wanted
        assert again.verify().ok


def test_an_open_bank_learns_of_rows_that_another_removed(
    grown: Bank, embedder: WordEmbedder
) -> None:
    grown.search("waves", 3)
    with Bank.open(grown.path, embedder) as other:
        curating.trash(other, [1], author="Ada", why="")
        curating.empty_trash(other, author="Ada")
    assert 1 not in grown.retrieve(WAVES, "method", 9, 9).record_ids
    assert 1 not in [hit.record.id for hit in grown.search("Rationale a0.", 12)]
    assert grown.verify().ok


def test_only_what_lies_in_the_trash_is_removed_for_good(grown: Bank) -> None:
    curating.trash(grown, [1], author="Ada", why="")
    with pytest.raises(BadRecord, match="Record 2 does not lie in the trash"):
        curating.empty_trash(grown, [1, 2], author="Ada")
    assert grown.stats().trashed == 1
    assert curating.empty_trash(grown, [], author="Ada").operation is None


@pytest.mark.parametrize(
    "act",
    [
        lambda bank: curating.edit(bank, 1, {"code": "pass"}, author="Ada", why=""),
        lambda bank: curating.set_status(bank, [2, 1], "pending", author="Ada", why=""),
        lambda bank: curating.tag(bank, [2, 1], ["x"], author="Ada"),
        lambda bank: curating.pin(bank, [2, 1], author="Ada"),
        lambda bank: curating.merge(bank, 2, [1], author="Ada", why=""),
        lambda bank: curating.merge(bank, 1, [2], author="Ada", why=""),
    ],
)
def test_what_lies_in_the_trash_is_restored_before_it_is_worked_on(
    grown: Bank, act: Callable[[Bank], Change]
) -> None:
    curating.trash(grown, [1], author="Ada", why="")
    with pytest.raises(BadRecord, match="Record 1 lies in the trash"):
        act(grown)
    assert len(curating.operations(grown)) == 1
    assert grown.history(2) == ()


def test_only_pending_records_are_accepted_or_rejected(grown: Bank) -> None:
    (waiting,) = grown.consolidate([success(run="new", status="pending")]).added
    with pytest.raises(BadRecord, match="Record 1 is active, not pending"):
        curating.trash(grown, [waiting, 1], author="Ada", why="", expected="pending")
    with pytest.raises(BadRecord, match="Record 1 is active, not pending"):
        curating.set_status(grown, [waiting, 1], "active", author="Ada", why="", expected="pending")
    assert grown.show(waiting).status == "pending"


def test_tags_and_pins_are_marks_that_no_index_notices(grown: Bank) -> None:
    revision = grown.stats().revision
    curating.tag(grown, [1, 2], [" math ", "wide"], author="Ada")
    curating.tag(grown, [2, 3], ["math"], author="Ada")
    curating.untag(grown, [1], ["wide", "never"], author="Ada")
    curating.pin(grown, [2], author="Ada")
    marks = curating.marks(grown, [1, 2, 3, 4, 99])
    assert [marks[key].tags for key in (1, 2, 3, 4)] == [
        ("math",), ("math", "wide"), ("math",), ()
    ]  # fmt: skip
    assert [marks[key].pinned for key in (1, 2, 3, 4)] == [False, True, False, False]
    assert 99 not in marks
    assert grown.stats().revision == revision
    assert grown.history(1)[-1].changes == {"tags": ("math, wide", "math")}
    assert curating.unpin(grown, [1, 2], author="Ada").changed == (2,)
    assert curating.unpin(grown, [1, 2], author="Ada").operation is None


@pytest.mark.parametrize("name", ["", "  ", "a,b", "x" * 61, "line\nbreak", "half \udcff"])
def test_a_tag_that_cannot_be_one_is_refused_in_words(grown: Bank, name: str) -> None:
    with pytest.raises(BadRecord, match="tag"):
        curating.tag(grown, [1], ["fine", name], author="Ada")
    assert curating.marks(grown, [1])[1].tags == ()


def test_a_merge_keeps_one_record_and_marks_where_the_others_went(bank: Bank) -> None:
    ids = bank.consolidate(
        [failure(WAVES, scene=name, recipe=f"Recipe {name}.") for name in "abc"]
    ).added
    curating.tag(bank, ids[1:], ["wide"], author="Ada")
    curating.pin(bank, [ids[2]], author="Ada")
    bank.retrieve(WAVES, "method", k_minus=3, count_use=True)
    change = curating.merge(
        bank, ids[0], ids[1:], {"recipe": "Recipe b."}, author="Ada", why="the same"
    )
    assert (change.changed, change.removed) == ((ids[0],), ids[1:])
    kept = bank.show(ids[0])
    assert (kept.origin, kept.hit_count, kept.model_dump()["recipe"]) == ("merged", 3, "Recipe b.")
    marks = curating.marks(bank, ids)
    assert (marks[ids[0]].tags, marks[ids[0]].pinned) == (("wide",), True)
    assert [marks[key].merged_into for key in ids] == [None, ids[0], ids[0]]
    assert bank.history(ids[0])[-1].changes["merged_from"] == ("", f"{ids[1]}, {ids[2]}")
    assert bank.retrieve(WAVES, "method").record_ids == (ids[0],)
    assert bank.stats().retrieved == 3
    assert bank.verify().ok


def test_a_merged_record_that_is_restored_counts_no_use_twice(bank: Bank) -> None:
    ids = bank.consolidate([success(WAVES, scene=name) for name in "ab"]).added
    bank.retrieve(WAVES, "method", count_use=True)
    curating.merge(bank, ids[0], [ids[1]], author="Ada", why="")
    curating.restore(bank, [ids[1]], author="Ada")
    assert curating.marks(bank, [ids[1]])[ids[1]].merged_into is None
    assert bank.stats().retrieved == 2
    assert [bank.show(key).hit_count for key in ids] == [2, 0]


def test_a_merge_that_makes_no_sense_is_refused_in_words(grown: Bank) -> None:
    for keep, others, words in (
        (1, [], "nothing"),
        (1, [1], "itself"),
        (1, [3], "a success and a failure"),
        (1, [99], "no record 99"),
    ):
        with pytest.raises((BadRecord, RecordMissing), match=words):
            curating.merge(grown, keep, others, author="Ada", why="")
    with pytest.raises(BadRecord, match="rationale"):
        curating.merge(grown, 1, [2], {"rationale": "x" * 401}, author="Ada", why="")
    assert curating.operations(grown) == ()


def test_an_earlier_edit_is_reverted_and_both_stay_in_the_history(bank: Bank) -> None:
    (record_id,) = bank.consolidate([failure(WAVES, recipe="First.")]).added
    for recipe in ("Second.", "Third."):
        curating.edit(bank, record_id, {"recipe": recipe}, author="Ada", why="better")
    first = bank.history(record_id)[0]
    curating.revert(bank, first.id, author="Bo", why="it was right")
    assert bank.show(record_id).model_dump()["recipe"] == "First."
    told = [line.changes["recipe"] for line in bank.history(record_id)]
    assert told == [("First.", "Second."), ("Second.", "Third."), ("Third.", "First.")]
    assert bank.search("First.", 1)[0].record.id == record_id
    assert bank.verify().ok


def test_a_line_without_texts_is_no_edit_to_revert(grown: Bank) -> None:
    curating.pin(grown, [1], author="Ada")
    (line,) = grown.history(1)
    with pytest.raises(BadRecord, match=f"Edit {line.id} changed no text"):
        curating.revert(grown, line.id, author="Ada")
    for number in (99, 0, 10**30):
        with pytest.raises(RecordMissing, match=f"no edit {number}"):
            curating.revert(grown, number, author="Ada")


def test_author_and_reason_are_texts_of_bounded_length(grown: Bank) -> None:
    for author, why, words in (
        ("x" * 201, "", "author has 201"),
        ("Ada", "x" * 2001, "reason has 2001"),
        ("half \udcff", "", "author holds bytes"),
    ):
        with pytest.raises(BadRecord, match=words):
            curating.trash(grown, [1], author=author, why=why)
    with pytest.raises(BadRecord, match="code holds bytes"):
        curating.edit(grown, 1, {"code": "half \udcff"}, author="Ada", why="")
    assert grown.stats().trashed == 0


def test_a_snapshot_shows_marks_and_refuses_to_change_them(
    grown: Bank, embedder: WordEmbedder
) -> None:
    curating.tag(grown, [1], ["math"], author="Ada")
    grown.freeze("frozen", grown.path.parent)
    with Bank.open(grown.path.parent / "frozen", embedder, "ro") as snapshot:
        assert curating.marks(snapshot, [1])[1].tags == ("math",)
        assert len(curating.operations(snapshot)) == 1
        for act in (curating.pin, curating.restore):
            with pytest.raises(ReadOnly, match="frozen"):
                act(snapshot, [1], author="Ada")
        with pytest.raises(ReadOnly, match="frozen"):
            curating.undo(snapshot, 1, author="Ada")


def test_an_operation_on_more_records_than_a_statement_takes_is_one_operation(
    bank: Bank,
) -> None:
    ids = bank.consolidate(success(GATES, run=f"run-{n}") for n in range(1300)).added
    bank.close()
    with Bank.open(bank.path, None) as curated:
        operation = curating.trash(curated, ids[:1200], author="Ada", why="").operation
        assert curated.stats().trashed == 1200
        assert operation is not None
        curating.undo(curated, operation, author="Ada")
        assert curated.stats().trashed == 0
        curating.trash(curated, ids[:1200], author="Ada", why="")
        assert len(curating.empty_trash(curated, author="Ada").removed) == 1200
        assert curated.stats().total == 100
        assert curated.verify().ok
