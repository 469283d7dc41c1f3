"""Everything a code view needs to know of two programs, made in a worker thread."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from app.codediff import CodeDiff, Row, Span, diff_code, split_lines
from ui.views.diff.columns import is_plain, units
from ui.views.diff.highlight import Run, highlight
from ui.views.diff.source import LineFinding, Source, Which

TAB_COLUMNS = 4


@dataclass(frozen=True)
class Side:
    """One program. Runs and words are counted in UTF-16 units, lines from 0.

    `widths` are those of its lines in columns of the code font.
    """

    title: str
    program: str
    lines: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]
    findings: dict[int, tuple[LineFinding, ...]]
    words: dict[int, tuple[Span, ...]]
    widths: tuple[int, ...]


@dataclass(frozen=True)
class Prepared:
    """One program, or two and what differs. `rows` of a single program are all equal."""

    sides: dict[Which, Side]
    rows: tuple[Row, ...]
    folds: tuple[Span, ...]
    hunks: tuple[Span, ...]
    diff: CodeDiff | None

    @property
    def is_pair(self) -> bool:
        """Whether there is something to compare."""
        return self.diff is not None


def prepare(before: Source | None, after: Source | None) -> Prepared:
    """Compare and colour; either may be missing."""
    if before is None or after is None:
        which: Which = "before" if after is None else "after"
        only = before or after or Source("", "")
        lines = split_lines(only.program)
        rows = tuple(
            Row("equal", n, None) if which == "before" else Row("equal", None, n)
            for n in range(len(lines))
        )
        return Prepared({which: _side(only, lines, {})}, rows, (), (), None)
    diff = diff_code(before.program, after.program)
    old = {r.before: r.before_words for r in diff.rows if r.before_words and r.before is not None}
    new = {r.after: r.after_words for r in diff.rows if r.after_words and r.after is not None}
    sides: dict[Which, Side] = {
        "before": _side(before, diff.before, old),
        "after": _side(after, diff.after, new),
    }
    return Prepared(sides, diff.rows, tuple(diff.folds()), tuple(diff.hunks()), diff)


def _side(source: Source, lines: tuple[str, ...], words: dict[int, tuple[Span, ...]]) -> Side:
    marked = {
        number: tuple((units(lines[number], s), units(lines[number], e)) for s, e in spans)
        for number, spans in words.items()
    }
    found: dict[int, list[LineFinding]] = {}
    for finding in source.findings:
        if 1 <= finding.line <= len(lines):
            found.setdefault(finding.line - 1, []).append(finding)
    return Side(
        title=source.title,
        program=source.program,
        lines=lines,
        runs=_coloured(lines),
        findings={number: tuple(list_) for number, list_ in found.items()},
        words=marked,
        widths=tuple(map(columns, lines)),
    )


@lru_cache(maxsize=8)
def _coloured(lines: tuple[str, ...]) -> tuple[tuple[Run, ...], ...]:
    """The runs of every line; kept, since one iteration is compared with many."""
    runs = highlight(lines)
    for number, line in enumerate(lines):
        if not is_plain(line):
            runs[number] = tuple(_in_units(line, run) for run in runs[number])
    return tuple(runs)


def _in_units(line: str, run: Run) -> Run:
    start = units(line, run.start)
    return Run(start, units(line, run.start + run.length) - start, run.token)


def columns(line: str) -> int:
    """About how many columns of a fixed-width font a line takes."""
    if line.isascii():
        return len(line.expandtabs(TAB_COLUMNS))
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in line)
    return len(line.expandtabs(TAB_COLUMNS)) + wide
