"""Export to one file, and import that trusts nothing in it."""

import hashlib
import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.errors import ImportRefused, MemoryStoreError, ReadOnly
from memory_store.exchange import RecordsRefused, export_bank, import_archive
from memory_store.queries import Filter
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import GATES, WAVES, grow

Parts = dict[str, bytes]


@pytest.fixture
def exported(bank: Bank, tmp_path: Path) -> Path:
    """An archive of twelve records, one of them edited."""
    grow(bank)
    bank.edit(2, {"rationale": "Edited words."}, author="Ada", why="clearer")
    export_bank(bank, tmp_path / "bank.embz", studio_version="1.0")
    return tmp_path / "bank.embz"


@pytest.fixture
def other(tmp_path: Path, embedder: WordEmbedder) -> Bank:
    """Another bank, with one record that the archive has too and one of its own."""
    bank = Bank.open(tmp_path / "other", embedder, create=True)
    bank.consolidate([success(GATES, run="run-1", scene="a"), success(WAVES, run="own")])
    return bank


def test_an_import_brings_texts_vectors_and_history(exported: Path, other: Bank) -> None:
    report = import_archive(other, exported)
    assert len(report.added) == 11
    assert len(report.duplicates) == 1
    assert other.stats().total == 13
    assert other.stats().by_origin["imported"] == 11
    assert other.verify().ok
    found = other.list(Filter(contains="Edited words"), limit=1).records[0]
    first, last = other.history(found.id)
    assert (first.author, first.why) == ("Ada", "clearer")
    assert (last.author, last.why) == ("import", "imported from bank.embz")
    assert other.retrieve(GATES, "method", 1).successes[0].record.context.text == GATES
    other.close()


def test_any_character_survives_the_way(bank: Bank, other: Bank, tmp_path: Path) -> None:
    text = "lines\u2028and\u2029pages\x85\x0b\x0c\x1c\r\n\ttabs \0 zero é 中文 🙂"
    bank.consolidate([success(text, rationale=text)])
    export_bank(bank, tmp_path / "odd.embz")
    (record_id,) = import_archive(other, tmp_path / "odd.embz").added
    record = other.show(record_id)
    assert record.context.text == text
    assert record.model_dump()["rationale"] == text
    other.close()


def test_importing_twice_adds_nothing_more(exported: Path, other: Bank) -> None:
    import_archive(other, exported)
    again = import_archive(other, exported)
    assert (len(again.added), len(again.duplicates)) == (0, 12)
    other.close()


def test_a_trial_says_what_would_happen_and_changes_nothing(exported: Path, other: Bank) -> None:
    report = import_archive(other, exported, trial=True)
    assert (len(report.added), len(report.duplicates)) == (11, 1)
    assert other.stats().total == 2
    other.close()


def test_imported_records_can_wait_for_a_person(exported: Path, other: Bank) -> None:
    import_archive(other, exported, as_pending=True)
    assert other.stats().by_status["pending"] == 11
    other.close()


def test_a_part_of_a_bank_can_be_exported(bank: Bank, other: Bank, tmp_path: Path) -> None:
    grow(bank)
    manifest = export_bank(bank, tmp_path / "part.embz", Filter(polarity="failure", run_id="run-0"))
    assert manifest.counts == {"success": 0, "failure": 2}
    assert len(import_archive(other, tmp_path / "part.embz").added) == 2
    other.close()


def test_an_empty_bank_makes_an_archive_of_nothing(bank: Bank, other: Bank, tmp_path: Path) -> None:
    export_bank(bank, tmp_path / "empty.embz")
    assert import_archive(other, tmp_path / "empty.embz").added == ()
    other.close()


def test_an_existing_file_is_not_overwritten_by_an_export(bank: Bank, tmp_path: Path) -> None:
    (tmp_path / "mine.embz").write_text("mine")
    with pytest.raises(MemoryStoreError, match="exists already"):
        export_bank(bank, tmp_path / "mine.embz")
    assert (tmp_path / "mine.embz").read_text() == "mine"


def test_a_read_only_bank_takes_no_import(
    exported: Path, bank: Bank, embedder: WordEmbedder
) -> None:
    with Bank.open(bank.path, embedder, mode="ro") as reader, pytest.raises(ReadOnly):
        import_archive(reader, exported)


def repack(source: Path, target: Path, change: Callable[[Parts, dict[str, object]], None]) -> Path:
    """A copy of an archive after `change` of its parts, with the hashes made to fit again."""
    with zipfile.ZipFile(source) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    change(parts, manifest)
    manifest["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("manifest.json", json.dumps(manifest))
        for name, data in parts.items():
            file.writestr(name, data)
    return target


def _fewer_records(parts: Parts, manifest: dict[str, object]) -> None:
    parts["records.jsonl"] = b"".join(parts["records.jsonl"].splitlines(keepends=True)[:-1])


def _other_counts(parts: Parts, manifest: dict[str, object]) -> None:
    manifest["counts"] = {"success": 7, "failure": 5}


def _newer_schema(parts: Parts, manifest: dict[str, object]) -> None:
    manifest["schema_version"] = 999


def _other_encoder(parts: Parts, manifest: dict[str, object]) -> None:
    manifest["encoder"] = WordEmbedder(768, "large").identity.model_dump()


def _missing_vectors(parts: Parts, manifest: dict[str, object]) -> None:
    del parts["body.npy"]


def _nan_vectors(parts: Parts, manifest: dict[str, object]) -> None:
    data = bytearray(parts["body.npy"])
    data[-4:] = np.array([np.nan], dtype="<f4").tobytes()
    parts["body.npy"] = bytes(data)


def _cut_vectors(parts: Parts, manifest: dict[str, object]) -> None:
    parts["context.npy"] = parts["context.npy"][:-100]


def _pickled_vectors(parts: Parts, manifest: dict[str, object]) -> None:
    parts["context.npy"] = b"\x80\x04\x95 evil pickle"


def _a_stranger(parts: Parts, manifest: dict[str, object]) -> None:
    parts["readme.txt"] = b"hello"


def _a_way_out(parts: Parts, manifest: dict[str, object]) -> None:
    parts["../../outside.txt"] = b"hello"


def _an_absolute_name(parts: Parts, manifest: dict[str, object]) -> None:
    parts["/etc/cron.d/evil"] = b"hello"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_fewer_records, "manifest says 12 records, records.jsonl holds 11"),
        (_other_counts, "'success': 7"),
        (_newer_schema, "schema version 999"),
        (_other_encoder, r"large \(768 dimensions.*words \(384"),
        (_missing_vectors, r"lacks body\.npy"),
        (_nan_vectors, "NaN"),
        (_cut_vectors, "cut off"),
        (_pickled_vectors, r"context\.npy does not hold the vectors"),
        (_a_stranger, r"unknown file 'readme\.txt'"),
        (_a_way_out, "unsafe name"),
        (_an_absolute_name, "unsafe name"),
    ],
)
def test_an_archive_that_does_not_fit_is_refused_by_name_and_the_bank_stays(
    exported: Path,
    other: Bank,
    tmp_path: Path,
    change: Callable[[Parts, dict[str, object]], None],
    words: str,
) -> None:
    bad = repack(exported, tmp_path / "bad.embz", change)
    _refused(other, bad, words)


def _refused(bank: Bank, path: Path, words: str) -> None:
    before = (bank.stats().total, bank.stats().revision)
    folder = sorted(path.parent.rglob("*"))
    with pytest.raises(ImportRefused, match=words):
        import_archive(bank, path)
    assert (bank.stats().total, bank.stats().revision) == before
    assert sorted(path.parent.rglob("*")) == folder
    bank.close()


@pytest.mark.parametrize(
    "content", [b"", b"\x89PNG\r\n\x1a\n" + bytes(200), b"PK\x05\x06" + bytes(3)]
)
def test_a_file_that_is_no_archive_is_refused(other: Bank, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.embz").write_bytes(content)
    _refused(other, tmp_path / "bad.embz", "not a readable .embz file")


def test_a_missing_file_is_named(other: Bank, tmp_path: Path) -> None:
    _refused(other, tmp_path / "nowhere.embz", "There is no file")


@pytest.mark.parametrize("manifest", ["[]", "{", "null", "[" * 100_000])
def test_a_manifest_that_is_none_is_refused(
    exported: Path, other: Bank, tmp_path: Path, manifest: str
) -> None:
    bad = tmp_path / "bad.embz"
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            new.writestr(name, manifest if name == "manifest.json" else old.read(name))
    _refused(other, bad, r"manifest\.json")


def test_a_flipped_bit_is_refused(exported: Path, other: Bank, tmp_path: Path) -> None:
    bad = tmp_path / "bad.embz"
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            data = bytearray(old.read(name))
            if name == "body.npy":
                data[-1] ^= 1
            new.writestr(name, bytes(data))
    _refused(other, bad, r"body\.npy is not the file that was exported")


def test_the_same_name_twice_is_refused(exported: Path, other: Bank, tmp_path: Path) -> None:
    bad = tmp_path / "bad.embz"
    bad.write_bytes(exported.read_bytes())
    with zipfile.ZipFile(bad, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("records.jsonl", b"other content")
    _refused(other, bad, r"'records\.jsonl' twice")


def test_a_link_is_refused(exported: Path, other: Bank, tmp_path: Path) -> None:
    bad = tmp_path / "bad.embz"
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            info = zipfile.ZipInfo(name)
            if name == "body.npy":
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            new.writestr(info, old.read(name))
    _refused(other, bad, "is a link")


def test_one_record_that_does_not_fit_is_named_and_nothing_is_added(
    exported: Path, other: Bank, tmp_path: Path
) -> None:
    def change(parts: Parts, manifest: dict[str, object]) -> None:
        lines = parts["records.jsonl"].splitlines()
        entry = json.loads(lines[4])
        entry["record"]["rationale"] = "x" * 401
        lines[4] = json.dumps(entry).encode()
        lines[7] = b"not json"
        parts["records.jsonl"] = b"\n".join(lines) + b"\n"

    bad = repack(exported, tmp_path / "bad.embz", change)
    with pytest.raises(RecordsRefused, match=r"2 of 12 records .* line 5 .*rationale") as caught:
        import_archive(other, bad)
    assert set(caught.value.report.refused) == {4, 7}
    assert other.stats().total == 2
    other.close()
