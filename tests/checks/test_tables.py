"""The tables of the installed Manim are kept, and a damaged copy is replaced."""

import json
from pathlib import Path

import pytest

from pipeline.checks import tables
from pipeline.checks.tables import TablesError, load_tables


@pytest.fixture(autouse=True)
def _fresh_memory() -> None:
    tables._load.cache_clear()


def test_manim_is_not_imported_by_a_check(tables_dir: Path) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from pathlib import Path; from pipeline.checks import check_program; "
        f"check_program('import os', 'X', cache_dir=Path({str(tables_dir)!r})); "
        "print(sorted({'manim', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_kept_tables_are_read_back_the_same(tables_dir: Path) -> None:
    built = load_tables(tables_dir)
    tables._load.cache_clear()
    (file,) = tables_dir.glob("*.json")
    assert load_tables(tables_dir).raw == json.loads(file.read_text(encoding="utf-8")) == built.raw


@pytest.mark.parametrize("damage", ["", "{", '{"schema": 0}', "[]"])
def test_a_damaged_copy_is_built_again(
    damage: str, tables_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = load_tables(tables_dir)
    (file,) = tables_dir.glob("*.json")
    (tmp_path / file.name).write_text(damage, encoding="utf-8")
    monkeypatch.setattr(tables, "_build", lambda: sound.raw)
    assert load_tables(tmp_path).raw == sound.raw
    assert json.loads((tmp_path / file.name).read_text(encoding="utf-8")) == sound.raw


def test_a_cache_folder_that_cannot_be_written_does_not_stop_a_check(
    tables_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = load_tables(tables_dir)
    monkeypatch.setattr(tables, "_build", lambda: sound.raw)
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert load_tables(blocked / "below").raw == sound.raw


def test_a_manim_that_cannot_be_imported_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "missing"))
    with pytest.raises(TablesError, match="doctor"):
        load_tables(tmp_path)


def test_the_tables_know_what_animates(tables_dir: Path) -> None:
    scenes = load_tables(tables_dir).scenes
    assert scenes["Scene"].animating == {"play"}
    assert "move_camera" in scenes["ThreeDScene"].animating
    assert {"apply_matrix", "apply_inverse"} <= scenes["LinearTransformationScene"].animating
    assert scenes["ZoomedScene"].conditional == {"activate_zooming": False}
    assert "wait" not in scenes["Scene"].animating
