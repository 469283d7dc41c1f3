"""The pieces of a page as lines in reading order, columns taken care of.

A gutter is a vertical strip that hardly any piece crosses, with wide text on both sides. Pieces
that do cross it (a title, a wide figure's caption) cut the page into bands; in a band the left
column is read before the right one.
"""

# Accents are what this module reads.
# ruff: noqa: RUF001

import re
import statistics
import unicodedata
from dataclasses import dataclass

from app.documents.pdf_chars import Page, Piece

_COLUMN_LETTERS = 18  # a column of text has longer lines than a table's cells
_CROSSING = 0.4  # share of a page's text that may stand across the gutter
_DEPTH = 3


@dataclass
class Line:
    """One printed line. `column` is the left and right end of what it is set in."""

    left: float
    bottom: float
    right: float
    top: float
    text: str
    size: float
    bold: bool
    math: int
    column: tuple[float, float]
    page: int = 0


def lines_of(page: Page, number: int) -> list[Line]:
    """The lines of a page in the order in which a person reads them."""
    lines = _read(page.pieces, _DEPTH)
    for line in lines:
        line.page = number
    return lines


def _read(pieces: list[Piece], depth: int) -> list[Line]:
    if not pieces:
        return []
    gutter = _gutter(pieces) if depth else None
    if gutter is None:
        return _lines(pieces)
    read: list[Line] = []
    band: list[Piece] = []
    rows = sorted(pieces, key=lambda piece: (-piece.top, piece.left))
    for piece in rows:
        if not piece.left < gutter < piece.right:
            band.append(piece)
            continue
        # A crossing piece: what stands above it is read first.
        above = [p for p in band if p.bottom >= piece.top - 0.5 * piece.size]
        band = [p for p in band if p not in above]
        read += _band(above, gutter, depth) + _lines([piece])
    return _joined_rows(read) + _band(band, gutter, depth)


def _band(pieces: list[Piece], gutter: float, depth: int) -> list[Line]:
    left = [p for p in pieces if p.right <= gutter]
    right = [p for p in pieces if p.right > gutter]
    return _read(left, depth - 1) + _read(right, depth - 1)


def _joined_rows(lines: list[Line]) -> list[Line]:
    """Crossing pieces beside each other on one row become one line again."""
    joined: list[Line] = []
    for line in lines:
        if joined and _same_row(joined[-1], line) and line.left >= joined[-1].right - line.size:
            before = joined[-1]
            before.text += " " + line.text
            before.right, before.math = line.right, before.math + line.math
            before.column = (before.column[0], max(before.column[1], line.right))
        else:
            joined.append(line)
    return joined


def _gutter(pieces: list[Piece]) -> float | None:
    """The x of the strip between two columns, None for a page with one."""
    long = [p for p in pieces if len(p.text) >= _COLUMN_LETTERS]
    if len(long) < 6:
        return None
    left, right = min(p.left for p in long), max(p.right for p in long)
    width = right - left
    best: tuple[float, float] | None = None
    steps = 80
    for step in range(int(steps * 0.22), int(steps * 0.78) + 1):
        x = left + width * step / steps
        crossing = sum(len(p.text) for p in pieces if p.left < x < p.right)
        # Of equal places the one nearest to the middle.
        cost = crossing + abs(step / steps - 0.5)
        if best is None or cost < best[0]:
            best = (cost, x)
    if best is None:
        return None
    x = best[1]
    sides = [[p for p in long if p.right <= x], [p for p in long if p.left >= x]]
    crossing = sum(len(p.text) for p in pieces if p.left < x < p.right)
    if crossing > _CROSSING * sum(len(p.text) for p in pieces):
        return None
    return x if all(_is_column(side) for side in sides) else None


def _is_column(side: list[Piece]) -> bool:
    """Three lines or more that begin, or end, at one place."""
    if len(side) < 3:
        return False
    size = statistics.median(p.size for p in side)
    start = statistics.mode(round(p.left / size) for p in side)
    return sum(abs(p.left / size - start) < 1.6 for p in side) >= max(3, 0.4 * len(side))


_ACCENTS = {
    "´": "\u0301",
    "`": "\u0300",
    "¨": "\u0308",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "ˇ": "\u030c",
}
_ACCENTED = re.compile(r"([´`¨ˆ˜ˇ]) ?([A-Za-zı])")
_BEFORE_MARK = re.compile(r"(?<=\S) +([.,;])(?= |$)")


def clean_line(text: str) -> str:
    """One line with single spaces; an accent that was drawn before its letter is put on it."""
    text = _ACCENTED.sub(
        lambda found: found[2].replace("ı", "i") + _ACCENTS[found[1]], " ".join(text.split())
    )
    return unicodedata.normalize("NFC", _BEFORE_MARK.sub(r"\1", text))


def _same_row(one: Line | Piece, other: Line | Piece) -> bool:
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > 0.4 * min(one.top - one.bottom, other.top - other.bottom)


def _lines(pieces: list[Piece]) -> list[Line]:
    """Rows of one column from top to bottom, each from left to right."""
    if not pieces:
        return []
    column = (min(p.left for p in pieces), max(p.right for p in pieces))
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: -(p.top + p.bottom)):
        row = next((r for r in reversed(rows[-4:]) if _fits(r, piece)), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [_line(row, column) for row in rows]


def _fits(row: list[Piece], piece: Piece) -> bool:
    main = max(row, key=lambda p: (p.size, len(p.text)))
    if not _same_row(main, piece):
        return False
    return all(p.right <= piece.left + 1 or piece.right <= p.left + 1 for p in row)


def _line(row: list[Piece], column: tuple[float, float]) -> Line:
    row = sorted(row, key=lambda piece: piece.left)
    main = max(row, key=lambda piece: len(piece.text))
    return Line(
        left=row[0].left,
        bottom=main.bottom,
        right=row[-1].right,
        top=main.top,
        text=clean_line(" ".join(piece.text for piece in row)),
        size=main.size,
        bold=all(p.bold for p in row),
        math=sum(piece.math for piece in row),
        column=column,
    )
