"""What other connections wrote into a bank since one last looked."""

from memory_store.changes import Change
from memory_store.database import Connection

ELSEWHERE = "elsewhere"
MOST_NAMED = 10_000
"""Ids that a change names at most; one that is larger is told without them."""


class Watcher:
    """Looks at one bank through its connection; cheap while nothing was written.

    What this connection wrote itself is not told: whoever wrote it knows. Uses that were counted
    and texts that no index holds are told as a change that names no record.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._version = self._data_version()
        self._last, self._revision = self._state()

    def look(self) -> Change | None:
        """What was written elsewhere since the last call, None for nothing."""
        if (version := self._data_version()) == self._version:
            return None
        with self._connection.reading():
            added = self._ids("SELECT id FROM record WHERE id > ?", self._last)
            changed = self._ids(
                "SELECT id FROM record WHERE changed > ? AND id <= "
                f"{self._last} AND id NOT IN (SELECT record_id FROM trash)",
                self._revision,
            )
            removed = self._ids(
                "SELECT id FROM record WHERE changed > ? AND id IN (SELECT record_id FROM trash) "
                "UNION SELECT record_id FROM gone WHERE changed > ?",
                self._revision,
                self._revision,
            )
            self._last, self._revision = self._state()
        self._version = version
        return Change(ELSEWHERE, added, changed, removed)

    def note(self) -> None:
        """This connection has written: its own records are not told later as someone else's."""
        self._last, self._revision = self._state()

    def _data_version(self) -> int:
        return int((self._connection.row("PRAGMA data_version") or (0,))[0])

    def _state(self) -> tuple[int, int]:
        last = self._connection.row("SELECT coalesce(max(id), 0) FROM record") or (0,)
        revision = self._connection.row("SELECT revision FROM meta") or (0,)
        return int(last[0]), int(revision[0])

    def _ids(self, sql: str, *values: int) -> tuple[int, ...]:
        rows = self._connection.rows(f"{sql} LIMIT {MOST_NAMED + 1}", values)
        return tuple(int(row[0]) for row in rows) if len(rows) <= MOST_NAMED else ()
