"""What can be filtered by: the values that occur in a bank, with counts."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_store.browsing.criteria import Criteria
from memory_store.browsing.lists import IdLists

if TYPE_CHECKING:
    from memory_store.database import Connection
    from memory_store.reading import Reader

_FIELDS = {
    "polarity": "polarities", "status": "statuses", "origin": "origins", "source": "sources",
    "role": "roles", "domain": "domains", "cast": "casts", "reviewer": "reviewers",
    "writer": "writers",
}  # fmt: skip
_FEW = tuple(_FIELDS)
Counts = dict[str, int]


@dataclass(frozen=True)
class Facets:
    """Values of the records outside the trash with their counts, most frequent first.

    `runs` are by name, newest first. `pinned` and `trashed` count records.
    """

    polarities: Counts
    statuses: Counts
    origins: Counts
    sources: Counts
    roles: Counts
    domains: Counts
    casts: Counts
    reviewers: Counts
    writers: Counts
    runs: Counts
    tags: Counts
    pinned: int
    trashed: int


@dataclass(frozen=True, slots=True)
class Admission:
    """Who let records in: the reviewer that scored them (a model with its prompt version,
    `measured`, a person, or nobody) and the model that wrote them."""

    reviewer: str
    writer: str
    cast: str
    count: int
    first: str
    last: str


def facets(bank: "Reader") -> Facets:
    """The values of every column that a list can be filtered by. Kept until the data changes."""
    with bank._connection.reading():
        found: Facets = bank._lists.kept(
            ("facets",), lambda: _facets(bank._connection, bank._lists)
        )
        return found


def admitted_by(bank: "Reader") -> tuple[Admission, ...]:
    """Reviewers and writers with what they let in, most records first.

    Compare with the models in use to list the records of those that are no longer.
    """
    with bank._connection.reading():
        table = bank._lists.table(Criteria())
        rows = bank._connection.rows(
            'SELECT reviewer, writer, "cast", count(*), min(created), max(created) '
            f"FROM {table} WHERE id NOT IN (SELECT record_id FROM trash) GROUP BY 1, 2, 3"
        )
    found = [Admission(*row) for row in rows]
    return tuple(sorted(found, key=lambda one: (-one.count, one.reviewer, one.writer, one.cast)))


def _facets(connection: "Connection", lists: IdLists) -> Facets:
    table = lists.table(Criteria())
    kept = "id NOT IN (SELECT record_id FROM trash)"
    names = ", ".join(f'"{name}"' for name in _FEW)
    # one pass, counted here: grouping so many columns costs SQLite a sort of all of them
    combinations: Counter[tuple[str, ...]] = Counter()
    for part in connection.stream(f"SELECT {names} FROM {table} WHERE {kept}", size=2000):
        combinations.update(part)
    sums: dict[str, Counter[str]] = {name: Counter() for name in _FEW}
    for values, number in combinations.items():
        for name, value in zip(_FEW, values, strict=True):
            sums[name][value] += number
    runs = connection.rows(
        f"SELECT run_id, count(*) FROM record WHERE {kept} GROUP BY run_id ORDER BY run_id DESC"
    )
    tags = connection.rows(
        "SELECT name, count(*) FROM tag WHERE record_id NOT IN (SELECT record_id FROM trash) "
        "GROUP BY name ORDER BY 2 DESC, 1"
    )
    pinned = "SELECT count(*) FROM pin WHERE record_id NOT IN (SELECT record_id FROM trash)"
    (pinned_count,) = connection.row(pinned) or (0,)
    (trashed,) = connection.row("SELECT count(*) FROM trash") or (0,)
    few = {_FIELDS[name]: _sorted(sums[name]) for name in _FEW}
    return Facets(**few, runs=dict(runs), tags=dict(tags), pinned=pinned_count, trashed=trashed)


def _sorted(counter: Counter[str]) -> Counts:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
