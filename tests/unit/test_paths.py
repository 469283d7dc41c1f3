"""Banks are found by name or by path."""

from pathlib import Path

import pytest

from app.paths import DataPaths, data_paths


def test_a_plain_name_is_a_bank_in_the_data_folder(tmp_path: Path) -> None:
    assert DataPaths(tmp_path).bank("physics") == tmp_path / "banks" / "physics"


def test_without_a_name_it_is_the_default_bank(tmp_path: Path) -> None:
    assert DataPaths(tmp_path).bank(None) == tmp_path / "banks" / "default"


def test_a_name_with_a_separator_is_a_path(tmp_path: Path) -> None:
    assert DataPaths(tmp_path).bank("a/b") == Path.cwd() / "a" / "b"


def test_a_snapshot_is_found_by_name_unless_a_bank_has_it(tmp_path: Path) -> None:
    paths = DataPaths(tmp_path)
    (paths.snapshots / "june").mkdir(parents=True)
    assert paths.bank("june") == paths.snapshots / "june"
    (paths.banks / "june").mkdir(parents=True)
    assert paths.bank("june") == paths.banks / "june"


def test_the_environment_variable_moves_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path))
    assert data_paths().root == tmp_path
