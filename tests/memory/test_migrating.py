"""Banks of every earlier schema: read as they are, brought up to date once they are written."""

import random
import sqlite3
import time
from pathlib import Path

import pytest

from memory_store import schema
from memory_store.backup import backups
from memory_store.bank import Bank
from memory_store.errors import BankTooNew
from memory_store.restoring import restore
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import WAVES, grow
from tests.memory.older import as_of
from tests.memory.processes import wait_for, writer

EARLIER = range(1, schema.current_version())


@pytest.fixture
def grown(tmp_path: Path, embedder: WordEmbedder) -> Path:
    """The folder of a closed bank with twelve records, one of them edited."""
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        grow(bank)
        bank.edit(2, {"rationale": "Edited."}, author="Ada", why="clearer")
    return tmp_path / "bank"


def test_every_migration_has_a_name_of_its_own() -> None:
    names = [step.name for step in schema.MIGRATIONS]
    assert len(set(names)) == len(names)
    assert all(names)


@pytest.mark.parametrize("version", EARLIER)
def test_a_bank_of_an_earlier_schema_is_read_without_being_changed(
    version: int, grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(grown, embedder) as bank:
        expected = (bank.list(limit=100), bank.retrieve(WAVES, "method"), bank.history(2))
    older = as_of(version, grown, tmp_path / "older")
    before = (older / "memory.db").read_bytes()
    with Bank.open(older, embedder, mode="ro") as bank:
        found = (bank.list(limit=100), bank.retrieve(WAVES, "method"), bank.history(2))
        assert bank.verify().ok
    assert found == expected
    assert (older / "memory.db").read_bytes() == before


@pytest.mark.parametrize("version", EARLIER)
def test_opening_an_earlier_bank_for_writing_backs_it_up_and_migrates_it(
    version: int, grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    older = as_of(version, grown, tmp_path / "older")
    with Bank.open(older, embedder) as bank:
        assert bank.stats().schema_version == schema.current_version()
        assert bank.stats().total == 12
        assert bank.history(2)[0].why == "clearer"
        bank.consolidate([success(run="later")])
        assert bank.verify().ok
    (backup,) = backups(older)
    assert backup.reason == f"schema-{version}"
    assert restore(backup.path, tmp_path / "back") == 12
    with Bank.open(tmp_path / "back", embedder) as bank:
        assert bank.stats().total == 12


def test_a_migrated_bank_has_the_tables_of_a_new_one(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    older = as_of(1, grown, tmp_path / "older")
    Bank.open(older, embedder).close()
    assert _tables(older) == _tables(grown)


def _tables(bank: Path) -> list[tuple[str, str]]:
    connection = sqlite3.connect(bank / "memory.db")
    try:
        return connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        ).fetchall()
    finally:
        connection.close()


def test_a_backup_of_a_newer_studio_is_not_put_back(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    connection = sqlite3.connect(grown / "memory.db")
    connection.execute("UPDATE meta SET schema_version = 999")
    connection.commit()
    connection.close()
    with pytest.raises(BankTooNew, match="schema 999"):
        restore(grown / "memory.db", tmp_path / "back")
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize("kill", range(12))
def test_a_kill_while_migrating_leaves_the_old_bank_or_the_new_one(
    kill: int, grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    older = as_of(1, grown, tmp_path / "older")
    with writer("open", str(older)) as process:
        wait_for(process, "READY")
        time.sleep(random.Random(kill).uniform(0, 0.04))
        process.kill()
    with Bank.open(older, embedder, lock_timeout=5) as bank:
        assert bank.stats().schema_version == schema.current_version()
        assert bank.stats().total == 12
        assert bank.verify().ok
        bank.consolidate([success(run="later")])
    assert all(backup.bytes > 0 for backup in backups(older))
