"""The sample sections that come with the studio."""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from app.paths import RESOURCES
from pipeline.intake.reading import read_task
from pipeline.schema.task import Task

FIRST = ("heat_engine_limit", "carbon_price", "fourier_transform")
"""The samples that the window offers, the first of them in the editor on a first start. With the
offline cast the first two have a revision of their first scene: something to compare."""

_OWN_LINE = re.compile(r"\s|#|[-*+>|] |\d+[.)] |```|~~~|\$\$|\\\[|\\begin|\\end|\\\]")
"""How a line begins that is no part of a paragraph."""


@dataclass(frozen=True)
class Sample:
    """A section to try."""

    path: Path
    task: Task


def list_samples() -> list[Sample]:
    """All samples, those of `FIRST` in that order, the others by title.

    Raises:
        IntakeError: a sample is not there or was changed into no section.
    """
    paths = sorted((RESOURCES / "samples").glob("*.md"))
    samples = [Sample(path, read_task(path)) for path in paths]
    order = {stem: place for place, stem in enumerate(FIRST)}
    return sorted(samples, key=lambda s: (order.get(s.path.stem, len(order)), s.task.title))


def flowing(text: str) -> str:
    """A sample with each paragraph on one line, so that it breaks where the editor ends.

    Headings, lists, tables, code and formulas of their own keep their lines.
    """
    return re.sub(r"[^\n]+(?:\n[^\n]+)+", _joined, text)


def _joined(paragraph: re.Match[str]) -> str:
    lines = paragraph.group().split("\n")
    kept = [lines[0]]
    for before, line in pairwise(lines):
        alone = _OWN_LINE.match(before) or _OWN_LINE.match(line) or before.endswith("$$")
        kept.append(f"\n{line}" if alone else f" {line}")
    return "".join(kept)
