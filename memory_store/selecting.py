"""Look-ups in the table that choose among ranked records: rank, polarity, diversity."""

from collections.abc import Sequence

from memory_store.database import Connection
from memory_store.queries import chunks
from memory_store.ranking import Ranked
from memory_store.records import Polarity
from memory_store.vectors import Vectors, from_blobs

NEAR_EQUAL = 0.97
"""Cosine of two body vectors from which two records say the same."""


def ranks(connection: Connection, ids: Sequence[int]) -> dict[int, float]:
    """The rank of each id among equally similar records."""
    found: dict[int, float] = {}
    for part in chunks(ids):
        marks = ",".join("?" * len(part))
        rows = connection.rows(f"SELECT id, rank FROM record WHERE id IN ({marks})", part)
        found.update((int(key), float(rank)) for key, rank in rows)
    return found


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
