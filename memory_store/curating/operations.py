"""What was done to a bank, newest first, and which of it can be taken back."""

from dataclasses import dataclass
from datetime import datetime

from memory_store.curating.trashing import EMPTIED
from memory_store.database import Row
from memory_store.errors import RecordMissing
from memory_store.queries import possible
from memory_store.reading import Reader

UNDO = "undo"
"""The kind of an operation that takes another one back."""


@dataclass(frozen=True)
class Operation:
    """An operation that a person did.

    Attributes:
        records: how many lines of history it has that still exist.
        undone_by: the operation that took this one back, or that removed a record of it for good.
        final: it cannot be taken back, or not any more: records were removed for good.
        undoes: the operation that this one took back.
    """

    id: int
    kind: str
    author: str
    why: str
    at: datetime
    records: int
    undone_by: int | None
    final: bool
    undoes: int | None


def operations(bank: Reader, limit: int = 50, offset: int = 0) -> tuple[Operation, ...]:
    """The operations, newest first."""
    rows = bank._connection.rows(
        f"{_SELECT} ORDER BY operation.id DESC LIMIT ? OFFSET ?",
        (max(0, min(limit, 2**31)), max(0, min(offset, 2**31))),
    )
    return tuple(_operation(row) for row in rows)


def operation_of(bank: Reader, number: int) -> Operation:
    """One operation; raises `RecordMissing` if there is none with this number."""
    ids = possible([number])
    row = bank._connection.row(f"{_SELECT} WHERE operation.id = ?", ids) if ids else None
    if row is None:
        raise RecordMissing(
            f"The memory bank {bank.path} has no operation {number}.",
            "List the operations to see which there are.",
        )
    return _operation(row)


def touched_by(bank: Reader, number: int) -> tuple[int, ...]:
    """The records that an operation touched, as far as they still exist."""
    ids = possible([number])
    sql = (
        "SELECT edit.record_id FROM operation_edit JOIN edit ON edit.id = operation_edit.edit_id "
        "WHERE operation_id = ? ORDER BY edit.id"
    )
    return tuple(row[0] for row in bank._connection.rows(sql, ids)) if ids else ()


_SELECT = (
    "SELECT operation.id, operation.kind, operation.author, operation.why, operation.at, "
    "(SELECT count(*) FROM operation_edit WHERE operation_id = operation.id), "
    "operation.undone_by, "
    "(SELECT kind FROM operation AS other WHERE other.id = operation.undone_by), "
    f"(SELECT id FROM operation AS target WHERE operation.kind = '{UNDO}' "
    "AND target.undone_by = operation.id) "
    "FROM operation"
)


def _operation(row: Row) -> Operation:
    number, kind, author, why, at, records, undone_by, by_kind, undoes = row
    return Operation(
        number, kind, author, why, datetime.fromisoformat(at), records, undone_by,
        EMPTIED in (kind, by_kind), undoes,
    )  # fmt: skip
