"""The index file is a cache: nothing depends on it."""

import json
from pathlib import Path

import pytest

from app.library import Library, library
from app.library.reading import read_facts
from app.paths import DataPaths
from tests.editing.made import make_run
from tests.loop.scripted import program

FIRST = "20260101-000000-aaaa"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The runs whose files were read, in order."""
    names: list[str] = []

    def reading(folder: Path, *, whole: bool = True):  # type: ignore[no-untyped-def]
        names.append(folder.name)
        return read_facts(folder, whole=whole)

    monkeypatch.setattr(library, "read_facts", reading)
    return names


def test_a_second_start_reads_no_run_that_has_not_changed(
    paths: DataPaths, read: list[str]
) -> None:
    whole = Library(paths).entries()
    assert len(read) == 3
    read.clear()
    assert Library(paths).first_pass() == whole
    assert Library(paths).entries() == whole
    assert read == []


def test_only_what_is_new_or_changed_is_read_again(paths: DataPaths, read: list[str]) -> None:
    Library(paths).entries()
    read.clear()
    make_run(paths, {"Swing": [program("u=95")]}, run="20260501-000000-eeee")
    with (paths.runs / FIRST / "events.jsonl").open("ab") as log:
        log.write(b'{"at":"","kind":"run_resumed","count":0}\n')
    Library(paths).entries()
    assert sorted(read) == [FIRST, "20260501-000000-eeee"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"Pendulums", b"Penduluns"),
        lambda data: b"\xff\xfe" + data,
        lambda data: b"[" * 100_000,
        lambda data: data.replace(b'"library": 2', b'"library": 99'),
        lambda data: b"null\n{}",
    ],
)
def test_a_damaged_index_is_made_again(paths: DataPaths, damage) -> None:  # type: ignore[no-untyped-def]
    whole = Library(paths).entries()
    file = paths.cache / "library.json"
    sound = file.read_bytes()
    file.write_bytes(damage(sound))
    assert Library(paths).entries() == whole
    assert file.read_bytes() == sound


def test_a_run_that_was_removed_by_hand_is_forgotten(paths: DataPaths) -> None:
    opened = Library(paths)
    opened.entries()
    (paths.runs / FIRST).rename(paths.root / "aside")
    assert FIRST not in [e.run for e in opened.entries()]
    assert FIRST.encode() not in (paths.cache / "library.json").read_bytes()


def test_an_index_that_cannot_be_written_costs_nothing_but_time(paths: DataPaths) -> None:
    paths.cache.parent.mkdir(parents=True, exist_ok=True)
    paths.cache.write_text("a file where the folder should be")
    assert len(Library(paths).entries()) == 3


def test_the_index_holds_no_path_so_that_the_data_folder_can_be_moved(
    paths: DataPaths, read: list[str]
) -> None:
    Library(paths).entries()
    moved = DataPaths(paths.root.with_name("moved"))
    paths.root.rename(moved.root)
    read.clear()
    shown = Library(moved).entry(FIRST)
    assert read == []
    assert shown.thumbnail is not None
    assert shown.thumbnail.is_file()
    assert str(paths.root) not in (moved.cache / "library.json").read_text()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("manifest.json", b"{", "manifest.json cannot be read"),
        ("manifest.json", b'{"format": 2}', "another version"),
        ("manifest.json", None, "never begun"),
        ("events.jsonl", b'{"kind":"rendered","ok":true}\n', "Line 1 of events.jsonl"),
        ("events.jsonl", b"\x00\x00\n", "Line 1 of events.jsonl"),
        ("outcome.json", b'{"scenes": [', "outcome.json cannot be read"),
        ("task.json", b"[]", "task.json"),
    ],
)
def test_a_damaged_run_is_listed_with_what_to_do(
    paths: DataPaths, name: str, content: bytes | None, words: str
) -> None:
    file = paths.runs / FIRST / name
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    entries = {e.run: e for e in Library(paths).entries()}
    assert entries[FIRST].state == "damaged"
    assert words in entries[FIRST].problem
    assert entries[FIRST].remedy
    assert len(entries) == 3


def test_a_log_whose_last_line_a_kill_tore_is_no_damage(paths: DataPaths) -> None:
    with (paths.runs / FIRST / "events.jsonl").open("ab") as log:
        log.write(b'{"at":"","kind":"rend')
    assert Library(paths).entry(FIRST).state == "finished"


def test_an_index_row_with_a_wrong_hash_cannot_be_smuggled_in(paths: DataPaths) -> None:
    Library(paths).entries()
    file = paths.cache / "library.json"
    head, body = file.read_bytes().split(b"\n", 1)
    rows = json.loads(body)
    rows[FIRST]["facts"]["own_title"] = "Forged"
    file.write_bytes(head + b"\n" + json.dumps(rows).encode())
    assert Library(paths).entry(FIRST).title == "Pendulums"
