"""What a reviewer thinks of a render."""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Verdict = Literal["pass", "revise", "fail"]
PERSON = "person"
"""Stands as the reviewer where a person asks a reviser for a change."""


class AxisScores(Value):
    """The three axes of ManimAgent's table 9, each in [0, 100]."""

    logical_flow: float = Field(ge=0, le=100)
    layout: float = Field(ge=0, le=100)
    accuracy: float = Field(ge=0, le=100)

    @property
    def mean(self) -> float:
        """u, the unweighted mean, in [0, 100]."""
        return (self.logical_flow + self.layout + self.accuracy) / 3


class Review(Value):
    """A review of one rendered candidate.

    Attributes:
        reviewer: who scored (model and prompt version, or `measured/<version>`); only scores of
            one reviewer are ever compared.
        issues: one sentence each.
        instruction: what the reviser should do; empty on a pass.
        reasons: how each score came about, one sentence each, for the reader.
        notes: how the reviewer's reply was read where it contradicted itself or was too long.
    """

    reviewer: str
    axes: AxisScores
    verdict: Verdict
    issues: tuple[str, ...] = ()
    instruction: str = ""
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def u(self) -> float:
        """The aggregate score in [0, 100]."""
        return self.axes.mean


class Hint(Value):
    """A TextReviewer's answer to a crash: at most 60 words, and whether to try again.

    `no_reply` says why there is none; the Coder then tries again with what the render said.
    """

    text: str
    decision: Literal["retry", "give_up"]
    no_reply: str = ""
