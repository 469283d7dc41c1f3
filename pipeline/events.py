"""What happens during a run, as small typed events: one union, one line each in events.jsonl.

Every event names its run step by `key`, so that a resumed run, which walks through its finished
steps again, adds no event twice.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pipeline.event_base import IterationEvent, RunEvent, SceneEvent
from pipeline.model_events import ModelAnswered, ModelAsked, ReplyNoted
from pipeline.schema.finding import Finding, TextEdit
from pipeline.schema.memory import AppliedRecord
from pipeline.schema.render import Category
from pipeline.schema.review import AxisScores, Verdict


class RunStarted(RunEvent):
    """The run folder exists and the settings are fixed."""

    kind: Literal["run_started"] = "run_started"
    run: str
    title: str
    cast: str
    memory_mode: str


class RunResumed(RunEvent):
    """A run goes on: it was stopped or killed, or it had finished and one scene is made anew.

    Attributes:
        count: for which time it goes on.
        scene_id: the new scene that a finished run goes on with; empty for a run that had not
            finished.
    """

    kind: Literal["run_resumed"] = "run_resumed"
    count: int
    scene_id: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.count}"


class Retrieved(RunEvent):
    """The memory was read. `pieces_read` of `pieces_total` word pieces of the section counted."""

    kind: Literal["retrieved"] = "retrieved"
    scene_id: str = ""
    examples: tuple[tuple[int, float], ...] = ()
    pitfalls: tuple[tuple[int, float], ...] = ()
    pieces_read: int | None = None
    pieces_total: int | None = None


class StoryboardReady(RunEvent):
    """The scenes are planned; `scenes` holds their names, `s1` first."""

    kind: Literal["storyboard_ready"] = "storyboard_ready"
    scenes: tuple[str, ...]


class StoryboardApproved(RunEvent):
    """A person edited or approved the storyboard, and the scenes are made from what it is now.

    Replaces what `StoryboardReady` said: scene `s1` is the first of `scenes`, and so on. Told right
    before the first scene begins, in runs that a person had a hand in.

    Attributes:
        scenes: names in their order.
        edited: it differs from what was planned.
    """

    kind: Literal["storyboard_approved"] = "storyboard_approved"
    scenes: tuple[str, ...]
    edited: bool = False


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


class RenditionChosen(SceneEvent):
    """A person chose which rendition of a scene is shown, after the run had chosen by itself.

    Attributes:
        t: the chosen iteration; None takes a scene out that the run had skipped.
        automatic: what the run chose, which stays recorded; choosing it again is the undo.
        video: the animation joined with this choice, relative to the run folder; None if no
            scene is left. Files of earlier choices stay.
        count: tells choices apart, over the whole run.
    """

    kind: Literal["rendition_chosen"] = "rendition_chosen"
    t: int | None
    automatic: int | None
    video: str | None
    count: int

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.count}"


class IterationStopped(IterationEvent):
    """Work on an iteration that a person asked for ended early; it can be taken up again.

    What was finished of it stays: its program, and its render if there was one. `count` tells
    stops of one iteration apart.
    """

    kind: Literal["iteration_stopped"] = "iteration_stopped"
    reason: str
    remedy: str = ""
    count: int

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.scene_id}/{self.t}/{self.count}"


class LearnedFrom(IterationEvent):
    """A person had a record written from an iteration; it waits in the bank as pending.

    Attributes:
        base: the iteration it is compared with, for a record of a failure and its cure.
        polarity: `success` (M+) or `failure` (M-).
        record: its id in the bank that `bank` names; `duplicate` if it was there already.
    """

    kind: Literal["learned_from"] = "learned_from"
    base: int | None = None
    polarity: Literal["success", "failure"]
    record: int
    bank: str
    duplicate: bool = False

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.scene_id}/{self.t}/{self.polarity}/{self.bank}/{self.record}"


class Consolidated(RunEvent):
    """What the run wrote to the memory: ids of new records; `pending` wait for a person.

    `unwritten` names records that passed the gates and that no agent could put into words.
    `scene_id` is the scene that was made anew and taught this; empty for the run as a whole.
    """

    kind: Literal["consolidated"] = "consolidated"
    scene_id: str = ""
    added: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    duplicates: int = 0
    skipped: str = ""
    unwritten: tuple[str, ...] = ()


class RunFinished(RunEvent):
    """The run is complete. `video` is relative to the run folder, None if every scene failed."""

    kind: Literal["run_finished"] = "run_finished"
    video: str | None
    rounds: int
    repairs: int = 0
    seconds: float


class Rearranged(RunEvent):
    """A scene was made anew, or a person put the scenes in another order; the work on it is over.

    Attributes:
        number: of the arrangement that holds now; 1 is what the run delivered by itself.
        scene_id: the scene that was made anew; empty for another order.
        replaces: id of the scene that it was made for.
        scenes: ids of the scenes that make the animation now, in order. `scene_id` is not among
            them where none of its attempts rendered: then nothing has changed.
        video: the animation, relative to the run folder; earlier ones stay where they are. None
            where no scene of it rendered.
        rounds: reflection rounds of the new scene; those of the run stay what they were.
    """

    kind: Literal["rearranged"] = "rearranged"
    number: int
    scene_id: str = ""
    replaces: str = ""
    scenes: tuple[str, ...]
    video: str | None
    rounds: int = 0

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.scene_id}/{self.number}"


class RunStopped(RunEvent):
    """The run was cancelled or failed and can be resumed.

    `count` tells stops apart; `scene_id` is the scene that a finished run was making anew.
    """

    kind: Literal["run_stopped"] = "run_stopped"
    count: int
    reason: str
    scene_id: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.count}"


class RunPaused(RunEvent):
    """The run waits for a person and can be resumed; what was under way left no score, no record.

    Attributes:
        count: tells pauses apart.
        reason: `model`: nothing more can be asked (quota, login, budget, an endpoint that is gone);
            `approval`: the storyboard waits to be approved; `person`: someone paused the run.
        scene_id: the scene that a finished run was making anew, else empty.
    """

    kind: Literal["run_paused"] = "run_paused"
    count: int
    reason: Literal["model", "approval", "person"] = "model"
    message: str
    remedy: str = ""
    scene_id: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.count}"


Event = Annotated[
    RunStarted
    | RunResumed
    | Retrieved
    | StoryboardReady
    | StoryboardApproved
    | SceneStarted
    | CandidateWritten
    | Checked
    | Repaired
    | RenderStarted
    | Rendered
    | Inspected
    | ContentLost
    | Hinted
    | Reviewed
    | ReviewFailed
    | SceneDelivered
    | SceneSkipped
    | RenditionChosen
    | IterationStopped
    | LearnedFrom
    | Consolidated
    | RunFinished
    | Rearranged
    | RunStopped
    | RunPaused
    | ModelAsked
    | ModelAnswered
    | ReplyNoted,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
