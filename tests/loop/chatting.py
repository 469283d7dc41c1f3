"""A scripted cast whose agents ask a scripted model first, and that model."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import BaseModel

from pipeline.agents.protocols import (
    CodeReply,
    CodeRequest,
    DistilRequest,
    RationaleRequest,
    ReviewRequest,
    RevisionRequest,
    TokenUse,
)
from pipeline.loop.services import Memory, Services
from pipeline.models.budget import Budget
from pipeline.models.ledger import Ledger
from pipeline.models.port import Chat, ChatReply, ChatRequest, Role
from pipeline.models.profile import Price
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.memory import Lesson
from pipeline.schema.review import Hint, Review
from pipeline.schema.storyboard import Storyboard
from pipeline.schema.task import Task
from tests.loop import scripted
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, nothing_lost

LIMIT = 200
PRICE = Price(input=2.0, output=8.0)


@dataclass
class ScriptedChat:
    """Answers everything; `fault` may raise instead, given the request and its number from 1."""

    fault: Callable[[ChatRequest, int], None] = lambda request, number: None
    estimated: bool = False
    asked: list[ChatRequest] = field(default_factory=list)
    answered: list[ChatRequest] = field(default_factory=list)
    used: list[TokenUse] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        with self.lock:
            self.asked.append(request)
            number = len(self.asked)
        self.fault(request, number)
        tokens = TokenUse(input=len(request.prompt), output=10 + len(request.agent))
        with self.lock:
            self.answered.append(request)
            self.used.append(tokens)
        return ChatReply(text="well", tokens=tokens, estimated=self.estimated)

    def identity(self, role: Role) -> str:
        return f"{role}-model@test"


class ChattingCast(ScriptedCast):
    """Asks `chat` in each agent's name, then answers by its script."""

    def __init__(self, programs: dict[str, list[str]], chat: Chat) -> None:
        super().__init__(programs)
        self.chat = chat
        self.coder = _Coder(self)
        self.visual_reviewer = _Reviewer(self)
        self.rationale_writer = _Writer(self)

    def ask(self, agent: str, about: str, role: Role = "text") -> None:
        self.chat.complete(
            ChatRequest(agent=agent, role=role, system="Answer.", prompt=about, max_tokens=LIMIT)
        )

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        self.ask("Storyboarder", task.text)
        return super().storyboard(task, max_scenes)

    def hint(self, request: CodeRequest) -> Hint:
        self.ask("TextReviewer", f"{request.spec.name}: {request.attempts[-1].program}")
        return super().hint(request)

    def revise(self, request: RevisionRequest) -> CodeReply:
        self.ask("VisualReviser", f"{request.spec.name}: {request.program}")
        return super().revise(request)

    def distil(self, request: DistilRequest) -> Lesson:
        self.ask("LessonDistiller", f"{request.spec.name}: {request.before} -> {request.after}")
        return super().distil(request)


class _Coder(scripted.Coder):
    def write(self, request: CodeRequest) -> CodeReply:
        earlier = "".join(attempt.program for attempt in request.attempts)
        _ask(self.cast, "Coder", f"{request.spec.name} {request.instruction} {earlier}")
        return super().write(request)


class _Reviewer(scripted.Reviewer):
    def review(self, request: ReviewRequest) -> Review:
        _ask(self.cast, "VisualReviewer", f"{request.spec.name} {request.program}", "vision")
        return super().review(request)


class _Writer(scripted.RationaleWriter):
    def write(self, request: RationaleRequest) -> str:
        _ask(self.cast, "RationaleWriter", f"{request.spec.name} {request.program}")
        return super().write(request)


def _ask(cast: ScriptedCast, agent: str, about: str, role: Role = "text") -> None:
    assert isinstance(cast, ChattingCast)
    cast.ask(agent, about, role)


def model_services(
    folder: RunFolder,
    programs: dict[str, list[str]],
    chat: Chat,
    memory: Memory | None = None,
    budget: Budget | None = None,
    renderer: ScriptedRenderer | None = None,
) -> Services:
    """Services whose cast asks `chat` through a ledger; goes on where the folder's run ended."""
    cancel = CancelToken()
    prices: dict[Role, Price] = {"text": PRICE, "vision": PRICE}
    ledger = Ledger(chat, cancel, prices, budget)
    cast = ChattingCast(programs, ledger)
    for number, name in enumerate(programs, start=1):
        written = folder.root.glob(f"scenes/s{number}/*/candidate.json")
        cast.skip(name, len(list(written)))
    return Services(
        cast=cast,
        renderer=renderer or ScriptedRenderer(),
        cancel=cancel,
        lost_content=nothing_lost,
        memory=memory,
        ledger=ledger,
    )
