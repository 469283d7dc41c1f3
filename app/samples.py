"""The sample sections that come with the studio."""

from dataclasses import dataclass
from pathlib import Path

from app.paths import RESOURCES
from pipeline.intake.reading import read_task
from pipeline.schema.task import Task

FIRST = "fourier_transform"
"""The sample that stands in the editor on a first start."""


@dataclass(frozen=True)
class Sample:
    """A section to try."""

    path: Path
    task: Task


def list_samples() -> list[Sample]:
    """All samples, the first one first, the others by title.

    Raises:
        IntakeError: a sample is not there or was changed into no section.
    """
    paths = sorted((RESOURCES / "samples").glob("*.md"))
    samples = [Sample(path, read_task(path)) for path in paths]
    return sorted(samples, key=lambda sample: (sample.path.stem != FIRST, sample.task.title))
