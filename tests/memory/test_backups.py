"""Backups: whole, beside the bank, on a schedule, and a way back from each."""

import random
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.memory.backing_up import back_up_if_due, is_due, replace_damaged
from memory_store.backup import back_up, backups, thin_out
from memory_store.bank import Bank
from memory_store.errors import BankDamaged, MemoryStoreError, NotABank
from memory_store.restoring import restore
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import WAVES, grow
from tests.memory.processes import wait_for, writer


@pytest.fixture
def grown(tmp_path: Path, embedder: WordEmbedder) -> Path:
    """The folder of a closed bank with twelve records."""
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        grow(bank)
    return tmp_path / "bank"


def test_a_bank_comes_back_from_its_backup_with_texts_uses_and_retrievals(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(grown, embedder) as bank:
        bank.edit(2, {"rationale": "Edited."}, author="Ada", why="clearer")
        bank.retrieve(WAVES, "method", count_use=True)
        expected = (bank.list(limit=100), bank.retrieve(WAVES, "method"), bank.history(2))
        taken = back_up(grown)
        bank.consolidate([success(run="after the backup")])
        original = bank.bank_id
    assert restore(taken.path, tmp_path / "back") == 12
    with Bank.open(tmp_path / "back", embedder) as bank:
        assert bank.bank_id != original  # both go on by themselves from now on
        found = (bank.list(limit=100), bank.retrieve(WAVES, "method"), bank.history(2))
        assert found == expected
        assert bank.verify().ok


def test_a_backup_is_taken_while_another_process_writes(grown: Path, tmp_path: Path) -> None:
    with writer("loop", str(grown), "busy") as process:
        wait_for(process, "COMMITTED")
        taken = [back_up(grown) for _ in range(3)]
    for number, backup in enumerate(taken):
        restore(backup.path, tmp_path / f"back-{number}")
        with Bank.open(tmp_path / f"back-{number}", WordEmbedder()) as bank:
            assert bank.verify().ok
            assert bank.stats().total % 4 == 0  # tasks of four: none is torn


def test_nothing_is_put_over_a_bank(grown: Path) -> None:
    taken = back_up(grown)
    with pytest.raises(NotABank, match="already"):
        restore(taken.path, grown)


def test_a_damaged_database_gives_no_backup(grown: Path) -> None:
    data = bytearray((grown / "memory.db").read_bytes())
    data[8192:12288] = b"\xff" * 4096
    (grown / "memory.db").write_bytes(data)
    with pytest.raises(MemoryStoreError):
        back_up(grown)
    assert backups(grown) == ()


def test_a_damaged_backup_is_not_put_back(grown: Path, tmp_path: Path) -> None:
    taken = back_up(grown)
    data = taken.path.read_bytes()
    taken.path.write_bytes(data[: len(data) // 2])
    with pytest.raises(BankDamaged):
        restore(taken.path, tmp_path / "back")
    assert not (tmp_path / "back").exists()


def test_a_damaged_bank_is_set_aside_and_its_backup_takes_its_place(
    grown: Path, embedder: WordEmbedder
) -> None:
    taken = back_up(grown)
    with Bank.open(grown, embedder) as bank:
        original = bank.bank_id
    (grown / "memory.db").write_bytes(b"damaged")
    aside, count = replace_damaged(grown, taken)
    assert count == 12
    assert (aside / "memory.db").read_bytes() == b"damaged"
    with Bank.open(grown, embedder) as bank:
        assert bank.stats().total == 12
        assert bank.bank_id == original
    assert [backup.path.name for backup in backups(grown)] == [taken.path.name]


def test_the_schedule_backs_up_what_changed_and_only_then(
    grown: Path, embedder: WordEmbedder
) -> None:
    first = back_up_if_due(grown, "day")
    assert first is not None
    later = datetime.now(UTC) + timedelta(days=2)
    assert not is_due(grown, "day")
    assert not is_due(grown, "day", later)  # nothing changed since
    with Bank.open(grown, embedder) as bank:
        bank.retrieve(WAVES, "method", count_use=True)
    assert is_due(grown, "day", later)
    assert not is_due(grown, "week", later)
    assert not is_due(grown, "never", later)


def test_old_backups_of_the_schedule_go_and_the_others_stay(grown: Path) -> None:
    kept = back_up(grown, "by-hand")
    before = back_up(grown, "schema-1")
    scheduled = [back_up(grown, "schedule") for _ in range(5)]
    gone = thin_out(grown, keep=2)
    assert {backup.path for backup in gone} == {backup.path for backup in scheduled[:3]}
    left = {backup.path for backup in backups(grown)}
    assert left == {kept.path, before.path, *(backup.path for backup in scheduled[3:])}


@pytest.mark.parametrize("kill", range(10))
def test_a_kill_while_backing_up_leaves_whole_backups_only(
    kill: int, grown: Path, tmp_path: Path
) -> None:
    with writer("back-up", str(grown)) as process:
        wait_for(process, "READY")
        time.sleep(random.Random(kill).uniform(0, 0.05))
        process.kill()
    for number, backup in enumerate(backups(grown)):
        assert restore(backup.path, tmp_path / f"back-{number}") == 12
    back_up(grown)
    assert list((grown / "backups").glob(".*.part")) == []


@pytest.mark.parametrize("kill", range(10))
def test_a_kill_while_going_back_leaves_a_bank_or_none(
    kill: int, grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    taken = back_up(grown)
    dest = tmp_path / "back"
    with writer("go-back", str(taken.path), str(dest)) as process:
        wait_for(process, "READY")
        time.sleep(random.Random(kill).uniform(0, 0.03))
        process.kill()
    if not (dest / "memory.db").exists():
        restore(taken.path, dest)
    with Bank.open(dest, embedder) as bank:
        assert bank.stats().total == 12
        assert bank.verify().ok
    connection = sqlite3.connect(taken.path)
    assert connection.execute("SELECT count(*) FROM record").fetchone() == (12,)
    connection.close()
