"""Counts what every call of a model costs, and stops a run before its budget is passed."""

import threading
import time
from dataclasses import dataclass
from math import ceil

from pydantic import BaseModel

from pipeline.agents.protocols import TokenUse
from pipeline.model_events import ModelAnswered, ModelAsked, Outcome
from pipeline.models.cost import CostTable, Price, cost_table
from pipeline.models.port import Chat, ChatReply, ChatRequest, ModelError, PausedError, Role
from pipeline.models.replies import ReplyStore, request_hash
from pipeline.render_port import CancelToken
from pipeline.run.folder import EVENTS
from pipeline.run.journal import Journal, load_events
from pipeline.run.step import Step, current_step

BYTES_A_TOKEN = 2.5
"""English prose has about 4 bytes a token, code about 3 and TeX less; to reserve too much is the
safe side. What the endpoint reports corrects the estimate within a run."""
TOKENS_A_PICTURE = 1500
"""About what the usual vision models take for a still of 1,000 pixels."""
TOKENS_A_CALL = 50
"""What the chat templates of endpoints add to the text."""
WAIT_SECONDS = 0.1


@dataclass(frozen=True)
class Budget:
    """The most a run may cost, in tokens and in the currency of the prices; None is no limit."""

    tokens: int | None = None
    money: float | None = None


@dataclass(frozen=True)
class _Reserve:
    """What a call may cost at most."""

    tokens: TokenUse
    money: float

    @property
    def count(self) -> int:
        return self.tokens.input + self.tokens.output


def estimated_input(request: ChatRequest, schema: type[BaseModel] | None = None) -> int:
    """Tokens that a request has at about most, from its length alone."""
    shape = str(schema.model_json_schema()) if schema is not None else ""
    size = sum(len(text.encode("utf-8", "replace")) for text in (request.system, shape))
    size += len(request.prompt.encode("utf-8", "replace"))
    size += sum(len(picture.caption.encode("utf-8", "replace")) for picture in request.pictures)
    pictures = TOKENS_A_PICTURE * len(request.pictures)
    return ceil(size / BYTES_A_TOKEN) + pictures + TOKENS_A_CALL


class Ledger:
    """A `Chat` around another one: every call is counted, logged and held to a budget.

    Thread-safe. It must be given a journal by `open` before the first call; the events in it are
    what it counts from, so a resumed run goes on counting. A reply that the run already has is
    handed out again and costs nothing.

    Args:
        chat: what answers.
        prices: by role; a role that is not in it has no price.
        budget: both limits count all calls of the run, also those of earlier processes.
        cancel: watched while a call waits for others to settle.
    """

    def __init__(
        self,
        chat: Chat,
        cancel: CancelToken,
        prices: dict[Role, Price] | None = None,
        budget: Budget = Budget(),
    ) -> None:
        self._chat = chat
        self._cancel = cancel
        self._prices = prices or {}
        self._budget = budget
        self._changed = threading.Condition()
        self._journal: Journal | None = None
        self._replies: ReplyStore | None = None
        self._answered: list[ModelAnswered] = []
        self._calls: dict[str, int] = {}
        self._reserved: list[_Reserve] = []
        self._factor: dict[Role, float] = {}

    def open(self, journal: Journal) -> None:
        """Begin or go on with the count of a run."""
        self._journal = journal
        self._replies = ReplyStore(journal)
        asked: dict[str, ModelAsked] = {}
        for event in load_events(journal.folder.file(EVENTS)):
            if isinstance(event, ModelAsked):
                asked[event.step] = event
                place = event.step.rpartition("/")[0]
                self._calls[place] = max(self._calls.get(place, 0), event.call)
            elif isinstance(event, ModelAnswered):
                asked.pop(event.step, None)
                self._answered.append(event)
        for event in asked.values():
            self._note_unanswered(event)

    def _note_unanswered(self, asked: ModelAsked) -> None:
        """The studio was killed before it had written down what a call cost."""
        assert self._replies is not None
        reply = self._replies.find(asked)
        if reply is not None:
            self._note(asked, "reply", reply.tokens, reply.estimated, 0.0, reply.finish)
        else:
            # The endpoint has read the request at least.
            self._note(asked, "lost", TokenUse(input=asked.input), estimated=True, seconds=0.0)

    def table(self) -> CostTable:
        """What the run has cost so far."""
        with self._changed:
            return cost_table(self._answered)

    def identity(self, role: Role) -> str:
        """See `Chat.identity`."""
        return self._chat.identity(role)

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        """See `Chat.complete`; also raises `PausedError` where the call could pass the budget."""
        assert self._replies is not None, "the ledger is not open"
        here = current_step()
        step = Step(here.scene_id or request.scene, here.t)
        digest = request_hash(request, schema)
        model = self._chat.identity(request.role)
        with self._changed:
            kept = self._replies.take(step, request.agent, digest, model)
        if kept is not None:
            return kept
        reserve = self._reserve(request, schema)
        try:
            asked = self._ask(request, step, digest, model, reserve)
            return self._settle(asked, request, schema)
        finally:
            with self._changed:
                self._reserved.remove(reserve)
                self._changed.notify_all()

    def _ask(
        self, request: ChatRequest, step: Step, digest: str, model: str, reserve: _Reserve
    ) -> ModelAsked:
        place = ModelAsked(
            agent=request.agent,
            scene_id=step.scene_id,
            t=step.t,
            request=digest,
            call=0,
            role=request.role,
            model=model,
            input=reserve.tokens.input,
            limit=request.max_tokens,
            pictures=len(request.pictures),
        )
        with self._changed:
            key = place.step.rpartition("/")[0]
            self._calls[key] = self._calls.get(key, 0) + 1
            asked = place.model_copy(update={"call": self._calls[key]})
        assert self._journal is not None
        self._journal.emit(asked)
        return asked

    def _settle(
        self, asked: ModelAsked, request: ChatRequest, schema: type[BaseModel] | None
    ) -> ChatReply:
        """Have the request answered and write down what it cost, whatever comes of it."""
        began = time.monotonic()
        outcome: Outcome = "cancelled"
        tokens, estimated, finish = TokenUse(input=asked.input), True, ""
        try:
            reply = self._chat.complete(request, schema)
            outcome, tokens, estimated = "reply", reply.tokens, reply.estimated
            finish = reply.finish
        except ModelError as error:
            outcome = "paused" if isinstance(error, PausedError) else "failed"
            tokens, estimated = error.tokens, error.estimated
            raise
        finally:
            seconds = time.monotonic() - began
            try:
                if outcome == "reply":
                    self._keep(asked, reply)
            finally:
                self._note(asked, outcome, tokens, estimated, seconds, finish)
        return reply

    def _keep(self, asked: ModelAsked, reply: ChatReply) -> None:
        assert self._replies is not None
        step = Step(asked.scene_id, asked.t)
        with self._changed:
            self._replies.keep(step, asked.agent, asked.request, asked.call, asked.model, reply)

    def _note(
        self,
        asked: ModelAsked,
        outcome: Outcome,
        tokens: TokenUse,
        estimated: bool,
        seconds: float,
        finish: str = "",
    ) -> None:
        price = self._prices.get(asked.role)
        event = ModelAnswered(
            agent=asked.agent,
            scene_id=asked.scene_id,
            t=asked.t,
            request=asked.request,
            call=asked.call,
            role=asked.role,
            model=asked.model,
            outcome=outcome,
            input=tokens.input,
            output=tokens.output,
            estimated=estimated,
            money=None if price is None else price.of(tokens),
            seconds=seconds,
            finish=finish,
        )
        assert self._journal is not None
        self._journal.emit(event)
        with self._changed:
            self._answered.append(event)
            if not estimated and tokens.input > asked.input:
                # This endpoint counts more than we do: reserve more from now on.
                grown = self._factor.get(asked.role, 1.0) * tokens.input / asked.input
                self._factor[asked.role] = max(self._factor.get(asked.role, 1.0), grown)

    def _reserve(self, request: ChatRequest, schema: type[BaseModel] | None) -> _Reserve:
        """Set aside what a call may cost; waits while calls under way may turn out cheaper."""
        with self._changed:
            while True:
                self._cancel.check()
                factor = self._factor.get(request.role, 1.0)
                tokens = TokenUse(
                    input=ceil(factor * estimated_input(request, schema)),
                    output=request.max_tokens,
                )
                price = self._prices.get(request.role)
                reserve = _Reserve(tokens, price.of(tokens) if price else 0.0)
                if self._fits(reserve):
                    self._reserved.append(reserve)
                    return reserve
                if not self._reserved:
                    raise self._too_much(request.agent, reserve)
                self._changed.wait(WAIT_SECONDS)

    def _fits(self, reserve: _Reserve) -> bool:
        tokens, money = self._spent()
        tokens += sum(other.count for other in self._reserved) + reserve.count
        money += sum(other.money for other in self._reserved) + reserve.money
        limit = self._budget
        return (limit.tokens is None or tokens <= limit.tokens) and (
            limit.money is None or money <= limit.money
        )

    def _spent(self) -> tuple[int, float]:
        tokens = sum(call.input + call.output for call in self._answered)
        return tokens, sum(call.money or 0.0 for call in self._answered)

    def _too_much(self, agent: str, reserve: _Reserve) -> PausedError:
        tokens, money = self._spent()
        limit = self._budget
        if limit.tokens is not None and tokens + reserve.count > limit.tokens:
            return PausedError(
                f"The budget of {limit.tokens:,} tokens would be passed: {tokens:,} are spent, "
                f"and the next call of the {agent} may take up to {reserve.count:,}.",
                "Resume with a larger --budget-tokens.",
            )
        return PausedError(
            f"The budget of {limit.money:g} would be passed: {money:.4f} is spent, "
            f"and the next call of the {agent} may cost up to {reserve.money:.4f}.",
            "Resume with a larger --budget-money.",
        )
