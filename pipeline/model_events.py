"""The events of one call of a model: what the cost of a run is counted from."""

from typing import Literal

from pipeline.event_base import RunEvent

Outcome = Literal["reply", "failed", "paused", "cancelled", "lost"]


class ModelEvent(RunEvent):
    """One call of a model. Never holds a word of what was asked or answered.

    Attributes:
        scene_id, t: what it was for; empty and None for the task as a whole.
        request: the first digits of a hash of everything that was asked.
        call: counts equal requests of one agent for one iteration from 1, over all resumptions.
        role: which model of the profile was asked; `model` names it.
    """

    agent: str
    scene_id: str = ""
    t: int | None = None
    request: str
    call: int
    role: Literal["text", "vision"]
    model: str = ""

    @property
    def step(self) -> str:
        """What tells calls apart; the same for the question and its answer."""
        place = "-" if self.t is None else str(self.t)
        return f"{self.scene_id or '-'}/{place}/{self.agent}/{self.request}/{self.call}"


class ModelAsked(ModelEvent):
    """A request goes out. `input` is an estimate; the reply has at most `limit` tokens."""

    kind: Literal["model_asked"] = "model_asked"
    input: int
    limit: int
    pictures: int = 0

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.step}"


class ModelAnswered(ModelEvent):
    """What became of a call, and what it cost.

    Attributes:
        outcome: `reply`; `failed` or `paused` for an error; `cancelled`; `lost` where the studio
            was killed before the answer came.
        input, output: tokens as reported, or estimated where `estimated` is set.
        attempts: requests it took, failed ones included.
        lost: tokens of attempts that broke off, which the endpoint may bill and never reports;
            always an estimate.
        money: of all these tokens, in the currency of the profile's prices; None without a price.
        seconds: from the question to the end of the answer.
        finish: why the reply ended, as the endpoint says.
    """

    kind: Literal["model_answered"] = "model_answered"
    outcome: Outcome
    input: int
    output: int
    estimated: bool = False
    attempts: int = 1
    lost: int = 0
    money: float | None = None
    seconds: float
    finish: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.step}"


class ReplyNoted(RunEvent):
    """Something about a reply that a person should be able to see: a fault, or a correction.

    Attributes:
        fault: one word per kind; `note` for a reply that was used after a safe correction.
        again: the agent asks once more.
        count: tells notes on one iteration apart.
    """

    kind: Literal["reply_noted"] = "reply_noted"
    agent: str
    scene_id: str = ""
    t: int | None = None
    fault: str
    message: str
    again: bool = False
    count: int

    @property
    def key(self) -> str:
        place = "-" if self.t is None else str(self.t)
        return f"{self.kind}/{self.scene_id or '-'}/{place}/{self.agent}/{self.count}"
