"""Every program that the built-in cast writes for the samples and the benchmark set."""

from collections.abc import Iterator

from app.paths import RESOURCES
from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.storyboard.storyboarder import OfflineStoryboarder
from pipeline.agents.protocols import CodeRequest
from pipeline.intake.benchmark import load_tasks
from pipeline.intake.reading import read_task
from pipeline.schema.task import Task

_MOST_SCENES = 4


def offline_programs() -> Iterator[tuple[str, str]]:
    """Scene name and program, without rendering anything."""
    storyboarder, coder = OfflineStoryboarder(), OfflineCoder()
    for task in _tasks():
        for spec in storyboarder.storyboard(task, _MOST_SCENES).scenes:
            yield spec.name, coder.write(CodeRequest(task=task, spec=spec, slots=None)).program


def _tasks() -> Iterator[Task]:
    for file in sorted((RESOURCES / "samples").glob("*.md")):
        yield read_task(file)
    for listed in load_tasks(RESOURCES / "benchmark"):
        yield listed.task
