"""What happens to one scene while a run works on it, from its start to its delivery."""

from typing import Literal

from pipeline.event_base import IterationEvent, SceneEvent
from pipeline.schema.finding import Finding, TextEdit
from pipeline.schema.memory import AppliedRecord
from pipeline.schema.render import Category
from pipeline.schema.review import AxisScores, Verdict


class SceneStarted(SceneEvent):
    """Work on a scene begins.

    Attributes:
        name: of its class.
        replaces: id of the scene that it is made anew for; empty for a scene of the storyboard. The
            other scene stays in the animation until `Rearranged` says that this one has its place.
    """

    kind: Literal["scene_started"] = "scene_started"
    name: str
    replaces: str = ""


class CandidateWritten(IterationEvent):
    """A program is there to be tried: an agent's, a mended one, or one that a person asked for.

    Attributes:
        loop: `text`, `visual`, `repair`, or `human` for what a person wrote or asked for.
        applied: which retrieved record changed what.
        trigger: what led to it, in words; empty for a first program, and in logs of earlier
            versions of the studio.
        base: of a `human` iteration: `t` of the one it was made from.
        comments: of a `human` iteration: ids of the comments that an agent was given to act on;
            empty for a program that a person wrote.
    """

    kind: Literal["candidate_written"] = "candidate_written"
    loop: str
    revision: int
    attempt: int
    applied: tuple[AppliedRecord, ...] = ()
    trigger: str = ""
    base: int | None = None
    comments: tuple[str, ...] = ()


class Checked(IterationEvent):
    """The static layer has looked at the program."""

    kind: Literal["checked"] = "checked"
    ok: bool
    findings: tuple[Finding, ...] = ()


class Repaired(IterationEvent):
    """The refused program of iteration `t` was mended without a model; `t + 1` is the result."""

    kind: Literal["repaired"] = "repaired"
    mended: str
    diff: str
    edits: tuple[TextEdit, ...]


class RenderStarted(IterationEvent):
    """The program runs in the sandbox."""

    kind: Literal["render_started"] = "render_started"


class Rendered(IterationEvent):
    """The sandbox answered. `seconds` is wall time, `duration` the length of the video."""

    kind: Literal["rendered"] = "rendered"
    ok: bool
    category: Category | None = None
    message: str = ""
    seconds: float
    duration: float
    plays: int
    cached: bool = False


class Inspected(IterationEvent):
    """Layer 2 has read the geometry of the render."""

    kind: Literal["inspected"] = "inspected"
    findings: tuple[Finding, ...] = ()


class ContentLost(IterationEvent):
    """A revision took something off the screen that the scene has to show."""

    kind: Literal["content_lost"] = "content_lost"
    findings: tuple[Finding, ...]


class Hinted(IterationEvent):
    """The TextReviewer read the crash of iteration `t`; `no_reply` says why it gave no hint."""

    kind: Literal["hinted"] = "hinted"
    hint: str
    decision: str
    no_reply: str = ""


class Reviewed(IterationEvent):
    """The VisualReviewer scored the keyframes."""

    kind: Literal["reviewed"] = "reviewed"
    reviewer: str
    axes: AxisScores
    u: float
    verdict: Verdict
    instruction: str = ""
    notes: tuple[str, ...] = ()


class ReviewFailed(IterationEvent):
    """No usable review was to be had: the candidate has no score."""

    kind: Literal["review_failed"] = "review_failed"
    message: str


class SceneDelivered(SceneEvent):
    """The best rendition of a scene is chosen; `u` is None where no review succeeded."""

    kind: Literal["scene_delivered"] = "scene_delivered"
    delivered: int
    u: float | None
    rounds: int


class SceneSkipped(SceneEvent):
    """No candidate of the scene rendered."""

    kind: Literal["scene_skipped"] = "scene_skipped"
    reason: str
    rounds: int
