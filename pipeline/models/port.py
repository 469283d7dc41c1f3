"""What an agent asks of a model and what it gets: independent of any client library."""

from pathlib import Path
from typing import Literal, Protocol

from pydantic import BaseModel, Field

from pipeline.agents.protocols import TokenUse
from pipeline.schema.base import Value

Role = Literal["text", "vision"]
"""Which model of a profile answers."""


class Picture(Value):
    """A still that goes to the model as a PNG data URL, no larger than the profile says."""

    path: Path
    caption: str = ""


class ChatRequest(Value):
    """One call. The stable text stands in `system` and first in `prompt`, the changing text last,
    so that an endpoint can reuse the prefix.

    Attributes:
        agent: who asks, for the cost table and the log.
        scene: id of the scene it is for, empty for the task as a whole.
        role: which model of the profile is to answer.
        system: rules that never change within a prompt version.
        prompt: the user's turn.
        pictures: stills in order; only a vision model gets any.
        max_tokens: limit of the reply, in tokens.
    """

    agent: str
    scene: str = ""
    role: Role = "text"
    system: str
    prompt: str
    pictures: tuple[Picture, ...] = ()
    max_tokens: int = Field(gt=0)


class ChatReply(Value):
    """The text of a reply as it came, whole or cut off.

    Attributes:
        text: may be empty; without the hidden reasoning that some models send apart.
        finish: why it ended, as the endpoint says: `stop`, `length`, `content_filter`, ...
        refusal: the model's words if it declined, else empty.
        tokens: as reported, or estimated where `estimated` is set.
        attempts: requests it took, failed ones included.
        lost: estimated tokens of attempts that broke off after the endpoint had begun to answer:
            it may bill them, and reports none.
    """

    text: str
    finish: str = "stop"
    refusal: str = ""
    tokens: TokenUse = TokenUse()
    estimated: bool = False
    model: str = ""
    attempts: int = Field(default=1, ge=1)
    lost: TokenUse = TokenUse()


class ModelError(Exception):
    """A call that gave no reply. `message` says what happened and never holds a key.

    `kind` names the fault in one word for code and tests; `lost` is as in `ChatReply`.
    """

    def __init__(
        self, message: str, remedy: str = "", kind: str = "model", lost: TokenUse | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.kind = kind
        self.lost = lost or TokenUse()


class PausedError(ModelError):
    """The run has to stop and can be resumed: quota, login, budget, or an endpoint that is gone."""


class Chat(Protocol):
    """Something that answers requests: an endpoint, or a stand-in in tests."""

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        """The reply to a request.

        Args:
            schema: shape that the reply is to have; given to the endpoint as a strict JSON schema
                or as JSON mode where the profile says that it has them, else only in words by the
                caller.

        Raises:
            PausedError: the run must stop for a person.
            ModelError: no reply, after all retries.
            CancelledError: the run was cancelled; raised at once, also during a wait.
        """

    def identity(self, role: Role) -> str:
        """The model that answers for a role, as `name@host`, for manifests and records."""
