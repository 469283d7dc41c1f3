"""Archives that somebody made to do harm: each is refused by name, fast, and in little memory."""

import io
import json
import resource
import struct
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.errors import ImportRefused
from memory_store.exchange import RecordsRefused, import_archive
from memory_store.exporting import export_bank
from memory_store.testing import WordEmbedder
from tests.memory.conftest import grow
from tests.memory.processes import ROOT
from tests.memory.test_exchange import Parts, repack

Change = Callable[[Parts, dict[str, object]], None]


@pytest.fixture
def exported(bank: Bank, tmp_path: Path) -> Path:
    """A good archive of twelve records."""
    grow(bank)
    export_bank(bank, tmp_path / "good.embz")
    return tmp_path / "good.embz"


def refused(bank: Bank, path: Path, words: str) -> ImportRefused:
    """Import a bad archive; nothing of the bank and its folder may change."""
    files = {one: one.read_bytes() for one in bank.path.rglob("*") if one.is_file()}
    around = sorted(path.parent.iterdir())
    for trial in (True, False):
        with pytest.raises(ImportRefused, match=words) as caught:
            import_archive(bank, path, trial=trial)
        assert str(path) in caught.value.message
    assert {one: one.read_bytes() for one in bank.path.rglob("*") if one.is_file()} == files
    assert sorted(path.parent.iterdir()) == around
    return caught.value


def _npy(array: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def _vectors(value: object) -> Change:
    def change(parts: Parts, manifest: dict[str, object]) -> None:
        parts["context.npy"] = value if isinstance(value, bytes) else _npy(value)

    return change


def _header(text: str) -> bytes:
    data = text.encode("latin1").ljust(118) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(data)) + data


ONES = np.full((12, 384), 384**-0.5, dtype="<f4")


@pytest.mark.parametrize(
    ("vectors", "words"),
    [
        (np.full((12, 384), np.nan, dtype="<f4"), "NaN or infinity"),
        (np.full((12, 384), np.inf, dtype="<f4"), "NaN or infinity"),
        (np.zeros((12, 384), dtype="<f4"), "is zero"),
        (ONES.astype("<f8"), "<f8"),
        (ONES.astype(">f4"), "expected"),
        (ONES.T.copy(), r"\(384, 12\)"),
        (np.asfortranarray(ONES), "expected"),
        (ONES[:, :128], r"\(12, 128\)"),
        (np.array([{"a": 1}] * 12, dtype=object), "header|O"),
        (_npy(ONES)[:-1], "cut off"),
        (_npy(ONES) + b"\0", "too long"),
        (b"\x93NUMPY\x03\x00" + _npy(ONES)[8:], "another version"),
        (_header("{'descr': '<f4', 'fortran_order': False, 'shape': (10**30, 384)}"), "vectors"),
        (_header("(" * 100), "vectors"),
        (_header("__import__('os').system('touch harmed')"), "vectors"),
        (b"", "vectors"),
        (b"\x80\x04\x95 pickle", "vectors"),
    ],
)
def test_vectors_that_are_none_are_refused(
    exported: Path, bank: Bank, tmp_path: Path, vectors: object, words: str
) -> None:
    refused(bank, repack(exported, tmp_path / "bad.embz", _vectors(vectors)), words)
    assert not Path("harmed").exists()


def _record(**values: object) -> Change:
    """Change fields of the record in line 3; a name with a dot is one of a part."""

    def change(parts: Parts, manifest: dict[str, object]) -> None:
        lines = parts["records.jsonl"].splitlines()
        entry = json.loads(lines[2])
        for name, value in values.items():
            *path, last = name.split("__")
            place = entry
            for step in path:
                place = place[step]
            place[last] = value
        lines[2] = json.dumps(entry).encode()
        parts["records.jsonl"] = b"\n".join(lines) + b"\n"

    return change


def _line(make: Callable[[bytes], bytes]) -> Change:
    def change(parts: Parts, manifest: dict[str, object]) -> None:
        lines = parts["records.jsonl"].splitlines()
        lines[2] = make(lines[2])
        parts["records.jsonl"] = b"\n".join(lines) + b"\n"

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_record(record__trigger=7), "trigger"),
        (_record(record__trigger=None), "trigger"),
        (_record(record__trigger=["a"]), "trigger"),
        (_record(record__trigger=""), "trigger"),
        (_record(record__trigger="x" * 401), "trigger"),
        (_record(record__trigger="lone \ud800 surrogate"), "surrogate|line"),
        (_record(record__provenance__score_before="60"), "score_before"),
        (_record(record__provenance__score_before=True), "score_before"),
        (_record(record__provenance__score_before=101), "score_before"),
        (_record(record__provenance__ordinal=10**30), "ordinal"),
        (_record(record__provenance__ordinal=1.5), "ordinal"),
        (_record(record__provenance__created="yesterday"), "created"),
        (_record(record__provenance__source="dream"), "source"),
        (_record(record__id=0), "id"),
        (_record(record__id=10**400), "id"),
        (_record(record__id=1), "another record has it"),
        (_record(record__status="trusted"), "status"),
        (_record(record__admin=True), "admin"),
        (_record(record__context__text=""), "text"),
        (_record(polarity="success"), "rationale"),
        (_record(polarity="neutral"), "polarity"),
        (_record(history=[{"id": 1}]), "history"),
        (_record(history="none"), "history"),
        (_line(lambda line: b"[" * 200_000), "line"),
        (_line(lambda line: b'{"a":' * 100_000 + b"1" + b"}" * 100_000), "line"),
        (_line(lambda line: line.replace(b"60.0", b"1e999")), "score_before"),
        (_line(lambda line: line.replace(b"60.0", b"NaN")), "score_before"),
        (_line(lambda line: line.replace(b"60.0", b"9" * 5000)), "score_before|line"),
        (_line(lambda line: line[:-1] + b',"polarity":"failure"}'), "twice"),
        (_line(lambda line: line.replace(b'"trigger":', b'"trigger":"x","trigger":')), "twice"),
        (_line(lambda line: line.replace(b"Dense", b"\xff\xfe")), "line"),
        (_line(lambda line: b""), "line"),
        (_line(lambda line: b"null"), "line"),
    ],
)
def test_a_record_that_is_none_is_refused_by_its_line(
    exported: Path, bank: Bank, tmp_path: Path, change: Change, words: str
) -> None:
    bad = repack(exported, tmp_path / "bad.embz", change)
    before = bank.stats()
    with pytest.raises(RecordsRefused, match=rf"line 3 \(.*({words})") as caught:
        import_archive(bank, bad)
    assert list(caught.value.report.refused) == [2]
    assert bank.stats() == before
    report = import_archive(bank, bad, trial=True)
    assert [one.action for one in report.outcomes].count("refuse") == 1
    assert report.outcomes[2].reason == report.refused[2]


def _manifest(**values: object) -> Change:
    def change(parts: Parts, manifest: dict[str, object]) -> None:
        manifest.update(values)

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_manifest(format=99), "format 99"),
        (_manifest(schema_version=999), "schema version 999"),
        (_manifest(format="1"), "format"),
        (_manifest(counts={"success": -1, "failure": 13}), "counts"),
        (_manifest(counts={"success": 10**12, "failure": 0}), "counts"),
        (_manifest(counts={"secret": 12}), "counts"),
        (_manifest(counts=12), "counts"),
        (_manifest(extra=1), "extra"),
        (_manifest(licence="x" * 501), "licence"),
        (_manifest(author=["a"]), "author"),
        (_manifest(encoder={"model": "words", "dimension": 10**30, "weights": "x"}), "encoder"),
    ],
)
def test_a_manifest_with_wrong_values_is_refused(
    exported: Path, bank: Bank, tmp_path: Path, change: Change, words: str
) -> None:
    refused(bank, repack(exported, tmp_path / "bad.embz", change), words)


def test_a_manifest_that_says_a_thing_twice_is_refused(
    exported: Path, bank: Bank, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.embz"
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "manifest.json":
                data = data.replace(b"{", b'{"licence": "free",', 1)
            new.writestr(name, data)
    refused(bank, bad, "twice")


def _entries(path: Path, count: int) -> None:
    """A zip of `count` empty files with short names."""
    with zipfile.ZipFile(path, "w") as file:
        for number in range(count):
            file.writestr(f"{number}", b"")


def test_a_zip_of_very_many_files_is_refused_by_its_count(bank: Bank, tmp_path: Path) -> None:
    _entries(tmp_path / "many.embz", 70_000)  # over 65,535: with the zip64 records
    refused(bank, tmp_path / "many.embz", "holds 70000 files")


def test_a_million_files_are_refused_without_listing_them(bank: Bank, tmp_path: Path) -> None:
    """Only the end of the file says a million: reading its directory would find no name."""
    path = tmp_path / "million.embz"
    length = 50_000_000
    with path.open("wb") as file:
        file.truncate(length)
        file.seek(length)
        end_64 = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 10**6, 10**6, length, 0)
        locator = struct.pack("<4sLQL", b"PK\6\7", 0, length, 1)
        end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, 2**32 - 1, 2**32 - 1, 0)
        file.write(end_64 + locator + end)
    refused(bank, path, "holds 1000000 files")


def _patched(source: Path, target: Path, name: bytes, offset: int, value: bytes) -> Path:
    """A copy in which bytes of the directory entry of `name` are replaced."""
    data = bytearray(source.read_bytes())
    place = data.rindex(name) - 46
    assert data[place : place + 4] == b"PK\1\2"
    data[place + offset : place + offset + len(value)] = value
    target.write_bytes(data)
    return target


@pytest.mark.parametrize(
    ("offset", "value", "words"),
    [
        (8, b"\1\0", "encrypted"),
        (8, b"\x41\0", "encrypted"),
        (10, struct.pack("<H", 14), "packed in a way"),
        (10, struct.pack("<H", 99), "packed in a way"),
        (24, struct.pack("<L", 1 << 30), "would unpack from"),
        (24, struct.pack("<L", 100), "not the file|not a readable"),
        (24, struct.pack("<L", 0), "not the file|not a readable|holds 0"),
        (16, b"\0\0\0\0", "not a readable"),
        (42, struct.pack("<L", 7), "not a readable"),
        (42, struct.pack("<L", 2**31), "not a readable"),
    ],
)
def test_a_directory_that_lies_is_refused(
    exported: Path, bank: Bank, tmp_path: Path, offset: int, value: bytes, words: str
) -> None:
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(tmp_path / "plain.embz", "w") as new:
        new.compression = zipfile.ZIP_DEFLATED
        for name in old.namelist():
            new.writestr(name, old.read(name))
    bad = _patched(tmp_path / "plain.embz", tmp_path / "bad.embz", b"records.jsonl", offset, value)
    refused(bank, bad, words)


def test_a_name_that_differs_between_file_and_directory_is_refused(
    exported: Path, bank: Bank, tmp_path: Path
) -> None:
    data = exported.read_bytes().replace(b"records.jsonl", b"rec0rds.jsonl", 1)
    (tmp_path / "bad.embz").write_bytes(data)
    refused(bank, tmp_path / "bad.embz", "two names")


def test_two_entries_over_the_same_bytes_are_refused(
    exported: Path, bank: Bank, tmp_path: Path
) -> None:
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(tmp_path / "plain.embz", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        place = new.getinfo("context.npy").header_offset
    path = _patched(
        tmp_path / "plain.embz", tmp_path / "bad.embz", b"body.npy", 42, struct.pack("<L", place)
    )
    refused(bank, path, "overlap|two names")


@pytest.mark.parametrize("where", ["before", "after", "within"])
def test_bytes_that_belong_to_no_file_are_refused(
    exported: Path, bank: Bank, tmp_path: Path, where: str
) -> None:
    data = exported.read_bytes()
    junk = b"#!/bin/sh\necho harm\n" * 10
    middle = data.rindex(b"PK\3\4")
    made = {
        "before": junk + data,
        "after": data + junk,
        "within": data[:middle] + junk + data[middle:],
    }
    (tmp_path / "bad.embz").write_bytes(made[where])
    refused(bank, tmp_path / "bad.embz", "not a readable .embz file")


@pytest.mark.parametrize(
    "name",
    [
        "../records.jsonl", "/records.jsonl", "a/../../b", "C:\\records.jsonl", "..\\up",
        "records.jsonl\0.txt", "con:", "\u202egpj.sdrocer", "x" * 60_000,
    ],
)  # fmt: skip
def test_a_name_that_is_none_of_ours_is_refused(
    exported: Path, bank: Bank, tmp_path: Path, name: str
) -> None:
    bad = tmp_path / "bad.embz"
    bad.write_bytes(exported.read_bytes())
    with zipfile.ZipFile(bad, "a") as file:
        info = zipfile.ZipInfo("placeholder")
        info.filename = name
        file.writestr(info, b"x")
    error = refused(bank, bad, "unsafe name|unknown file|holds 5 files")
    assert len(error.message) < 1000
    assert error.message.isprintable()


def test_a_folder_or_a_device_is_refused(exported: Path, bank: Bank, tmp_path: Path) -> None:
    for number, mode in enumerate((0o010644, 0o020644, 0o060644, 0o120777, 0o040755)):
        bad = tmp_path / f"bad-{number}.embz"
        with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w") as new:
            for name in old.namelist():
                info = zipfile.ZipInfo(name)
                info.external_attr = (mode if name == "body.npy" else 0o100644) << 16
                new.writestr(info, old.read(name))
        refused(bank, bad, "is a link or a folder")


def test_no_cut_and_no_flipped_byte_does_harm(exported: Path, bank: Bank, tmp_path: Path) -> None:
    """Every archive that differs in any place is refused, or holds the same records."""
    data = exported.read_bytes()
    dice = np.random.default_rng(3)
    bad = tmp_path / "bad.embz"
    before = bank.stats().total
    for place in dice.integers(0, len(data), 60).tolist():
        flipped = bytearray(data)
        flipped[place] ^= int(dice.integers(1, 256))
        for content in (bytes(flipped), data[:place]):
            bad.write_bytes(content)
            with warnings.catch_warnings(), suppress(ImportRefused):
                warnings.simplefilter("ignore")
                import_archive(bank, bad)
    assert bank.stats().total == before


BOMB = """
import resource, sys
from pathlib import Path
from memory_store.bank import Bank
from memory_store.errors import ImportRefused
from memory_store.exchange import import_archive
from memory_store.testing import WordEmbedder
with Bank.open(Path(sys.argv[1]), WordEmbedder()) as bank:
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)
    try:
        import_archive(bank, Path(sys.argv[2]))
    except ImportRefused as error:
        print("refused:", error)
"""


def _little_memory(bank: Bank, path: Path) -> str:
    """Import in a process that may take 256 MB more than it starts with, and 20 s of work."""
    done = subprocess.run(
        [sys.executable, "-c", BOMB, str(bank.path), str(path)],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process as Linux does")
@pytest.mark.parametrize("kind", ["zeros", "spaces", "lines", "long line"])
def test_a_bomb_is_refused_in_little_memory(
    exported: Path, bank: Bank, tmp_path: Path, kind: str
) -> None:
    bad = tmp_path / "bomb.embz"
    dice = np.random.default_rng(0)
    noise = dice.integers(0, 256, 100 << 10, dtype=np.uint8).tobytes().hex().encode()

    def write(stream: Any) -> None:
        if kind == "long line":  # packed as badly as texts are, so that no ratio gives it away
            for _ in range(800):
                stream.write(noise)
            return
        block = {"zeros": b"\0", "spaces": b" ", "lines": b"\n"}[kind] * (1 << 20)
        for _ in range(600):
            stream.write(block)

    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name != "records.jsonl":
                new.writestr(name, old.read(name))
        with new.open("records.jsonl", "w", force_zip64=True) as stream:
            write(stream)
    assert "refused:" in _little_memory(bank, bad)
    assert bank.stats().total == 12


def test_an_encoder_with_a_huge_dimension_takes_no_memory(
    exported: Path, bank: Bank, tmp_path: Path
) -> None:
    encoder = WordEmbedder().identity.model_dump() | {"dimension": 10**9}
    bad = repack(exported, tmp_path / "bad.embz", _manifest(encoder=encoder))
    refused(bank, bad, "dimension")
