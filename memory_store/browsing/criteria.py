"""Which records a list shows, as values and as SQL."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_store.records import Origin, Polarity, Role, Source, Status
from memory_store.rows import time_text

Condition = tuple[str, list[Any]]
"""SQL that is true for the rows that pass, and its values."""


@dataclass(frozen=True)
class Criteria:
    """Which records a list shows.

    An empty tuple or None asks for nothing. Within a tuple any value will do; different criteria
    have to hold together.

    Attributes:
        tags: records with at least one of these tags.
        only: no other ids than these (a lasso, the records of a run); None for no such limit.
        pinned: pinned records, or (False) those that are not.
        trashed: the records in the trash instead of those outside.
        score_min, score_max: bounds of the score after, in [0, 100]; both inclusive.
        gain_min: least difference of the scores after and before, in points.
        uses_min, uses_max: bounds of the number of retrievals; both inclusive.
        created_after, created_before: from this moment on, and before that one.
        words: all these words have to occur, at least as beginnings of words; "in quotes" one after
            the other. Case and diacritics do not count. No character is a syntax error.
    """

    polarities: tuple[Polarity, ...] = ()
    statuses: tuple[Status, ...] = ()
    origins: tuple[Origin, ...] = ()
    sources: tuple[Source, ...] = ()
    roles: tuple[Role, ...] = ()
    domains: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    casts: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    writers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    only: tuple[int, ...] | None = None
    pinned: bool | None = None
    trashed: bool = False
    score_min: float | None = None
    score_max: float | None = None
    gain_min: float | None = None
    uses_min: int | None = None
    uses_max: int | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None
    words: str = ""

    @property
    def open(self) -> bool:
        """Whether every record outside the trash passes."""
        return self.without_words == Criteria() and not self.words.strip()

    @property
    def without_words(self) -> "Criteria":
        """The same criteria without the full-text search."""
        return replace(self, words="")


IN_COLUMNS = {
    "polarities": "polarity", "statuses": "status", "origins": "origin", "sources": "source",
    "roles": "role", "domains": "domain", "papers": "paper_id", "sections": "section_id",
    "runs": "run_id", "scenes": "scene_id", "casts": "cast", "reviewers": "reviewer",
    "writers": "writer",
}  # fmt: skip
_BOUNDS = {
    "score_min": "score_after >= ?", "score_max": "score_after <= ?",
    "gain_min": "score_after - score_before >= ?",
    "uses_min": "hit_count >= ?", "uses_max": "hit_count <= ?",
}  # fmt: skip


def condition(criteria: Criteria) -> Condition:
    """The criteria as SQL over the columns of `record`; all but the words."""
    trash = "IN" if criteria.trashed else "NOT IN"
    parts, values = [f"record.id {trash} (SELECT record_id FROM trash)"], []
    for name, column in IN_COLUMNS.items():
        wanted: Sequence[str] = getattr(criteria, name)
        if wanted:
            parts.append(f'"{column}" IN (SELECT value FROM json_each(?))')
            values.append(json.dumps([clean(value) for value in wanted]))
    if criteria.tags:
        parts.append(
            "record.id IN (SELECT record_id FROM tag WHERE name IN "
            "(SELECT value FROM json_each(?)))"
        )
        values.append(json.dumps([clean(value) for value in criteria.tags]))
    if criteria.only is not None:
        parts.append("record.id IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(criteria.only)))
    if criteria.pinned is not None:
        inside = "IN" if criteria.pinned else "NOT IN"
        parts.append(f"record.id {inside} (SELECT record_id FROM pin)")
    for name, sql in _BOUNDS.items():
        if (bound := getattr(criteria, name)) is not None:
            parts.append(sql)
            values.append(bound)
    for moment, sign in ((criteria.created_after, ">="), (criteria.created_before, "<")):
        if moment is not None:
            parts.append(f"created {sign} ?")
            values.append(time_text(moment))
    return " AND ".join(parts), values


def clean(text: str) -> str:
    """A text that SQLite can take: what is no character (half of a pair, from a file name or a
    command line) becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
