"""One SQLite connection of a bank, through Peewee, shared by the threads of this process.

A lock lets one thread at a time use it; an operation is milliseconds long. Other processes are kept
apart by SQLite (readers) and by the write lock of the bank (writers).
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import peewee

from memory_store.errors import translated

Access = Literal["rw", "ro", "frozen", "create"]
Row = tuple[Any, ...]
BUSY_SECONDS = 10.0
_ALWAYS = {"foreign_keys": 1, "cell_size_check": 1, "cache_size": -16384}
# The triggers that keep the full-text table write into a virtual table, which SQLite before 3.41
# counts as unsafe in a schema. We add no function or table that a foreign schema could misuse.
_WRITING: dict[str, str | int] = {"trusted_schema": 1, **_ALWAYS}
_READING: dict[str, str | int] = {"trusted_schema": 0, "query_only": 1, **_ALWAYS}
_PRAGMAS: dict[Access, dict[str, str | int]] = {
    # FULL: a commit that was acknowledged survives a loss of power
    "rw": {"journal_mode": "wal", "synchronous": "FULL", **_WRITING},
    "create": {"journal_mode": "delete", "synchronous": "FULL", **_WRITING},
    "ro": _READING,
    "frozen": _READING,
}
_QUERY: dict[Access, str] = {
    "rw": "mode=rw",
    "create": "mode=rwc",
    "ro": "mode=ro",
    "frozen": "mode=ro&immutable=1",
}


class Connection:
    """An open database file.

    Args:
        path: the file.
        access: `rw`, `ro` (a live bank, read only), `frozen` (a file that nobody changes) or
            `create` (a new file).

    Raises:
        MemoryStoreError: the file cannot be opened, or is no database.
    """

    def __init__(self, path: Path, access: Access) -> None:
        self.path = path
        self.access = access
        self._lock = threading.RLock()
        uri = f"{path.absolute().as_uri()}?{_QUERY[access]}"
        self._database = peewee.SqliteDatabase(
            uri, uri=True, pragmas=_PRAGMAS[access], thread_safe=False, check_same_thread=False,
            timeout=BUSY_SECONDS, autoconnect=False,
        )  # fmt: skip
        with translated(path):
            self._database.connect()
            self._raw: sqlite3.Connection = self._database.connection()  # type: ignore[no-untyped-call]
            self._raw.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the file

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return bool(self._database.is_closed())

    @property
    def total_changes(self) -> int:
        """Rows that this connection has changed since it was opened."""
        return self._raw.total_changes

    @property
    def busy(self) -> threading.RLock:
        """Held while a thread works with the database or with what is derived from it."""
        return self._lock

    def close(self) -> None:
        """Close the file; harmless if it is closed."""
        with self._lock, translated(self.path):
            if not self._database.is_closed():
                self._database.close()

    def interrupt(self) -> None:
        """Have a statement that another thread runs now end at once with an error."""
        self._raw.interrupt()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction in which all reads see the same state of the bank."""
        with self._lock, translated(self.path):
            if self._raw.in_transaction:  # within another one: the same state
                yield
                return
            self._raw.execute("BEGIN")
            try:
                yield
            finally:
                self._roll_back()  # nothing was written

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction that is kept as a whole or not at all. It cannot be nested."""
        with self._lock, translated(self.path):
            self._raw.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._raw.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._raw.in_transaction:  # a full disk and some other errors end it by themselves
            self._raw.execute("ROLLBACK")

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query."""
        with self._lock, translated(self.path):
            found: list[Row] = self._cursor(sql, values).fetchall()
            return found

    def stream(self, sql: str, values: Sequence[Any] = (), size: int = 500) -> Iterator[list[Row]]:
        """The rows of a large query in lists of at most `size`; call it within `reading`."""
        cursor = self._cursor(sql, values)
        while part := cursor.fetchmany(size):
            yield part

    def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of a query, or None."""
        with self._lock, translated(self.path):
            found: Row | None = self._cursor(sql, values).fetchone()
            return found

    def run(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute one statement; the cursor tells `rowcount` and `lastrowid`."""
        with self._lock, translated(self.path):
            return self._cursor(sql, values)

    def run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Execute one statement for each row of values."""
        with self._lock, translated(self.path):
            self._raw.executemany(sql, values)

    def select(self, query: peewee.Select) -> list[Row]:
        """All rows of a Peewee query, as tuples."""
        sql, values = query.sql()
        return self.rows(sql, values)

    def dump_into(self, target: Path) -> None:
        """Write a consistent, vacuumed copy to `target`, which must not exist."""
        with self._lock:
            try:
                self.run("PRAGMA query_only = 0")  # it also forbids to write another file
                self.run("VACUUM INTO ?", (str(target),))
            finally:
                self.run(f"PRAGMA query_only = {int(self.access in ('ro', 'frozen'))}")

    def temporary(self, statements: Sequence[str]) -> None:
        """Run statements that make temporary tables, which live as long as this connection."""
        with self._lock:
            try:
                self.run("PRAGMA query_only = 0")
                for statement in statements:
                    self.run(statement)
            finally:
                self.run(f"PRAGMA query_only = {int(self.access in ('ro', 'frozen'))}")

    def problems(self, full: bool = False) -> list[str]:
        """What SQLite's own check finds; empty if it finds nothing."""
        check = "integrity_check" if full else "quick_check"
        return [str(row[0]) for row in self.rows(f"PRAGMA {check}(20)") if row[0] != "ok"]

    def _cursor(self, sql: str, values: Iterable[Any]) -> sqlite3.Cursor:
        return self._raw.execute(sql, tuple(values))  # Peewee's connection, without its detours
