"""Between rows of the record table and typed records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from memory_store.database import Row
from memory_store.errors import DAMAGE_REMEDY, BankDamaged
from memory_store.records import (
    FailureRecord,
    NewRecord,
    NewSuccess,
    Record,
    SuccessRecord,
)
from memory_store.vectors import Vectors, checksum, to_blob

CONTEXT = ("text", "role", "domain", "paper_id", "section_id")
PROVENANCE = (
    "run_id", "scene_id", "source", "ordinal", "score_before", "score_after", "cast", "reviewer",
    "writer", "created",
)  # fmt: skip
STORED = ("id", "status", "origin", "hit_count", "last_used")
SUCCESS = ("rationale", "code", "score", "frame_hash")
FAILURE = ("trigger", "root_cause", "recipe", "anti_example", "good_example", "diagnostic")
READ = ("polarity", *STORED, *CONTEXT, *PROVENANCE, *SUCCESS, *FAILURE)
"""Columns of a record as read back: everything but the vectors and what serves the indexes."""


def names(columns: Sequence[str], prefix: str = "") -> str:
    """A list of quoted column names for SQL (some are keywords)."""
    return ", ".join(f'{prefix}"{column}"' for column in columns)


SELECT_RECORD = f"SELECT {names(READ)} FROM record"


@dataclass(frozen=True)
class Prepared:
    """A record that is ready to be written: checked, with both vectors."""

    record: NewRecord
    context_vector: Vectors
    body_vector: Vectors


def time_text(moment: datetime) -> str:
    """A moment in UTC as the tables store it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def values_of(item: Prepared, revision: int) -> dict[str, Any]:
    """Column values of a new row, written at `revision`."""
    record = item.record
    body = SUCCESS if isinstance(record, NewSuccess) else FAILURE
    by_hand = record.provenance.source == "human" and record.origin == "self-grown"
    context, vector = to_blob(item.context_vector), to_blob(item.body_vector)
    return {
        "polarity": record.polarity,
        "status": record.status,
        "origin": "human" if by_hand else record.origin,
        "rank": record.rank,
        "changed": revision,
        **{name: getattr(record.context, name) for name in CONTEXT},
        **{name: getattr(record.provenance, name) for name in PROVENANCE},
        "created": time_text(record.provenance.created),
        **{name: getattr(record, name) for name in body},
        "context_vector": context,
        "body_vector": vector,
        "context_crc": checksum(context),
        "body_crc": checksum(vector),
    }


def record_of(row: Row) -> Record:
    """The record of a row of the columns `READ`.

    Raises:
        BankDamaged: the row does not fit the schema.
    """
    values: dict[str, Any] = dict(zip(READ, row, strict=True))
    success = values["polarity"] == "success"
    content = {name: values[name] for name in (STORED + (SUCCESS if success else FAILURE))}
    content["context"] = {name: values[name] for name in CONTEXT}
    content["provenance"] = {name: values[name] for name in PROVENANCE}
    kind = SuccessRecord if success else FailureRecord
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BankDamaged(
            f"Record {values['id']} of the memory bank is damaged ({where}: {first['msg']}).",
            DAMAGE_REMEDY,
        ) from error
