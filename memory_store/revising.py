"""What an edit of a record changes: its values, its vectors, and the line in its history."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_store.errors import BadRecord
from memory_store.records import Record, SuccessRecord
from memory_store.rows import CONTEXT, FAILURE
from memory_store.vectors import Vectors, checksum, to_blob

SUCCESS_TEXTS = ("rationale", "code")


@dataclass(frozen=True)
class Revision:
    """An edit that was checked but not yet written. `changes` maps a field to (before, after)."""

    before: Record
    after: Record
    changes: dict[str, tuple[str, str]]

    @property
    def context_changed(self) -> bool:
        """Whether the retrieval vector must be made again."""
        return "text" in self.changes or "role" in self.changes

    @property
    def meaning_changed(self) -> bool:
        """Whether the body vector must be made again."""
        return self.before.meaning != self.after.meaning

    def values(self, vectors: Mapping[str, Vectors]) -> dict[str, Any]:
        """The columns to write; `vectors` holds the new ones by `context` and `body`."""
        columns: dict[str, Any] = {name: new for name, (_, new) in self.changes.items()}
        columns["origin"] = self.after.origin
        for name, vector in vectors.items():
            blob = to_blob(vector)
            columns |= {f"{name}_vector": blob, f"{name}_crc": checksum(blob)}
        return columns


def revise(record: Record, changes: Mapping[str, str]) -> Revision:
    """Apply `changes` to a record, with all checks of the schema.

    Raises:
        BadRecord: a field that this record does not have or that cannot be edited.
        ValidationError: a value does not fit.
    """
    body = SUCCESS_TEXTS if isinstance(record, SuccessRecord) else FAILURE
    unknown = sorted(set(changes) - set(CONTEXT) - set(body))
    if unknown:
        raise BadRecord(
            f"Record {record.id} has no field {unknown[0]} that can be edited.",
            f"These can: {', '.join((*body, *CONTEXT))}.",
        )
    old = record.model_dump()
    flat = {**{name: old[name] for name in body}, **old["context"]}
    real = {name: (str(flat[name]), new) for name, new in changes.items() if flat[name] != new}
    new_values = {**old, **{name: new for name, (_, new) in real.items() if name in body}}
    context = {name: new for name, (_, new) in real.items() if name in CONTEXT}
    new_values["context"] = {**old["context"], **context}
    if real and record.origin == "self-grown":
        new_values["origin"] = "edited"
    return Revision(record, type(record).model_validate(new_values), real)
