"""The folder that `--out` names."""

from pathlib import Path

import pytest

from app.cli.folders import out_folder
from app.errors import ExitCode, StudioError


def test_a_folder_that_stayed_empty_is_taken_back_with_what_was_made_above_it(
    tmp_path: Path,
) -> None:
    folder = out_folder(str(tmp_path / "a" / "b"))
    assert folder.path.is_dir()
    folder.take_back()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_there_or_holds_something_stays(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    out_folder(str(tmp_path / "old")).take_back()
    folder = out_folder(str(tmp_path / "new"))
    (folder.path / "video").write_text("x")
    folder.take_back()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


@pytest.mark.parametrize("place", ["FILE", "FILE/below", "/proc/nothing", "/proc"])
def test_a_place_that_takes_no_files_is_named_with_a_remedy(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("mine")
    name = place.replace("FILE", str(tmp_path / "file"))
    with pytest.raises(StudioError) as refused:
        out_folder(name)
    assert refused.value.code == ExitCode.WRONG_USE
    assert name in refused.value.message
    assert refused.value.remedy.startswith("Name a folder")
    assert (tmp_path / "file").read_text() == "mine"
