"""Frozen snapshots: whole, hashed, and closed to every write."""

import json
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.errors import EncoderMismatch, ReadOnly, SnapshotInvalid
from memory_store.manifest import read_manifest
from memory_store.snapshot import Snapshot
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import GATES, WAVES, grow
from tests.memory.processes import wait_for, writer


@pytest.fixture
def frozen(bank: Bank, tmp_path: Path) -> Path:
    """A snapshot of twelve records, frozen from `bank`."""
    grow(bank)
    bank.freeze("twelve", tmp_path / "snaps", "for the tests", studio_version="1.2.3")
    return tmp_path / "snaps" / "twelve"


def test_a_snapshot_reads_like_the_bank_it_was_frozen_from(
    bank: Bank, frozen: Path, embedder: WordEmbedder
) -> None:
    with Snapshot.open(frozen, embedder) as snapshot:
        for text in (WAVES, GATES):
            assert snapshot.retrieve(text, "method") == bank.retrieve(text, "method")
        assert snapshot.search("Rationale b1", 2) == bank.search("Rationale b1", 2)
        assert snapshot.list() == bank.list()
        assert snapshot.verify().indexes == {"success": "ok", "failure": "ok", "body": "ok"}
        assert snapshot._cache.found == {"success": "ok", "failure": "ok", "body": "ok"}


def test_the_manifest_says_what_was_frozen(bank: Bank, frozen: Path) -> None:
    info = read_manifest(frozen)
    assert (info.name, info.description, info.studio_version) == (
        "twelve",
        "for the tests",
        "1.2.3",
    )
    assert info.counts == {"success": 6, "failure": 6}
    assert info.bank_id == bank.bank_id
    assert info.parent == "bank"
    files = {path.relative_to(frozen).as_posix() for path in frozen.rglob("*") if path.is_file()}
    assert set(info.files) | {"manifest.json"} == files


def test_the_bank_may_go_on_and_the_snapshot_stays(
    bank: Bank, frozen: Path, embedder: WordEmbedder
) -> None:
    bank.consolidate([success(WAVES, run="later", score=100)])
    with Snapshot.open(frozen, embedder) as snapshot:
        assert snapshot.stats().total == 12
        assert snapshot.retrieve(WAVES, "method").record_ids[0] == 2


def test_no_call_and_no_statement_can_write_a_snapshot(
    frozen: Path, embedder: WordEmbedder
) -> None:
    before = {path: path.read_bytes() for path in frozen.rglob("*") if path.is_file()}
    for opened in (Snapshot.open(frozen, embedder), Bank.open(frozen, embedder, mode="ro")):
        with opened as snapshot:
            for change in (
                lambda: snapshot.consolidate([success(run="x")]),
                lambda: snapshot.store([]),
                lambda: snapshot.set_status([1], "pending", author="me", why="x"),
                lambda: snapshot.edit(1, {"rationale": "x"}, author="me", why="x"),
                snapshot.save_indexes,
            ):
                with pytest.raises(ReadOnly, match="frozen snapshot"):
                    change()
            snapshot.retrieve(WAVES, "method", count_use=True)
            raw = snapshot._connection._raw
            raw.execute("PRAGMA query_only = 0")
            for statement in (
                "UPDATE record SET hit_count = 1",
                "DELETE FROM record",
                "INSERT INTO edit (record_id, author, why, at, changes) VALUES (1,'','','','')",
                "DROP TABLE record",
            ):
                # "unsafe": where SQLite does not even let the triggers of a read-only file begin
                with pytest.raises(sqlite3.OperationalError, match=r"readonly|unsafe"):
                    raw.execute(statement)
    after = {path: path.read_bytes() for path in frozen.rglob("*") if path.is_file()}
    assert after == before


def test_a_snapshot_cannot_be_opened_for_writing(frozen: Path, embedder: WordEmbedder) -> None:
    for create in (True, False):
        with pytest.raises(ReadOnly, match="frozen snapshot"):
            Bank.open(frozen, embedder, mode="rw", create=create)
    with pytest.raises(ReadOnly):
        Snapshot.open(frozen, embedder, mode="rw")


@pytest.mark.parametrize("name", ["memory.db", "encoder.json", "index/failure.faiss"])
def test_one_flipped_bit_in_any_file_is_found_by_name(
    frozen: Path, embedder: WordEmbedder, name: str
) -> None:
    path = frozen / name
    path.chmod(0o644)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(SnapshotInvalid, match=f"{name} was changed"):
        Snapshot.open(frozen, embedder)


def test_a_missing_or_added_file_is_found_by_name(frozen: Path, embedder: WordEmbedder) -> None:
    (frozen / "notes.txt").write_text("mine")
    with pytest.raises(SnapshotInvalid, match=r"notes\.txt does not belong"):
        Snapshot.open(frozen, embedder)
    (frozen / "notes.txt").unlink()
    (frozen / "index" / "body.faiss").unlink()
    with pytest.raises(SnapshotInvalid, match=r"lacks its file index/body\.faiss"):
        Snapshot.open(frozen, embedder)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[]", "is not a manifest"),
        ("{", "not readable JSON"),
        ("", "not readable JSON"),
        ('{"format": 999}', "format 999"),
        ('{"name": "x"}', "is not a manifest"),
    ],
)
def test_a_manifest_that_is_none_is_refused_with_the_reason(
    frozen: Path, embedder: WordEmbedder, content: str, words: str
) -> None:
    (frozen / "manifest.json").write_text(content)
    with pytest.raises(SnapshotInvalid, match=words):
        Snapshot.open(frozen, embedder)


def test_a_manifest_that_counts_other_records_is_refused(
    frozen: Path, embedder: WordEmbedder
) -> None:
    content = json.loads((frozen / "manifest.json").read_text())
    content["counts"]["success"] = 7
    (frozen / "manifest.json").write_text(json.dumps(content))
    with pytest.raises(SnapshotInvalid, match="was changed after"):
        Snapshot.open(frozen, embedder)


def test_a_folder_that_is_no_snapshot_is_refused(bank: Bank, embedder: WordEmbedder) -> None:
    with pytest.raises(SnapshotInvalid, match="is not a snapshot"):
        Snapshot.open(bank.path, embedder)


def test_a_snapshot_of_another_encoder_is_refused(frozen: Path) -> None:
    with pytest.raises(EncoderMismatch, match="768"):
        Snapshot.open(frozen, WordEmbedder(768))


def test_a_snapshot_can_be_moved_and_copied(
    frozen: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    moved = tmp_path / "elsewhere, with spaces & #1?"
    shutil.copytree(frozen, moved)
    with Snapshot.open(moved, embedder) as snapshot:
        assert snapshot.verify().ok


@pytest.mark.parametrize("name", ["", "..", "a/b", "a b", "-x", ".hidden", "nul", "x" * 101, "a."])
def test_a_name_that_is_no_folder_name_is_refused(bank: Bank, tmp_path: Path, name: str) -> None:
    with pytest.raises(SnapshotInvalid, match="cannot be the name"):
        bank.freeze(name, tmp_path / "snaps")
    assert not (tmp_path / "snaps").exists()


def test_a_taken_name_is_refused_and_the_snapshot_there_stays(bank: Bank, frozen: Path) -> None:
    before = (frozen / "manifest.json").read_bytes()
    with pytest.raises(SnapshotInvalid, match="exists already"):
        bank.freeze("twelve", frozen.parent)
    assert (frozen / "manifest.json").read_bytes() == before


def test_a_failed_freeze_leaves_no_folder(
    bank: Bank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("memory_store.freezing.write_spec", fail)
    with pytest.raises(Exception, match="disk is full"):
        bank.freeze("one", tmp_path / "snaps")
    assert list((tmp_path / "snaps").iterdir()) == []


def test_freezing_takes_a_consistent_picture_while_another_process_writes(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    path = tmp_path / "bank"
    with writer("loop", str(path), "busy") as process:
        wait_for(process, "COMMITTED")
        with Bank.open(path, embedder) as bank:
            for number in range(4):
                before = bank.stats().total
                while bank.stats().total == before:
                    wait_for(process, "COMMITTED")
                bank.freeze(f"picture-{number}", tmp_path / "snaps")
    totals = []
    for number in range(4):
        with Snapshot.open(tmp_path / "snaps" / f"picture-{number}", embedder) as snapshot:
            assert snapshot.verify().ok
            halves = snapshot._connection.rows(
                "SELECT run_id FROM record GROUP BY run_id HAVING count(*) != 4"
            )
            assert halves == []
            totals.append(snapshot.stats().total)
    assert totals == sorted(totals)
    assert totals[-1] > totals[0]


def test_the_first_k_are_the_oldest_active_ones(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    start = datetime(2025, 1, 1, tzinfo=UTC)
    bank.consolidate(
        [success(scene=f"s{age}", created=start + timedelta(days=age)) for age in (5, 1, 4, 2, 3)]
    )
    bank.set_status([2], "quarantined", author="me", why="test")
    info = bank.freeze("three", tmp_path / "snaps", first_k=3)
    assert (info.first_k, info.counts) == (3, {"success": 3, "failure": 0})
    with Snapshot.open(tmp_path / "snaps" / "three", embedder) as snapshot:
        scenes = {record.provenance.scene_id for record in snapshot.list().records}
        assert scenes == {"s2", "s3", "s4"}
        assert snapshot.verify().ok
        assert len(snapshot.retrieve(WAVES, "method", k_plus=9).successes) == 3
    assert bank.stats().total == 5


def test_more_than_there_are_cannot_be_frozen(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    with pytest.raises(SnapshotInvalid, match="12 active records"):
        bank.freeze("much", tmp_path / "snaps", first_k=13)
    assert list((tmp_path / "snaps").iterdir()) == []
    assert bank.freeze("none", tmp_path / "snaps", first_k=0).counts == {"success": 0, "failure": 0}


def test_an_empty_bank_can_be_frozen(bank: Bank, tmp_path: Path, embedder: WordEmbedder) -> None:
    bank.freeze("empty", tmp_path / "snaps")
    with Snapshot.open(tmp_path / "snaps" / "empty", embedder) as snapshot:
        assert snapshot.retrieve(WAVES, "method").record_ids == ()
        assert snapshot.verify().ok


def test_a_bank_opened_read_only_can_be_frozen(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    grow(bank)
    with Bank.open(bank.path, embedder, mode="ro") as reader:
        reader.freeze("copy", tmp_path / "snaps")
    with Snapshot.open(tmp_path / "snaps" / "copy", embedder) as snapshot:
        assert snapshot.stats().total == 12
        with Snapshot.open(tmp_path / "snaps" / "copy", embedder) as again:
            again.freeze("copy-of-copy", tmp_path / "snaps")


def test_a_frozen_database_is_known_without_its_manifest(tmp_path: Path) -> None:
    with Bank.open(tmp_path / "bank", WordEmbedder(), create=True) as bank:
        bank.consolidate([success()])
        bank.freeze("june", tmp_path)
    (tmp_path / "june" / "manifest.json").unlink()
    for mode in ("rw", "ro"):
        with pytest.raises(SnapshotInvalid, match="frozen snapshot"):
            Bank.open(tmp_path / "june", WordEmbedder(), mode=mode)
