"""What a new run may take, from the files of runs that there were."""

from pathlib import Path

import pytest

from app.errors import StudioError
from app.expected import NOTHING_KNOWN, expected, expected_time
from app.paths import HOME_VARIABLE, DataPaths, data_paths
from app.run_plan import RunPlan
from pipeline.intake.reading import read_task
from pipeline.settings import RunSettings

TEXT = "# Cooling\n\nA hot body cools. Its temperature falls by the law $T' = -k\\,T$.\n"


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DataPaths:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return data_paths()


def plan(scenes: int = 2, **changes: object) -> RunPlan:
    values = {"max_scenes": scenes, "memory_mode": "off"} | changes
    return RunPlan(read_task(TEXT), RunSettings.model_validate(values))


def test_without_a_past_run_there_is_a_dash_and_no_number(paths: DataPaths) -> None:
    assert expected_time(plan(), paths) == NOTHING_KNOWN
    assert not any(sign.isdigit() for sign in expected(plan(), paths))


def test_a_model_cast_without_a_profile_says_what_is_missing(paths: DataPaths) -> None:
    with pytest.raises(StudioError, match="profile"):
        expected(RunPlan(read_task(TEXT), RunSettings(), cast="model"), paths)
