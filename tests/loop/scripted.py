"""A cast and a renderer that follow a script, so that every path of the loop can be walked.

Programs are real and pass the real static check; a comment in them says what the scripted
renderer answers and how the scripted reviewer scores. Videos are real (tiny) files.
"""

import io
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

import av
import numpy as np
from PIL import Image

from memory_store.records import NewRecord
from pipeline.agents.protocols import (
    CodeReply,
    CodeRequest,
    DistilRequest,
    RationaleRequest,
    ReviewFailedError,
    ReviewRequest,
    RevisionRequest,
)
from pipeline.checks import check_program
from pipeline.loop.services import Check, Memory, Services
from pipeline.render_port import CancelToken
from pipeline.schema.finding import Finding
from pipeline.schema.memory import Lesson
from pipeline.schema.render import Keyframe, RenderResult, RenderSettings
from pipeline.schema.review import AxisScores, Hint, Review
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task
from pipeline.schema.trace import GeometryTrace

TASK = Task(text="A pendulum swings with a period that grows with its length.", role="method")


def program(outcome: str, scene: str = "Swing", note: str = "") -> str:
    """A valid program whose comment tells the scripted renderer and reviewer what to say.

    `outcome` is `u=80`, `u=80 verdict=pass`, `unscored`, or a failure category such as `latex`.
    """
    return (
        f"from manim import *\n# outcome: {outcome}\n# {note}\n\n\nclass {scene}(Scene):\n"
        "    def construct(self):\n"
        "        bob = Dot()\n"
        "        self.play(Create(bob))\n"
        "        self.play(bob.animate.shift(RIGHT))\n"
    )


def outcome_of(text: str) -> str:
    """What a program's comment says."""
    found = re.search(r"# outcome: (.*)", text)
    assert found is not None
    return found.group(1)


@cache
def tiny_video() -> bytes:
    """Five frames of 64 x 48."""
    path = Path(__file__).with_name(".tiny.mp4")
    try:
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=15)
            stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
            for shade in range(5):
                picture = np.full((48, 64, 3), 40 * shade, dtype=np.uint8)
                container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            container.mux(stream.encode())
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


@cache
def tiny_picture() -> bytes:
    """A white PNG of 64 x 36."""
    written = io.BytesIO()
    Image.new("RGB", (64, 36), "white").save(written, "png")
    return written.getvalue()


@dataclass
class ScriptedRenderer:
    """Answers by the program's comment; counts the calls; can call back before each render.

    With `still` its keyframe is a real picture, else some bytes that differ by program.
    """

    before: Callable[[int], None] = lambda _: None
    still: bool = False
    calls: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def render(
        self, program: str, scene: str, folder: Path, settings: RenderSettings, cancel: CancelToken
    ) -> RenderResult:
        with self.lock:
            self.calls.append(program)
            count = len(self.calls)
        self.before(count)
        cancel.check()
        said = outcome_of(program)
        if said == "environment":
            return RenderResult(
                ok=False, category="latex", environment=True, message="latex is not installed"
            )
        if not said.startswith(("u=", "unscored")):
            return RenderResult(ok=False, category=said, message=f"scripted {said} failure")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "render.mp4").write_bytes(tiny_video())
        (folder / "keyframes").mkdir(exist_ok=True)
        still = tiny_picture() if self.still else b"still of " + program.encode()
        (folder / "keyframes" / "k1.png").write_bytes(still)
        trace = GeometryTrace(
            scene=scene, pixels=(64, 48), fps=15, duration=0.3, boundaries=(), frames=()
        )
        (folder / "geometry.json").write_text(trace.model_dump_json())
        return RenderResult(
            ok=True,
            video="render.mp4",
            keyframes=(Keyframe(file="keyframes/k1.png", time=0.3),),
            geometry="geometry.json",
            seconds=0.01,
            duration=0.3,
            plays=2,
        )

    def close(self) -> None:
        pass


@dataclass
class ScriptedCast:
    """Hands out the given programs in order, per scene; records every request it gets."""

    programs: dict[str, list[str]]
    decision: Literal["retry", "give_up"] = "retry"
    reviewer: str = "scripted/1"
    requests: list[object] = field(default_factory=list)
    name: str = "scripted"
    versions: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._next = dict.fromkeys(self.programs, 0)
        self._lock = threading.Lock()
        self.storyboarder = self
        self.coder = Coder(self)
        self.text_reviewer = self
        self.visual_reviewer = Reviewer(self)
        self.visual_reviser = self
        self.rationale_writer = RationaleWriter(self)
        self.lesson_distiller = self

    def hand_out(self, scene: str, request: object) -> CodeReply:
        with self._lock:
            self.requests.append(request)
            number = self._next[scene]
            self._next[scene] += 1
        return CodeReply(program=self.programs[scene][number])

    def skip(self, scene: str, count: int) -> None:
        """Pretend that the first programs were handed out before a restart."""
        self._next[scene] = count

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        self.requests.append(task)
        return Storyboard(
            scenes=tuple(
                SceneSpec(name=name, claim=f"{name} claim", evidence="", takeaway="So it is.")
                for name in self.programs
            )
        )

    def another(
        self,
        task: Task,
        board: Storyboard,
        index: int,
        turned_down: tuple[SceneSpec, ...] = (),
    ) -> SceneSpec:
        self.requests.append((board, index, turned_down))
        count = len(board.scenes) + len(turned_down)
        return SceneSpec(
            name=f"Other{count}", claim=f"Other claim {count}", evidence="", takeaway="So it is."
        )

    def hint(self, request: CodeRequest) -> Hint:
        self.requests.append(request)
        return Hint(text="try something simpler", decision=self.decision)

    def revise(self, request: RevisionRequest) -> CodeReply:
        return self.hand_out(request.spec.name, request)

    def distil(self, request: DistilRequest) -> Lesson:
        self.requests.append(request)
        return Lesson(
            trigger=f"trigger {outcome_of(request.before)}",
            root_cause="cause",
            recipe=f"recipe {outcome_of(request.after)}",
            anti_example="a",
            good_example="b",
            diagnostic=request.diagnostic,
        )


@dataclass
class Coder:
    cast: ScriptedCast

    def write(self, request: CodeRequest) -> CodeReply:
        return self.cast.hand_out(request.spec.name, request)


@dataclass
class RationaleWriter:
    cast: ScriptedCast

    def write(self, request: RationaleRequest) -> str:
        self.cast.requests.append(request)
        return f"worked with {outcome_of(request.program)}"


@dataclass
class Reviewer:
    cast: ScriptedCast

    @property
    def identity(self) -> str:
        return self.cast.reviewer

    def review(self, request: ReviewRequest) -> Review:
        self.cast.requests.append(request)
        said = outcome_of(request.program)
        if said == "unscored":
            raise ReviewFailedError("the reply was empty")
        score = float(re.search(r"u=([\d.]+)", said).group(1))  # type: ignore[union-attr]
        verdict = re.search(r"verdict=(\w+)", said)
        return Review(
            reviewer=self.cast.reviewer,
            axes=AxisScores(logical_flow=score, layout=score, accuracy=score),
            verdict=verdict.group(1) if verdict else "revise",
            instruction=f"better than {score}",
        )


def nothing_lost(
    before: GeometryTrace, after: GeometryTrace, spec: SceneSpec
) -> tuple[Finding, ...]:
    """Scripted scenes show nothing, so they lose nothing."""
    return ()


def services(
    cast: ScriptedCast,
    renderer: ScriptedRenderer,
    memory: Memory | None = None,
    check: Check = check_program,
) -> Services:
    """Services of a run with a scripted cast."""
    return Services(
        cast=cast,
        renderer=renderer,
        cancel=CancelToken(),
        lost_content=nothing_lost,
        check=check,
        memory=memory,
    )


def fields(records: list[NewRecord]) -> list[tuple[str, str, int, str]]:
    """What tells records apart: polarity, source, ordinal, status."""
    return [(r.polarity, r.provenance.source, r.provenance.ordinal, r.status) for r in records]
