"""Running scripted tasks to their end."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.checks import check_program
from pipeline.events import Event
from pipeline.loop.services import Check, Memory
from pipeline.loop.task import RunOutcome, run_task
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.settings import RunSettings
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, services

Play = Callable[..., tuple[RunOutcome, list[Event]]]


def manifest(settings: RunSettings) -> Manifest:
    """A manifest with everything but the settings left plain."""
    return Manifest(
        run="r1",
        title="t",
        studio_version="0",
        manim_version="0",
        python_version="0",
        platform="test",
        cast="scripted",
        language_model=False,
        agents={},
        settings=settings,
        started="2026-01-01",
    )


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """An empty run folder."""
    run = RunFolder(tmp_path / "r1")
    run.root.mkdir()
    return run


@pytest.fixture
def play(folder: RunFolder) -> Play:
    """Run the scripted programs of one scene (or a dict of scenes), from scratch or resumed."""

    def run(
        programs: list[str] | dict[str, list[str]],
        settings: RunSettings | None = None,
        cast: ScriptedCast | None = None,
        renderer: ScriptedRenderer | None = None,
        memory: Memory | None = None,
        check: Check = check_program,
        resume: bool = False,
    ) -> tuple[RunOutcome, list[Event]]:
        if not resume:
            shutil.rmtree(folder.root)
            folder.root.mkdir()
        scenes = programs if isinstance(programs, dict) else {"Swing": programs}
        settings = settings or RunSettings(memory_mode="off")
        work = services(cast or ScriptedCast(scenes), renderer or ScriptedRenderer(), memory, check)
        events: list[Event] = []
        generator = run_task(TASK, folder, manifest(settings), work)
        while True:
            try:
                events.append(next(generator))
            except StopIteration as done:
                return done.value, events

    return run
