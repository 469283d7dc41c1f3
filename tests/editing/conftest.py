"""A finished run with a choice to make in it."""

from pathlib import Path

import pytest

from app.paths import DataPaths
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import RunFolder
from tests.editing.made import data, make_run
from tests.loop.scripted import program


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    """An empty data folder."""
    return data(tmp_path)


@pytest.fixture
def made(paths: DataPaths) -> tuple[RunFolder, RunOutcome]:
    """Scene s1: 0 crashed, 1 scored 70, 2 scored 88 (delivered). Scene s2: 0 scored 92."""
    folder, outcome = make_run(
        paths,
        {
            "Swing": [program("latex"), program("u=70"), program("u=88 verdict=pass")],
            "Rest": [program("u=92", "Rest")],
        },
    )
    assert outcome is not None
    return folder, outcome


@pytest.fixture
def folder(made: tuple[RunFolder, RunOutcome]) -> RunFolder:
    """The folder of that run."""
    return made[0]
