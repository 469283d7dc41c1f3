"""The difference of two programs as an inline table, changed words marked, equal lines folded."""

from app.codediff import CodeDiff, Row, Span, diff_code
from app.export.report.html import esc

MOST_ROWS = 1500
"""Rows of one diff; a program that a model filled with nonsense must not fill the report."""


def diff_table(before: str, after: str) -> str:
    """HTML of the changes; a sentence where there are none."""
    diff = diff_code(before, after)
    if diff.is_empty:
        return '<p class="muted">The program is the same.</p>'
    folds = dict(diff.folds())
    lines: list[str] = []
    row = 0
    while row < len(diff.rows) and len(lines) < MOST_ROWS:
        if row in folds:
            hidden = folds[row] - row
            lines.append(f'<tr class="fold"><td></td><td></td><td>{hidden} equal lines</td></tr>')
            row = folds[row]
            continue
        lines += _lines(diff, diff.rows[row])
        row += 1
    if row < len(diff.rows):
        rest = len(diff.rows) - row
        lines.append(f'<tr class="fold"><td></td><td></td><td>{rest} more lines</td></tr>')
    return f'<div class="code"><table>{"".join(lines)}</table></div>'


def summary(before: str, after: str) -> str:
    """How many lines went and came, in words."""
    diff = diff_code(before, after)
    lines = "line" if diff.removed == 1 else "lines"
    return f"{diff.removed} {lines} out, {diff.added} in"


def _lines(diff: CodeDiff, row: Row) -> list[str]:
    if row.kind == "equal" and row.before is not None and row.after is not None:
        return [_line("", row.before, row.after, " ", esc(diff.after[row.after]))]
    lines = []
    if row.before is not None:
        words = _marked(diff.before[row.before], row.before_words)
        lines.append(_line("minus", row.before, None, "-", words))
    if row.after is not None:
        words = _marked(diff.after[row.after], row.after_words)
        lines.append(_line("plus", None, row.after, "+", words))
    return lines


def _line(kind: str, before: int | None, after: int | None, sign: str, code: str) -> str:
    numbers = "".join(
        f'<td class="n">{"" if number is None else number + 1}</td>' for number in (before, after)
    )
    return f'<tr class="{kind}">{numbers}<td>{sign} {code}</td></tr>'


def _marked(line: str, words: tuple[Span, ...]) -> str:
    pieces, at = [], 0
    for start, end in words:
        pieces += [esc(line[at:start]), f"<mark>{esc(line[start:end])}</mark>"]
        at = end
    return "".join([*pieces, esc(line[at:])])
