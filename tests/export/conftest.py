"""A finished run to export."""

from pathlib import Path

import pytest

from app.paths import DataPaths
from pipeline.run.folder import RunFolder
from tests.editing.made import data, make_run
from tests.loop.scripted import program


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    """An empty data folder."""
    return data(tmp_path)


@pytest.fixture
def folder(paths: DataPaths) -> RunFolder:
    """Scene s1: 0 crashed, 1 scored 70, 2 scored 88 (delivered). Scene s2: 0 scored 92."""
    made, _ = make_run(
        paths,
        {
            "Swing": [program("latex"), program("u=70"), program("u=88 verdict=pass")],
            "Rest": [program("u=92", "Rest")],
        },
        title="Slow <script>alert(1)</script> swings",
    )
    return made


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "results" / "here"
