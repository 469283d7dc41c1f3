"""One protocol per agent. The loop knows these and not which cast plays them."""

from pathlib import Path
from typing import Protocol

from pydantic import Field

from pipeline.schema.base import Value
from pipeline.schema.finding import Finding
from pipeline.schema.memory import AppliedRecord, Lesson, MemorySlots
from pipeline.schema.render import Aspect, RenderResult
from pipeline.schema.review import Hint, Review
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task


class TokenUse(Value):
    """Tokens of one call as the endpoint reported them; all zero for an agent without a model."""

    input: int = Field(default=0, ge=0)
    output: int = Field(default=0, ge=0)


class Attempt(Value):
    """An earlier program of the same scene and what came of it."""

    program: str
    result: RenderResult | None
    findings: tuple[Finding, ...] = ()
    hint: str = ""


class CodeRequest(Value):
    """What the Coder gets. `slots` is None when memory is off (then the prompt has no slots).

    `attempts` are the failed programs of this text loop, oldest first; `instruction` is the
    revision instruction when the loop repairs a visual revision; `aspect` says how wide and high
    the picture is.
    """

    task: Task
    spec: SceneSpec
    slots: MemorySlots | None
    attempts: tuple[Attempt, ...] = ()
    instruction: str = ""
    aspect: Aspect = "16:9"


class RevisionRequest(Value):
    """What the VisualReviser gets: the program that was reviewed, the review, measured facts."""

    task: Task
    spec: SceneSpec
    slots: MemorySlots | None
    program: str
    review: Review
    findings: tuple[Finding, ...] = ()
    earlier: tuple[str, ...] = ()
    aspect: Aspect = "16:9"


class CodeReply(Value):
    """A whole program, and which retrieved records changed it.

    `faults` are errors of the reply itself (none came, it was cut off, refused, ...): then there
    is no whole program, the attempt has failed, and nothing about Manim can be learned from it.
    """

    program: str
    applied: tuple[AppliedRecord, ...] = ()
    faults: tuple[Finding, ...] = ()
    tokens: TokenUse = TokenUse()


class ReviewRequest(Value):
    """What the VisualReviewer gets. `findings` is empty when measured facts are switched off.

    `folder` is the iteration's folder: keyframes (and, for a measuring reviewer, the geometry
    trace) are found there through `result`. `earlier` are the reviews of this scene so far.
    """

    task: Task
    spec: SceneSpec
    program: str
    result: RenderResult
    folder: Path
    findings: tuple[Finding, ...] = ()
    earlier: tuple[Review, ...] = ()


class DistilRequest(Value):
    """What the LessonDistiller gets: a failed program, the one that cured it, the diagnostic."""

    task: Task
    spec: SceneSpec
    before: str
    after: str
    diagnostic: str
    findings_before: tuple[Finding, ...] = ()
    findings_after: tuple[Finding, ...] = ()
    score_before: float | None = None
    score_after: float | None = None


class RationaleRequest(Value):
    """What the RationaleWriter gets: a program that scored at least theta_high."""

    task: Task
    spec: SceneSpec
    program: str
    review: Review
    findings: tuple[Finding, ...] = ()


class Storyboarder(Protocol):
    """Decomposes a task into ordered scenes."""

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        """Between one and `max_scenes` scenes."""

    def another(
        self,
        task: Task,
        board: Storyboard,
        index: int,
        turned_down: tuple[SceneSpec, ...] = (),
    ) -> SceneSpec:
        """A scene for one place of a storyboard that none of its present scenes tells.

        Args:
            board: the present scenes; what a person wrote stands in them as it is.
            index: the place, from 0; the number of scenes means one more at the end.
            turned_down: scenes that were offered for this storyboard before and not wanted.

        Raises `NoOtherSceneError` when the section offers none.
        """


class Coder(Protocol):
    """Writes the whole program of a scene, also after a crash."""

    def write(self, request: CodeRequest) -> CodeReply:
        """A complete Manim program that defines the class `request.spec.name`."""


class TextReviewer(Protocol):
    """Reads a crash and hints at the cure."""

    def hint(self, request: CodeRequest) -> Hint:
        """At most 60 words about the last of `request.attempts`, and retry or give_up."""


class VisualReviewer(Protocol):
    """Scores the keyframes of a render on three axes."""

    @property
    def identity(self) -> str:
        """Model and prompt version, or `measured/<version>`."""

    def review(self, request: ReviewRequest) -> Review:
        """Raises `ReviewFailedError` when no usable review can be had."""


class VisualReviser(Protocol):
    """Rewrites a program that renders but does not convince."""

    def revise(self, request: RevisionRequest) -> CodeReply:
        """A whole program; keeps claim, evidence and takeaway and what was not faulted."""


class RationaleWriter(Protocol):
    """Says why a success succeeded, in a way that carries over."""

    def write(self, request: RationaleRequest) -> str:
        """At most 400 characters. Raises `NoRecordError` when none can be had."""


class LessonDistiller(Protocol):
    """Turns a failure and its cure into a lesson."""

    def distil(self, request: DistilRequest) -> Lesson:
        """Six fields within their caps. Raises `NoRecordError` when none can be had."""


class ReviewFailedError(Exception):
    """The reviewer gave no usable review, also after repair; the candidate has no score."""


class NoOtherSceneError(Exception):
    """The section offers no scene beside those that there are; the message says why."""


class NoRecordError(Exception):
    """What a record would say could not be had, also after repair; nothing is written."""


class Cast(Protocol):
    """The set of agents that play a run."""

    @property
    def name(self) -> str:
        """`offline` or `model`."""

    @property
    def storyboarder(self) -> Storyboarder: ...
    @property
    def coder(self) -> Coder: ...
    @property
    def text_reviewer(self) -> TextReviewer: ...
    @property
    def visual_reviewer(self) -> VisualReviewer: ...
    @property
    def visual_reviser(self) -> VisualReviser: ...
    @property
    def rationale_writer(self) -> RationaleWriter: ...
    @property
    def lesson_distiller(self) -> LessonDistiller: ...
    @property
    def versions(self) -> dict[str, str]:
        """Agent name -> model or program version, for the manifest."""
