"""One page of a PDF as pieces of text with place, size and weight. Needs pypdfium2 alone.

Coordinates are points; y grows upwards. Only text of the page's main direction is read, which
leaves out stamps along the margin and labels of vertical axes.
"""

import ctypes
import math
import re
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MAX_PAGE_CHARACTERS = 60_000
_BOLD = re.compile(r"bold|black|heavy|medi(?!um)|demi|cmbx|cmssbx|-b(?:\b|i)", re.IGNORECASE)
_MATH_FONT = re.compile(r"cmmi|cmsy|cmex|msbm|msam|math|symbol|stix", re.IGNORECASE)
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_WORD_GAP = 0.5  # of the font size; the library sees narrower word spaces itself
_TURNED_WORD_GAP = 0.2  # in turned text it does not
_COLUMN_GAP = 1.1  # of the font size: what is further apart may belong to two columns


@dataclass
class Piece:
    """Text on one line without a wide gap.

    `size` is the font size of most of its letters; `math` counts letters of math fonts.
    """

    left: float
    bottom: float
    right: float
    top: float
    text: str
    size: float
    bold: bool
    math: int = 0


@dataclass
class Page:
    """What was read of a page: its size in points, its pieces, and letters without a code."""

    width: float
    height: float
    pieces: list[Piece] = field(default_factory=list)
    characters: int = 0
    unknown: int = 0


class _Char(NamedTuple):
    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    place: int


def read_page(page: Any, raw: Any) -> Page:
    """The pieces of a page in the order in which the PDF draws them."""
    width, height = page.get_size()
    found = Page(width, height)
    text_page = page.get_textpage()
    try:
        count = min(text_page.count_chars(), MAX_PAGE_CHARACTERS)
        handle = text_page.raw
        turns = _turns(handle, raw, count)
        turn = turns.most_common(1)[0][0] if turns else 0
        chars = _chars(handle, raw, count, turn, len(turns) > 1, found)
        style = _Style(handle, raw, turn)
        found.pieces = [
            _piece(run, style) for run in _runs(chars, _TURNED_WORD_GAP if turn else _WORD_GAP)
        ]
    finally:
        text_page.close()
    if turn % 2:
        found.width, found.height = height, width
    return found


def _turns(handle: Any, raw: Any, count: int) -> Counter[int]:
    """How many letters of a sample stand at which quarter turn; -1 for a slant."""
    turns: Counter[int] = Counter()
    for index in range(0, count, 8):
        turn = _turn(handle, raw, index)
        if turn is not None:
            turns[turn] += 1
    return turns


def _turn(handle: Any, raw: Any, index: int) -> int | None:
    angle = raw.FPDFText_GetCharAngle(handle, index)
    if angle < 0:
        return None
    quarter = round(angle / (math.pi / 2))
    return quarter % 4 if abs(angle - quarter * math.pi / 2) < 0.1 else -1


def _chars(
    handle: Any, raw: Any, count: int, turn: int, mixed: bool, found: Page
) -> list[_Char | None]:
    """The characters with their boxes; None stands for a break that the library saw.

    `mixed` says that the page has text in several directions, so that each letter is asked.
    """
    unicode_of, box_of, size_of = (
        raw.FPDFText_GetUnicode,
        raw.FPDFText_GetCharBox,
        raw.FPDFText_GetFontSize,
    )
    sides = [ctypes.c_double() for _ in range(4)]
    places = [ctypes.byref(side) for side in sides]
    chars: list[_Char | None] = []
    for index in range(count):
        code = unicode_of(handle, index)
        if turn and code in (10, 13, 32):
            continue  # the library puts these in the right place only in upright text
        if code in (10, 13):
            chars.append(None)
            continue
        if 0xD800 <= code < 0xE000:  # half of a pair: read together with its other half
            code = _whole(raw, handle, index, code)
        text = _letter(code)
        if text.isspace():
            chars.append(_Char(" ", 0, 0, 0, 0, 0, index))
            continue
        if not text or (mixed and _turn(handle, raw, index) not in (turn, None)):
            continue
        if not box_of(handle, index, *places):
            continue
        found.characters += 1
        found.unknown += text == "\ufffd"
        left, right, bottom, top = (side.value for side in sides)
        size = size_of(handle, index)
        if size <= 3:
            size = _real_size(handle, raw, index, size)
        chars.append(_Char(text, *_turned(left, bottom, right, top, turn), size, index))
    return chars


def _whole(raw: Any, handle: Any, index: int, high: int) -> int:
    if high >= 0xDC00:
        return 0
    low = raw.FPDFText_GetUnicode(handle, index + 1)
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) if 0xDC00 <= low < 0xE000 else 0xFFFD


def _letter(code: int) -> str:
    """The letter of a code; "" for what is no letter, U+FFFD for one without a meaning."""
    if 32 <= code < 127:
        return chr(code)
    if code in (0x02, 0xAD):  # how the library marks a hyphen at the end of a line
        return "-"
    if code == 0xFFFE or code == 0 or 0xE000 <= code <= 0xF8FF:
        return "\ufffd"
    letter = chr(code)
    return _LIGATURES.get(letter, letter) if code >= 32 else ""


def _real_size(handle: Any, raw: Any, index: int, size: float) -> float:
    """Some producers set size 1 and scale by a matrix: its determinant tells how much."""
    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(handle, index, ctypes.byref(matrix)):
        return max(float(size), 1.0)
    a, b, c, d = (float(part) for part in (matrix.a, matrix.b, matrix.c, matrix.d))
    return max(float(size) * math.sqrt(abs(a * d - b * c)), 1.0)


def _turned(
    left: float, bottom: float, right: float, top: float, turn: int
) -> tuple[float, float, float, float]:
    """The box after turning the page back, so that its text runs to the right."""
    if turn == 1:
        return -top, left, -bottom, right
    if turn == 2:
        return -right, -top, -left, -bottom
    if turn == 3:
        return bottom, -right, top, -left
    return left, bottom, right, top


def _runs(chars: list[_Char | None], word_gap: float) -> list[list[_Char]]:
    """Characters that follow each other on one line without a wide gap.

    A gap of `word_gap` times the font size is a space.
    """
    runs: list[list[_Char]] = []
    run: list[_Char] = []
    space: _Char | None = None
    for char in chars:
        if char is None or (char.text == " "):
            space = char if char is not None else space
            continue
        before = run[-1] if run else None
        if before is not None and not _goes_on(run, before, char):
            runs.append(run)
            run, before = [], None
        if before is not None and (space is not None or _apart(before, char, word_gap)):
            run.append(_Char(" ", before.right, before.bottom, char.left, before.top, 0, -1))
        run.append(char)
        space = None
    return [*runs, run] if run else runs


def _goes_on(run: list[_Char], before: _Char, char: _Char) -> bool:
    base = next((c for c in run if c.size >= max(char.size, 0.1)), before)
    size = max(base.size, char.size, before.size)
    gap = char.left - before.right
    if gap > _COLUMN_GAP * size or gap < -1.5 * size:
        return False
    middle = (char.bottom + char.top) / 2
    return base.bottom - 0.45 * size <= middle <= base.bottom + 1.1 * size


def _apart(before: _Char, char: _Char, gap: float) -> bool:
    return char.left - before.right > gap * max(before.size, char.size)


class _Style:
    """Weight and kind of the font of a character, and where it stands; asked for where needed."""

    def __init__(self, handle: Any, raw: Any, turn: int) -> None:
        self._page = handle
        self._raw = raw
        self._turn = turn
        self._buffer = ctypes.create_string_buffer(256)

    def of(self, index: int) -> tuple[bool, bool]:
        """Whether the font is bold, and whether it is one for math."""
        flags = ctypes.c_int()
        length = self._raw.FPDFText_GetFontInfo(
            self._page, index, self._buffer, 256, ctypes.byref(flags)
        )
        name = self._buffer.value.decode("utf-8", "replace") if 0 < length <= 256 else ""
        weight = self._raw.FPDFText_GetFontWeight(self._page, index)
        return weight >= 600 or bool(_BOLD.search(name)), bool(_MATH_FONT.search(name))

    def baseline(self, index: int) -> float:
        """The height of the line the character stands on."""
        x, y = ctypes.c_double(), ctypes.c_double()
        self._raw.FPDFText_GetCharOrigin(self._page, index, ctypes.byref(x), ctypes.byref(y))
        return float((y.value, x.value, -y.value, -x.value)[self._turn])


def _piece(run: list[_Char], style: _Style) -> Piece:
    letters = [c for c in run if c.text != " "]
    sizes = Counter(round(c.size, 1) for c in letters)
    size = max(sizes, key=lambda s: (sizes[s], s))
    sample = letters[:: max(1, len(letters) // 4)][:5]
    styles = [style.of(c.place) for c in sample]
    base = [c for c in letters if round(c.size, 1) == size]
    return Piece(
        left=min(c.left for c in letters),
        bottom=statistics.median_low([c.bottom for c in base]),
        right=max(c.right for c in letters),
        top=max(c.top for c in base),
        text=_with_scripts(run, size, base[0], style),
        size=size,
        bold=all(bold for bold, _ in styles),
        math=sum(math_font for _, math_font in styles),
    )


def _with_scripts(run: list[_Char], size: float, base: _Char, style: _Style) -> str:
    """The text with `^` and `_` before what is set small and higher or lower.

    A raised number after a full stop or a bracket is the mark of a footnote and is left out.
    """
    if all(c.size >= 0.82 * size for c in run if c.text != " "):
        return "".join(c.text for c in run)
    line = style.baseline(base.place)
    written, mark = "", ""
    for char in run:
        small = char.text != " " and char.size < 0.82 * size
        rise = style.baseline(char.place) - line if small else 0.0
        now = "^" if rise > 0.15 * size else "_" if rise < -0.08 * size else ""
        if (
            now == "^"
            and char.text.isdigit()
            and (mark == "note" or written[-1:] in set(".,;!?)]”"))
        ):
            mark = "note"
            continue
        if now and now != mark:
            written += now
        written, mark = written + char.text, now
    return written
