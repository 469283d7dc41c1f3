"""One attempt at a scene, and all attempts together."""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value
from pipeline.schema.finding import Finding
from pipeline.schema.memory import AppliedRecord
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Hint, Review
from pipeline.schema.storyboard import SceneSpec

Loop = Literal["text", "visual", "repair", "human"]


class Timings(Value):
    """Wall seconds spent on the steps of one iteration."""

    write: float = 0.0
    check: float = 0.0
    render: float = 0.0
    inspect: float = 0.0
    review: float = 0.0


class Candidate(Value):
    """A program as an agent handed it in.

    Attributes:
        t: counts every attempt of the scene from 0.
        loop: which loop asked for it (the first generation counts as `text`); `repair` if no
            agent wrote it: it is the program before it with the safe fixes of its findings.
        revision: visual revisions before it; attempt: retries before it in its text loop.
        trigger: the hint or instruction that led to it, or what was mended; empty for the first.
        applied: retrieved records that changed it, with the change in words.
        faults: errors of the agent's reply; then `program` is empty or a part.
        base: of an iteration that a person asked for (loop `human`): `t` of the one it was made
            from; None for all others.
        comments: ids of the person's comments that the reviser was given, if it wrote this one.
    """

    t: int = Field(ge=0)
    loop: Loop
    revision: int = Field(ge=0)
    attempt: int = Field(ge=0)
    program: str
    trigger: str = ""
    applied: tuple[AppliedRecord, ...] = ()
    faults: tuple[Finding, ...] = ()
    base: int | None = None
    comments: tuple[str, ...] = ()
    retrieved: tuple[int, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0


class Iteration(Value):
    """A candidate with everything that came of it."""

    candidate: Candidate
    result: RenderResult
    findings: tuple[Finding, ...] = ()
    review: Review | None = None
    review_error: str = ""
    hint: Hint | None = None
    timings: Timings = Timings()

    @property
    def u(self) -> float | None:
        """The aggregate score, None where there is no review."""
        return self.review.u if self.review else None


class SceneTrace(Value):
    """Every iteration of a scene, what is delivered and what it cost.

    Attributes:
        scene_id: unique within the run; a rerun of a scene gets a new one.
        delivered: `t` of the automatic choice, None for a skipped scene.
        text_retries, visual_revisions: performed, as counted by reflection rounds.
        skipped: why nothing was delivered, or empty.
    """

    scene_id: str
    spec: SceneSpec
    iterations: tuple[Iteration, ...]
    delivered: int | None = None
    text_retries: int = 0
    visual_revisions: int = 0
    skipped: str = ""

    @property
    def rounds(self) -> int:
        """Reflection rounds of this scene (the first generation is not counted)."""
        return self.text_retries + self.visual_revisions

    @property
    def repairs(self) -> int:
        """Programs mended without a model; they are no reflection rounds."""
        return sum(i.candidate.loop == "repair" for i in self.iterations)

    @property
    def best(self) -> Iteration | None:
        """The delivered iteration."""
        return None if self.delivered is None else self.iterations[self.delivered]
