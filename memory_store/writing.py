"""Statements that change the record table. Each runs within a write transaction of its caller."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_store.database import Connection
from memory_store.errors import DAMAGE_REMEDY, BankDamaged
from memory_store.rows import Prepared, names, time_text, values_of
from memory_store.schema import new_stamp, now_text


@dataclass(frozen=True)
class Consolidation:
    """What became of the records of a task.

    `added` are the ids of the new records, in order; `duplicates` the ids of the records that were
    there already for a transition that was written once more.
    """

    added: tuple[int, ...]
    duplicates: tuple[int, ...]


def next_revision(connection: Connection) -> int:
    """Count and stamp a change of what the indexes hold; returns the new revision."""
    connection.run("UPDATE meta SET revision = revision + 1, stamp = ?", (new_stamp(),))
    row = connection.row("SELECT revision FROM meta")
    if row is None:
        raise BankDamaged(f"{connection.path} lacks its description.", DAMAGE_REMEDY)
    return int(row[0])


def insert(connection: Connection, items: Sequence[Prepared]) -> Consolidation:
    """Add new records; a transition that is there already is left as it is."""
    added: list[int] = []
    duplicates: list[int] = []
    row = connection.row("SELECT revision FROM meta")
    revision = 1 + int(row[0] if row else 0)
    for item in items:
        values = values_of(item, revision)
        marks = ", ".join("?" * len(values))
        cursor = connection.run(
            f"INSERT INTO record ({names(tuple(values))}) VALUES ({marks}) "
            "ON CONFLICT (run_id, scene_id, polarity, source, ordinal) DO NOTHING",
            tuple(values.values()),
        )
        if cursor.rowcount:
            added.append(int(cursor.lastrowid or 0))
        else:
            duplicates.append(_existing(connection, values))
    if added:
        next_revision(connection)
    return Consolidation(tuple(added), tuple(duplicates))


def _existing(connection: Connection, values: Mapping[str, Any]) -> int:
    key = ("run_id", "scene_id", "polarity", "source", "ordinal")
    where = " AND ".join(f'"{name}" = ?' for name in key)
    row = connection.row(f"SELECT id FROM record WHERE {where}", [values[name] for name in key])
    return int(row[0]) if row else 0


def append_edit(
    connection: Connection,
    record_id: int,
    author: str,
    why: str,
    changes: Mapping[str, tuple[str, str]],
    at: datetime | str | None = None,
) -> int:
    """Add a line to the history of a record, now or as of `at`; returns its id."""
    when = at if isinstance(at, str) else time_text(at) if at else now_text()
    cursor = connection.run(
        "INSERT INTO edit (record_id, author, why, at, changes) VALUES (?, ?, ?, ?, ?)",
        (record_id, author, why, when, json.dumps(changes, ensure_ascii=False)),
    )
    return int(cursor.lastrowid or 0)


def count_use(connection: Connection, ids: Sequence[int]) -> None:
    """Count one use of each record. Touches no index, so no revision."""
    now = now_text()
    for record_id in ids:
        connection.run(
            "UPDATE record SET hit_count = hit_count + 1, last_used = ? WHERE id = ?",
            (now, record_id),
        )
