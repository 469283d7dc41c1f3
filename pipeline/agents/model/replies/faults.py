"""What can be wrong with a reply, by name."""

from typing import Literal

from pipeline.agents.protocols import TokenUse
from pipeline.schema.base import Value

FaultKind = Literal[
    "missing", "empty", "truncated", "filtered", "refused", "unreadable", "misfit",
    "contradiction", "unchanged",
]  # fmt: skip
ASK_AGAIN: frozenset[FaultKind] = frozenset(
    ("empty", "truncated", "unreadable", "misfit", "contradiction")
)
"""Faults that a second request may cure; a filter and a refusal would only be paid for twice."""


class ReplyFault(Value):
    """Why a reply cannot be used.

    Attributes:
        kind: `missing`: the endpoint gave none. `empty`: no text. `truncated`: it ended at the
            token limit. `filtered`: the endpoint's content filter ended it. `refused`: the model
            declined. `unreadable`: nothing of the asked form in it. `misfit`: fields missing or
            not as asked. `contradiction`: it says two things that cannot both hold. `unchanged`:
            the program that was to be changed came back as it was.
        message: one sentence for a person.
        fields: what was wrong, field by field, as the model is told when it is asked again.
    """

    kind: FaultKind
    message: str
    fields: tuple[str, ...] = ()


class ReplyFaultError(Exception):
    """A reply that cannot be used, also after it was asked for again where that may help."""

    def __init__(self, fault: ReplyFault, tokens: TokenUse | None = None) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.tokens = tokens or TokenUse()


class ReplyNote(Value):
    """Something about a reply that a person should be able to see.

    Attributes:
        kind: a fault, or `note` for a reply that was used after a safe correction.
        again: the agent asks once more.
    """

    agent: str
    scene: str
    kind: FaultKind | Literal["note"]
    message: str
    again: bool = False
