"""A model that follows a script: what each agent is answered, in order."""

import json
import threading
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from pipeline.agents.model import ReplyNote
from pipeline.agents.model.ask import Line
from pipeline.agents.model.limits import TokenLimits
from pipeline.agents.protocols import TokenUse
from pipeline.models.port import ChatReply, ChatRequest, Role
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

TASK = Task(
    text="The period of a pendulum is $T = 2\\pi\\sqrt{L/g}$. Four times the length doubles it.",
    title="Pendulum",
    role="method",
    domain="physics",
)
SPEC = SceneSpec(
    name="PendulumPeriod",
    claim="The period grows with the square root of the length.",
    evidence="$T = 2\\pi\\sqrt{L/g}$",
    takeaway="Four times the length doubles the period.",
    duration_hint=8,
)
LIMITS = TokenLimits()

Answer = str | ChatReply | Exception | dict[str, Any] | list[Any]


@dataclass
class ScriptedChat:
    """Hands out the answers of each agent in order; the last one is repeated.

    A dict or list is sent as JSON, an exception is raised.
    """

    answers: dict[str, list[Answer]]
    requests: list[ChatRequest] = field(default_factory=list)
    schemas: list[type[BaseModel] | None] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        with self.lock:
            earlier = sum(r.agent == request.agent for r in self.requests)
            self.requests.append(request)
            self.schemas.append(schema)
        script = self.answers[request.agent]
        answer = script[min(earlier, len(script) - 1)]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ChatReply):
            return answer
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return ChatReply(text=text, tokens=TokenUse(input=100, output=10))

    def identity(self, role: Role) -> str:
        return f"scripted-{role}@test"

    def asked(self, agent: str) -> list[ChatRequest]:
        """The requests of one agent."""
        return [request for request in self.requests if request.agent == agent]


class Notes(list[ReplyNote]):
    """A log that keeps what it is told."""

    def __call__(self, note: ReplyNote) -> None:
        self.append(note)

    @property
    def kinds(self) -> list[str]:
        """Kinds in order; `+` for those after which the agent asked again."""
        return [note.kind + "+" * note.again for note in self]


def line_to(**answers: list[Answer]) -> tuple[ScriptedChat, Notes, Line]:
    """A scripted chat, a log, and the line that joins them."""
    chat, notes = ScriptedChat(dict(answers)), Notes()
    return chat, notes, Line(chat, notes)
