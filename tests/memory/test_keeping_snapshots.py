"""Snapshots as people keep them: chosen, listed, compared, restored, deleted, old and too new."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.memory import snapshots as service
from app.paths import DataPaths
from memory_store import manifest as manifests
from memory_store.bank import Bank
from memory_store.comparing import compare
from memory_store.errors import (
    BankTooNew,
    NotABank,
    ReadOnly,
    RecordMissing,
    SnapshotInvalid,
)
from memory_store.manifest import SnapshotInfo, check_files, read_manifest, write_manifest
from memory_store.queries import Filter
from memory_store.schema import FROZEN_MARK, current_version
from memory_store.snapshot import Snapshot
from memory_store.testing import WordEmbedder, success
from memory_store.workplace import workplace
from tests.memory.conftest import GATES, WAVES, grow
from tests.memory.older import as_of
from tests.memory.test_sharing import trash


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    return DataPaths(tmp_path)


@pytest.fixture
def home(paths: DataPaths, embedder: WordEmbedder) -> DataPaths:
    """A data folder with a bank of twelve records and a snapshot of it."""
    with Bank.open(paths.banks / "default", embedder, create=True) as bank:
        grow(bank)
        service.freeze(bank, "twelve", paths.snapshots, "all of it")
    return paths


def _open(path: Path) -> Bank:
    return Bank.open(path, WordEmbedder(), mode="ro")


def _ids(path: Path) -> list[int]:
    with _open(path) as bank:
        report = bank.verify()
        assert report.ok, report.problems
        assert bank._cache.found == {"success": "ok", "failure": "ok", "body": "ok"}
        return sorted(record.id for record in bank.list().records)


def test_a_snapshot_holds_what_was_chosen(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    bank.freeze("minus", tmp_path, chosen=Filter(polarity="failure"))
    bank.freeze("some", tmp_path, chosen=(9, 2, 4))
    bank.freeze("first", tmp_path, chosen=Filter(polarity="failure"), first_k=2)
    assert _ids(tmp_path / "minus") == [3, 4, 7, 8, 11, 12]
    assert _ids(tmp_path / "some") == [2, 4, 9]
    assert _ids(tmp_path / "first") == [3, 4]
    assert read_manifest(tmp_path / "minus").chosen == "polarity: failure"
    assert read_manifest(tmp_path / "some").chosen == "3 records, chosen one by one"
    assert bank.stats().total == 12
    with pytest.raises(RecordMissing, match="no record 99"):
        bank.freeze("lost", tmp_path, chosen=(1, 99))
    assert not (tmp_path / "lost").exists()


def test_no_trace_of_what_was_left_out_is_in_the_files(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    bank.consolidate([success(run="hidden", rationale="An entirely confidential rationale.")])
    trash(bank, 13)
    bank.freeze("clean", tmp_path)
    bank.freeze("part", tmp_path, first_k=3)
    for name in ("clean", "part"):
        data = (tmp_path / name / "memory.db").read_bytes()
        assert b"confidential" not in data
    assert _ids(tmp_path / "clean") == list(range(1, 13))
    assert (
        b"confidential"
        in (bank.path / "memory.db").read_bytes() + (bank.path / "memory.db-wal").read_bytes()
    )


def test_the_first_k_count_both_channels_together(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    for k in (3, 7):
        info = bank.freeze(f"first-{k}", tmp_path, first_k=k)
        assert sum(info.counts.values()) == k
    assert set(_ids(tmp_path / "first-3")) < set(_ids(tmp_path / "first-7"))


def _as_of_schema_1(source: Path, target: Path) -> None:
    """A frozen database as the first schema made it, with the records of `source`."""
    older = as_of(1, source, target.parent / "older")
    shutil.move(older / "memory.db", target)
    shutil.rmtree(older)
    database = sqlite3.connect(target)
    database.execute(f"PRAGMA user_version = {FROZEN_MARK}")
    database.close()


def _sealed_again(folder: Path, **values: object) -> None:
    """Make the manifest fit the files of a folder after they were changed."""
    content = json.loads((folder / "manifest.json").read_text()) | values
    info = SnapshotInfo.model_validate(content)
    (folder / "manifest.json").chmod(0o644)
    write_manifest(folder, info)


def test_a_snapshot_of_the_first_schema_is_read_compared_and_restored(
    home: DataPaths, embedder: WordEmbedder
) -> None:
    old = home.snapshots / "old"
    shutil.copytree(home.snapshots / "twelve", old)
    (old / "memory.db").unlink()
    _as_of_schema_1(home.snapshots / "twelve", old / "memory.db")
    _sealed_again(old)
    with Bank.open(old, embedder, mode="ro") as bank:
        assert bank.stats().schema_version == 1
        assert bank.list().total == 12
        assert bank.retrieve(GATES, "method", 1).successes[0].record.context.text == GATES
        assert bank.verify().ok
        with pytest.raises(ReadOnly):
            bank.consolidate([success()])
        bank.freeze("again", home.snapshots, first_k=4)
        with _open(home.snapshots / "twelve") as new:
            assert compare(bank, new).same == 12
    assert _ids(home.snapshots / "again") == [1, 2, 3, 4]
    made = service.restore(home, "old", "restored")
    with Bank.open(made, embedder) as restored:
        assert restored.stats().schema_version == current_version()
        assert restored.list().total == 12
        assert restored.verify().ok


def test_a_snapshot_of_a_newer_schema_is_refused(home: DataPaths) -> None:
    path = home.snapshots / "twelve"
    (path / "memory.db").chmod(0o644)
    database = sqlite3.connect(path / "memory.db")
    database.execute("UPDATE meta SET schema_version = 999")
    database.commit()
    database.close()
    _sealed_again(path)
    with pytest.raises(BankTooNew, match="schema 999"):
        Bank.open(path, None, mode="ro")


def test_a_manifest_that_was_made_to_fit_but_counts_wrongly_is_refused(home: DataPaths) -> None:
    _sealed_again(home.snapshots / "twelve", counts={"success": 6, "failure": 7})
    with pytest.raises(SnapshotInvalid, match="'failure': 7"):
        Bank.open(home.snapshots / "twelve", None, mode="ro")


def test_a_manifest_from_before_there_was_a_choice_is_still_right(home: DataPaths) -> None:
    content = json.loads((home.snapshots / "twelve" / "manifest.json").read_text())
    assert "chosen" not in content
    assert manifests.read_manifest(home.snapshots / "twelve").chosen is None


def test_snapshots_are_listed_with_counts_size_and_state(home: DataPaths) -> None:
    shutil.copytree(home.snapshots / "twelve", home.snapshots / "broken")
    (home.snapshots / "broken" / "memory.db").chmod(0o644)
    with (home.snapshots / "broken" / "memory.db").open("ab") as file:
        file.write(b"x")
    (home.snapshots / "no-snapshot").mkdir()
    (home.snapshots / "unreadable").mkdir()
    (home.snapshots / "unreadable" / "manifest.json").write_text("[")
    found = {entry.name: entry for entry in service.list_snapshots(home.snapshots)}
    assert set(found) == {"twelve", "broken", "unreadable"}
    assert (found["twelve"].problem, found["twelve"].verified) == ("", False)
    assert found["broken"].problem == ""
    assert "not readable JSON" in found["unreadable"].problem
    checked = {entry.name: entry for entry in service.list_snapshots(home.snapshots, verify=True)}
    assert (checked["twelve"].problem, checked["twelve"].verified) == ("", True)
    assert "memory.db was changed" in checked["broken"].problem
    info = checked["twelve"].info
    assert info is not None
    assert (info.parent, info.description) == ("default", "all of it")
    assert checked["twelve"].bytes > 50_000
    assert service.list_snapshots(home.root / "nowhere") == ()


def test_a_comparison_names_what_came_went_and_changed(
    home: DataPaths, embedder: WordEmbedder
) -> None:
    with Bank.open(home.banks / "default", embedder) as bank:
        bank.edit(2, {"rationale": "Other words."}, author="Ada", why="clearer")
        bank.set_status([4], "quarantined", author="Ada", why="doubtful")
        bank.retrieve(WAVES, "method", count_use=True)
        bank.consolidate([success(run="later", rationale="A new one.")])
        trash(bank, 9)
    found = service.compare_by_name(home, "twelve", "default")
    assert [(one.record_id, one.headline) for one in found.added] == [(13, "A new one.")]
    assert [one.record_id for one in found.removed] == [9]
    assert [one.before_id for one in found.changed] == [2, 4]
    assert found.changed[0].fields == {"rationale": ("Rationale b0.", "Other words.")}
    assert found.changed[1].fields == {"status": ("active", "quarantined")}
    assert found.same == 9
    back = service.compare_by_name(home, "default", "twelve")
    assert (len(back.added), len(back.removed), back.same) == (1, 1, 9)


def test_a_snapshot_is_restored_as_a_new_bank_and_never_over_one(
    home: DataPaths, embedder: WordEmbedder
) -> None:
    with pytest.raises(NotABank, match="holds a memory bank already"):
        service.restore(home, "twelve", "default")
    made = service.restore(home, "twelve", "again")
    assert made == home.banks / "again"
    with Bank.open(made, embedder) as bank, _open(home.snapshots / "twelve") as snapshot:
        assert compare(snapshot, bank).same == 12
        assert bank.bank_id != snapshot.bank_id
        assert bank.retrieve(WAVES, "method") == snapshot.retrieve(WAVES, "method")
        bank.consolidate([success(run="goes-on")])
        assert bank.verify().ok
    check_files(home.snapshots / "twelve")


def test_a_twin_is_made_by_name(home: DataPaths) -> None:
    info, path = service.twin(home, "twelve", "twelve-twin", 5)
    assert (info.seed, info.shuffled_from) == (5, read_manifest(home.snapshots / "twelve").sha256)
    with _open(path) as twin, _open(home.snapshots / "twelve") as snapshot:
        assert twin.stats().by_polarity == snapshot.stats().by_polarity
        assert {"text"} <= set(compare(snapshot, twin).changed[0].fields)


def test_only_a_snapshot_is_deleted_and_also_a_damaged_one(home: DataPaths) -> None:
    with pytest.raises(SnapshotInvalid, match="is not a snapshot"):
        service.delete_snapshot(home.banks / "default")
    with pytest.raises(SnapshotInvalid, match="There is no snapshot"):
        service.require_snapshot(home, "default")
    path = service.require_snapshot(home, "twelve")
    (path / "notes.txt").write_text("mine")
    with pytest.raises(SnapshotInvalid, match=r"notes\.txt"):
        service.delete_snapshot(path)
    (path / "notes.txt").unlink()
    (path / "memory.db").unlink()
    service.delete_snapshot(path)
    assert list(home.snapshots.iterdir()) == []
    assert (home.banks / "default" / "memory.db").exists()


def test_what_a_maker_still_works_on_is_not_cleared_away(tmp_path: Path) -> None:
    with workplace(tmp_path, "one") as first:
        (first / "half").write_text("x")
        with workplace(tmp_path, "two"):
            assert (first / "half").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_snapshot_is_never_written_by_what_is_made_from_it(home: DataPaths) -> None:
    before = read_manifest(home.snapshots / "twelve")
    service.restore(home, "twelve", "again")
    service.twin(home, "twelve", "twin", 1)
    service.compare_by_name(home, "twelve", "again")
    with Snapshot.open(home.snapshots / "twelve", None) as snapshot:
        snapshot.freeze("part", home.snapshots, chosen=(1, 2))
    assert check_files(home.snapshots / "twelve") == before
