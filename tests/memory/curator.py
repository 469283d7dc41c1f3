"""A process that curates a bank for ever, for the tests of kills.

usage: curator.py OPERATION BANK

OPERATION is edit, merge, trash, purge or undo, and is done again and again. READY is printed in
each transaction, before it is kept; COMMITTED, with the number of the operation and the ids that
it touched, after it.
"""

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from memory_store import curating
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.curating import recording
from memory_store.testing import WordEmbedder, failure, success

TOUCHED = {"edit": 1, "merge": 3, "trash": 3, "purge": 3, "undo": 3}
"""Records that each operation touches, so that a part of one would be seen."""
FILLED = 120
Act = Callable[[Bank, int], Change]


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def fill(bank: Bank) -> None:
    """`FILLED` records, half of them successes, over six sections."""
    bank.consolidate(
        make(f"Section {number % 6} tells about waves.", run=f"run-{number}")
        for number in range(FILLED // 2)
        for make in (success, failure)
    )


def three(bank: Bank, number: int) -> list[int]:
    """Three records of one polarity that are in the lists."""
    sql = (
        "SELECT id FROM record WHERE polarity = ? AND id NOT IN (SELECT record_id FROM trash) "
        "ORDER BY (id * 7919 + ?) % 101 LIMIT 3"
    )
    rows = bank._connection.rows(sql, (("success", "failure")[number % 2], number))
    return [row[0] for row in rows]


def edit(bank: Bank, number: int) -> Change:
    """Change context and meaning of a record, so that two indexes change with it."""
    (record_id, *_) = three(bank, 1)
    changes = {"trigger": f"Trigger {number}.", "text": f"Section {number % 9} tells of light."}
    return curating.edit(bank, record_id, changes, author="killed", why="edit")


def trash(bank: Bank, number: int) -> Change:
    return curating.trash(bank, three(bank, number), author="killed", why="trash")


def merge(bank: Bank, number: int) -> Change:
    keep, *others = three(bank, number)
    return curating.merge(bank, keep, others, author="killed", why="merge")


def purge(bank: Bank, number: int) -> Change:
    """Add three records, put them into the trash, and remove them for good."""
    first = _next(bank)  # the transition of a killed predecessor may still be there
    added = bank.consolidate(success(run=f"purge-{first + part}") for part in range(3)).added
    curating.trash(bank, added, author="killed", why="purge")
    return curating.empty_trash(bank, added, author="killed", why="purge")


def _next(bank: Bank) -> int:
    row = bank._connection.row("SELECT seq FROM sqlite_sequence WHERE name = 'record'")
    return int(row[0]) if row else 0


def undo(bank: Bank, number: int) -> Change:
    """Take back a merge or a deletion of three records."""
    done = (merge if number % 2 else trash)(bank, number)
    assert done.operation is not None
    return curating.undo(bank, done.operation, author="killed", why="undo")


OPERATIONS: dict[str, Act] = {
    "edit": edit, "merge": merge, "trash": trash, "purge": purge, "undo": undo,
}  # fmt: skip


def announce_ready(kind: str) -> None:
    """Print READY at the end of each transaction of one kind, before it is kept."""
    done = recording.Recorder.done
    kinds = {"purge": "empty-trash"}

    def announced(self: recording.Recorder) -> Change:
        change = done(self)
        if self.kind == kinds.get(kind, kind):
            say("READY")
        return change

    recording.Recorder.done = announced  # type: ignore[method-assign]


def main() -> None:
    what, path = sys.argv[1], Path(sys.argv[2])
    with Bank.open(path, WordEmbedder()) as bank:
        announce_ready(what)
        for number in count():
            if len(three(bank, number)) < 3 or len(three(bank, number + 1)) < 3:
                curating.restore(bank, curating.trashed_ids(bank), author="killed", why="again")
            change = OPERATIONS[what](bank, number)
            touched = sorted((*change.added, *change.changed, *change.removed))
            say(f"COMMITTED {change.operation} {' '.join(map(str, touched))}")


if __name__ == "__main__":
    main()
