"""What changed between two programs: lines, words within lines, and what may be folded away.

Lines and columns count from 0; columns are Python characters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from app.linepairs import pair_lines
from app.matching import Pair, match

RowKind = Literal["equal", "changed", "replaced", "removed", "added"]
Span = tuple[int, int]
CONTEXT = 3
SHORTEST_FOLD = 4
"""Lines; a fold takes a line itself, so that hiding fewer would save nothing worth a click."""
KEPT = 0.3
"""Least share of a line's visible characters that must have stayed for marking single words."""
WORDS_LOOKED_AT = 400

_TOKEN = re.compile(r"\d+(?:\.\d+)?|\w+|\s|[^\w\s]")


@dataclass(frozen=True)
class Row:
    """One row of the two programs side by side.

    `changed` is one line that changed, with the changed words as spans of columns; `replaced` are
    two lines that merely stand beside each other. A side without a line is None.
    """

    kind: RowKind
    before: int | None
    after: int | None
    before_words: tuple[Span, ...] = ()
    after_words: tuple[Span, ...] = ()


@dataclass(frozen=True)
class CodeDiff:
    """Two programs and the rows that lead from one to the other."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    rows: tuple[Row, ...]
    same_end: bool
    """Whether both end with a line break, or neither does."""

    @cached_property
    def added(self) -> int:
        """Lines of the second program that are not equal to their row's other side."""
        return sum(row.kind != "equal" and row.after is not None for row in self.rows)

    @cached_property
    def removed(self) -> int:
        """Lines of the first program that are not equal to their row's other side."""
        return sum(row.kind != "equal" and row.before is not None for row in self.rows)

    @property
    def is_empty(self) -> bool:
        """Whether the programs are the same."""
        return not self.added and not self.removed and self.same_end

    def folds(self, context: int = CONTEXT) -> list[Span]:
        """Stretches of equal rows that may be hidden, `context` rows off every change.

        Programs that are the same fold nothing: there would be nothing left to read.
        """
        changes = [n for n, row in enumerate(self.rows) if row.kind != "equal"]
        if not changes:
            return []
        starts = [0, *(n + 1 + context for n in changes)]
        ends = [*(n - context for n in changes), len(self.rows)]
        return [
            (start, end)
            for start, end in zip(starts, ends, strict=True)
            if end - start >= SHORTEST_FOLD
        ]

    def hunks(self) -> list[Span]:
        """Stretches of rows that differ."""
        found: list[Span] = []
        for number, row in enumerate(self.rows):
            if row.kind == "equal":
                continue
            if found and found[-1][1] == number:
                found[-1] = (found[-1][0], number + 1)
            else:
                found.append((number, number + 1))
        return found


def split_lines(text: str) -> tuple[str, ...]:
    """The lines of a program; a line break at the very end starts no further line."""
    lines = text.split("\n")
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def diff_code(before: str, after: str) -> CodeDiff:
    """Compare two programs; 2,000 lines that have nothing in common take well under a second."""
    a, b = split_lines(before), split_lines(after)
    pairs = _slide(a, b, match(a, b))
    rows: list[Row] = []
    i = j = 0
    for p, q in [*pairs, (len(a), len(b))]:
        rows += _gap(a, b, (i, p), (j, q))
        if p < len(a):
            rows.append(Row("equal", p, q))
        i, j = p + 1, q + 1
    return CodeDiff(a, b, tuple(rows), before.endswith("\n") == after.endswith("\n"))


def _slide(a: Sequence[str], b: Sequence[str], pairs: list[Pair]) -> list[Pair]:
    """Move a block that was only added or only removed to where a person would see it begin.

    A block can move up when the line above it is equal to its last line. It stops where it starts
    least indented, preferably behind an empty line.
    """
    slid = [(-1, -1), *pairs, (len(a), len(b))]
    for number in range(1, len(slid)):
        (p, q), (p2, q2) = slid[number - 1], slid[number]
        if p2 - p > 1 and q2 - q == 1:
            side, lines, start, end = 0, a, p + 1, p2
        elif q2 - q > 1 and p2 - p == 1:
            side, lines, start, end = 1, b, q + 1, q2
        else:
            continue
        best = _best_shift(lines, start, end, slid, number, side)
        for step in range(best):
            above = slid[number - 1 - step]
            moved = (end - 1 - step, above[1]) if side == 0 else (above[0], end - 1 - step)
            slid[number - 1 - step] = moved
    return slid[1:-1]


def _best_shift(
    lines: Sequence[str], start: int, end: int, slid: list[Pair], number: int, side: int
) -> int:
    best, best_score = 0, _start_score(lines, start)
    shift = 0
    while (
        number - 1 - shift > 0
        and slid[number - 1 - shift][side] == start - 1 - shift
        and lines[start - 1 - shift] == lines[end - 1 - shift]
    ):
        # The line above must touch the block, or the block would jump over another change.
        shift += 1
        score = _start_score(lines, start - shift)
        if score > best_score:
            best, best_score = shift, score
    return best


def _start_score(lines: Sequence[str], start: int) -> tuple[bool, int, bool]:
    first = lines[start]
    indent = len(first) - len(first.lstrip())
    behind_gap = start == 0 or not lines[start - 1].strip()
    return bool(first.strip()), -indent, behind_gap


def _gap(a: Sequence[str], b: Sequence[str], old: Span, new: Span) -> list[Row]:
    """Rows for lines `old` of `a` that became lines `new` of `b`."""
    rows: list[Row] = []
    i, j = old[0], new[0]
    for p, q in [*_alike(a[old[0] : old[1]], b[new[0] : new[1]], old[0], new[0]), (old[1], new[1])]:
        beside = min(p - i, q - j)
        rows += [Row("replaced", i + n, j + n) for n in range(beside)]
        rows += [Row("removed", n, None) for n in range(i + beside, p)]
        rows += [Row("added", None, n) for n in range(j + beside, q)]
        if p < old[1]:
            words = changed_words(a[p], b[q])
            rows.append(Row("changed", p, q, *words) if words else Row("replaced", p, q))
        i, j = p + 1, q + 1
    return rows


def _alike(a: Sequence[str], b: Sequence[str], i: int, j: int) -> list[Pair]:
    """The lines that are most likely one line that changed; indices are shifted by `i` and `j`."""
    return [(i + p, j + q) for p, q in pair_lines(a, b)]


def changed_words(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]] | None:
    """The words that changed between two versions of a line, as spans of columns in each.

    What is outside the spans is the same in both. None where too little has stayed for marks on
    words to help.
    """
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    long = max(len(a), len(b)) > WORDS_LOOKED_AT
    pairs = _ends(a, b) if long else match(a, b, anchors=False)
    kept = sum(len(a[p].strip()) for p, _ in pairs)
    visible = max(len("".join(old.split())), len("".join(new.split())))
    if visible and kept < KEPT * visible:
        return None
    gaps: list[tuple[Span, Span]] = []
    i = j = 0
    for p, q in [*pairs, (len(a), len(b))]:
        if p > i or q > j:
            gaps.append(((i, p), (j, q)))
        i, j = p + 1, q + 1
    gaps = _joined(gaps, a)
    return _columns([g[0] for g in gaps], a), _columns([g[1] for g in gaps], b)


def _ends(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """Only the common beginning and end, for lines too long to look at word by word."""
    shortest = min(len(a), len(b))
    head = next((n for n in range(shortest) if a[n] != b[n]), shortest)
    rest = shortest - head
    tail = next((n for n in range(rest) if a[-1 - n] != b[-1 - n]), rest)
    back = [(len(a) - n, len(b) - n) for n in range(tail, 0, -1)]
    return [*((n, n) for n in range(head)), *back]


def _joined(gaps: list[tuple[Span, Span]], a: Sequence[str]) -> list[tuple[Span, Span]]:
    """Changes that only a blank or a single sign keeps apart are one change to the eye."""
    joined: list[tuple[Span, Span]] = []
    for old, new in gaps:
        if joined:
            last_old, last_new = joined[-1]
            between = "".join(a[last_old[1] : old[0]]).strip()
            if not between or (len(between) == 1 and between in "*/+-.^_"):
                joined[-1] = ((last_old[0], old[1]), (last_new[0], new[1]))
                continue
        joined.append((old, new))
    return joined


def _columns(spans: Sequence[Span], tokens: Sequence[str]) -> tuple[Span, ...]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return tuple((starts[i], starts[j]) for i, j in spans if j > i)
