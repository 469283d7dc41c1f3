"""What an edit of a record changes: its values, its vectors, and the line in its history."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from memory_store.errors import BadRecord
from memory_store.records import Origin, Record, SuccessRecord
from memory_store.rows import CONTEXT, FAILURE

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

    @property
    def line(self) -> dict[str, tuple[str, str]]:
        """What goes into the history: the texts, and the origin if that changed with them."""
        if self.before.origin == self.after.origin:
            return self.changes
        return {**self.changes, "origin": (self.before.origin, self.after.origin)}

    def same_vectors(self, other: "Revision") -> bool:
        """Whether vectors that were made for the other one serve this one."""
        mine, theirs = self.after.context, other.after.context
        return (mine.text, mine.role, self.after.meaning, self.context_changed) == (
            theirs.text, theirs.role, other.after.meaning, other.context_changed,
        ) and self.meaning_changed == other.meaning_changed  # fmt: skip


def revise(record: Record, changes: Mapping[str, str], origin: Origin | None = None) -> Revision:
    """Apply `changes` to a record, with all checks of the schema.

    Args:
        origin: where the texts come from now; without it, a record that the studio learned by
            itself becomes an edited one if a text changes, and others stay what they are.

    Raises:
        BadRecord: a field that this record does not have or that cannot be edited, or a value that
            does not fit.
    """
    body = SUCCESS_TEXTS if isinstance(record, SuccessRecord) else FAILURE
    unknown = sorted(set(changes) - set(CONTEXT) - set(body))
    if unknown:
        raise BadRecord(
            f"Record {record.id} has no field {unknown[0]} that can be edited.",
            f"These can: {', '.join((*body, *CONTEXT))}.",
        )
    for name, text in changes.items():
        require_storable(name, text)
    old = record.model_dump()
    flat = {**{name: old[name] for name in body}, **old["context"]}
    real = {name: (str(flat[name]), new) for name, new in changes.items() if flat[name] != new}
    new_values = {**old, **{name: new for name, (_, new) in real.items() if name in body}}
    context = {name: new for name, (_, new) in real.items() if name in CONTEXT}
    new_values["context"] = {**old["context"], **context}
    if origin is not None:
        new_values["origin"] = origin
    elif real and record.origin == "self-grown":
        new_values["origin"] = "edited"
    try:
        return Revision(record, type(record).model_validate(new_values), real)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadRecord(
            f"Record {record.id} was not changed: {where}: {first['msg']}.",
            "Correct that field and try again.",
        ) from error


def require_storable(what: str, text: str) -> None:
    """Raise `BadRecord` for a text that no database takes: one with halves of characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadRecord(
            f"The {what} holds bytes that are no text (UTF-8).", "Write it anew as plain text."
        ) from None
