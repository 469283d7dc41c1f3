"""What a person does with the records of a bank: judge, correct, mark, merge, delete, take back.

Each function is one transaction under the write lock, appends a line to the history of every record
it touches, and returns a `Change`. What it did is an operation, which `undo` takes back as a whole.

- `statuses`, `editing`, `marking`, `trashing`, `merging` and `undoing` are what can be done;
- `recording` writes operations and lines, `applying` changes the tables by a line;
- `standing` reads marks and what lies in the trash, `operations` what was done, and `since` what of
  it still holds.
"""

from memory_store.curating.editing import edit, revert
from memory_store.curating.marking import pin, tag, unpin, untag
from memory_store.curating.merging import merge
from memory_store.curating.operations import Operation, operations, touched_by
from memory_store.curating.standing import Marks, marks, trashed_ids
from memory_store.curating.statuses import set_status
from memory_store.curating.trashing import empty_trash, restore, trash
from memory_store.curating.undoing import undo

__all__ = [
    "Marks",
    "Operation",
    "edit",
    "empty_trash",
    "marks",
    "merge",
    "operations",
    "pin",
    "restore",
    "revert",
    "set_status",
    "tag",
    "touched_by",
    "trash",
    "trashed_ids",
    "undo",
    "unpin",
    "untag",
]
