"""The rows of a list: what a table shows of a record, without its long texts and vectors."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_store.database import Connection
from memory_store.database import Row as Values
from memory_store.errors import DAMAGE_REMEDY, BankDamaged
from memory_store.queries import chunks
from memory_store.records import Origin, Polarity, Role, Source, Status


@dataclass(frozen=True, slots=True)
class Row:
    """A record as a line of a table.

    `headline` is the rationale of a success or the trigger of a failure, at most 400 characters.
    Scores are in [0, 100], None where nothing was scored.
    """

    id: int
    polarity: Polarity
    headline: str
    role: Role
    domain: str
    paper: str
    section: str
    run: str
    scene: str
    source: Source
    score_before: float | None
    score_after: float | None
    hit_count: int
    last_used: datetime | None
    status: Status
    origin: Origin
    created: datetime
    cast: str
    reviewer: str
    writer: str
    pinned: bool
    trashed: bool
    tags: tuple[str, ...]

    @property
    def gain(self) -> float | None:
        """Points from before to after."""
        if self.score_before is None or self.score_after is None:
            return None
        return self.score_after - self.score_before


# In the order of the fields. The vectors and long texts lie behind these columns in a row, so that
# its overflow pages are not read.
_SELECT = """SELECT id, polarity, coalesce(rationale, "trigger", ''), role, domain, paper_id,
    section_id, run_id, scene_id, source, score_before, score_after, hit_count, last_used, status,
    origin, created, "cast", reviewer, writer, id IN (SELECT record_id FROM pin),
    id IN (SELECT record_id FROM trash) FROM record
    WHERE id IN (SELECT value FROM json_each(?))"""
_TAGS = "SELECT record_id, name FROM tag WHERE record_id IN (SELECT value FROM json_each(?)) "


def rows_by_id(connection: Connection, ids: Sequence[int]) -> tuple[Row, ...]:
    """The rows of some ids in the order of the ids; those that do not exist are left out."""
    found: dict[int, Row] = {}
    for part in chunks(ids):
        wanted = json.dumps(list(part))
        tags: dict[int, list[str]] = {}
        for record_id, name in connection.rows(f"{_TAGS} ORDER BY name", (wanted,)):
            tags.setdefault(record_id, []).append(name)
        for values in connection.rows(_SELECT, (wanted,)):
            found[values[0]] = _row(values, tuple(tags.get(values[0], ())))
    return tuple(found[record_id] for record_id in ids if record_id in found)


def _row(values: Values, tags: tuple[str, ...]) -> Row:
    try:
        used = datetime.fromisoformat(values[13]) if values[13] else None
        created = datetime.fromisoformat(values[16])
    except (TypeError, ValueError) as error:
        raise BankDamaged(
            f"Record {values[0]} of the memory bank is damaged (its times: {error}).",
            DAMAGE_REMEDY,
        ) from error
    marks = (bool(values[20]), bool(values[21]), tags)
    fields: list[Any] = [*values[:13], used, *values[14:16], created, *values[17:20], *marks]
    return Row(*fields)
