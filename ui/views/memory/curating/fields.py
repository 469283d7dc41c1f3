"""The texts of a record that a person may change, with their names and limits."""

from dataclasses import dataclass

from app.texts import tr
from memory_store.records import (
    DIAGNOSTIC_CAP,
    EXAMPLE_CAP,
    SHORT_CAP,
    TEXT_CAP,
    Record,
    SuccessRecord,
)


@dataclass(frozen=True)
class TextField:
    """One text: its key in the store, its name, how long it may be, whether it is code."""

    key: str
    words: str
    cap: int
    code: bool = False
    required: bool = False


def fields_of(record: Record) -> tuple[TextField, ...]:
    """The texts of a record, in the order in which they are read."""
    if isinstance(record, SuccessRecord):
        return (
            TextField("rationale", tr("Rationale"), SHORT_CAP, required=True),
            TextField("code", tr("Program"), TEXT_CAP, code=True, required=True),
        )
    return (
        TextField("trigger", tr("Trigger"), SHORT_CAP, required=True),
        TextField("root_cause", tr("Root cause"), SHORT_CAP),
        TextField("recipe", tr("Recipe"), SHORT_CAP, required=True),
        TextField("anti_example", tr("Anti-example"), EXAMPLE_CAP, code=True),
        TextField("good_example", tr("Good example"), EXAMPLE_CAP, code=True),
        TextField("diagnostic", tr("Diagnostic"), DIAGNOSTIC_CAP),
    )


def text_of(record: Record, key: str) -> str:
    """The text of a field."""
    return str(getattr(record, key) or "")
