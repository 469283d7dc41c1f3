"""Plane geometry on boxes and outlines, vectorised. Boxes are rows (x0, y0, x1, y1)."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.schema.trace import Rect

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def array(boxes: Sequence[Rect]) -> Array:
    """Boxes as rows; shape (n, 4)."""
    return np.array([(b.x0, b.y0, b.x1, b.y1) for b in boxes], dtype=float).reshape(-1, 4)


def areas(boxes: Array) -> Array:
    """Areas of the boxes, never zero (a minus sign has almost none)."""
    return np.asarray(np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-9))


def intersections(one: Array, other: Array) -> Array:
    """Areas of the intersections of every box with every other; shape (n, m)."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    size = np.clip(high - low, 0.0, None)
    return np.asarray(size[..., 0] * size[..., 1])


def touch(one: Rect, other: Rect) -> bool:
    """Whether two boxes share any area."""
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


def centres(boxes: Array) -> Array:
    """Centres of the boxes; shape (n, 2)."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2)


def shrunk(boxes: Array, share: float) -> Array:
    """Boxes with `share` of width and height taken off at every side."""
    by = (boxes[:, 2:] - boxes[:, :2]) * share
    return np.concatenate([boxes[:, :2] + by, boxes[:, 2:] - by], axis=1)


def within(points: Array, polygon: Array) -> Mask:
    """Which points lie inside a polygon, by the even-odd rule; shape (n,)."""
    start, end = polygon, np.roll(polygon, -1, axis=0)
    y = points[:, 1:2]
    spans = (start[None, :, 1] > y) != (end[None, :, 1] > y)
    rise = np.where(end[:, 1] == start[:, 1], 1.0, end[:, 1] - start[:, 1])
    x = start[:, 0] + (y - start[:, 1]) * (end[:, 0] - start[:, 0]) / rise
    return np.asarray((spans & (points[:, 0:1] < x)).sum(axis=1) % 2 == 1)


def crossed(boxes: Array, path: Array) -> Mask:
    """Which boxes a polyline passes through (slab test of each piece); shape (n,)."""
    start, step = path[:-1], np.diff(path, axis=0)
    if not len(step):
        return np.zeros(len(boxes), dtype=bool)
    enter = np.zeros((len(boxes), len(step)))
    leave = np.ones_like(enter)
    for axis in (0, 1):
        still = np.abs(step[:, axis]) < 1e-12
        safe = np.where(still, 1.0, step[:, axis])
        near = (boxes[:, None, axis] - start[None, :, axis]) / safe
        far = (boxes[:, None, axis + 2] - start[None, :, axis]) / safe
        low, high = np.minimum(near, far), np.maximum(near, far)
        beside = (start[:, axis] < boxes[:, axis, None]) | (
            start[:, axis] > boxes[:, axis + 2, None]
        )
        low = np.where(still, np.where(beside, 2.0, 0.0), low)
        high = np.where(still, np.where(beside, -1.0, 1.0), high)
        enter, leave = np.maximum(enter, low), np.minimum(leave, high)
    return np.asarray((enter <= leave).any(axis=1))
