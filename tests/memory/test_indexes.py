"""An index is a cache of the table: whatever happens to its file, answers come from the table."""

import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.embedding import ContextVector
from memory_store.indexes import VectorIndex
from memory_store.layout import index_path
from memory_store.testing import WordEmbedder, failure, fill, success
from tests.memory.conftest import GATES, MARKET, WAVES, case_module, grow

FAULTS = (
    "index_missing",
    "index_truncated",
    "index_from_earlier",
    "index_from_later",
    "index_swapped_order",
)


@pytest.fixture
def grown(tmp_path: Path, embedder: WordEmbedder) -> Path:
    """The folder of a closed bank with twelve records."""
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        grow(bank)
    return tmp_path / "bank"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_index_file_is_rebuilt_from_the_table(
    grown: Path, tmp_path: Path, embedder: WordEmbedder, fault: str
) -> None:
    with Bank.open(grown, embedder, mode="ro") as bank:
        expected = [bank.retrieve(text, "method").record_ids for text in (WAVES, GATES, MARKET)]
    maker = case_module("E23")
    broken = tmp_path / "broken"
    shutil.copytree(grown, broken)
    files = list(maker.index_files(broken))
    assert len(files) == 3
    for path in files:
        maker.change(path, fault)
    with Bank.open(broken, embedder, mode="ro") as bank:
        found = [bank.retrieve(text, "method").record_ids for text in (WAVES, GATES, MARKET)]
        assert found == expected
        assert bank.search("Rationale b1", 1)[0].record.id == 6
        report = bank.verify()
        assert report.ok
        assert report.indexes["body"] == ("missing" if fault == "index_missing" else "damaged")
    with Bank.open(broken, embedder) as bank:
        bank.retrieve(WAVES, "method")
        bank.search("anything", 1)
    with Bank.open(broken, embedder) as bank:
        assert bank.verify().indexes == {"success": "ok", "failure": "ok", "body": "ok"}


@pytest.mark.parametrize("junk", [b"", b"\x89PNG\r\n\x1a\n" + bytes(500), b"IxM2" + b"\xff" * 4000])
def test_bytes_that_are_no_index_never_reach_faiss(
    grown: Path, embedder: WordEmbedder, junk: bytes
) -> None:
    index_path(grown, "failure").write_bytes(junk)
    with Bank.open(grown, embedder) as bank:
        assert len(bank.retrieve(WAVES, "method").failures) == 3


def test_a_fingerprint_that_is_no_json_is_not_trusted(grown: Path, embedder: WordEmbedder) -> None:
    index_path(grown, "success").with_suffix(".json").write_text("[1, 2]")
    with Bank.open(grown, embedder) as bank:
        assert len(bank.retrieve(WAVES, "method").successes) == 2


def test_an_index_of_another_bank_is_not_trusted(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(tmp_path / "other", embedder, create=True) as other:
        other.consolidate([success(MARKET, scene=f"s{n}") for n in range(6)])
    shutil.rmtree(grown / "index")
    shutil.copytree(tmp_path / "other" / "index", grown / "index")
    with Bank.open(grown, embedder) as bank:
        found = bank.retrieve(WAVES, "method").successes
        assert {hit.record.context.text for hit in found} == {WAVES}
        assert bank.verify().ok


def test_an_index_of_a_history_that_was_rolled_back_is_not_trusted(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    """The database is put back to an older copy and grows again to the same revision."""
    shutil.copy(grown / "memory.db", tmp_path / "older.db")
    with Bank.open(grown, embedder) as bank:
        bank.consolidate([success(WAVES, run="lost", score=99)])
    lost = shutil.copytree(grown / "index", tmp_path / "lost-index")
    shutil.copy(tmp_path / "older.db", grown / "memory.db")
    with Bank.open(grown, embedder) as bank:
        (new,) = bank.consolidate([success(GATES, run="new", score=99)]).added
    shutil.rmtree(grown / "index")
    shutil.copytree(lost, grown / "index")
    with Bank.open(grown, embedder) as bank:
        assert new not in bank.retrieve(WAVES, "method").record_ids
        assert bank.retrieve(GATES, "method").record_ids[0] == new
        assert bank.verify().ok


def test_the_writes_of_another_opening_are_seen_at_the_next_search(
    bank: Bank, embedder: WordEmbedder
) -> None:
    grow(bank)
    bank.retrieve(WAVES, "method")
    with Bank.open(bank.path, embedder) as other:
        (new,) = other.consolidate([success(WAVES, run="other", score=100)]).added
        assert bank.retrieve(WAVES, "method").record_ids[0] == new
        other.set_status([new], "quarantined", author="me", why="test")
        assert new not in bank.retrieve(WAVES, "method").record_ids
        other.set_status([new], "active", author="me", why="test")
        other.edit(new, {"text": MARKET}, author="me", why="test")
        assert new not in bank.retrieve(WAVES, "method").record_ids
        assert bank.retrieve(MARKET, "method").record_ids[0] == new


def test_an_older_opening_never_overwrites_a_newer_index_file(
    bank: Bank, embedder: WordEmbedder
) -> None:
    grow(bank)
    older = Bank.open(bank.path, embedder)
    older.retrieve(WAVES, "method")
    bank.consolidate([success(WAVES, run="later")])
    older.close()
    read = VectorIndex.load(index_path(bank.path, "success"), 384)
    assert not isinstance(read, str)
    assert len(read[0]) == 7


def test_after_each_write_the_files_hold_what_the_table_holds(bank: Bank) -> None:
    grow(bank)
    bank.set_status([1, 3], "quarantined", author="me", why="test")
    assert bank.verify().indexes == {"success": "ok", "failure": "ok", "body": "ok"}
    for name, count in (("success", 5), ("failure", 5), ("body", 12)):
        read = VectorIndex.load(index_path(bank.path, name), 384)
        assert not isinstance(read, str)
        assert len(read[0]) == count


def test_a_search_at_any_size_reads_only_the_rows_it_answers_with(
    tmp_path: Path, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_store.selecting.SMALL", 100)
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        fill(bank, 3000)
    with Bank.open(tmp_path / "bank", embedder) as bank:
        statements: list[str] = []
        raw: sqlite3.Connection = bank._connection._raw
        raw.set_trace_callback(statements.append)
        query = ContextVector(np.ones(384, dtype=np.float32), 1, 1)
        found = bank.retrieve_by_vector(query)
        raw.set_trace_callback(None)
        assert len(found.record_ids) == 5
        reads = [line for line in statements if "FROM record" in line and "max(id)" not in line]
        assert reads
        assert all("WHERE id IN (" in line for line in reads)


def test_a_damaged_vector_is_named_and_never_searched(grown: Path, embedder: WordEmbedder) -> None:
    connection = sqlite3.connect(grown / "memory.db")
    connection.execute("UPDATE record SET context_vector = zeroblob(1536) WHERE id = 2")
    connection.commit()
    connection.close()
    shutil.rmtree(grown / "index")
    with Bank.open(grown, embedder) as bank:
        with pytest.raises(Exception, match=r"vector of record 2 .* is damaged"):
            bank.retrieve(WAVES, "method")
        report = bank.verify()
        assert not report.ok
        assert any("record 2" in problem for problem in report.problems)
        assert bank.show(2).context.text == WAVES


def test_a_flat_index_pads_nothing_and_keeps_ids_with_their_vectors() -> None:
    rows = np.eye(4, 8, dtype=np.float32)
    index = VectorIndex(np.array([10, 20, 30, 40]), rows)
    ids, cosines = index.search(rows[2], 9)
    assert ids.tolist()[0] == 30
    assert len(ids) == len(cosines) == 4
    index.apply([20], np.array([10, 50]), rows[[3, 1]])
    assert index.ids.tolist() == [30, 40, 10, 50]
    assert index.search(rows[1], 1)[0].tolist() == [50]
    assert sorted(index.search(rows[3], 2)[0].tolist()) == [10, 40]
    with pytest.raises(ValueError, match="an index of 8"):
        index.search(np.ones(9, dtype=np.float32), 1)


def test_an_index_answers_nothing_when_it_is_empty() -> None:
    index = VectorIndex(np.zeros(0, dtype=np.int64), np.zeros((0, 8), dtype=np.float32))
    assert index.search(np.ones(8, dtype=np.float32), 3)[0].tolist() == []


def test_a_large_bank_catches_up_with_a_few_changes_after_a_kill(
    tmp_path: Path, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_store.cache.SMALL", 50)
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        fill(bank, 400)
        bank.consolidate([failure(WAVES)])
        bank.set_status([1], "quarantined", author="me", why="test")
        bank._connection.close()  # as a killed process leaves it: the files are not renewed
    with Bank.open(tmp_path / "bank", embedder) as bank:
        assert bank.retrieve(WAVES, "method").failures[0].record.id == 401
        assert bank._cache.found == {"success": "stale", "failure": "stale"}
        assert bank.verify().ok
