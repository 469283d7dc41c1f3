"""What the bank holds: success records (M+) and failure records (M-), before and after storing."""

from datetime import UTC, datetime
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Polarity = Literal["success", "failure"]
Role = Literal["background", "method", "experiment", "conclusion"]
Source = Literal["text", "visual", "success", "human"]
Status = Literal["active", "pending", "quarantined"]
Origin = Literal["self-grown", "edited", "merged", "human", "imported"]
POLARITIES: tuple[Polarity, ...] = get_args(Polarity)
ROLES: tuple[Role, ...] = get_args(Role)
SOURCES: tuple[Source, ...] = get_args(Source)
STATUSES: tuple[Status, ...] = get_args(Status)
ORIGINS: tuple[Origin, ...] = get_args(Origin)

SHORT_CAP = 400
"""Characters of a rationale, trigger, root cause or recipe (ManimAgent, appendix B)."""
EXAMPLE_CAP = 800
"""Characters of an anti-example or good example."""
DIAGNOSTIC_CAP = 1000
"""Characters of a diagnostic."""
TEXT_CAP = 200_000
"""Characters of a section text or of a stored program; more is surely a mistake."""

Short = Annotated[str, Field(max_length=SHORT_CAP)]
Example = Annotated[str, Field(max_length=EXAMPLE_CAP)]
Score = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Name = Annotated[str, Field(max_length=500)]

CRASH_RANK = -1000.0
"""Rank of a failure without a measured gain: after every visual gain."""


class StoreValue(BaseModel):
    """An immutable value; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RecordContext(StoreValue):
    """Where a record was learned. Only `text` and `role` are embedded for retrieval."""

    text: str = Field(min_length=1, max_length=TEXT_CAP)
    role: Role
    domain: Name = "general"
    paper_id: Name = ""
    section_id: Name = ""


class Provenance(StoreValue):
    """Where a record comes from.

    `ordinal` counts the transitions of one source within a scene over all its loops. Scores are in
    [0, 100]; None where nothing was scored (crash repairs). `reviewer` is the model that scored,
    or `measured`, with its prompt version; `writer` is the model that wrote the body.
    """

    run_id: str = Field(min_length=1, max_length=500)
    scene_id: str = Field(min_length=1, max_length=500)
    source: Source
    ordinal: int = Field(default=0, ge=0, le=2**31)
    score_before: Score | None = None
    score_after: Score | None = None
    cast: Name = ""
    reviewer: Name = ""
    writer: Name = ""
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))


class SuccessBody(StoreValue):
    """What worked: the rationale, the delivered program, its score and the hash of a frame."""

    rationale: str = Field(min_length=1, max_length=SHORT_CAP)
    code: str = Field(min_length=1, max_length=TEXT_CAP)
    score: Score
    frame_hash: Name = ""

    @property
    def meaning(self) -> str:
        """The text whose embedding serves search by meaning."""
        return self.rationale


class FailureBody(StoreValue):
    """What went wrong and what cured it: the six fields of ManimAgent, appendix B."""

    trigger: str = Field(min_length=1, max_length=SHORT_CAP)
    root_cause: Short = ""
    recipe: str = Field(min_length=1, max_length=SHORT_CAP)
    anti_example: Example = ""
    good_example: Example = ""
    diagnostic: Annotated[str, Field(max_length=DIAGNOSTIC_CAP)] = ""

    @property
    def meaning(self) -> str:
        """The text whose embedding serves search by meaning."""
        return "\n".join(part for part in (self.trigger, self.root_cause, self.recipe) if part)


class _New(StoreValue):
    context: RecordContext
    provenance: Provenance
    status: Status = "active"
    origin: Origin = "self-grown"


class NewSuccess(_New, SuccessBody):
    """A success record to be stored."""

    @property
    def polarity(self) -> Polarity:
        return "success"

    @property
    def rank(self) -> float:
        """Order among equally similar records: the higher score first."""
        return self.score


class NewFailure(_New, FailureBody):
    """A failure record to be stored."""

    @property
    def polarity(self) -> Polarity:
        return "failure"

    @property
    def rank(self) -> float:
        """Order among equally similar records: the larger gain first, crash repairs last."""
        return failure_rank(self.provenance)


NewRecord = NewSuccess | NewFailure


class _Stored(StoreValue):
    id: int
    context: RecordContext
    provenance: Provenance
    status: Status
    origin: Origin
    hit_count: int = 0
    last_used: datetime | None = None


class SuccessRecord(_Stored, SuccessBody):
    """A success record as read back."""

    @property
    def polarity(self) -> Polarity:
        return "success"


class FailureRecord(_Stored, FailureBody):
    """A failure record as read back."""

    @property
    def polarity(self) -> Polarity:
        return "failure"


Record = SuccessRecord | FailureRecord


def failure_rank(provenance: Provenance) -> float:
    """The gain in points of a visual improvement; `CRASH_RANK` where no gain was measured."""
    before, after = provenance.score_before, provenance.score_after
    if provenance.source == "text" or before is None or after is None:
        return CRASH_RANK
    return after - before


class Edit(StoreValue):
    """One line of a record's history. `changes` maps a field to its value before and after."""

    id: int
    record_id: int
    author: str
    why: str
    at: datetime
    changes: dict[str, tuple[str, str]]


def clip(text: str, cap: int) -> str:
    """Shorten prose to at most `cap` characters, at a word, marked with an ellipsis."""
    text = text.strip()
    if len(text) <= cap:
        return text
    head = text[: cap - 1]
    cut = head.rfind(" ")
    if cut > cap // 2:
        head = head[:cut]
    return head.rstrip() + "…"


def clip_lines(code: str, cap: int) -> str:
    """Shorten code to at most `cap` characters, at the end of a line where there is one."""
    code = code.strip("\n")
    if len(code) <= cap:
        return code
    head = code[:cap]
    cut = head.rfind("\n")
    return head[:cut] if cut > 0 else head
