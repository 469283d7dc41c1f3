"""What is known of a run, its scenes and their iterations at one moment."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from app.texts import mark, tr
from pipeline.schema.finding import Finding
from pipeline.schema.memory import AppliedRecord
from pipeline.schema.review import AxisScores

Stage = Literal[
    "waiting", "storyboard", "retrieve", "code", "check", "render", "review", "revise",
    "consolidate", "done",
]  # fmt: skip
STAGE_WORDS: dict[Stage, str] = {
    "waiting": mark("waiting"),
    "storyboard": mark("planning scenes"),
    "retrieve": mark("reading memory"),
    "code": mark("writing code"),
    "check": mark("checking"),
    "render": mark("rendering"),
    "review": mark("reviewing"),
    "revise": mark("revising"),
    "consolidate": mark("learning"),
    "done": mark("done"),
}
"""To be translated where they are shown."""
DASH = "\u2013"
"""Stands where a value is not there yet."""
ViewState = Literal["new", "running", "finished", "stopped", "paused", "failed"]


@dataclass
class IterationView:
    """One attempt at a scene.

    Attributes:
        t: counts every attempt of the scene from 0.
        loop: `text`, `visual`, `repair` or `human`; what asked for it.
        ok: None until the render has answered; False for a crash or a refused program.
        trigger: what led here, in one sentence: the hint, instruction or mended finding.
        seconds: wall time of the render; duration: length of the video; both in seconds.
        base: of one that a person asked for: the iteration it was made from.
        comments: of one that a reviser made for a person: ids of the comments it was given.
        stopped: why work on one that a person asked for ended early; it can be taken up again.
        label: what it is called where its number alone would be mistaken for another one.
    """

    t: int
    folder: Path
    loop: str = "text"
    revision: int = 0
    attempt: int = 0
    ok: bool | None = None
    category: str = ""
    message: str = ""
    u: float | None = None
    axes: AxisScores | None = None
    reviewer: str = ""
    verdict: str = ""
    instruction: str = ""
    review_error: str = ""
    hint: str = ""
    trigger: str = ""
    findings: tuple[Finding, ...] = ()
    applied: tuple[AppliedRecord, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    duration: float = 0.0
    cached: bool = False
    base: int | None = None
    comments: tuple[str, ...] = ()
    stopped: str = ""
    label: str = ""

    @property
    def name(self) -> str:
        """As it stands in the timeline."""
        return self.label or f"v{self.t}"

    @property
    def video(self) -> Path | None:
        """The video, None where nothing rendered."""
        return self.folder / "render.mp4" if self.ok else None

    @property
    def verdict_line(self) -> str:
        """The score or the failure in a word or two; a dash while there is neither."""
        if self.u is not None:
            return f"{self.u:.1f}"
        if self.ok is False:
            return category_words(self.category)
        return tr("no score") if self.review_error else DASH


_CATEGORIES = {
    "static": mark("refused"),
    "python": mark("Python error"),
    "latex": mark("LaTeX error"),
    "manim_runtime": mark("Manim error"),
    "timeout": mark("too slow"),
    "memory": mark("out of memory"),
    "unknown": mark("failed"),
}


def category_words(category: str) -> str:
    """Why a render failed, in a word or two; empty for no category."""
    return tr(_CATEGORIES.get(category, category))


@dataclass
class SceneView:
    """One scene. `delivered` is the automatic choice, `shown` what the animation has: a person's
    choice where there is one (`chosen`), else the automatic one.

    `stage_seconds` holds the time spent in each stage so far, without the one under way.
    """

    scene_id: str
    name: str = ""
    replaces: str = ""
    stage: Stage = "waiting"
    stage_since: datetime | None = None
    stage_seconds: dict[Stage, float] = field(default_factory=dict)
    iterations: list[IterationView] = field(default_factory=list)
    delivered: int | None = None
    shown: int | None = None
    chosen: bool = False
    skipped: str = ""
    rounds: int = 0

    def deliver(self, t: int) -> None:
        """The automatic choice."""
        self.delivered = t
        if not self.chosen:
            self.shown = t

    def choose(self, t: int | None) -> None:
        """A person's choice; choosing the automatic one again takes it back."""
        self.shown = t
        self.chosen = t != self.delivered

    @property
    def score(self) -> float | None:
        """u of the shown iteration in [0, 100]."""
        t = self.shown
        return None if t is None else self.iteration(t).u

    @property
    def ended(self) -> bool:
        """Whether work on it is over."""
        return self.delivered is not None or bool(self.skipped)

    def iteration(self, t: int) -> IterationView:
        """The iteration with this number; `KeyError` if there is none."""
        for iteration in self.iterations:
            if iteration.t == t:
                return iteration
        raise KeyError(t)

    @property
    def rendered(self) -> list[IterationView]:
        """Those that have a video."""
        return [i for i in self.iterations if i.ok]


@dataclass
class Progress:
    """How far a run is. `left_seconds` is an estimate, None while there is nothing to go by."""

    done: int
    scenes: int
    elapsed_seconds: float
    left_seconds: float | None


@dataclass
class RunView:
    """A whole run. Times are UTC.

    Attributes:
        stage_seconds: time spent in each stage so far, without the one under way.
        examples, pitfalls: (record id, similarity) of what was retrieved for the run.
        again_since: when a finished run began to make one scene anew; None while it does not.
    """

    run_id: str
    folder: Path
    title: str = ""
    cast: str = ""
    memory_mode: str = ""
    state: ViewState = "new"
    stage: Stage = "waiting"
    stage_since: datetime | None = None
    stage_seconds: dict[Stage, float] = field(default_factory=dict)
    started: datetime | None = None
    ended: datetime | None = None
    planned: tuple[str, ...] = ()
    scenes: list[SceneView] = field(default_factory=list)
    examples: tuple[tuple[int, float], ...] = ()
    pitfalls: tuple[tuple[int, float], ...] = ()
    added: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    message: str = ""
    remedy: str = ""
    pause_reason: str = ""
    video: str | None = None
    rounds: int = 0
    tokens: int = 0
    calls: int = 0
    money: float | None = None
    asking: str = ""
    paused_seconds: float = 0.0
    again_since: datetime | None = None
    order: tuple[str, ...] = ()
    set_aside: frozenset[str] = frozenset()

    def arrange(self, scenes: tuple[str, ...]) -> None:
        """These scenes make the animation now, in this order; all others are set aside."""
        self.order = scenes
        self.set_aside = frozenset(s.scene_id for s in self.scenes) - frozenset(scenes)

    def scene(self, scene_id: str) -> SceneView:
        """The scene with this id; `KeyError` if there is none."""
        for scene in self.scenes:
            if scene.scene_id == scene_id:
                return scene
        raise KeyError(scene_id)

    @property
    def arranged(self) -> list[SceneView]:
        """The scenes of the animation in order: a rerun stands, also while it is made, where the
        scene was that it replaces."""
        current: list[SceneView] = []
        for scene in self.scenes:
            if scene.scene_id in self.set_aside:
                continue
            places = [n for n, other in enumerate(current) if other.scene_id == scene.replaces]
            if places:
                current[places[0]] = scene
            else:
                current.append(scene)
        return sorted(current, key=self._place)

    @property
    def places(self) -> list[tuple[str, SceneView | None]]:
        """The scenes of the animation in order: the name of each, and what has come of it; None
        for one that is planned and not begun."""
        arranged = self.arranged
        if self.order or len(arranged) >= len(self.planned):
            return [(scene.name, scene) for scene in arranged]
        begun = {self._place(scene): scene for scene in arranged}
        return [(name, begun.get(number)) for number, name in enumerate(self.planned, start=1)]

    def _place(self, scene: SceneView) -> int:
        """The order of the arrangement, else of the storyboard: scenes do not begin in it."""
        first = scene
        while first.scene_id not in self.order and first.replaces:
            first = self.scene(first.replaces)
        if first.scene_id in self.order:
            return self.order.index(first.scene_id)
        digits = first.scene_id.removeprefix("s")
        return int(digits) if digits.isdigit() else len(self.scenes)
