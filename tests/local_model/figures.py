"""What a model did in runs and trials, counted from their events: the table of the README."""

import platform
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from pipeline.events import Event
from pipeline.model_events import ModelAnswered, ReplyNoted

AGENTS = (
    "Storyboarder", "Coder", "TextReviewer", "VisualReviser", "RationaleWriter", "LessonDistiller",
)  # fmt: skip
"""Those that ask the text model."""


@dataclass
class AgentFigures:
    """What came of asking one agent.

    Attributes:
        asked: replies that were needed; a repair request is not another one.
        first: usable as they came.
        repaired: usable after one repair request.
        failed: never usable.
        seconds, input, output: of all calls, repairs included; seconds and tokens.
    """

    asked: int = 0
    first: int = 0
    repaired: int = 0
    failed: int = 0
    seconds: float = 0.0
    input: int = 0
    output: int = 0
    faults: dict[str, int] = field(default_factory=dict)


@dataclass
class Figures:
    """Everything that was measured of one model.

    Attributes:
        programs: that Coder and VisualReviser gave; `clean` passed the check of the program text
            as they were, `rendered` gave a video, some of them after a repair without a model.
        scenes: planned; `delivered` of them have a video.
        scores: u of the delivered ones, measured.
        seconds: wall time of the runs.
    """

    model: str
    context: int
    agents: dict[str, AgentFigures] = field(
        default_factory=lambda: {name: AgentFigures() for name in AGENTS}
    )
    sections: int = 0
    programs: int = 0
    clean: int = 0
    rendered: int = 0
    scenes: int = 0
    delivered: int = 0
    scores: list[float] = field(default_factory=list)
    records: int = 0
    seconds: float = 0.0
    machine: str = platform.machine()

    def count_calls(self, events: Iterable[Event]) -> None:
        """Add the calls of a run, and what was noted about their replies."""
        calls: dict[str, int] = defaultdict(int)
        asked_again: dict[str, int] = defaultdict(int)
        gone: dict[str, int] = defaultdict(int)
        waiting: dict[tuple[str, str, int | None], bool] = {}
        for event in events:
            if isinstance(event, ModelAnswered):
                figures = self.agents[event.agent]
                calls[event.agent] += 1
                figures.seconds += event.seconds
                figures.input += event.input
                figures.output += event.output
            elif isinstance(event, ReplyNoted) and event.fault != "note":
                figures = self.agents[event.agent]
                figures.faults[event.fault] = figures.faults.get(event.fault, 0) + 1
                place = (event.agent, event.scene_id, event.t)
                if event.again:
                    asked_again[event.agent] += 1
                    waiting[place] = True
                    continue
                figures.failed += 1
                gone[event.agent] += waiting.pop(place, False)
        for agent, figures in self.agents.items():
            needed, again = calls[agent] - asked_again[agent], asked_again[agent]
            figures.asked += needed
            figures.repaired += again - gone[agent]
        for figures in self.agents.values():
            figures.first = figures.asked - figures.repaired - figures.failed

    def document(self) -> dict[str, object]:
        """As JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """The table for people."""
        head = ("agent", "asked", "at first", "after repair", "failed", "s", "tokens in", "out")
        rows = [head]
        for name, a in self.agents.items():
            rows.append(
                (name, f"{a.asked}", f"{a.first}", f"{a.repaired}", f"{a.failed}",
                 f"{a.seconds:.0f}", f"{a.input:,}", f"{a.output:,}")
            )  # fmt: skip
        widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
        table = [
            "  ".join(
                cell.ljust(width) if column == 0 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        scores = ", ".join(f"{score:.0f}" for score in self.scores) or "none"
        return [
            f"{self.model}, window of {self.context} tokens, {self.machine}, {self.sections} "
            f"section{'' if self.sections == 1 else 's'}",
            *table,
            f"programs {self.programs}: {self.clean} pass the check as they came, "
            f"{self.rendered} render",
            f"scenes {self.scenes}: {self.delivered} have a video; measured scores {scores}",
            f"records learned {self.records}; runs took {self.seconds:.0f} s",
        ]
