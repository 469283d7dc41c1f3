"""Which removed line became which added line."""

import re
from collections.abc import Sequence

from app.matching import Pair

ALIKE = 0.5
"""Least share of common words, in [0, 1], for two lines to count as one line that changed."""
PAIRS_LOOKED_AT = 24_000
"""About as many pairs are compared at most; 4 to each side of the diagonal always are."""

_WORD = re.compile(r"\d+(?:\.\d+)?|\w+")


def pair_lines(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """Pairs of lines that are most likely one line that changed, both numbers rising."""
    if not a or not b:
        return []
    return _Likeness([_bag(line) for line in a], [_bag(line) for line in b]).pairs()


class _Likeness:
    """The alignment of two lists of lines with the largest sum of likenesses.

    Dynamic programming in a band around the diagonal, as wide as `PAIRS_LOOKED_AT` allows. A line
    of the table holds the best sum for columns `low - 1` up to `high - 1`.
    """

    def __init__(self, a: list[frozenset[object]], b: list[frozenset[object]]) -> None:
        self._lows: list[int] = []
        self._sums: list[list[float]] = []
        self._hits: list[set[int]] = []
        self._columns = len(b)
        width = max(4, PAIRS_LOOKED_AT // (2 * len(a)))
        for number, bag in enumerate(a):
            centre = number * len(b) // len(a)
            low, high = max(0, centre - width), min(len(b), centre + width + 1)
            line = [self._sum(number - 1, low - 1)]
            hits: set[int] = set()
            for column in range(low, high):
                best = max(line[-1], self._sum(number - 1, column))
                likeness = _likeness(bag, b[column])
                if likeness >= ALIKE:
                    met = self._sum(number - 1, column - 1) + likeness
                    if met > best:
                        best = met
                        hits.add(column)
                line.append(best)
            self._lows.append(low)
            self._sums.append(line)
            self._hits.append(hits)

    def pairs(self) -> list[Pair]:
        """The paired lines, both numbers rising."""
        found: list[Pair] = []
        column = self._columns - 1
        for number in range(len(self._sums) - 1, -1, -1):
            line, low = self._sums[number], self._lows[number]
            column = min(column, low + len(line) - 2)
            here, above = self._sum(number, column), self._sum(number - 1, column)
            if here <= above:
                continue
            while column not in self._hits[number]:
                column -= 1
            found.append((number, column))
            column -= 1
        return found[::-1]

    def _sum(self, number: int, column: int) -> float:
        if number < 0 or column < 0:
            return 0.0
        line = self._sums[number]
        place = column - self._lows[number] + 1
        return line[min(place, len(line) - 1)]


def _bag(line: str) -> frozenset[object]:
    """The words of a line, the second `x` being another one than the first."""
    words = _WORD.findall(line) or list(line.strip())
    counts: dict[str, int] = {}
    bag: list[object] = []
    for word in words:
        counts[word] = counts.get(word, 0) + 1
        bag.append((word, counts[word]))
    return frozenset(bag)


def _likeness(a: frozenset[object], b: frozenset[object]) -> float:
    """Dice's coefficient in [0, 1]: 2 |a and b| / (|a| + |b|)."""
    total = len(a) + len(b)
    return 2 * len(a & b) / total if total else 0.0
