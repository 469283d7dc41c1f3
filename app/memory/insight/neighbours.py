"""Which vectors of a bank are near each other: all pairs from a cosine up, or a few for each.

In plain numpy: products of blocks use all cores, where the indexes of the store are held to one
thread for the sake of single queries.
"""

import numpy as np
from numpy.typing import NDArray

from app.memory.insight.watching import Watch, unwatched
from memory_store.vectors import Vectors

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

ROWS, COLUMNS = 1024, 8192
"""Of one block of cosines: 32 MB."""
SMALL = 4_000
"""Rows up to which nothing is gained by leaving out dimensions or dividing into cells."""
REDUCED = 128
"""Dimensions of a first look at a large bank; what it cannot exclude is measured exactly."""
MOST_PAIRS = 1_000_000
_SLACK = 1e-5


def axes(vectors: Vectors, count: int) -> Floats:
    """The `count` directions of largest variance around the origin, as columns of unit length.

    Of a large bank every so many rows are looked at; the result does not depend on chance.
    """
    sample = vectors[:: max(1, len(vectors) // 20_000)]
    _, found = np.linalg.eigh((sample.T @ sample).astype(np.float64))
    columns: Floats = found[:, ::-1][:, :count].astype(np.float32)
    return columns


def close_pairs(
    vectors: Vectors, threshold: float, watch: Watch = unwatched
) -> tuple[Ints, Ints, Floats]:
    """All pairs of rows with a cosine of at least `threshold`: two arrays of row numbers, the first
    the smaller, and the cosines. Of a bank with over a million such pairs the first ones found.

    A first look uses an upper bound of the cosine: the part along some directions, plus the product
    of what is left of both (Cauchy and Schwarz). So nothing is missed.
    """
    look = _bounding(vectors)
    lefts, rights, cosines = [], [], []
    found = 0
    for first in range(0, len(look), ROWS):
        watch(1 - (1 - first / len(look)) ** 2)
        for second in range(first, len(look), COLUMNS):
            block = look[first : first + ROWS] @ look[second : second + COLUMNS].T
            rows, columns = np.nonzero(block >= threshold - _SLACK)
            left, right = rows + first, columns + second
            later = right > left
            left, right = left[later], right[later]
            exact = _cosines(vectors, left, right)
            near = exact >= threshold - _SLACK
            lefts.append(left[near])
            rights.append(right[near])
            cosines.append(exact[near])
            found += int(near.sum())
        if found > MOST_PAIRS:
            break
    watch(1.0)
    if not lefts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
    return np.concatenate(lefts), np.concatenate(rights), np.concatenate(cosines)


def _bounding(vectors: Vectors) -> Floats:
    """Rows whose inner products are upper bounds of the cosines, in fewer dimensions."""
    if len(vectors) <= SMALL or vectors.shape[1] <= REDUCED + 32:
        return vectors
    seen = vectors @ axes(vectors, REDUCED)
    rest = np.sqrt(np.maximum(0, 1 - np.einsum("ij,ij->i", seen, seen)))
    bounding: Floats = np.column_stack([seen, rest]).astype(np.float32)
    return bounding


def _cosines(vectors: Vectors, left: Ints, right: Ints) -> Floats:
    parts = [
        np.einsum("ij,ij->i", vectors[left[at : at + 20_000]], vectors[right[at : at + 20_000]])
        for at in range(0, len(left), 20_000)
    ]
    found: Floats = np.concatenate(parts) if parts else np.zeros(0, np.float32)
    return found


def nearest_rows(vectors: Vectors, count: int, watch: Watch = unwatched) -> tuple[Ints, Floats]:
    """For each row the `count` nearest others and their cosines, best first; shape (n, count).

    Fewer than `count` others are filled up with -1 and a cosine of -1. Up to `SMALL` rows it is
    exact; a larger bank is divided into cells, twice in different ways, and a row is compared with
    those of its two cells, so a neighbour across borders may be missed.
    """
    size = len(vectors)
    ids = np.full((size, count), -1, dtype=np.int64)
    near = np.full((size, count), -1, dtype=np.float32)
    if size <= SMALL:
        _compare(vectors, np.arange(size), ids, near)
        watch(1.0)
        return ids, near
    seen = vectors @ axes(vectors, min(REDUCED, vectors.shape[1]))
    for half in range(2):
        cells = _cells(seen, half)
        order = np.argsort(cells, kind="stable")
        starts = np.flatnonzero(np.diff(cells[order], prepend=-1))
        for number, members in enumerate(np.split(order, starts[1:])):
            for at in range(0, len(members), SMALL):
                _compare(vectors, members[at : at + SMALL], ids, near)
            watch((half + number / len(starts)) / 2)
    watch(1.0)
    return ids, near


def _cells(seen: Floats, half: int) -> Ints:
    """A cell for each row: that of the nearest of some rows, which are moved to the middle of
    theirs once. `half` chooses other rows to begin with."""
    number = max(2, round(len(seen) / 400))
    step = len(seen) / number
    middles = seen[(np.arange(number) * step + half * step / 2).astype(np.int64)]
    cells = np.zeros(len(seen), dtype=np.int64)
    for again in (True, False):
        half_squares = 0.5 * np.einsum("ij,ij->i", middles, middles)
        for at in range(0, len(seen), COLUMNS):
            part = seen[at : at + COLUMNS] @ middles.T - half_squares
            cells[at : at + COLUMNS] = part.argmax(axis=1)
        if again:
            counts = np.bincount(cells, minlength=number)
            order = np.argsort(cells, kind="stable")
            starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
            kept = counts > 0
            sums = np.add.reduceat(seen[order], starts[kept], axis=0)
            middles = middles.copy()
            middles[kept] = sums / counts[kept, None]
    return cells


def _compare(vectors: Vectors, members: Ints, ids: Ints, near: Floats) -> None:
    """Take the nearest among `members` into the lists of each of them."""
    count = ids.shape[1]
    if len(members) < 2 or not count:
        return
    own = vectors[members]
    for at in range(0, len(members), ROWS):
        rows = members[at : at + ROWS]
        cosines = own[at : at + ROWS] @ own.T
        cosines[np.arange(len(rows)), np.arange(at, at + len(rows))] = -2  # itself
        take = min(count, len(members) - 1)
        best = np.argpartition(-cosines, take - 1, axis=1)[:, :take]
        found = np.take_along_axis(cosines, best, axis=1)
        _merge(rows, members[best], found, ids, near)


def _merge(rows: Ints, others: Ints, cosines: Floats, ids: Ints, near: Floats) -> None:
    count = ids.shape[1]
    known = (others[:, :, None] == ids[rows][:, None, :]).any(axis=2)
    every = np.concatenate([ids[rows], others], axis=1)
    value = np.concatenate([near[rows], np.where(known, np.float32(-3), cosines)], axis=1)
    # best first, the smaller row among equals: the same bank gives the same lists
    order = np.lexsort((every, -value), axis=1)[:, :count]
    ids[rows] = np.take_along_axis(every, order, axis=1)
    near[rows] = np.take_along_axis(value, order, axis=1)
