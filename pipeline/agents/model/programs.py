"""Programs out of replies, for the Coder and the VisualReviser."""

import ast
import re
from collections.abc import Iterable
from typing import Literal

from pipeline.agents.model.ask import Line, converse, note_about
from pipeline.agents.model.replies.faults import FaultKind, ReplyFault, ReplyFaultError
from pipeline.agents.model.replies.read import declines, ending_fault, was_cut
from pipeline.agents.model.slots import applied_records
from pipeline.agents.protocols import CodeReply
from pipeline.checks.parsing import parse_program
from pipeline.checks.reply import extract_program
from pipeline.models.port import ChatReply, ChatRequest
from pipeline.schema.base import Value
from pipeline.schema.finding import Finding
from pipeline.schema.memory import MemorySlots

ASK_AGAIN: frozenset[str] = frozenset(("empty", "unreadable", "unchanged"))
"""Faults of form, and the same program again. A program that was cut off is the text loop's to
repair: its reviewer and its findings say what to leave out, and its budget bounds the cost."""

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})", re.MULTILINE)
_ADVICE: dict[FaultKind, str] = {
    "truncated": "Write a shorter program: fewer objects, no comments, loops for what repeats.",
    "filtered": "Word the texts of the scene more plainly.",
    "refused": "Only the program of the scene is asked for.",
    "empty": "Answer with the whole program in one fenced block.",
    "unreadable": "Answer with the whole program in one fenced block.",
    "unchanged": "Change what the error, the review and the findings name.",
}


class _Program(Value):
    """What a reply holds: a whole program, or the part of one before it was cut."""

    text: str
    ending: Literal["whole", "cut"] = "whole"


def write_program(
    line: Line,
    request: ChatRequest,
    scene: str,
    slots: MemorySlots | None,
    sources: Iterable[str],
    before: str = "",
) -> CodeReply:
    """Ask for a program. A reply without a whole one is no error but a failed attempt: its
    finding names what happened, and the text loop decides what to do.

    Args:
        sources: texts of others that the model was shown; code copied from them is no answer.
        before: the program that is to be changed; the same one again is no answer either. It
            would fail, or score, as it did.
    """
    shown = tuple(sources)

    def read(reply: ChatReply) -> _Program | ReplyFault:
        program = _read(reply, scene, shown)
        if isinstance(program, _Program) and same_program(program.text, before):
            return _UNCHANGED
        return program

    try:
        answer = converse(line, request, read, again=ASK_AGAIN)
    except ReplyFaultError as error:
        kept = before if error.fault.kind == "unchanged" else ""
        return CodeReply(program=kept, faults=(reply_finding(error.fault),), tokens=error.tokens)
    program = answer.value
    faults: tuple[Finding, ...] = ()
    if program.ending == "cut":
        line.log(note_about(request, _CUT.kind, _CUT.message))
        faults = (reply_finding(_CUT),)
    return CodeReply(
        program=program.text,
        applied=applied_records(program.text, slots),
        faults=faults,
        tokens=answer.tokens,
    )


_UNCHANGED = ReplyFault(
    kind="unchanged",
    message="The reply is the same program again.",
    fields=("it is the same program, line for line: change what was asked to be changed",),
)
_CUT = ReplyFault(kind="truncated", message="The reply was truncated in the middle of the program.")


def _read(reply: ChatReply, scene: str, sources: tuple[str, ...]) -> _Program | ReplyFault:
    fault = ending_fault(reply)
    if fault is not None:
        return fault
    extracted = extract_program(without_echoes(reply.text, sources), scene)
    if extracted.program:
        cut = extracted.truncated or (was_cut(reply) and _ends_open(reply.text))
        return _Program(text=extracted.program, ending="cut" if cut else "whole")
    if was_cut(reply):
        return ReplyFault(
            kind="truncated", message="The reply was truncated before its program began."
        )
    if declines(reply.text):
        words = " ".join(reply.text.split())[:200]
        return ReplyFault(kind="refused", message=f"The model declined: {words}")
    return ReplyFault(
        kind="unreadable",
        message="The reply holds no program.",
        fields=(
            f"answer with one fenced Python block that holds the whole program and defines "
            f"the class {scene}",
        ),
    )


def same_program(one: str, other: str) -> bool:
    """Whether two programs do the same, word for word; comments and line breaks do not count."""
    if not one.strip() or not other.strip():
        return False
    first, second = parse_program(one), parse_program(other)
    if isinstance(first, Finding) or isinstance(second, Finding):
        return one.split() == other.split()
    return ast.dump(first.tree) == ast.dump(second.tree)


def _ends_open(text: str) -> bool:
    """Whether the last fenced block has no end (or there is no block): what parses may still be
    the first half of a program."""
    fences = len(_FENCE.findall(text))
    return fences == 0 or fences % 2 == 1


def without_echoes(reply: str, sources: Iterable[str]) -> str:
    """A reply without the fenced blocks that stand in a text the model was shown."""
    plain = [_squeezed(source) for source in sources]
    kept: list[str] = []
    opened: list[str] = []  # lines of the block that is open, its fence first
    for line in reply.splitlines(keepends=True):
        fence = _FENCE.match(line)
        if not opened:
            (opened if fence else kept).append(line)
            continue
        opened.append(line)
        mark = _FENCE.match(opened[0])
        closes = fence and mark and fence[1].startswith(mark[1]) and line.strip(" \t\r\n>`~") == ""
        if closes:
            body = _squeezed("".join(opened[1:-1]))
            if not body or not any(body in source for source in plain):
                kept.extend(opened)
            opened = []
    return "".join(kept + opened)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def reply_finding(fault: ReplyFault) -> Finding:
    """A reply without a whole program, as the finding that stops the attempt."""
    return Finding(
        rule=f"reply-{fault.kind.replace('_', '-')}",
        severity="error",
        layer="structure",
        message=fault.message,
        suggestion=_ADVICE.get(fault.kind, ""),
    )
