"""Which points a lasso holds."""

import numpy as np
from numpy.typing import NDArray


def inside(polygon: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each point lies inside a closed polygon, by the even-odd rule.

    Args:
        polygon: corners, shape (m, 2); the last is joined to the first.
        points: shape (n, 2).

    Returns:
        shape (n,). Nothing is inside of fewer than three corners.
    """
    held = np.zeros(len(points), dtype=bool)
    if len(polygon) < 3:
        return held
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    x, y = points[near, 0], points[near, 1]
    odd = np.zeros(len(near), dtype=bool)
    previous = np.roll(polygon, 1, axis=0)
    for (x1, y1), (x2, y2) in zip(previous.tolist(), polygon.tolist(), strict=True):
        if y1 == y2:
            continue  # a level edge is crossed by no level ray
        crosses = (y1 > y) != (y2 > y)
        odd ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    held[near] = odd
    return held
