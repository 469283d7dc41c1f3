"""Which items two sequences have in common, in order: the ground of a diff.

Unique common items anchor the match first, as in Bram Cohen's patience diff; what lies between two
anchors is matched by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations",
1986). Myers' work grows with the square of the difference, so it is done in stretches: when a
stretch has grown to `REACH` edits, the furthest point so far is settled. That keeps any input in
bounded time and gives up only the shortest result, never a right one.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from itertools import pairwise

Pair = tuple[int, int]
REACH = 160
"""Edits after which a stretch of the search is settled, at most REACH^2 / 2 steps of work."""


def match(a: Sequence[Hashable], b: Sequence[Hashable], anchors: bool = True) -> list[Pair]:
    """Pairs (i, j) with `a[i] == b[j]`, both rising strictly.

    Args:
        anchors: let items that are unique on both sides decide first; right for lines of a
            program, too strict for the words of a line.
    """
    return _between(a, b, 0, len(a), 0, len(b), anchors)


def _between(
    a: Sequence[Hashable], b: Sequence[Hashable], i: int, i2: int, j: int, j2: int, anchors: bool
) -> list[Pair]:
    pairs: list[Pair] = []
    while i < i2 and j < j2 and a[i] == b[j]:
        pairs.append((i, j))
        i, j = i + 1, j + 1
    tail: list[Pair] = []
    while i < i2 and j < j2 and a[i2 - 1] == b[j2 - 1]:
        i2, j2 = i2 - 1, j2 - 1
        tail.append((i2, j2))
    if i < i2 and j < j2:
        fixed = _anchors(a, b, i, i2, j, j2) if anchors else []
        if fixed:
            stops = [(i - 1, j - 1), *fixed, (i2, j2)]
            for (p, q), (p2, q2) in pairwise(stops):
                pairs += _between(a, b, p + 1, p2, q + 1, q2, anchors)
                if p2 < i2:
                    pairs.append((p2, q2))
        else:
            pairs += _myers(a, b, i, i2, j, j2)
    return pairs + tail[::-1]


def _anchors(
    a: Sequence[Hashable], b: Sequence[Hashable], i: int, i2: int, j: int, j2: int
) -> list[Pair]:
    """The longest rising run of items that occur exactly once in each of the two stretches."""
    places_a, places_b = _unique(a, i, i2), _unique(b, j, j2)
    both = [(p, places_b[item]) for item, p in places_a.items() if item in places_b]
    both.sort()
    ends: list[int] = []  # the smallest last place of a rising run, by length
    holders: list[int] = []
    before: list[int] = []
    for number, (_, q) in enumerate(both):
        length = bisect_left(ends, q)
        before.append(holders[length - 1] if length else -1)
        ends[length : length + 1] = [q]
        holders[length : length + 1] = [number]
    run: list[Pair] = []
    at = holders[-1] if holders else -1
    while at >= 0:
        run.append(both[at])
        at = before[at]
    return run[::-1]


def _unique(items: Sequence[Hashable], start: int, end: int) -> dict[Hashable, int]:
    places: dict[Hashable, int] = {}
    for place in range(start, end):
        item = items[place]
        places[item] = -1 if item in places else place
    return {item: place for item, place in places.items() if place >= 0}


def _myers(
    a: Sequence[Hashable], b: Sequence[Hashable], i: int, i2: int, j: int, j2: int
) -> list[Pair]:
    pairs: list[Pair] = []
    while i < i2 and j < j2:
        path = _stretch(a, b, i, i2, j, j2)
        pairs += path[0]
        i, j = path[1]
    return pairs


def _stretch(
    a: Sequence[Hashable], b: Sequence[Hashable], i: int, i2: int, j: int, j2: int
) -> tuple[list[Pair], Pair]:
    """Common items from (i, j) on, and the point up to which they settle the match."""
    n, m = i2 - i, j2 - j
    reached = {1: 0}
    history: list[dict[int, int]] = []
    edits, end, ended = 0, 0, False
    while not ended:
        history.append(reached.copy())
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (
                diagonal != edits and reached[diagonal - 1] < reached[diagonal + 1]
            )
            x = reached[diagonal + 1] if down else reached[diagonal - 1] + 1
            y = x - diagonal
            while 0 <= y < m and x < n and a[i + x] == b[j + y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
            if x >= n and y >= m:
                end, ended = diagonal, True
                break
        edits += 1
        if not ended and edits > REACH:
            end, ended = _furthest(reached, edits - 1, n, m), True
    x = reached[end]
    return _walk_back(history, x, x - end, i, j), (i + x, j + x - end)


def _furthest(reached: dict[int, int], edits: int, n: int, m: int) -> int:
    """The diagonal that got furthest without leaving the field."""
    inside = [
        d for d in range(-edits, edits + 1, 2) if reached[d] <= n and 0 <= reached[d] - d <= m
    ]
    return max(inside, key=lambda d: (2 * reached[d] - d, -abs(d)))


def _walk_back(history: list[dict[int, int]], x: int, y: int, i: int, j: int) -> list[Pair]:
    pairs: list[Pair] = []
    for edits in range(len(history) - 1, -1, -1):
        reached = history[edits]
        diagonal = x - y
        down = diagonal == -edits or (
            diagonal != edits and reached[diagonal - 1] < reached[diagonal + 1]
        )
        came_from = diagonal + 1 if down else diagonal - 1
        start_x = reached[came_from] if edits else 0
        start_y = start_x - came_from if edits else 0
        while x > start_x and y > start_y:
            x, y = x - 1, y - 1
            pairs.append((i + x, j + y))
        x, y = start_x, start_y
    return pairs[::-1]
