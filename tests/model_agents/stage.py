"""A stage for whole runs: scripted answers of all agents, real checks, renders and banks."""

from functools import partial
from pathlib import Path

from memory_store.bank import Bank
from pipeline.agents.model import ModelCast
from pipeline.agents.offline.review import lost_content
from pipeline.checks import check_program
from pipeline.events import Event
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.settings import RunSettings
from tests.loop.conftest import manifest
from tests.model_agents.chat import SPEC, TASK, Answer

NAME = SPEC.name


def program(size: int, extra: str = "") -> str:
    return (
        "```python\nfrom manim import *\n\n\n"
        f"class {NAME}(Scene):\n    def construct(self):\n"
        f'        claim = Text("The period grows with the root of the length.", font_size={size})\n'
        "        claim.to_edge(UP)\n"
        "        bob = Dot().shift(LEFT)\n"
        "        self.play(FadeIn(claim))\n"
        "        self.play(Create(bob))\n"
        "        self.play(bob.animate.shift(2 * RIGHT))\n"
        f"{extra}        self.wait(2)\n```"
    )


BROKEN = program(32, "        bob.become(1 / 0)\n")
STORYBOARD: Answer = {"scenes": [SPEC.model_dump()]}
REVISE: Answer = {
    "issues": ["the claim is small in keyframe 1"],
    "reasons": [],
    "scores": {"logical_flow": 80, "layout": 60, "accuracy": 85},
    "verdict": "revise",
    "instruction": "Enlarge the claim.",
}
PASS: Answer = {
    "issues": [],
    "reasons": [],
    "scores": {"logical_flow": 88, "layout": 90, "accuracy": 89},
    "verdict": "pass",
    "instruction": "",
}
LESSON: Answer = {
    "trigger": "a number that may be zero stands below a fraction",
    "root_cause": "division by zero",
    "recipe": "divide by a number that cannot be zero",
    "anti_example": "1 / 0",
    "good_example": "1 / 2",
    "diagnostic": "ZeroDivisionError",
}
ANSWERS: dict[str, list[Answer]] = {
    "Storyboarder": [STORYBOARD],
    "Coder": [BROKEN, program(32)],
    "TextReviewer": [{"hint": "Line 12 divides by zero: leave it out.", "decision": "retry"}],
    "VisualReviewer": [REVISE, PASS],
    "VisualReviser": [program(40)],
    "RationaleWriter": [{"rationale": "One object moves while the claim stays in sight."}],
    "LessonDistiller": [LESSON],
}


class Stage:
    """One renderer for all runs of this file."""

    def __init__(self, root: Path, renderer: SandboxRenderer) -> None:
        self.root = root
        self.renderer = renderer
        self.count = 0

    def folder(self) -> RunFolder:
        self.count += 1
        folder = RunFolder(self.root / f"r{self.count}")
        folder.root.mkdir()
        return folder

    def play(
        self, cast: ModelCast, bank: Bank, folder: RunFolder | None = None
    ) -> tuple[RunOutcome, list[Event]]:
        settings = RunSettings(memory_mode="rw", max_scenes=1)
        work = Services(
            cast=cast,
            renderer=self.renderer,
            cancel=CancelToken(),
            lost_content=lost_content,
            check=partial(check_program, cache_dir=self.root / "tables"),
            memory=bank,
        )
        run = run_task(TASK, folder or self.folder(), manifest(settings), work)
        events: list[Event] = []
        while True:
            try:
                events.append(next(run))
            except StopIteration as done:
                return done.value, events
