"""Look-ups in the table that choose among ranked records: rank, polarity, diversity."""

from collections.abc import Mapping, Sequence

from memory_store.database import Connection
from memory_store.queries import chunks
from memory_store.ranking import Ranked
from memory_store.records import Polarity
from memory_store.vectors import Vectors, from_blobs

SMALL = 20_000
"""Records up to which all ranks are kept in memory (about 2 MB)."""
NEAR_EQUAL = 0.97
"""Cosine of two body vectors from which two records say the same."""


class RankTable:
    """Looks up the rank of ids among equally similar records. A rank never changes, so what was
    read once is kept; of a small bank all are read at the first tie."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, float] = {}

    def __call__(self, ids: Sequence[int]) -> Mapping[int, float]:
        missing = [key for key in ids if key not in self._known]
        if missing and not self._known:
            (last,) = self._connection.row("SELECT max(id) FROM record") or (0,)
            if last <= SMALL:
                self._known.update(self._connection.rows("SELECT id, rank FROM record"))
                return self._known
        for part in chunks(missing):
            marks = ",".join("?" * len(part))
            sql = f"SELECT id, rank FROM record WHERE id IN ({marks})"
            self._known.update(self._connection.rows(sql, part))
        return self._known


def of_polarity(
    connection: Connection, polarity: Polarity, ranked: Sequence[Ranked]
) -> list[Ranked]:
    """Those of the ranked records that have this polarity, in their order."""
    right: set[int] = set()
    for part in chunks([record_id for record_id, _ in ranked]):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id FROM record WHERE polarity = ? AND id IN ({marks})"
        right.update(row[0] for row in connection.rows(sql, [polarity, *part]))
    return [item for item in ranked if item[0] in right]


def diverse(connection: Connection, dimension: int, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Those of the ranked records that add something: another scene and another body."""
    rows = {}
    for part in chunks([record_id for record_id, _ in ranked]):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, run_id, scene_id, body_vector FROM record WHERE id IN ({marks})"
        rows.update({row[0]: row[1:] for row in connection.rows(sql, part)})
    kept: list[Ranked] = []
    scenes: set[tuple[str, str]] = set()
    bodies: list[Vectors] = []
    for item in ranked:
        run, scene, blob = rows[item[0]]
        body = from_blobs([blob], dimension)[0]
        same = any(float(body @ other) >= NEAR_EQUAL for other in bodies)
        if (run, scene) not in scenes and not same:
            kept.append(item)
            scenes.add((run, scene))
            bodies.append(body)
    return kept
