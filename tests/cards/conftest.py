"""A run that waits with its storyboard, played by the scripted cast or the offline one."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from app.paths import DataPaths
from app.run_plan import RunPlan, reserve
from pipeline.loop.task import RunOutcome, run_task
from pipeline.models.port import PausedError
from pipeline.run.folder import RunFolder
from pipeline.schema.task import Task
from pipeline.settings import RunSettings
from tests.loop.conftest import manifest
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, program, services

WAITING = RunSettings(memory_mode="off", approve_storyboard=True)
SECTION = """# Why a longer pendulum is slower

A pendulum swings back because gravity pulls it toward the lowest point.
For small swings the period is $T = 2\\pi\\sqrt{L/g}$, where $L$ is the length and $g$ is gravity.
A pendulum of 1 metre needs about 2 seconds; one of 4 metres needs about 4 seconds.
Four times the length therefore doubles the period.

Foucault hung a ball of 28 kilograms from a wire of 67 metres in 1851.
Its plane of swing turned by 11 degrees an hour, which showed that the Earth rotates.
"""


@dataclass
class Play:
    """Begins or resumes the scripted run of a folder."""

    folder: RunFolder
    programs: dict[str, list[str]]

    def __call__(self, settings: RunSettings = WAITING) -> RunOutcome:
        """To its end; raises the pause that it meets."""
        work = services(ScriptedCast(self.programs), ScriptedRenderer())
        running = run_task(TASK, self.folder, manifest(settings), work)
        while True:
            try:
                next(running)
            except StopIteration as done:
                outcome: RunOutcome = done.value
                return outcome


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    run = RunFolder(tmp_path / "r1")
    run.root.mkdir()
    return run


@pytest.fixture
def play(folder: RunFolder) -> Play:
    names = ("First", "Second", "Third")
    return Play(folder, {name: [program("u=95", name)] for name in names})


@pytest.fixture
def waiting(play: Play, folder: RunFolder) -> RunFolder:
    """A run that waits for the approval of its three cards."""
    with pytest.raises(PausedError, match="waits to be approved"):
        play()
    return folder


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    return DataPaths(tmp_path / "home")


@pytest.fixture
def planned(paths: DataPaths) -> RunFolder:
    """A run of the offline cast, queued; its section tells two things."""
    task = Task(text=SECTION, title="Pendulum", role="background")
    settings = WAITING.model_copy(update={"max_scenes": 1})
    return reserve(RunPlan(task, settings), paths, "20260101-000000-aaaa")
