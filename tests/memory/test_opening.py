"""Opening what is there: a whole bank opens, anything else gets a clear answer and stays as is."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_store import schema
from memory_store.backup import backups
from memory_store.bank import Bank
from memory_store.errors import (
    BankDamaged,
    BankMissing,
    BankTooNew,
    DiskFull,
    EncoderMismatch,
    MemoryStoreError,
    NotABank,
    NotWritable,
    ReadOnly,
)
from memory_store.testing import WordEmbedder, fill, success
from tests.memory.conftest import WAVES, case_module, grow


@pytest.fixture
def grown(tmp_path: Path, embedder: WordEmbedder) -> Path:
    """The folder of a closed bank with twelve records."""
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        grow(bank)
    return tmp_path / "bank"


def content(folder: Path) -> dict[str, str]:
    """Hashes of the files that matter (SQLite's helper files and the lock come and go)."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal", ".lock"))
    }


def test_a_new_bank_is_empty_and_pins_its_encoder(tmp_path: Path, embedder: WordEmbedder) -> None:
    with Bank.open(tmp_path / "deep" / "bank", embedder, create=True) as bank:
        assert bank.stats().total == 0
        assert bank.verify().ok
    spec = (tmp_path / "deep" / "bank" / "encoder.json").read_text()
    assert embedder.identity.model in spec


def test_a_missing_bank_is_refused_unless_it_is_to_be_made(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    for mode in ("rw", "ro"):
        with pytest.raises(BankMissing, match="no memory bank at"):
            Bank.open(tmp_path / "bank", embedder, mode=mode)
    assert not (tmp_path / "bank").exists()


def test_creating_over_an_existing_bank_opens_it(grown: Path, embedder: WordEmbedder) -> None:
    with Bank.open(grown, embedder, create=True) as bank:
        assert bank.stats().total == 12


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("fault", ["truncated", "zeroed_page", "bad_header", "empty"])
def test_a_damaged_database_is_refused_and_left_as_it_is(
    grown: Path, tmp_path: Path, embedder: WordEmbedder, fault: str, create: bool
) -> None:
    maker = case_module("E22")
    broken = tmp_path / "broken"
    shutil.copytree(grown, broken)
    for path in list(maker.databases(broken)):
        maker.FAULTS[fault](path)
    before = content(broken)
    for mode in ("rw", "ro"):
        with pytest.raises(BankDamaged, match=r"memory\.db") as caught:
            Bank.open(broken, embedder, mode=mode, create=create)
        assert "snapshot" in caught.value.remedy
    assert content(broken) == before


def test_an_emptied_database_is_not_taken_for_a_new_bank(
    grown: Path, embedder: WordEmbedder
) -> None:
    (grown / "memory.db").write_bytes(b"")
    with pytest.raises(BankDamaged, match="empty \\(0 bytes\\)"):
        Bank.open(grown, embedder, create=True)
    assert (grown / "memory.db").stat().st_size == 0


def test_a_stale_write_ahead_log_of_garbage_loses_nothing(
    grown: Path, embedder: WordEmbedder
) -> None:
    case_module("E22").stale_wal(grown / "memory.db")
    with Bank.open(grown, embedder) as bank:
        assert bank.stats().total == 12
        assert bank.verify().ok


def test_damage_in_a_database_too_large_to_check_at_opening_is_still_an_error_in_words(
    tmp_path: Path, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_store.opening.QUICK_CHECK_BYTES", 0)
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        fill(bank, 100)
    path = tmp_path / "bank" / "memory.db"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = b"\xee" * (len(data) - len(data) // 2)
    path.write_bytes(data)
    shutil.rmtree(tmp_path / "bank" / "index")
    with (
        pytest.raises(BankDamaged, match=r"memory\.db"),
        Bank.open(tmp_path / "bank", embedder) as bank,
    ):
        bank.retrieve(WAVES, "method")


def test_a_vanished_database_is_not_replaced_by_an_empty_one(
    grown: Path, embedder: WordEmbedder
) -> None:
    (grown / "memory.db").unlink()
    with pytest.raises(BankDamaged, match="is missing"):
        Bank.open(grown, embedder, create=True)
    assert not (grown / "memory.db").exists()


def test_another_database_is_not_a_bank(tmp_path: Path, embedder: WordEmbedder) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    connection = sqlite3.connect(folder / "memory.db")
    connection.execute("CREATE TABLE song (title TEXT)")
    connection.close()
    before = content(folder)
    with pytest.raises(NotABank):
        Bank.open(folder, embedder, create=True)
    assert content(folder) == before


def test_a_folder_of_other_files_and_a_file_are_not_banks(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")
    with pytest.raises(NotABank, match="other files"):
        Bank.open(tmp_path, embedder, create=True)
    with pytest.raises(NotABank, match="is a file"):
        Bank.open(tmp_path / "letter.txt", embedder, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_an_encoder_of_another_dimension_is_refused_by_name_and_the_texts_stay_readable(
    grown: Path, embedder: WordEmbedder
) -> None:
    other = WordEmbedder(768, "large-words")
    before = content(grown)
    with pytest.raises(EncoderMismatch) as caught:
        Bank.open(grown, other)
    for part in ("words (384 dimensions", "large-words (768 dimensions", "model, dimension"):
        assert part in caught.value.message
    assert "new bank" in caught.value.remedy
    assert content(grown) == before
    with Bank.open(grown, None, mode="ro") as bank:
        assert bank.list(limit=100).total == 12
        assert bank.show(1).context.text == WAVES
    with Bank.open(grown, embedder) as bank:
        assert bank.retrieve(WAVES, "method").record_ids


def test_the_same_model_with_other_weights_is_another_encoder(
    grown: Path, embedder: WordEmbedder
) -> None:
    class Retrained(WordEmbedder):
        def __init__(self) -> None:
            super().__init__()
            self._identity = embedder.identity.model_copy(update={"weights": "sha256:other"})

    with pytest.raises(EncoderMismatch, match="differ in weights"):
        Bank.open(grown, Retrained())


def test_a_lost_encoder_spec_is_written_again_from_the_database(
    grown: Path, embedder: WordEmbedder
) -> None:
    spec = (grown / "encoder.json").read_bytes()
    (grown / "encoder.json").unlink()
    with Bank.open(grown, embedder) as bank:
        assert bank.stats().total == 12
    assert (grown / "encoder.json").read_bytes() == spec


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"model": "x"}'])
def test_an_encoder_spec_that_is_none_is_refused(
    grown: Path, embedder: WordEmbedder, text: str
) -> None:
    (grown / "encoder.json").write_text(text)
    with pytest.raises(BankDamaged, match=r"encoder\.json"):
        Bank.open(grown, embedder)


def test_an_encoder_spec_of_another_bank_is_refused(grown: Path, embedder: WordEmbedder) -> None:
    (grown / "encoder.json").write_text(WordEmbedder(8).identity.model_dump_json())
    with pytest.raises(BankDamaged, match=r"8 dimensions.*384 dimensions"):
        Bank.open(grown, embedder)


def test_a_bank_of_a_newer_studio_is_refused_untouched(grown: Path, embedder: WordEmbedder) -> None:
    connection = sqlite3.connect(grown / "memory.db")
    connection.execute("UPDATE meta SET schema_version = 999")
    connection.commit()
    connection.close()
    with pytest.raises(BankTooNew, match="schema 999"):
        Bank.open(grown, embedder)
    connection = sqlite3.connect(grown / "memory.db")
    assert connection.execute("SELECT schema_version FROM meta").fetchone() == (999,)
    connection.close()


def test_an_older_bank_is_copied_before_it_is_brought_up_to_date(
    grown: Path, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = schema.current_version()
    stars = schema.Migration("stars", ("ALTER TABLE record ADD COLUMN stars INTEGER",))
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, stars))
    with Bank.open(grown, embedder, mode="ro") as bank:
        assert bank.stats().schema_version == now
    with Bank.open(grown, embedder) as bank:
        assert bank.stats().schema_version == now + 1
        assert bank.stats().total == 12
    (backup,) = backups(grown)
    assert backup.reason == f"schema-{now}"
    copy = sqlite3.connect(backup.path)
    assert copy.execute("SELECT count(*) FROM record").fetchone() == (12,)
    copy.close()


def test_a_creation_that_was_interrupted_is_simply_repeated(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    folder = tmp_path / "bank"
    folder.mkdir()
    (folder / "memory.db.creating").write_bytes(b"half a database")
    (folder / "write.lock").touch()
    with Bank.open(folder, embedder, create=True) as bank:
        bank.consolidate([success()])
        assert bank.verify().ok
    assert not (folder / "memory.db.creating").exists()


def test_a_read_only_opening_changes_no_file(grown: Path, embedder: WordEmbedder) -> None:
    before = content(grown)
    with Bank.open(grown, embedder, mode="ro") as bank:
        bank.retrieve(WAVES, "method", count_use=True)
        bank.search("anything", 3)
        bank.verify()
        for change in (
            lambda: bank.consolidate([success(run="x")]),
            lambda: bank.set_status([1], "pending", author="me", why="x"),
            lambda: bank.edit(1, {"rationale": "x"}, author="me", why="x"),
            bank.save_indexes,
        ):
            with pytest.raises(ReadOnly):
                change()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            bank._connection._raw.execute("UPDATE record SET hit_count = 9")
    assert content(grown) == before


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A small file system of 1 MB in memory."""
    point = tmp_path / "mount"
    point.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(point)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a file system needs root")
    yield point
    subprocess.run(["umount", "-l", str(point)], check=True)


def test_a_full_disk_loses_nothing_that_was_stored(mounted: Path, embedder: WordEmbedder) -> None:
    with Bank.open(mounted / "bank", embedder, create=True) as bank:
        stored: list[int] = []

        def store_until_full() -> None:
            for number in range(200):
                code = "x" * 20_000
                stored.extend(bank.consolidate([success(run=f"r{number}", code=code)]).added)

        with pytest.raises(DiskFull, match="disk is full"):
            store_until_full()
    assert stored
    subprocess.run(["mount", "-o", "remount,size=20m", str(mounted)], check=True)
    with Bank.open(mounted / "bank", embedder) as bank:
        assert bank.stats().total == len(stored)
        assert bank.verify().ok
        bank.consolidate([success(run="after")])


def test_a_disk_that_is_full_from_the_start_makes_no_half_bank(
    mounted: Path, embedder: WordEmbedder
) -> None:
    filler = mounted / "filler"
    used = subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=4k"], capture_output=True)
    assert b"No space" in used.stderr
    with pytest.raises(DiskFull):
        Bank.open(mounted / "bank", embedder, create=True)
    filler.unlink()
    with Bank.open(mounted / "bank", embedder, create=True) as bank:
        assert bank.stats().total == 0


def test_a_bank_on_a_read_only_disk_can_be_read_but_not_opened_for_writing(
    mounted: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(mounted / "bank", embedder, create=True) as bank:
        bank.consolidate([success(WAVES)])
    subprocess.run(["mount", "-o", "remount,ro", str(mounted)], check=True)
    with pytest.raises(NotWritable, match="bank"):
        Bank.open(mounted / "bank", embedder)
    with Bank.open(mounted / "bank", embedder, mode="ro") as bank:
        assert bank.retrieve(WAVES, "method").record_ids == (1,)


def test_every_error_has_a_kind_of_its_own() -> None:
    kinds = [error.kind for error in MemoryStoreError.__subclasses__()]
    assert len(set(kinds)) == len(kinds)
    assert {"bank_in_use", "disk_full"} <= set(kinds)


def test_a_missing_bank_on_a_disk_that_cannot_be_written_is_not_advised_to_be_made(
    mounted: Path,
) -> None:
    with pytest.raises(BankMissing) as writable:
        Bank.open(mounted / "nosuch", None, mode="ro")
    assert "creates a bank" in writable.value.remedy
    subprocess.run(["mount", "-o", "remount,ro", str(mounted)], check=True)
    with pytest.raises(BankMissing) as refused:
        Bank.open(mounted / "nosuch", None, mode="ro")
    assert "creat" not in refused.value.remedy
    assert str(mounted) in refused.value.remedy
