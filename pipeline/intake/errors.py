"""What is wrong with an input, told to a person."""

from typing import Literal

IntakeKind = Literal[
    "missing",
    "unreadable",
    "directory",
    "binary",
    "encoding",
    "empty",
    "formula_only",
    "too_long",
    "unknown_role",
    "malformed",
    "encrypted",
    "damaged",
    "no_text",
    "bad_range",
]


class IntakeError(Exception):
    """An input that no work can start from.

    Attributes:
        kind: stable name of the fault, for programs.
        message: what is wrong with which file (and line), one or two sentences.
        remedy: what to do about it, one sentence.
    """

    def __init__(self, kind: IntakeKind, message: str, remedy: str) -> None:
        super().__init__(f"{message} {remedy}")
        self.kind = kind
        self.message = message
        self.remedy = remedy
