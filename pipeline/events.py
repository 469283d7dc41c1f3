"""What happens during a run, as small typed events: one union, one line each in events.jsonl.

Every event names its run step by `key`, so that a resumed run, which walks through its finished
steps again, adds no event twice.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pipeline.event_base import RunEvent
from pipeline.model_events import ModelAnswered, ModelAsked, ReplyNoted
from pipeline.person_events import (
    IterationStopped,
    LearnedFrom,
    Rearranged,
    RenditionChosen,
    StoryboardApproved,
)
from pipeline.scene_events import (
    CandidateWritten,
    Checked,
    ContentLost,
    Hinted,
    Inspected,
    Rendered,
    RenderStarted,
    Repaired,
    Reviewed,
    ReviewFailed,
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
)

__all__ = [
    "EVENT",
    "CandidateWritten",
    "Checked",
    "Consolidated",
    "ContentLost",
    "Event",
    "Hinted",
    "Inspected",
    "IterationStopped",
    "LearnedFrom",
    "ModelAnswered",
    "ModelAsked",
    "Rearranged",
    "RenderStarted",
    "Rendered",
    "RenditionChosen",
    "Repaired",
    "ReplyNoted",
    "Retrieved",
    "ReviewFailed",
    "Reviewed",
    "RunFinished",
    "RunPaused",
    "RunResumed",
    "RunStarted",
    "RunStopped",
    "SceneDelivered",
    "SceneSkipped",
    "SceneStarted",
    "StoryboardApproved",
    "StoryboardReady",
]


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
