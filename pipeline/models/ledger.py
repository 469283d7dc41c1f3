"""Counts what every call of a model costs, and stops a run before its budget is passed."""

import threading
import time
from dataclasses import dataclass
from math import ceil

from pydantic import BaseModel

from pipeline.agents.protocols import TokenUse
from pipeline.model_events import ModelAnswered, ModelAsked, Outcome, ReplyNoted
from pipeline.models.budget import Budget, Reserve, estimated_input
from pipeline.models.cost import CostTable, cost_table
from pipeline.models.port import Chat, ChatReply, ChatRequest, ModelError, PausedError, Role
from pipeline.models.profile import Price
from pipeline.models.replies import ReplyStore, request_hash
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import EVENTS
from pipeline.run.journal import Journal, load_events
from pipeline.run.step import Step, current_step

WAIT_SECONDS = 0.1
NOTHING = TokenUse()


@dataclass(frozen=True)
class _Paid:
    """What became of a call; see `ModelAnswered`."""

    outcome: Outcome
    tokens: TokenUse = NOTHING
    estimated: bool = False
    attempts: int = 1
    lost: TokenUse = NOTHING
    finish: str = ""


def _sum(one: TokenUse, other: TokenUse) -> TokenUse:
    return TokenUse(input=one.input + other.input, output=one.output + other.output)


def _paid_for(reply: ChatReply) -> _Paid:
    return _Paid("reply", reply.tokens, reply.estimated, reply.attempts, reply.lost, reply.finish)


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
        budget: Budget | None = None,
    ) -> None:
        self._chat = chat
        self._cancel = cancel
        self._prices = prices or {}
        self._budget = budget or Budget()
        self._changed = threading.Condition()
        self._journal: Journal | None = None
        self._replies: ReplyStore | None = None
        self._answered: list[ModelAnswered] = []
        self._calls: dict[str, int] = {}
        self._reserved: list[Reserve] = []
        self._factor: dict[Role, float] = {}
        self._mine = threading.local()

    def open(self, journal: Journal) -> None:
        """Begin or go on with the count of a run."""
        self._journal = journal
        self._replies = ReplyStore(journal)
        self._answered.clear()
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
            self._note(asked, _paid_for(reply), 0.0)
        else:
            # The endpoint has read the request at least.
            self._note(asked, _Paid("lost", TokenUse(input=asked.input), estimated=True), 0.0)

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
        self._mine.reserve = self._reserve(request, schema)
        self._mine.role, self._mine.agent = request.role, request.agent
        self._mine.lost = TokenUse()
        try:
            asked = self._ask(request, schema, step, digest, model)
            return self._settle(asked, request, schema)
        finally:
            with self._changed:
                self._reserved.remove(self._mine.reserve)
                self._mine.reserve = None
                self._changed.notify_all()

    def attempt_lost(self, tokens: TokenUse, last: bool = False) -> None:
        """An attempt of the call in this thread broke off and may be billed.

        Args:
            last: no other attempt follows.

        Raises:
            PausedError: the budget has no room for another attempt beside what was lost.
        """
        reserve: Reserve | None = getattr(self._mine, "reserve", None)
        if reserve is None or tokens == TokenUse():
            return
        price = self._prices.get(self._mine.role)
        self._mine.lost = total = _sum(self._mine.lost, tokens)
        grown = Reserve(
            _sum(reserve.tokens, tokens),
            reserve.money + (price.of(tokens.input, tokens.output) if price else 0.0),
        )
        with self._changed:
            self._reserved.remove(reserve)
            refusal = self._refusal(self._mine.agent, grown)
            self._reserved.append(grown)
            self._mine.reserve = grown
        if refusal is not None and not last:
            refusal.lost = total
            raise refusal

    def _ask(
        self,
        request: ChatRequest,
        schema: type[BaseModel] | None,
        step: Step,
        digest: str,
        model: str,
    ) -> ModelAsked:
        place = ModelAsked(
            agent=request.agent,
            scene_id=step.scene_id,
            t=step.t,
            request=digest,
            call=0,
            role=request.role,
            model=model,
            input=estimated_input(request, schema),
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
        paid = _Paid("cancelled", TokenUse(input=asked.input), estimated=True)
        try:
            reply = self._chat.complete(request, schema)
            paid = _paid_for(reply)
            self._keep(asked, reply)
        except ModelError as error:
            outcome: Outcome = "paused" if isinstance(error, PausedError) else "failed"
            paid = _Paid(outcome, lost=error.lost)
            raise
        except CancelledError:
            if self._mine.lost != NOTHING:  # what was under way is counted in it
                paid = _Paid("cancelled", estimated=True, lost=self._mine.lost)
            raise
        finally:
            self._note(asked, paid, time.monotonic() - began)
        return reply

    def _keep(self, asked: ModelAsked, reply: ChatReply) -> None:
        assert self._replies is not None
        step = Step(asked.scene_id, asked.t)
        with self._changed:
            self._replies.keep(step, asked.agent, asked.request, asked.call, asked.model, reply)

    def _note(self, asked: ModelAsked, paid: _Paid, seconds: float) -> None:
        price = self._prices.get(asked.role)
        tokens, lost = paid.tokens, paid.lost
        money = None
        if price is not None:
            money = price.of(tokens.input + lost.input, tokens.output + lost.output)
        event = ModelAnswered(
            agent=asked.agent,
            scene_id=asked.scene_id,
            t=asked.t,
            request=asked.request,
            call=asked.call,
            role=asked.role,
            model=asked.model,
            outcome=paid.outcome,
            input=tokens.input,
            output=tokens.output,
            estimated=paid.estimated,
            attempts=paid.attempts,
            lost=lost.input + lost.output,
            money=money,
            seconds=seconds,
            finish=paid.finish,
        )
        assert self._journal is not None
        self._journal.emit(event)
        with self._changed:
            self._answered.append(event)
            if not paid.estimated and tokens.input > asked.input:
                # This endpoint counts more than we do: reserve more from now on.
                ratio = tokens.input / asked.input
                self._factor[asked.role] = max(self._factor.get(asked.role, 1.0), ratio)

    def comment(self, agent: str, fault: str, message: str, again: bool) -> None:
        """Put a remark about a reply into the run's log, at the step of the calling thread."""
        assert self._journal is not None
        step = current_step()
        with self._changed:
            place = f"note/{step.scene_id}/{step.t}/{agent}"
            count = self._calls[place] = self._calls.get(place, 0) + 1
        self._journal.emit(
            ReplyNoted(
                agent=agent,
                scene_id=step.scene_id,
                t=step.t,
                fault=fault,
                message=message,
                again=again,
                count=count,
            )
        )

    def _reserve(self, request: ChatRequest, schema: type[BaseModel] | None) -> Reserve:
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
                money = price.of(tokens.input, tokens.output) if price else 0.0
                reserve = Reserve(tokens, money)
                refusal = self._refusal(request.agent, reserve)
                if refusal is None:
                    self._reserved.append(reserve)
                    return reserve
                if not self._reserved:
                    raise refusal
                self._changed.wait(WAIT_SECONDS)

    def _refusal(self, agent: str, reserve: Reserve) -> PausedError | None:
        """Why a call cannot be made beside those that are under way, None if it can."""
        tokens = sum(call.input + call.output + call.lost for call in self._answered)
        money = sum(call.money or 0.0 for call in self._answered)
        return self._budget.refusal(agent, tokens, money, reserve, self._reserved)
