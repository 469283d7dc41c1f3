"""What differs between two banks: records are the same if they are of the same transition."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from memory_store.bank import Bank
from memory_store.database import Connection
from memory_store.queries import records_by_id
from memory_store.records import Record, SuccessRecord
from memory_store.rows import CONTEXT, FAILURE, PROVENANCE, SUCCESS, names

COMPARED = ("status", *CONTEXT, *PROVENANCE, *SUCCESS, *FAILURE)
"""Ids and counts of use may differ, and where a record came from."""
_KEPT = "id NOT IN (SELECT record_id FROM trash)"


@dataclass(frozen=True)
class Key:
    """What makes a record unique: the transition that it tells of."""

    run_id: str
    scene_id: str
    polarity: str
    source: str
    ordinal: int


@dataclass(frozen=True)
class Sole:
    """A record that only one of the two has."""

    key: Key
    record_id: int
    headline: str


@dataclass(frozen=True)
class Changed:
    """A record that both have. `fields` maps what differs to (before, after)."""

    key: Key
    before_id: int
    after_id: int
    fields: dict[str, tuple[str, str]]


@dataclass(frozen=True)
class Comparison:
    """From one bank to another: what came, what went, what changed, and how many are the same."""

    added: tuple[Sole, ...]
    removed: tuple[Sole, ...]
    changed: tuple[Changed, ...]
    same: int


def compare(before: Bank, after: Bank) -> Comparison:
    """Compare two open banks or snapshots; what lies in a trash does not count."""
    old, new = _digests(before._connection), _digests(after._connection)
    both = old.keys() & new.keys()
    differing = [key for key in both if old[key][1] != new[key][1]]
    return Comparison(
        _sole(after, ((key, new[key][0]) for key in new.keys() - both)),
        _sole(before, ((key, old[key][0]) for key in old.keys() - both)),
        _changed(before, after, [(key, old[key][0], new[key][0]) for key in differing]),
        len(both) - len(differing),
    )


def _digests(connection: Connection) -> dict[Key, tuple[int, bytes]]:
    """Id and hash of the compared columns of each record by its key."""
    found: dict[Key, tuple[int, bytes]] = {}
    columns = names(("id", "run_id", "scene_id", "polarity", "source", "ordinal", *COMPARED))
    with connection.reading():
        for part in connection.stream(f"SELECT {columns} FROM record WHERE {_KEPT}"):
            for row in part:
                digest = hashlib.blake2b(repr(row[6:]).encode(), digest_size=16).digest()
                found[Key(*row[1:6])] = (row[0], digest)
    return found


def _sole(bank: Bank, found: Iterable[tuple[Key, int]]) -> tuple[Sole, ...]:
    pairs = sorted(found, key=lambda pair: pair[1])
    records = records_by_id(bank._connection, [record_id for _, record_id in pairs])
    return tuple(
        Sole(key, record_id, _headline(records[record_id]))
        for key, record_id in pairs
        if record_id in records
    )


def _changed(before: Bank, after: Bank, found: list[tuple[Key, int, int]]) -> tuple[Changed, ...]:
    found.sort(key=lambda one: one[1])
    old = records_by_id(before._connection, [one[1] for one in found])
    new = records_by_id(after._connection, [one[2] for one in found])
    changes = []
    for key, old_id, new_id in found:
        if old_id in old and new_id in new:
            was, now = _flat(old[old_id]), _flat(new[new_id])
            fields = {name: (was[name], now[name]) for name in was if was[name] != now[name]}
            changes.append(Changed(key, old_id, new_id, fields))
    return tuple(changes)


def _flat(record: Record) -> dict[str, str]:
    content = record.model_dump(mode="json")
    flat = {**content, **content["context"], **content["provenance"]}
    return {
        name: "" if flat[name] is None else str(flat[name]) for name in COMPARED if name in flat
    }


def _headline(record: Record) -> str:
    return record.rationale if isinstance(record, SuccessRecord) else record.trigger
