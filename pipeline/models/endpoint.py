"""The model cast's way to its models: requests out, replies or named faults back."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from pipeline.agents.protocols import TokenUse
from pipeline.models.estimate import picture_tokens, text_tokens
from pipeline.models.faults import Fault, shown
from pipeline.models.line import Gate, Line, StoppedError
from pipeline.models.pictures import data_url
from pipeline.models.port import ChatReply, ChatRequest, ModelError, PausedError, Role
from pipeline.models.profile import JsonMode, Profile
from pipeline.models.reading import Heard, clean
from pipeline.models.retry import RetryPolicy, with_retries
from pipeline.models.secrets import Key, redact, redact_whole
from pipeline.render_port import CancelledError, CancelToken


@dataclass(frozen=True)
class AttemptReport:
    """One request, told when it has ended, for a log and for the cost.

    Attributes:
        outcome: `ok`, `cancelled`, or the kind of the fault.
        tokens: what the endpoint reported, or an estimate where `estimated` is set; nothing if
            the endpoint refused before it began.
        seconds: from sending to the end.
    """

    agent: str
    scene: str
    role: Role
    model: str
    number: int
    outcome: str
    tokens: TokenUse
    estimated: bool
    seconds: float


Report = Callable[[AttemptReport], None]
MOST_LESSONS = 12
"""Ways in which one request is asked again because the endpoint refused something in it."""


class ModelChat:
    """A profile's models behind the `Chat` protocol. Calls may come from any thread.

    Args:
        keys: the key of each role; None for an endpoint that needs none.
        cancel: watched during every wait and while a reply comes.
        policy: waits between attempts; the profile's own if None.
        report: told of every request, failed ones included, from the thread that asked; what it
            raises ends the call, so that a budget can stop further attempts.
        draw: for the jitter of waits.
    """

    def __init__(
        self,
        profile: Profile,
        keys: Mapping[Role, Key | None],
        cancel: CancelToken,
        policy: RetryPolicy | None = None,
        report: Report = lambda attempt: None,
        draw: random.Random | None = None,
    ) -> None:
        self.profile = profile
        self._keys = [key for key in keys.values() if key is not None]
        self._cancel = cancel
        self._report = report
        self._draw = draw or random.Random()
        limits = profile.limits
        self._policy = policy or RetryPolicy(attempts=limits.attempts, asked=limits.retry_after)
        gates: dict[str, Gate] = {}
        self._lines: dict[Role, Line] = {}
        for role in ("text", "vision"):
            choice = profile.choice(role)
            if choice is not None:
                gate = gates.setdefault(choice.base_url, Gate(limits.parallel))
                self._lines[role] = Line(choice, profile, keys.get(role), gate)

    def identity(self, role: Role) -> str:
        """`name@host`."""
        choice = self._line(role).choice
        return f"{choice.model}@{choice.host}"

    def json_mode(self, role: Role) -> JsonMode:
        """The strongest JSON mode that the model has not refused so far."""
        return self._line(role).dialect.json_mode

    def notes(self, role: Role) -> tuple[str, ...]:
        """What was learnt about the endpoint in this session, for people."""
        return tuple(self._line(role).dialect.notes)

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        """See `Chat.complete`."""
        line = self._line(request.role)
        if request.pictures and request.role != "vision":
            raise ValueError("only a vision model gets pictures")
        messages, prompt_tokens = self._messages(request)
        lost = [TokenUse()]

        def attempt(number: int) -> ChatReply:
            return self._attempt(line, request, schema, messages, prompt_tokens, number, lost)

        def failed(fault: Fault, number: int) -> ModelError:
            return self._clean(fault).error(lost[0], number)

        return with_retries(attempt, self._policy, self._cancel, failed, self._draw, line.gate.hold)

    def models(self, role: Role = "text") -> list[dict[str, Any]]:
        """What the endpoint says about its models; each has at least an `id`.

        Raises `ModelError`; asked once, without retries.
        """
        line = self._line(role)
        try:
            return [model | {"id": self._name(model)} for model in line.models(self._cancel)]
        except Fault as fault:
            raise self._clean(fault).error(TokenUse()) from None

    def _attempt(
        self,
        line: Line,
        request: ChatRequest,
        schema: type[BaseModel] | None,
        messages: list[dict[str, Any]],
        prompt_tokens: int,
        number: int,
        lost: list[TokenUse],
    ) -> ChatReply:
        most = request.max_tokens
        lessons = 0
        while True:
            body, level = line.dialect.body(messages, most, schema)
            began = time.monotonic()
            try:
                with line.gate.place(self._cancel):
                    began = time.monotonic()
                    heard = line.ask(body, bool(request.pictures), self._cancel)
                break
            except StoppedError as stopped:
                used = TokenUse(input=prompt_tokens, output=_guess(stopped.heard))
                self._tell(line, request, number, "cancelled", used, True, began)
                raise CancelledError from None
            except Fault as fault:
                used = TokenUse()
                if fault.began:
                    used = TokenUse(input=prompt_tokens, output=text_tokens(fault.said))
                lost[0] = _sum(lost[0], used)
                self._tell(line, request, number, fault.kind, used, used != TokenUse(), began)
                if fault.parameter == "content_filter":
                    return ChatReply(
                        text="", finish="content_filter", model=line.choice.model,
                        attempts=number, lost=lost[0],
                    )  # fmt: skip
                lessons += 1
                if lessons > MOST_LESSONS:
                    raise  # a server that refuses whatever it is offered
                if 0 < fault.room < most:
                    most = fault.room  # the prompt fits; less is asked for beside it
                elif not line.dialect.learn(fault, body, level):
                    raise
        words = redact_whole(heard.words, self._keys)
        used = heard.usage or TokenUse(input=prompt_tokens, output=_guess(heard))
        self._tell(line, request, number, "ok", used, heard.usage is None, began)
        return ChatReply(
            text=words,
            finish=redact(heard.finish, self._keys) or "stop",
            refusal=redact_whole(clean("".join(heard.refusal)), self._keys),
            tokens=used,
            estimated=heard.usage is None,
            model=redact(heard.model, self._keys)[:300] or line.choice.model,
            attempts=number,
            lost=lost[0],
        )

    def _messages(self, request: ChatRequest) -> tuple[list[dict[str, Any]], int]:
        """The messages, and about how many tokens they are."""
        system, prompt = clean(request.system), clean(request.prompt)
        tokens = text_tokens(system, prompt)
        content: str | list[dict[str, Any]] = prompt
        if request.pictures:
            content = [{"type": "text", "text": prompt}]
            for picture in request.pictures:
                if picture.caption.strip():
                    content.append({"type": "text", "text": clean(picture.caption)})
                sent = data_url(picture.path, self.profile.limits.picture_edge)
                tokens += picture_tokens(sent.width, sent.height)
                content.append({"type": "image_url", "image_url": {"url": sent.url}})
        messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if system.strip():
            messages.insert(0, {"role": "system", "content": system})
        return messages, tokens

    def _tell(
        self,
        line: Line,
        request: ChatRequest,
        number: int,
        outcome: str,
        tokens: TokenUse,
        estimated: bool,
        began: float,
    ) -> None:
        self._report(
            AttemptReport(
                agent=request.agent,
                scene=request.scene,
                role=request.role,
                model=line.choice.model,
                number=number,
                outcome=outcome,
                tokens=tokens,
                estimated=estimated,
                seconds=time.monotonic() - began,
            )
        )

    def _name(self, model: Mapping[str, Any]) -> str:
        """The id of a listed model, fit to be shown; a strange one no longer names a model."""
        return redact(shown(str(model["id"])), self._keys)[:300]

    def _clean(self, fault: Fault) -> Fault:
        return fault.but(
            message=redact(fault.message, self._keys), remedy=redact(fault.remedy, self._keys)
        )

    def _line(self, role: Role) -> Line:
        line = self._lines.get(role)
        if line is None:
            raise PausedError(
                f"Profile {self.profile.name} names no vision model, so nobody sees the pictures.",
                "Add one with ./run profile add, or run with the measured review.",
                kind="no_vision_model",
            )
        return line


def _guess(heard: Heard) -> int:
    """About how many tokens came, hidden ones included."""
    return text_tokens(heard.words) + heard.hidden // 4


def _sum(first: TokenUse, second: TokenUse) -> TokenUse:
    return TokenUse(input=first.input + second.input, output=first.output + second.output)
