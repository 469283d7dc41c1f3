"""The bank as a picture: a projection of the body vectors onto two dimensions.

The plane is that of largest variance (principal components). Within it the picture is turned and
mirrored so that it agrees best with the plane of the oldest records (an orthogonal Procrustes fit),
that one with the plane of still fewer of them, and so on; the smallest takes its place from two
fixed directions. What holds of that: the same bank gives the same map, and since a new record is
the youngest, it changes the last step only. The others move about as far as the plane itself does,
also where the two largest variances change places; the map is not mirrored or turned meanwhile.
Where the second and the third variance are nearly equal, as in a bank without any groups, the plane
is a matter of chance and may tilt. Taking out one of the first few records may turn the map.

Distances from the middle are measured in one unit on both axes; the few that lie far outside are
drawn in towards the rim, so that one stray record does not press all others together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.memory.insight.effect import Effect, Verdict, verdicts
from app.memory.insight.watching import Watch, unwatched
from memory_store.bank import Bank
from memory_store.columns import bodies, columns
from memory_store.vectors import Vectors

Points = NDArray[np.float32]
Floats = NDArray[np.float64]
FIRST = 4
"""How many of the oldest records give the first plane; each further one is of four times more."""
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
    bank: Bank, effects: Mapping[int, Effect] | None = None, watch: Watch = unwatched
) -> BankMap:
    """The map of a whole bank."""
    ids, vectors = bodies(bank)
    watch(0.3)
    points, explained = project(vectors)
    watch(0.8)
    rows = columns(bank, ("id", "polarity", "domain", "role", "status"))
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


def project(vectors: Vectors) -> tuple[Points, float]:
    """Points in the unit circle, float32 of shape (n, 2), and the share of the variance they show.

    All in the middle where there is nothing to tell apart: one record, or equal vectors.
    """
    size = len(vectors)
    if size < 2:
        return np.zeros((size, 2), dtype=np.float32), 0.0
    plane, middle, values = _plane(vectors)
    total = float(values.sum())
    if total < 1e-6 * size:
        return np.zeros((size, 2), dtype=np.float32), 0.0
    points = (vectors - middle.astype(np.float32)) @ plane.astype(np.float32)
    return _drawn(points), float(values[-2:].sum()) / total


def _plane(vectors: Vectors) -> tuple[Floats, Floats, Floats]:
    """The plane of largest variance as two columns, turned as the top of this file says; the middle
    of the vectors; and the variances (sums of squares) along all directions, smallest first."""
    size, dimension = vectors.shape
    numbers = np.arange(1, dimension + 1, dtype=np.float64)
    plane: Floats = np.cos(np.outer(numbers, [1.0, 2**0.5]))
    squares, sums = np.zeros((dimension, dimension)), np.zeros(dimension)
    done, count = 0, min(FIRST, size)
    while True:
        for at in range(done, count, ROWS):
            part = vectors[at : min(at + ROWS, count)]
            squares += part.T @ part
            sums += part.sum(axis=0, dtype=np.float64)
        middle = sums / count
        values, found = np.linalg.eigh(squares - count * np.outer(middle, middle))
        fresh = found[:, -1:-3:-1].copy()  # the largest first
        if values[-2] < 1e-6 * values[-1]:
            fresh[:, 1] = 0  # all on a line: a second direction would be noise
        left, _, right = np.linalg.svd(fresh.T @ plane)
        plane = fresh @ (left @ right)
        if count == size:
            return plane, middle, values
        done, count = count, min(4 * count, size)


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
