"""The figures of a benchmark."""

import statistics
from typing import Literal

from pipeline.schema.base import Value


class Figure(Value):
    """One figure. `bar` is the limit it is held to, None for information only.

    `sense` says on which side of the bar it has to be.
    """

    name: str
    value: float
    unit: str
    bar: float | None = None
    sense: Literal["at most", "at least", "below", "above"] = "at most"
    holds: bool | None = None

    def line(self) -> str:
        """The figure as a line for people."""
        text = f"  {self.name}: {_short(self.value)} {self.unit}".rstrip()
        if self.bar is None:
            return text
        word = "holds" if self.holds else "MISSED"
        return f"{text} (bar: {self.sense} {_short(self.bar)}; {word})"


class Report(Value):
    """All figures of one benchmark, and what has to be said about them."""

    name: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every bar holds."""
        return all(figure.holds is not False for figure in self.figures)

    def lines(self) -> list[str]:
        """The report for people."""
        return [self.name, *(figure.line() for figure in self.figures), *self.notes]


def figure(
    name: str,
    value: float,
    unit: str,
    bar: float | None = None,
    sense: Literal["at most", "at least", "below", "above"] = "at most",
) -> Figure:
    """A figure with its bar judged."""
    holds = None
    if bar is not None:
        holds = {
            "at most": value <= bar,
            "at least": value >= bar,
            "below": value < bar,
            "above": value > bar,
        }[sense]
    return Figure(name=name, value=value, unit=unit, bar=bar, sense=sense, holds=holds)


def spread(values: list[float]) -> float:
    """Standard deviation of a sample; 0 for fewer than two values."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _short(value: float) -> str:
    return f"{value:.4g}"
