"""Asking a model, and asking once more for a reply that does not fit."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pipeline.agents.model.data import block, shorten
from pipeline.agents.model.replies.faults import ASK_AGAIN, ReplyFault, ReplyFaultError, ReplyNote
from pipeline.agents.model.replies.fields import Reply
from pipeline.agents.model.replies.read import Fitted, Judge, read_reply
from pipeline.agents.protocols import TokenUse
from pipeline.models.port import Chat, ChatReply, ChatRequest, ModelError, PausedError

R = TypeVar("R", bound=Reply)
T = TypeVar("T")
REPLY_SHOWN = 6000
"""Characters of a bad reply that the model is shown again."""

Log = Callable[[ReplyNote], None]
_log = logging.getLogger(__name__)


def log_note(note: ReplyNote) -> None:
    """The default: a line in the program's log."""
    scene = f" for {note.scene}" if note.scene else ""
    again = " Asking once more." if note.again else ""
    _log.warning("%s%s: %s%s", note.agent, scene, note.message, again)


@dataclass(frozen=True)
class Line:
    """A model and where to say what was odd about its replies."""

    chat: Chat
    log: Log = log_note


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A usable reply: notes on safe corrections, tokens of all calls it took."""

    value: T
    notes: tuple[str, ...]
    tokens: TokenUse


def ask(
    line: Line,
    request: ChatRequest,
    schema: type[R],
    sources: Iterable[str] = (),
    judge: Judge[R] | None = None,
) -> Answer[R]:
    """A typed reply.

    Raises:
        ReplyFaultError: none that fits, also after one repair request where that may help.
        PausedError, CancelledError: from the endpoint, at once.
    """
    shown = (*sources, request.system)

    def read(reply: ChatReply) -> Fitted[R] | ReplyFault:
        return read_reply(reply, schema, shown, judge)

    answer = converse(line, request, read, schema)
    for note in answer.value.notes:
        line.log(note_about(request, "note", note))
    return Answer(answer.value.value, answer.value.notes, answer.tokens)


def converse(
    line: Line,
    request: ChatRequest,
    read: Callable[[ChatReply], T | ReplyFault],
    schema: type[Reply] | None = None,
    again: frozenset[str] = frozenset(ASK_AGAIN),
) -> Answer[T]:
    """Ask; if `read` finds a fault of a kind in `again`, ask once more and say what was wrong.

    Raises `ReplyFaultError` as `ask` does.
    """
    reply = _complete(line, request, schema, TokenUse())
    tokens, outcome = reply.tokens, read(reply)
    if isinstance(outcome, ReplyFault) and outcome.kind in again:
        line.log(note_about(request, outcome.kind, outcome.message, again=True))
        reply = _complete(line, repair_request(request, reply, outcome), schema, tokens)
        tokens, outcome = _sum(tokens, reply.tokens), read(reply)
    if isinstance(outcome, ReplyFault):
        line.log(note_about(request, outcome.kind, outcome.message))
        raise ReplyFaultError(outcome, tokens)
    return Answer(outcome, (), tokens)


def repair_request(request: ChatRequest, reply: ChatReply, fault: ReplyFault) -> ChatRequest:
    """The same request with what was wrong at its end, so that a cached beginning still serves."""
    faults = "\n".join(f"- {field}" for field in fault.fields) or f"- {fault.message}"
    said = ""
    if reply.text.strip():
        said = block("your last reply", shorten(reply.text, REPLY_SHOWN)) + "\n"
    prompt = (
        f"{request.prompt}\n# Your last reply could not be used\n{said}"
        f"{block('what was wrong with it', faults)}\n"
        "Answer the request above again, complete and in the form that is asked for.\n"
    )
    return request.model_copy(update={"prompt": prompt})


def _complete(
    line: Line, request: ChatRequest, schema: type[Reply] | None, spent: TokenUse
) -> ChatReply:
    try:
        return line.chat.complete(request, schema)
    except PausedError:
        raise
    except ModelError as error:
        line.log(note_about(request, "missing", error.message))
        remedy = f" {error.remedy}" if error.remedy else ""
        fault = ReplyFault(kind="missing", message=f"{error.message}{remedy}")
        raise ReplyFaultError(fault, spent) from error


def _sum(one: TokenUse, other: TokenUse) -> TokenUse:
    return TokenUse(input=one.input + other.input, output=one.output + other.output)


def note_about(request: ChatRequest, kind: str, message: str, again: bool = False) -> ReplyNote:
    """A note on the reply to a request; `kind` is one of `ReplyNote`'s."""
    return ReplyNote.model_validate(
        {
            "agent": request.agent,
            "scene": request.scene,
            "kind": kind,
            "message": message,
            "again": again,
        }
    )
