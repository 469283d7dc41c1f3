"""A person chooses where the data lie; window and commands read the same choice at their start."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import data_folder, paths
from app.data_folder import choose, chosen_folder, contents, forget_choice, setting_file
from app.errors import StudioError
from app.paths import HOME_VARIABLE, data_paths, origin, usual_folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable is set, and settings and data have places of their own."""
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def started_anew() -> Path:
    """The data folder as another process finds it."""
    code = "from app.paths import data_paths; print(data_paths().root)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


def test_without_a_choice_the_usual_place_is_used(tmp_path: Path) -> None:
    assert data_paths().root == tmp_path / "data" / "manimagent-studio" == usual_folder()
    assert origin() == "usual"
    assert not setting_file().exists(), "asking makes nothing"


def test_the_choice_is_kept_with_the_settings_and_not_in_a_data_folder(tmp_path: Path) -> None:
    kept = choose(tmp_path / "elsewhere", usual_folder())
    assert kept.is_dir()
    assert setting_file() == tmp_path / "config" / "manimagent-studio" / "data-folder.json"
    assert json.loads(setting_file().read_text("utf-8")) == {"folder": str(kept)}
    assert list(kept.iterdir()) == []


@pytest.mark.parametrize(
    ("platform", "place"),
    [("darwin", "Library/Preferences"), ("win32", "AppData/Roaming")],
)
def test_each_platform_keeps_it_where_settings_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert setting_file() == tmp_path / place / "manimagent-studio" / "data-folder.json"
    assert usual_folder() not in setting_file().parents


def test_the_choice_holds_from_the_next_start_on_and_not_before(tmp_path: Path) -> None:
    before = data_paths().root
    kept = choose(tmp_path / "elsewhere", before)
    assert data_paths().root == before, "this process goes on where it was"
    assert started_anew() == kept
    forget_choice()
    assert started_anew() == before


def test_the_variable_wins_over_the_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(tmp_path / "elsewhere", usual_folder())
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "named"))
    assert data_paths().root == tmp_path / "named" == started_anew()
    assert origin() == "variable"


def test_the_commands_list_the_runs_of_the_chosen_folder(tmp_path: Path) -> None:
    kept = choose(tmp_path / "elsewhere", usual_folder())
    run = kept / "runs" / "20260101-120000-abcd"
    run.mkdir(parents=True)
    (run / "task.json").write_text('{"text": "A pendulum swings.", "title": "Pendulum"}', "utf-8")
    done = subprocess.run(
        [sys.executable, "main.py", "runs", "list", "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [run["run"] for run in json.loads(done.stdout)["runs"]] == [run.name]


def test_a_folder_that_takes_no_files_is_refused_and_the_present_one_stays(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    for folder in (blocked, blocked / "below"):
        with pytest.raises(StudioError) as refused:
            choose(folder, usual_folder())
        assert refused.value.message.startswith(f"The studio cannot write to {folder}: ")
        assert "Nothing has changed." in refused.value.remedy
    if Path("/proc").is_dir():
        with pytest.raises(StudioError, match="cannot write to"):
            choose(Path("/proc"), usual_folder())
    assert chosen_folder() is None
    assert blocked.read_text() == "no folder"


def test_a_folder_inside_the_one_in_use_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudioError, match="lies inside"):
        choose(tmp_path / "used" / "runs", tmp_path / "used")
    assert not (tmp_path / "used").exists()


def test_a_chosen_folder_that_is_gone_is_named_and_none_is_taken_in_silence(
    tmp_path: Path,
) -> None:
    kept = choose(tmp_path / "disk", usual_folder())
    kept.rmdir()
    with pytest.raises(StudioError) as lost:
        data_paths()
    assert lost.value.kind == data_folder.LOST
    assert str(kept) in lost.value.message
    assert str(setting_file()) in lost.value.remedy
    assert not kept.exists()
    kept.mkdir()
    assert data_paths().root == kept, "once it is back all is well"
    done = subprocess.run(
        [sys.executable, "main.py", "runs", "list"],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | {"XDG_CONFIG_HOME": str(_setting_of_a_lost_one(tmp_path))},
    )  # fmt: skip
    assert done.returncode == 3
    assert "is not there" in done.stderr
    assert "Traceback" not in done.stderr


def _setting_of_a_lost_one(tmp_path: Path) -> Path:
    file = tmp_path / "other" / "manimagent-studio" / "data-folder.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"folder": str(tmp_path / "gone")}), "utf-8")
    return tmp_path / "other"


@pytest.mark.parametrize("text", ["", "[]", '{"folder": 3}', '{"folder": "runs"}', "\x00"])
def test_a_setting_that_cannot_be_read_is_told_with_its_file(text: str) -> None:
    setting_file().parent.mkdir(parents=True)
    setting_file().write_text(text, "utf-8")
    with pytest.raises(StudioError) as told:
        paths.data_paths()
    assert str(setting_file()) in told.value.message
    assert "Delete that file" in told.value.remedy


def test_what_lies_in_a_folder_is_counted_without_changing_it(tmp_path: Path) -> None:
    assert contents(tmp_path / "none") == data_folder.Contents(0, 0, others=False)
    (tmp_path / "letters.txt").write_text("mine")
    assert contents(tmp_path).others
    (tmp_path / "runs" / "one").mkdir(parents=True)
    (tmp_path / "banks" / "default").mkdir(parents=True)
    assert contents(tmp_path) == data_folder.Contents(1, 1, others=False)
