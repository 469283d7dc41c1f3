"""Whether records have been changed since an operation touched them, by what still holds."""

import json
from collections.abc import Iterable, Mapping

from memory_store.curating.applying import Line
from memory_store.curating.operations import UNDO
from memory_store.curating.trashing import EMPTIED
from memory_store.database import Connection
from memory_store.queries import chunks


def changed_since(
    connection: Connection, operation: int, done: Mapping[int, Line], first_edit: int
) -> dict[int, int | None]:
    """The records that have later lines about the same matter, each with the operation of one.

    An operation that was taken back later counts for nothing, and neither does what took it back.

    Args:
        done: the lines of the operation, by record; `first_edit` is the id of the first.
    """
    found: dict[int, int | None] = {}
    later = _Later(connection, operation)
    for part in chunks(list(done)):
        rows = connection.rows(
            "SELECT edit.record_id, edit.changes, operation_id FROM edit "
            "LEFT JOIN operation_edit ON operation_edit.edit_id = edit.id "
            f"WHERE edit.id > ? AND edit.record_id IN ({','.join('?' * len(part))})",
            (first_edit, *part),
        )
        for record_id, changes, number in rows:
            if number == operation or not later.counts(number):
                continue
            if matters(json.loads(changes)) & matters(done[record_id]):
                found[record_id] = number
    return found


def matters(fields: Iterable[str]) -> set[str]:
    """What a line is about: tags, pins, or the record itself."""
    return {name if name in ("tags", "pinned") else "record" for name in fields}


class _Later:
    """Which operations after `operation` still hold."""

    def __init__(self, connection: Connection, operation: int) -> None:
        self._connection = connection
        self._operation = operation
        self._known: dict[int, tuple[str, int | None]] = {}
        self._counts: dict[int, bool] = {}

    def counts(self, number: int | None) -> bool:
        """Whether a line of operation `number` tells of a change that holds."""
        if number is None:  # written without an operation
            return True
        if number not in self._counts:
            self._counts[number] = not self._taken_back(number) and not self._cancels(number)
        return self._counts[number]

    def _cancels(self, number: int) -> bool:
        """Whether it took back something that was also done after `operation`."""
        if self._read(number)[0] != UNDO:
            return False
        target = self._connection.row("SELECT id FROM operation WHERE undone_by = ?", (number,))
        return target is not None and target[0] > self._operation

    def _taken_back(self, number: int) -> bool:
        by = self._read(number)[1]
        back = False
        while by is not None and self._read(by)[0] != EMPTIED:
            back = not back
            by = self._read(by)[1]
        return back

    def _read(self, number: int) -> tuple[str, int | None]:
        if number not in self._known:
            sql = "SELECT kind, undone_by FROM operation WHERE id = ?"
            kind, by = self._connection.row(sql, (number,)) or ("", None)
            self._known[number] = (str(kind), by)
        return self._known[number]
