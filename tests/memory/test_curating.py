"""What a person does with records: read, correct, set aside; and what history keeps."""

import sqlite3

import pytest

from memory_store.bank import Bank
from memory_store.errors import BadRecord, RecordMissing
from memory_store.queries import Filter
from memory_store.testing import WordEmbedder, failure, success
from tests.memory.conftest import GATES, WAVES, grow


def test_an_edit_is_appended_with_author_reason_and_what_was_there(bank: Bank) -> None:
    (record_id,) = bank.consolidate([failure(recipe="Make it smaller.")]).added
    bank.edit(record_id, {"recipe": "Scale it to 0.6."}, author="Ada", why="say how much")
    edited = bank.edit(record_id, {"recipe": "Scale it to 0.5."}, author="Bo", why="still large")
    first, second = bank.history(record_id)
    assert (first.author, first.why) == ("Ada", "say how much")
    assert first.changes == {
        "recipe": ("Make it smaller.", "Scale it to 0.6."),
        "origin": ("self-grown", "edited"),
    }
    assert second.changes == {"recipe": ("Scale it to 0.6.", "Scale it to 0.5.")}
    assert first.at <= second.at
    assert edited.origin == "edited"


def test_an_edit_of_the_body_leaves_the_retrieval_vector_as_it_is(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success(WAVES)]).added
    before = _vectors(bank, record_id)
    bank.edit(record_id, {"rationale": "Grow the bars."}, author="me", why="test")
    after = _vectors(bank, record_id)
    assert after[0] == before[0]
    assert after[1] != before[1]
    assert bank.search("Grow the bars.", 1)[0].similarity == pytest.approx(1, abs=1e-5)
    assert bank.verify().ok


def test_an_edit_of_the_code_alone_needs_no_encoder(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success(WAVES)]).added
    before = _vectors(bank, record_id)
    with Bank.open(bank.path, None) as curated:
        curated.edit(record_id, {"code": "pass", "domain": "physics"}, author="me", why="test")
    assert _vectors(bank, record_id) == before
    assert bank.show(record_id).context.domain == "physics"


def test_an_edit_of_the_context_moves_the_record(bank: Bank) -> None:
    ids = bank.consolidate([success(WAVES, scene="a"), success(WAVES, scene="b")]).added
    bank.edit(ids[0], {"text": GATES, "role": "background"}, author="me", why="wrong section")
    assert bank.retrieve(GATES, "background", k_plus=1).record_ids == (ids[0],)
    assert bank.retrieve(WAVES, "method", k_plus=1).record_ids == (ids[1],)
    assert bank.verify().ok


def _vectors(bank: Bank, record_id: int) -> tuple[bytes, bytes]:
    rows = bank._connection.rows(
        "SELECT context_vector, body_vector FROM record WHERE id = ?", (record_id,)
    )
    return rows[0][0], rows[0][1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"recipe": "x" * 401}, "recipe"),
        ({"trigger": ""}, "trigger"),
        ({"role": "villain"}, "role"),
        ({"rationale": "of a success"}, "no field rationale"),
        ({"score_after": "100"}, "no field score_after"),
        ({"id": "7"}, "no field id"),
    ],
)
def test_an_edit_that_does_not_fit_changes_nothing(
    bank: Bank, changes: dict[str, str], words: str
) -> None:
    (record_id,) = bank.consolidate([failure()]).added
    before = bank.show(record_id)
    with pytest.raises(BadRecord, match=words):
        bank.edit(record_id, changes, author="me", why="test")
    assert bank.show(record_id) == before
    assert bank.history(record_id) == ()


def test_an_edit_that_changes_nothing_is_not_noted(bank: Bank) -> None:
    (record_id,) = bank.consolidate([failure()]).added
    recipe = bank.show(record_id).recipe  # type: ignore[union-attr]
    bank.edit(record_id, {"recipe": recipe}, author="me", why="test")
    assert bank.history(record_id) == ()
    assert bank.show(record_id).origin == "self-grown"


def test_a_change_of_status_is_in_the_history_too(bank: Bank) -> None:
    (record_id,) = bank.consolidate([failure()]).added
    bank.set_status([record_id], "quarantined", author="Ada", why="wrong cause")
    bank.set_status([record_id], "quarantined", author="Ada", why="again")
    (line,) = bank.history(record_id)
    assert line.changes == {"status": ("active", "quarantined")}
    assert bank.show(record_id).origin == "self-grown"


def test_a_status_for_several_records_is_set_for_all_or_none(bank: Bank) -> None:
    ids = bank.consolidate([success(scene=name) for name in "abc"]).added
    with pytest.raises(RecordMissing, match="no record 99"):
        bank.set_status([ids[0], 99, ids[1]], "pending", author="me", why="test")
    assert bank.stats().by_status["pending"] == 0


def test_a_record_that_does_not_exist_is_named(bank: Bank) -> None:
    with pytest.raises(RecordMissing, match="no record 7"):
        bank.show(7)
    with pytest.raises(RecordMissing, match="no record 7"):
        bank.edit(7, {"recipe": "x"}, author="me", why="test")


def test_history_cannot_lose_its_record(bank: Bank) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        bank._connection._raw.execute(
            "INSERT INTO edit (record_id, author, why, at, changes) VALUES (99, '', '', '', '{}')"
        )


def test_lists_filter_page_and_order(bank: Bank) -> None:
    grow(bank)
    bank.set_status([1], "pending", author="me", why="test")
    assert bank.list(Filter(polarity="success")).total == 6
    assert bank.list(Filter(status="pending")).records[0].id == 1
    assert bank.list(Filter(source="text")).total == 3
    assert bank.list(Filter(run_id="run-1", polarity="failure")).total == 2
    assert bank.list(Filter(contains="RATIONALE B2")).total == 1
    assert bank.list(Filter(contains="no such words")).total == 0
    assert bank.list(Filter(contains="qubit")).total == 4
    first = bank.list(order="oldest", limit=5)
    second = bank.list(order="oldest", limit=5, offset=5)
    assert first.total == second.total == 12
    assert [record.id for record in (*first.records, *second.records)] == list(range(1, 11))
    assert bank.list(Filter(polarity="success"), order="best").records[0].id in (2, 6, 10)
    bank.retrieve(GATES, "method", k_plus=1, k_minus=0, count_use=True)
    assert bank.list(order="most_used").records[0].id == 6


def test_words_in_a_filter_are_data_and_no_sql(bank: Bank) -> None:
    bank.consolidate([success(rationale="It's 100%_sure; DROP TABLE record; --")])
    assert bank.list(Filter(contains="'; DROP TABLE record; --")).total == 0
    assert bank.list(Filter(contains="100%_sure; drop")).total == 1
    assert bank.list(Filter(contains="100x")).total == 0
    assert bank.list(Filter(domain="' OR 1=1 --")).total == 0


def test_figures_count_by_polarity_status_origin_and_use(bank: Bank) -> None:
    grow(bank)
    bank.consolidate([success(WAVES, source="human", run="h", status="pending")])
    bank.edit(1, {"rationale": "Changed."}, author="me", why="test")
    bank.retrieve(WAVES, "method", count_use=True)
    stats = bank.stats()
    assert stats.total == 13
    assert stats.by_polarity == {"success": 7, "failure": 6}
    assert stats.by_status == {"active": 12, "pending": 1, "quarantined": 0}
    assert stats.by_origin == {"edited": 1, "human": 1, "self-grown": 11}
    assert stats.by_source == {"human": 1, "success": 6, "text": 3, "visual": 3}
    assert stats.sections == 3
    assert stats.retrieved == 5


def test_verify_finds_what_sqlite_does_not_see(bank: Bank, embedder: WordEmbedder) -> None:
    grow(bank)
    changes = {
        1: "context_vector = zeroblob(1536)",
        2: "body_vector = x'00'",
        3: "role = 'villain'",
        4: "score_after = 900, source = 'visual', ordinal = 9",
    }
    for record_id, change in changes.items():
        bank._connection.run(f"UPDATE record SET {change} WHERE id = ?", (record_id,))
    report = bank.verify()
    assert not report.ok
    assert report.records == 12
    text = "\n".join(report.problems)
    for record_id in changes:
        assert f"ecord {record_id}" in text
    assert "record 5" not in text
