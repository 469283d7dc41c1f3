"""Renaming, deleting, bringing back."""

from pathlib import Path

import pytest

from app.errors import StudioError
from app.library import Library, Wanted
from app.paths import DataPaths
from app.run_state import locked_root

FIRST, SECOND = "20260101-000000-aaaa", "20260201-000000-bbbb"


def contents(folder: Path) -> dict[str, bytes]:
    files = [p for p in folder.rglob("*") if p.is_file() and p.name != ".lock"]
    return {str(p.relative_to(folder)): p.read_bytes() for p in files}


def test_a_person_renames_a_run_and_takes_it_back(paths: DataPaths) -> None:
    library = Library(paths)
    manifest = (paths.runs / FIRST / "manifest.json").read_bytes()
    assert library.rename(FIRST, "  Clocks\n and pendulums ") == ""
    shown = library.entry(FIRST)
    assert (shown.title, shown.own_title, shown.renamed) == (
        "Clocks and pendulums",
        "Pendulums",
        True,
    )
    assert [e.run for e in library.find(Wanted(words="clocks"))] == [FIRST]
    assert (paths.runs / FIRST / "manifest.json").read_bytes() == manifest
    assert library.rename(FIRST, "") == "Clocks and pendulums"
    assert (library.entry(FIRST).title, library.entry(FIRST).renamed) == ("Pendulums", False)


def test_a_deleted_run_comes_back_as_it_was(paths: DataPaths) -> None:
    library = Library(paths)
    before, files = library.entry(FIRST), contents(paths.runs / FIRST)
    library.delete(FIRST)
    assert FIRST not in [e.run for e in library.entries()]
    (gone,) = library.trash()
    assert (gone.run, gone.title, gone.score) == (FIRST, "Pendulums", before.score)
    assert gone.trashed.startswith("20")
    library.restore(FIRST)
    assert library.trash() == []
    assert library.entry(FIRST) == before
    assert contents(paths.runs / FIRST) == files


def test_a_running_run_is_not_deleted(paths: DataPaths) -> None:
    library = Library(paths)
    with locked_root(paths.runs / SECOND), pytest.raises(StudioError, match="is running") as caught:
        library.delete(SECOND)
    assert "Stop it first" in caught.value.remedy
    assert library.entry(SECOND).state == "stopped"
    library.delete(SECOND)


def test_a_damaged_run_can_be_deleted_and_brought_back(paths: DataPaths) -> None:
    library = Library(paths)
    (paths.runs / FIRST / "manifest.json").write_bytes(b"{")
    library.delete(FIRST)
    assert [e.state for e in library.trash()] == ["damaged"]
    library.restore(FIRST)
    assert library.entry(FIRST).state == "damaged"


def test_restoring_never_covers_a_run_of_the_same_name(paths: DataPaths) -> None:
    library = Library(paths)
    library.delete(FIRST)
    (paths.runs / FIRST).mkdir()
    with pytest.raises(StudioError, match="outside the trash already"):
        library.restore(FIRST)
    assert len(library.trash()) == 1


def test_emptying_the_trash_removes_what_is_in_it_and_nothing_else(paths: DataPaths) -> None:
    library = Library(paths)
    library.delete(FIRST)
    kept = paths.root / "kept.txt"
    kept.write_text("mine")
    (paths.trash / FIRST / "link").symlink_to(paths.root)
    (paths.trash / "linked").symlink_to(paths.runs)
    emptied = library.empty_trash()
    assert (emptied.runs, emptied.left) == (1, ())
    assert emptied.bytes > 1000
    assert kept.exists()
    assert len(library.entries()) == 2
    with pytest.raises(StudioError, match="not in the trash"):
        library.restore(FIRST)


@pytest.mark.parametrize("name", ["", ".", "..", "../runs", "a/b", "/etc", "no-such-run"])
def test_only_a_run_of_the_library_can_be_changed(paths: DataPaths, name: str) -> None:
    library = Library(paths)
    for change in (
        library.delete,
        library.restore,
        library.entry,
        lambda n: library.rename(n, "x"),
    ):
        with pytest.raises(StudioError):
            change(name)
    assert len(library.entries()) == 3
