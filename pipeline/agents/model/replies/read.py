"""From the reply of an endpoint to a typed value, or to a named fault."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import ValidationError

from pipeline.agents.model.replies.faults import ReplyFault
from pipeline.agents.model.replies.fields import Reading, Reply
from pipeline.agents.model.replies.json_text import Found, find_objects
from pipeline.models.port import ChatReply

R = TypeVar("R", bound=Reply)
MAX_FIELDS = 12
_DECLINES = re.compile(
    r"\A\W*+(?:i['\u2019]?m|i am|we['\u2019]re|we are)?\s*+(?:very |so |really )?"
    r"(?:sorry|afraid|unable to|not able to|i can['\u2019]?t|i cannot|i can not|i won['\u2019]?t"
    r"|i will not|i must decline|as an ai)\b",
    re.IGNORECASE,
)
_FILTERED = frozenset(("content_filter", "content-filter", "safety", "recitation"))
_CUT = frozenset(("length", "max_tokens"))


@dataclass(frozen=True)
class Fitted(Generic[R]):
    """A reply that fits its schema, and corrections that lost something."""

    value: R
    notes: tuple[str, ...] = ()


Judge = Callable[[R, Reading], R | ReplyFault]
"""A further look at a value that fits: a stricter reading of it, or a fault."""


def ending_fault(reply: ChatReply) -> ReplyFault | None:
    """What the endpoint itself says of a reply that has no usable text."""
    if reply.finish.lower() in _FILTERED:
        return ReplyFault(kind="filtered", message="The endpoint's content filter ended the reply.")
    if reply.refusal.strip():
        words = " ".join(reply.refusal.split())[:200]
        return ReplyFault(kind="refused", message=f"The model declined: {words}")
    if reply.text.strip("\ufeff\u200b \t\r\n"):
        return None
    if was_cut(reply):
        return ReplyFault(
            kind="truncated",
            message="The reply was truncated before any text: the model may have spent its limit "
            "of tokens on reasoning.",
        )
    return ReplyFault(kind="empty", message="The reply was empty.")


def was_cut(reply: ChatReply) -> bool:
    """Whether the reply ended at the limit of tokens."""
    return reply.finish.lower() in _CUT


def declines(text: str) -> bool:
    """Whether a text without an answer reads as a refusal in plain words."""
    return _DECLINES.match(text) is not None


def read_reply(
    reply: ChatReply,
    schema: type[R],
    sources: Iterable[str] = (),
    judge: Judge[R] | None = None,
) -> Fitted[R] | ReplyFault:
    """The one object of a reply that fits the schema.

    Args:
        sources: texts that the model was shown, its rules with their example among them; an
            object copied from one is no answer.
        judge: looks for contradictions in a value that fits.
    """
    fault = ending_fault(reply)
    if fault is not None:
        return fault
    search = find_objects(reply.text, schema.list_key)
    shown = [_squeezed(source) for source in sources]
    objects = [o for o in search.objects if not any(_squeezed(o.source) in s for s in shown)]
    if search.objects and not objects and not search.cut:
        return _REPEATED
    if not objects or search.cut:
        return _nothing(reply, search.cut, search.fault)
    outcomes = [_fit(found, schema, judge) for found in objects]
    fitted = [outcome for outcome in outcomes if isinstance(outcome, Fitted)]
    if not fitted:
        contradicting = [o for o in outcomes if o.kind == "contradiction"]  # type: ignore[union-attr]
        return (contradicting or outcomes)[-1]
    if any(other.value != fitted[-1].value for other in fitted):
        return ReplyFault(
            kind="contradiction",
            message="The reply gives several answers that differ.",
            fields=(f"give one JSON object, not {len(fitted)} different ones",),
        )
    return fitted[-1]


_REPEATED = ReplyFault(
    kind="unreadable",
    message="The reply only repeats what the model was shown.",
    fields=("answer with a JSON object of your own, about the material of this request",),
)


def _squeezed(text: str) -> str:
    """Without white space, so that an object set in other lines is the same."""
    return "".join(text.split())


def _nothing(reply: ChatReply, cut: bool, fault: str) -> ReplyFault:
    """Why a reply holds no object."""
    if was_cut(reply) or cut:
        return ReplyFault(
            kind="truncated",
            message="The reply was truncated in the middle.",
            fields=("answer more briefly, so that the JSON object is complete",),
        )
    if declines(reply.text):
        words = " ".join(reply.text.split())[:200]
        return ReplyFault(kind="refused", message=f"The model declined: {words}")
    why = f" ({fault[:120]})" if fault else ""
    return ReplyFault(
        kind="unreadable",
        message=f"The reply holds no JSON object{why}.",
        fields=(f"answer with one JSON object and nothing else{why}",),
    )


def _fit(found: Found, schema: type[R], judge: Judge[R] | None) -> Fitted[R] | ReplyFault:
    if found.conflicts:
        names = ", ".join(found.conflicts[:MAX_FIELDS])
        return ReplyFault(
            kind="contradiction",
            message=f"The reply gives two different values for {names}.",
            fields=tuple(f"{name}: given twice" for name in found.conflicts[:MAX_FIELDS]),
        )
    reading = Reading()
    try:
        value = schema.model_validate(found.value, context=reading)
    except ValidationError as error:
        fields = _fields(error)
        return ReplyFault(
            kind="misfit", message=f"The reply does not fit: {'; '.join(fields)}.", fields=fields
        )
    judged = value if judge is None else judge(value, reading)
    if isinstance(judged, ReplyFault):
        return judged
    return Fitted(judged, tuple(reading.notes))


def _fields(error: ValidationError) -> tuple[str, ...]:
    """Each bad field with what is wrong with it."""
    told = []
    for entry in error.errors(include_url=False, include_input=False)[:MAX_FIELDS]:
        where = ".".join(str(part) for part in entry["loc"]) or "the whole object"
        told.append(f"{where}: {entry['msg'].removeprefix('Value error, ')}")
    return tuple(told)
