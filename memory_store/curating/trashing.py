"""The trash: records that are in no list and no index, until they are restored or removed for good.

A record in the trash keeps its transition: what was deleted does not come back by being learned
once more. Once it is removed for good, it can.
"""

from collections.abc import Iterable

from memory_store.changes import Change
from memory_store.curating.applying import NO, YES
from memory_store.curating.recording import Recorder
from memory_store.curating.standing import require_status, standing, trashed_ids
from memory_store.database import Connection
from memory_store.queries import chunks
from memory_store.records import Status
from memory_store.transacting import WritableBank

EMPTIED = "empty-trash"
"""The kind of the one operation that cannot be taken back."""


def trash(
    bank: WritableBank,
    ids: Iterable[int],
    *,
    author: str,
    why: str,
    expected: Status | None = None,
) -> Change:
    """Move records to the trash: all of them, or none. Those that lie there stay as they are.

    Args:
        expected: refuse if one of the records has not this status.

    Raises:
        BadRecord: one is not as expected.
        RecordMissing, ReadOnly, BankInUse.
    """
    wanted = list(ids)

    def write() -> Change:
        recorder = Recorder(bank._connection, "trash", author, why)
        found = standing(bank, wanted, in_trash=None)
        require_status(found, expected)
        for record_id, stand in found.items():
            if not stand.trashed:
                recorder.line(record_id, {"trashed": (NO, YES)})
        return recorder.done()

    return bank.transaction(write)


def restore(bank: WritableBank, ids: Iterable[int], *, author: str, why: str = "") -> Change:
    """Take records out of the trash, with the status they had; those that are not in it stay.

    A record that went there by a merge is one of its own again. Its uses before the merge stay
    counted at the record it was merged into; taking the merge back moves them, too.

    Raises:
        RecordMissing, ReadOnly, BankInUse.
    """
    wanted = list(ids)

    def write() -> Change:
        recorder = Recorder(bank._connection, "restore", author, why)
        for record_id, stand in standing(bank, wanted, in_trash=None).items():
            if stand.trashed:
                line = {"trashed": (YES, NO)}
                if stand.merged_into is not None:
                    line["merged_into"] = (str(stand.merged_into), "")
                recorder.line(record_id, line)
        return recorder.done()

    return bank.transaction(write)


def empty_trash(
    bank: WritableBank, ids: Iterable[int] | None = None, *, author: str = "", why: str = ""
) -> Change:
    """Remove records of the trash for good, with their history: all of it, or `ids` only.

    Operations that touched one of them can no longer be taken back.

    Raises:
        BadRecord: one of `ids` does not lie in the trash.
        RecordMissing, ReadOnly, BankInUse.
    """
    wanted = None if ids is None else list(ids)

    def write() -> Change:
        chosen = trashed_ids(bank) if wanted is None else standing(bank, wanted, in_trash=True)
        recorder = Recorder(bank._connection, EMPTIED, author, why)
        for part in chunks(sorted(chosen)):
            _close_operations(bank._connection, part, recorder.operation())
            revision = recorder.revision()
            gone = [(record_id, revision) for record_id in part]
            for row in gone:
                bank._connection.run("INSERT INTO gone VALUES (?, ?)", row)
                bank._connection.run("DELETE FROM record WHERE id = ?", row[:1])
                recorder.removed(row[0])
        return recorder.done()

    return bank.transaction(write)


def _close_operations(connection: Connection, ids: Iterable[int], by: int) -> None:
    """Note at the operations that touched the records why they cannot be taken back."""
    numbers = list(ids)
    connection.run(
        "UPDATE operation SET undone_by = ? WHERE undone_by IS NULL AND id IN (SELECT operation_id "
        "FROM operation_edit JOIN edit ON edit.id = operation_edit.edit_id "
        f"WHERE edit.record_id IN ({','.join('?' * len(numbers))}))",
        (by, *numbers),
    )
