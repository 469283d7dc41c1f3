"""What the code views are given."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pipeline.schema.finding import Severity

Which = Literal["before", "after"]
WHICH: tuple[Which, ...] = ("before", "after")


class LineFinding(NamedTuple):
    """Something found in a program: `line` counts from 1."""

    line: int
    severity: Severity
    text: str


@dataclass(frozen=True)
class Source:
    """A program as a view shows it: `title` is short, such as `v1`."""

    title: str
    program: str
    findings: tuple[LineFinding, ...] = ()
