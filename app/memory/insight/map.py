"""The bank as a picture: a projection of the body vectors onto two dimensions.

The plane is that of largest variance (principal components). Within it the picture is turned and
mirrored so that it agrees best with the plane of somewhat fewer records, the oldest of them (an
orthogonal Procrustes fit), that one with the plane of still fewer, and so on; the first takes its
place from two fixed directions. Among directions of nearly equal variance the one that was in the
plane before is preferred. What holds of that: the same bank gives the same map, and since a new
record is the youngest, it changes the last step only. The others move as far as the plane itself
does, also where the two largest variances change places, and the map is not mirrored. A bank of
fewer than ten records may still turn, and so may one whose oldest records are taken out.

Distances from the middle are measured in one unit on both axes; the few that lie far outside are
drawn in towards the rim, so that one stray record does not press all others together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.memory.insight.effect import Effect, Verdict, verdicts
from app.memory.insight.source import Source, reader
from app.memory.insight.watching import Watch, unwatched
from memory_store.columns import bodies, columns
from memory_store.vectors import Vectors

Points = NDArray[np.float32]
Floats = NDArray[np.float64]
FIRST, FEW = 4, 300
"""The oldest records that give the first plane; each further one is of a quarter more, and from
`FEW` on of twice as many."""
KEEPING = 0.25
"""Head start of the directions that were in the plane before, in parts of the second variance."""
INSIDE = 0.98
"""Share of the records that lie in the undistorted part of the picture."""
RIM = 0.9
"""Radius of that part; the rest lies between it and 1."""
ROWS = 8192


@dataclass(frozen=True)
class BankMap:
    """One point for each record, in order of id.

    Attributes:
        ids: int64, shape (n,).
        points: float32, shape (n, 2), in [-1, 1], within the unit circle.
        polarity, domain, role, status: of each record.
        outcome: what came of it (see `effect`); all `unused` if no effects were given.
        explained: share of the variance of the vectors that the picture shows, in [0, 1].
    """

    ids: NDArray[np.int64]
    points: Points
    polarity: tuple[str, ...]
    domain: tuple[str, ...]
    role: tuple[str, ...]
    status: tuple[str, ...]
    outcome: tuple[Verdict, ...]
    explained: float


def bank_map(
    source: Source, effects: Mapping[int, Effect] | None = None, watch: Watch = unwatched
) -> BankMap:
    """The map of a whole bank."""
    read = reader(source)
    ids, vectors = read(bodies)
    watch(0.3)
    points, explained = project(vectors, lambda share: watch(0.3 + share / 2))
    rows = read(lambda bank: columns(bank, ("id", "polarity", "domain", "role", "status")))
    about = {row[0]: row[1:] for row in rows}
    # the two were read one after the other: a record may have come or gone between
    kept = np.array([key in about for key in ids.tolist()], dtype=bool)
    ids, points = ids[kept], points[kept]
    told = [about[key] for key in ids.tolist()]
    watch(1.0)
    return BankMap(
        ids,
        points,
        polarity=tuple(row[0] for row in told),
        domain=tuple(row[1] for row in told),
        role=tuple(row[2] for row in told),
        status=tuple(row[3] for row in told),
        outcome=tuple(verdicts(effects or {}, ids.tolist())),
        explained=explained,
    )


def project(vectors: Vectors, watch: Watch = unwatched) -> tuple[Points, float]:
    """Points in the unit circle, float32 of shape (n, 2), and the share of the variance they show.

    All in the middle where there is nothing to tell apart: one record, or equal vectors.
    """
    size = len(vectors)
    if size < 2:
        return np.zeros((size, 2), dtype=np.float32), 0.0
    plane, middle, total, explained = _plane(vectors, watch)
    if total < 1e-6 * size:
        return np.zeros((size, 2), dtype=np.float32), 0.0
    points = (vectors - middle.astype(np.float32)) @ plane.astype(np.float32)
    return _drawn(points), min(explained, 1.0)


def _plane(vectors: Vectors, watch: Watch) -> tuple[Floats, Floats, float, float]:
    """The plane as two columns, as the top of this file says; the middle of the vectors; their
    variance (a sum of squares), and the share of it that lies in the plane."""
    size, dimension = vectors.shape
    numbers = np.arange(1, dimension + 1, dtype=np.float64)
    plane: Floats = np.cos(np.outer(numbers, [1.0, 2**0.5]))
    sums = _Sums(vectors)
    steps = _steps(size)
    for turn, count in enumerate(steps):
        watch(turn / len(steps))
        middle, root = sums.first(count)
        values = _principal(root)[0]
        second = float(values[1]) if len(values) > 1 else 0.0
        kept = np.sqrt(KEEPING * second) * plane.T if turn else plane.T[:0]
        fresh = _principal(np.concatenate([root, kept]))[1][:, :2]
        if second < 1e-6 * values[0]:
            fresh[:, 1] = 0  # all on a line: a second direction would be noise
        left, _, right = np.linalg.svd(fresh.T @ plane)
        plane = fresh @ (left @ right)
    watch(1.0)
    total, shown = float(values.sum()), float(np.square(root @ plane).sum())
    return plane, middle, total, shown / total if total else 0.0


def _steps(size: int) -> list[int]:
    """How many of the oldest records each plane is of: the same sizes in every bank, then all."""
    found, count = [], FIRST
    while count < size:
        found.append(count)
        count = max(count + 1, count * 5 // 4) if count < FEW else 2 * count
    return [*found, size]


class _Sums:
    """Middle and spread of the first rows, each row being looked at once where they are many."""

    def __init__(self, vectors: Vectors) -> None:
        dimension = vectors.shape[1]
        self._vectors = vectors
        self._squares, self._sums = np.zeros((dimension, dimension)), np.zeros(dimension)
        self._done = 0

    def first(self, count: int) -> tuple[Floats, Floats]:
        """The middle of the first rows, and a matrix R with R'R their spread around it."""
        if count <= FEW:
            rows = self._vectors[:count].astype(np.float64)
            middle: Floats = rows.mean(axis=0)
            return middle, rows - middle
        for at in range(self._done, count, ROWS):
            part = self._vectors[at : min(at + ROWS, count)]
            self._squares += part.T @ part
            self._sums += part.sum(axis=0, dtype=np.float64)
        self._done = count
        middle = self._sums / count
        values, found = np.linalg.eigh(self._squares - count * np.outer(middle, middle))
        root: Floats = np.sqrt(np.maximum(values, 0))[:, None] * found.T
        return middle, root[::-1]


def _principal(root: Floats) -> tuple[Floats, Floats]:
    """The variances of R'R, largest first, and the directions as columns (at least two)."""
    rows, dimension = root.shape
    if rows > dimension:
        values, found = np.linalg.eigh(root.T @ root)
        return np.maximum(values[::-1], 0), found[:, ::-1].copy()
    _, singular, directions = np.linalg.svd(root, full_matrices=rows < 2)
    return np.square(singular), directions.T.copy()


def _drawn(points: NDArray[np.float32]) -> Points:
    """Scale by the radius that most records lie within; what is outside goes to the rim."""
    radius = np.hypot(points[:, 0], points[:, 1])
    unit = float(np.quantile(radius, INSIDE)) or float(radius.max()) or 1.0
    far = radius / unit * RIM
    rim = 1 - RIM
    shown = np.where(far <= RIM, far, 1 - rim * np.exp(-(far - RIM) / rim))
    scale = np.divide(shown, radius, out=np.zeros_like(radius), where=radius > 0)
    drawn: Points = (points * scale[:, None]).astype(np.float32)
    return np.clip(drawn, -1, 1)
