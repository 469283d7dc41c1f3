"""What an operation that writes to a bank hands back: which records have to be shown anew."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """The records that an operation touched.

    Attributes:
        kind: what was done: `edit`, `trash`, `merge`...
        added: ids that came into the lists: new records, and those restored from the trash.
        changed: ids whose texts, status or marks are others now.
        removed: ids that left the lists: into the trash, by a merge, or for good.
        operation: the entry that `undo` takes back; None if nothing was to be done.
    """

    kind: str
    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    operation: int | None = None
