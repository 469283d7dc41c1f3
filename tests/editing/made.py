"""Runs made by the real loop with a scripted cast, in a data folder."""

from pathlib import Path

from app.paths import DataPaths
from pipeline.loop.task import RunOutcome, run_task
from pipeline.render_port import CancelledError
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.schema.task import Task
from pipeline.settings import RunSettings
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, services


def manifest(run: str, title: str, settings: RunSettings, started: str) -> Manifest:
    """A manifest of a scripted run."""
    return Manifest(
        run=run,
        title=title,
        studio_version="0",
        manim_version="0",
        python_version="0",
        platform="test",
        cast="scripted",
        language_model=False,
        agents={},
        settings=settings,
        started=started,
    )


def make_run(
    paths: DataPaths,
    programs: dict[str, list[str]],
    run: str = "20260101-000000-aaaa",
    title: str = "Pendulums",
    task: Task = TASK,
    started: str = "2026-01-01T00:00:00+00:00",
    cast: ScriptedCast | None = None,
    stop_at_render: int = 0,
) -> tuple[RunFolder, RunOutcome | None]:
    """Play the programs of each scene to the end, or stop before a render (counted from 1)."""
    folder = RunFolder(paths.runs / run)
    folder.root.mkdir(parents=True)
    settings = RunSettings(memory_mode="off", parallel_scenes=1)
    work = services(cast or ScriptedCast(programs), ScriptedRenderer(still=True))

    def stop(count: int) -> None:
        if count == stop_at_render:
            work.cancel.cancel()

    assert isinstance(work.renderer, ScriptedRenderer)
    work.renderer.before = stop
    play = run_task(task, folder, manifest(run, title, settings, started), work)
    while True:
        try:
            next(play)
        except StopIteration as done:
            outcome: RunOutcome = done.value
            return folder, outcome
        except CancelledError:
            return folder, None


def data(root: Path) -> DataPaths:
    """A data folder below `root`."""
    return DataPaths(root / "data")
