"""Which records of a bank go into a copy of it: all, those that pass a filter, or some ids."""

import json
from typing import Any

from memory_store.database import Connection
from memory_store.errors import RecordMissing
from memory_store.queries import Filter, matching

Selection = Filter | tuple[int, ...] | None
"""A filter, ids in any order, or None for all. What lies in the trash is never chosen."""

_KEPT = "id NOT IN (SELECT record_id FROM trash)"


def chosen_ids(connection: Connection, chosen: Selection) -> list[int]:
    """The chosen ids in order of time.

    Raises:
        RecordMissing: an id that does not exist, or that lies in the trash, was chosen.
    """
    sql, values = _sql(chosen)
    found = [int(row[0]) for row in connection.rows(sql, values)]
    if isinstance(chosen, tuple) and len(found) != len(set(chosen)):
        (lost, *others) = sorted(set(chosen) - set(found))
        more = f" (and {len(others)} more)" if others else ""
        raise RecordMissing(
            f"{connection.path.parent} has no record {lost}{more}, or it lies in the trash.",
            "Choose the records again.",
        )
    return found


def _sql(chosen: Selection) -> tuple[str, list[Any]]:
    if isinstance(chosen, tuple):
        return (
            f"SELECT id FROM record WHERE id IN (SELECT value FROM json_each(?)) AND {_KEPT} "
            "ORDER BY created, id",
            [json.dumps(chosen)],
        )
    return matching(chosen or Filter())


def in_words(chosen: Selection) -> str | None:
    """What was chosen, for a manifest; None for all."""
    if chosen is None or chosen == Filter():
        return None
    if isinstance(chosen, tuple):
        return f"{len(set(chosen))} records, chosen one by one"
    told = {name: value for name, value in vars(chosen).items() if value is not None}
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in told.items())[:1000]
