"""From a line of history to the tables: what each field that a line can name stands for.

A line maps a field to its value before and after, as text. Texts, `status` and `origin` are columns
of the record. `tags` is a list of names, `pinned` and `trashed` are `yes` or `no`, `merged_into` is
an id or nothing. `hit_count` is a number of uses that came or went, and `last_used` a time or
nothing. `merged_from` tells the history of a kept record which others went into it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from memory_store.database import Connection
from memory_store.revising import SUCCESS_TEXTS
from memory_store.rows import CONTEXT, FAILURE
from memory_store.vectors import Vectors, checksum, to_blob

Line = Mapping[str, tuple[str, str]]
YES, NO = "yes", "no"
SEPARATOR = ", "
TEXTS = frozenset((*CONTEXT, *SUCCESS_TEXTS, *FAILURE))
"""Fields whose values are texts of the record."""
_COLUMNS = TEXTS | {"status", "origin"}
_INDEXED = {"status", "trashed"}
"""Fields that decide whether an index holds the record."""


def apply(
    connection: Connection,
    record_id: int,
    line: Line,
    vectors: Mapping[str, Vectors],
    revision: Callable[[], int],
    at: str,
) -> None:
    """Change the tables as `line` says.

    Args:
        vectors: new ones by `context` and `body`, where texts that are embedded change.
        revision: gives the revision of this change; called if an index holds something of it.
    """
    values: dict[str, Any] = {name: new for name, (_, new) in line.items() if name in _COLUMNS}
    for name, vector in vectors.items():
        blob = to_blob(vector)
        values |= {f"{name}_vector": blob, f"{name}_crc": checksum(blob)}
    if vectors or _INDEXED & line.keys():
        values["changed"] = revision()
    if values:
        sets = ", ".join(f'"{name}" = ?' for name in values)
        connection.run(f"UPDATE record SET {sets} WHERE id = ?", (*values.values(), record_id))
    for name, change in _SIDE.items():
        if name in line:
            change(connection, record_id, *line[name], at)


def _tags(connection: Connection, record_id: int, before: str, after: str, _at: str) -> None:
    old, new = set(names_of(before)), set(names_of(after))
    for name in old - new:
        connection.run("DELETE FROM tag WHERE record_id = ? AND name = ?", (record_id, name))
    for name in new - old:
        connection.run("INSERT INTO tag VALUES (?, ?)", (record_id, name))


def _pinned(connection: Connection, record_id: int, _before: str, after: str, at: str) -> None:
    _mark(connection, "pin", record_id, after == YES, at)


def _trashed(connection: Connection, record_id: int, _before: str, after: str, at: str) -> None:
    _mark(connection, "trash", record_id, after == YES, at)


def _mark(connection: Connection, table: str, record_id: int, there: bool, at: str) -> None:
    if there:
        connection.run(f"INSERT INTO {table} VALUES (?, ?)", (record_id, at))
    else:
        connection.run(f"DELETE FROM {table} WHERE record_id = ?", (record_id,))


def _merged_into(connection: Connection, record_id: int, _before: str, after: str, at: str) -> None:
    if after:
        connection.run("INSERT INTO merged VALUES (?, ?, ?)", (record_id, int(after), at))
    else:
        connection.run("DELETE FROM merged WHERE record_id = ?", (record_id,))


def _hit_count(connection: Connection, record_id: int, before: str, after: str, _at: str) -> None:
    more = int(after) - int(before)  # uses counted in the meantime stay
    connection.run("UPDATE record SET hit_count = hit_count + ? WHERE id = ?", (more, record_id))


def _last_used(connection: Connection, record_id: int, _before: str, after: str, _at: str) -> None:
    connection.run("UPDATE record SET last_used = ? WHERE id = ?", (after or None, record_id))


_SIDE: dict[str, Callable[[Connection, int, str, str, str], None]] = {
    "tags": _tags,
    "pinned": _pinned,
    "trashed": _trashed,
    "merged_into": _merged_into,
    "hit_count": _hit_count,
    "last_used": _last_used,
}


def names_of(tags: str) -> tuple[str, ...]:
    """The names in the value of a field `tags`."""
    return tuple(tags.split(SEPARATOR)) if tags else ()
