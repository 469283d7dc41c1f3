"""A data folder with three runs."""

from pathlib import Path

import pytest

from app.paths import DataPaths
from pipeline.schema.task import Task
from tests.editing.made import data, make_run
from tests.loop.scripted import TASK, program


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    """Two runs of one section, the newer stopped on the way, and one of another section."""
    found = data(tmp_path)
    make_run(
        found,
        {
            "Swing": [program("u=70"), program("u=88 verdict=pass")],
            "Rest": [program("u=92", "Rest")],
        },
        run="20260101-000000-aaaa",
    )
    make_run(
        found,
        {"Swing": [program("latex"), program("u=95")]},
        run="20260201-000000-bbbb",
        title="",
        task=TASK.model_copy(update={"text": TASK.text.replace(" a ", "\n  a ")}),
        started="2026-02-01T10:00:00+00:00",
        stop_at_render=2,
    )
    make_run(
        found,
        {"Swing": [program("u=60 verdict=fail")]},
        run="20260301-000000-cccc",
        title="Heat",
        task=Task(text="Wärme fließt: \\frac{dT}{dt} counts.", role="background"),
        started="2026-03-01T10:00:00+00:00",
    )
    return found
