"""What a person does to a run: approve, choose, edit by hand, have learned, rearrange."""

from typing import Literal

from pipeline.event_base import IterationEvent, RunEvent, SceneEvent


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
