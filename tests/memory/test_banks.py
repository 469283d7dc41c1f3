"""Many banks: made, named, chosen, looked after."""

from pathlib import Path

import pytest

from app.errors import StudioError
from app.memory.banks import Banks
from app.memory.choice import bank_for
from app.paths import DataPaths
from memory_store.backup import back_up
from memory_store.bank import Bank
from memory_store.errors import BankInUse, BankMissing
from memory_store.lock import WriteLock
from memory_store.testing import WordEmbedder, success


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    return DataPaths(tmp_path / "data")


@pytest.fixture
def banks(paths: DataPaths, embedder: WordEmbedder) -> Banks:
    """Banks `default` and `physics`."""
    found = Banks(paths)
    for name in ("default", "physics"):
        found.create(name, embedder)
    return found


def test_a_data_folder_without_banks_shows_the_default_one_as_empty(paths: DataPaths) -> None:
    (line,) = Banks(paths).lines()
    assert (line.name, line.records, line.health, line.in_use) == ("default", 0, "sound", True)
    assert not paths.banks.exists()


def test_a_line_tells_counts_size_health_and_the_last_backup(
    banks: Banks, paths: DataPaths, embedder: WordEmbedder
) -> None:
    with Bank.open(paths.banks / "physics", embedder) as bank:
        bank.consolidate([success(run="a"), success(run="b")])
        bank.set_status([1], "pending", author="me", why="look again")
    taken = back_up(paths.banks / "physics")
    line = banks.line("physics", embedder.identity)
    assert (line.records, line.pending, line.trashed, line.health) == (2, 1, 0, "sound")
    assert line.last_backup == taken.taken
    assert line.bytes > taken.bytes


@pytest.mark.parametrize(
    ("damage", "health"),
    [(b"", "damaged"), (b"no database at all", "damaged")],
)
def test_a_damaged_bank_is_listed_with_its_reason(
    banks: Banks, paths: DataPaths, damage: bytes, health: str
) -> None:
    (paths.banks / "physics" / "memory.db").write_bytes(damage)
    line = banks.line("physics")
    assert line.health == health
    assert "physics" in line.why
    assert line.records is None


def test_a_bank_of_another_encoder_is_told_apart(banks: Banks) -> None:
    line = banks.line("physics", WordEmbedder(8).identity)
    assert line.health == "other encoder"
    assert line.records == 0


def test_runs_use_the_bank_of_their_domain_else_the_one_in_use(
    banks: Banks, paths: DataPaths, embedder: WordEmbedder
) -> None:
    banks.create("main", embedder)
    banks.use("main")
    banks.use("physics", "Physics")
    assert bank_for(paths, None, "physics") == paths.banks / "physics"
    assert bank_for(paths, None, "economics") == paths.banks / "main"
    assert bank_for(paths, "default", "physics") == paths.banks / "default"
    banks.use_no_longer("physics")
    assert bank_for(paths, None, "physics") == paths.banks / "main"
    banks.use("default")
    assert bank_for(paths, None) == paths.banks / "default"


def test_a_renamed_bank_keeps_its_records_its_backups_and_its_place(
    banks: Banks, paths: DataPaths, embedder: WordEmbedder
) -> None:
    with Bank.open(paths.banks / "physics", embedder) as bank:
        bank.consolidate([success()])
    back_up(paths.banks / "physics")
    banks.use("physics")
    banks.use("physics", "optics")
    banks.rename("physics", "Light and matter")
    line = banks.line("Light and matter")
    assert (line.records, line.in_use, line.domains) == (1, True, ("optics",))
    assert line.last_backup is not None
    assert not (paths.banks / "physics").exists()


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "../x", "con", ".hidden", "x" * 90, "a\0b", "bank.", "-x", "_x"]
)
def test_a_name_that_is_no_folder_is_refused(
    banks: Banks, name: str, embedder: WordEmbedder
) -> None:
    with pytest.raises(StudioError, match="cannot be the name"):
        banks.create(name, embedder)
    with pytest.raises(StudioError, match="cannot be the name"):
        banks.rename("physics", name)


def test_a_name_that_is_taken_is_refused_whatever_its_case(
    banks: Banks, embedder: WordEmbedder
) -> None:
    with pytest.raises(StudioError, match="exists already"):
        banks.create("Physics", embedder)
    with pytest.raises(StudioError, match="exists already"):
        banks.rename("physics", "DEFAULT")


def test_only_the_case_of_a_name_can_be_changed(banks: Banks) -> None:
    assert banks.rename("physics", "Physics").name == "Physics"


def test_a_bank_that_is_written_to_is_not_renamed(banks: Banks, paths: DataPaths) -> None:
    with WriteLock(paths.banks / "physics").held(), pytest.raises(BankInUse):
        banks.rename("physics", "optics")
    assert (paths.banks / "physics").exists()


def test_a_removed_bank_lies_in_the_trash_and_the_one_in_use_stays(
    banks: Banks, paths: DataPaths
) -> None:
    kept = banks.remove("physics")
    assert (kept / "memory.db").exists()
    assert kept.parent == paths.trash / "banks"
    with pytest.raises(StudioError, match="runs use"):
        banks.remove("default")
    with pytest.raises(BankMissing):
        banks.remove("physics")


def test_unreadable_preferences_do_not_let_a_run_write_into_a_guessed_bank(
    banks: Banks, paths: DataPaths
) -> None:
    (paths.root / "preferences.json").write_text("{")
    with pytest.raises(StudioError, match="which memory bank is meant"):
        bank_for(paths, None)
    assert bank_for(paths, "physics") == paths.banks / "physics"
