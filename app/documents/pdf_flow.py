"""Lines of pages become paragraphs and headings; page numbers and running heads are left out."""

# Typographic marks are what this module reads.
# ruff: noqa: RUF001

import itertools
import re
import statistics
from collections import Counter
from dataclasses import dataclass

from app.documents.pdf_columns import Line

_NUMBER = re.compile(
    r"^(?:(?P<deep>\d{1,2}(?:\.\d{1,2}){0,3})\.?|(?P<letter>[A-Z])(?:\.\d{1,2})*\.?"
    r"|(?P<roman>[IVX]{1,5})\.|(?:Chapter|Section|Appendix|Part)\s+[\dA-Z]{1,3}[.:]?)\s+(?=\S)"
)
_KNOWN = re.compile(
    r"(abstract|introduction|background|preliminaries|related works?|methods?|methodology|"
    r"materials and methods|experiments?|experimental (setup|results)|results|evaluation|"
    r"results and discussion|discussion|limitations?|conclusions?|summary|future work|"
    r"acknowledge?ments?|references|bibliography|appendix|appendices|contents)",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"(fig(ure|\.)?|table|algorithm|listing)\s*\d", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(page\s+)?[-–—\s]*(\d{1,4}|[ivxlc]{1,6})[-–—\s]*(of\s+\d+|/\s*\d+)?", re.I
)
_NOTE = re.compile(r"\^?(\d{1,2}|[*†‡§]+)[.)]?\s?[A-Z“\"(]")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")
_KEPT_HYPHEN = re.compile(
    r"(?:^|[\s(])(self|non|well|semi|multi|cross|low|high|long|short|two|three|one|co|pre|post|"
    r"re|end|state|real|large|small|fine|in|out|un)-$",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[•▪‣◦●■]\s*(?=\S)")
_MARGIN = 0.09  # of the page's height: where running heads and page numbers stand
_HEADING_WORDS = 16


@dataclass
class Block:
    """A paragraph (`level` 0) or a heading (`level` 1 to 3) and the page it begins on."""

    text: str
    page: int
    level: int = 0
    size: float = 0.0
    top: float = 0.0


def without_margins(pages: list[list[Line]], heights: list[float]) -> list[list[Line]]:
    """The lines without page numbers and what repeats at the edge of pages."""
    edges = [
        [_edge(line, height) for line in lines]
        for lines, height in zip(pages, heights, strict=True)
    ]
    seen: Counter[str] = Counter()
    for lines, marks in zip(pages, edges, strict=True):
        seen.update({_shape(line.text) for line, edge in zip(lines, marks, strict=True) if edge})
    kept = []
    for lines, marks in zip(pages, edges, strict=True):
        kept.append(
            [
                line
                for line, edge in zip(lines, marks, strict=True)
                if not (edge and seen[_shape(line.text)] > 1)
                and not (_outermost(line, lines) and _PAGE_NUMBER.fullmatch(line.text))
            ]
        )
    return kept


def _edge(line: Line, height: float) -> bool:
    margin = height * _MARGIN
    return line.bottom > height - margin or line.top < margin


def _outermost(line: Line, lines: list[Line]) -> bool:
    """Whether nothing stands above the line, or nothing below it."""
    others = [other for other in lines if other is not line]
    above = all(other.top < line.bottom for other in others)
    return above or all(other.bottom > line.top for other in others)


def _shape(text: str) -> str:
    return re.sub(r"\d+", "#", text.casefold())


def body_size(lines: list[Line]) -> float:
    """The font size of most letters, in points."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 10.0


def blocks_of(lines: list[Line], body: float) -> list[Block]:
    """Paragraphs and headings in the order of the lines."""
    blocks: list[Block] = []
    gaps = [a.bottom - b.top for a, b in itertools.pairwise(lines) if _below(a, b)]
    usual = statistics.median(gaps) if gaps else 0.3 * body
    before: Line | None = None
    for line, following in zip(lines, [*lines, None][1:], strict=True):
        level = _level(line, before, following, body, usual)
        last = blocks[-1] if blocks else None
        if level:
            if last and before and _continues_heading(last, before, line, usual):
                last.text += " " + line.text
            else:
                blocks.append(Block(line.text, line.page, level, line.size, line.top))
        elif bullet := _BULLET.match(line.text):
            blocks.append(
                Block(f"- {line.text[bullet.end() :]}", line.page, 0, line.size, line.top)
            )
        elif last is None or last.level or before is None or _opens(before, line, usual, last):
            blocks.append(Block(line.text, line.page, 0, line.size, line.top))
        else:
            last.text = _joined(last.text, line.text)
        before = line
    return _without_notes(_front_matter(blocks), body)


def _front_matter(blocks: list[Block]) -> list[Block]:
    """Title, authors and dates on the first page are no headings: no section begins there."""
    first = next((i for i, b in enumerate(blocks) if b.level and _is_sure(b.text)), None)
    if first is None or blocks[first].page > 2 or blocks[0].page != 1:
        return blocks
    for block in blocks[:first]:
        block.level = 0
    return blocks


def _is_sure(text: str) -> bool:
    number = _NUMBER.match(text)  # a single letter may be an author's initial
    return bool((number and not number["letter"]) or _KNOWN.fullmatch(text.strip(" .:")))


def _without_notes(blocks: list[Block], body: float) -> list[Block]:
    """Without footnotes: small paragraphs that begin with their mark."""
    return [b for b in blocks if b.level or b.size > 0.88 * body or not _NOTE.match(b.text)]


def _below(one: Line, other: Line) -> bool:
    return one.page == other.page and other.top <= one.top and abs(one.size - other.size) < 0.6


def _joined(text: str, more: str) -> str:
    if text.endswith("-") and more[:1].islower() and text[-2:-1].isalpha():
        return text + more if _KEPT_HYPHEN.search(text) else text[:-1] + more
    return f"{text} {more}"


def _opens(before: Line, line: Line, usual: float, last: Block) -> bool:
    """Whether a paragraph begins with `line`."""
    if line.page != before.page or line.top > before.bottom + before.size * 3:
        # A new page or column: it goes on if the sentence does.
        return bool(_SENTENCE_END.search(last.text)) and not line.text[:1].islower()
    if abs(line.size - before.size) > 0.12 * before.size and len(line.text) > 12:
        return True
    if before.bottom - line.top > usual + 0.55 * line.size:
        return True
    ended = bool(_SENTENCE_END.search(before.text))
    if ended and line.left - line.column[0] > 0.8 * line.size and before.left < line.left - 1:
        return True
    return ended and before.right < before.column[1] - 0.25 * (before.column[1] - before.column[0])


def _level(
    line: Line, before: Line | None, following: Line | None, body: float, usual: float
) -> int:
    """1 to 3 for a heading, 0 for anything else."""
    text = line.text
    words = text.split()
    letters = sum(c.isalpha() for c in text)
    if (
        not 1 <= len(words) <= _HEADING_WORDS
        or letters < 3
        or letters < 0.55 * len(text.replace(" ", ""))
    ):
        return 0
    if _CAPTION.match(text) or text.endswith((",", ";")) or not _opens_upper(text):
        return 0
    larger, bold = line.size >= 1.12 * body, line.bold
    capitals = text.upper() == text and letters >= 4
    number = _NUMBER.match(text)
    known = _KNOWN.fullmatch((text[number.end() :] if number else text).strip(" .:—-"))
    alone = _alone(line, before, following, usual)
    if not (larger or bold or capitals or (known and alone)):
        return 0
    if known or larger:
        return _depth(number) if number else 1
    if number and (alone or bold):
        return _depth(number)
    ends = text.endswith((".", "?", "!", ":")) and not number
    return 2 if bold and alone and not ends and len(words) <= 12 else 0


def _opens_upper(text: str) -> bool:
    number = _NUMBER.match(text)
    rest = text[number.end() :] if number else text
    return rest[:1].isupper() or rest[:1].isdigit() or not rest[:1].isascii()


def _depth(number: re.Match[str]) -> int:
    return min(3, number.group(0).strip(" .").count(".") + 1)


def _alone(line: Line, before: Line | None, following: Line | None, usual: float) -> bool:
    """Whether the line has space above it, or stands at the top, and ends before its column."""
    above = (
        before is None
        or before.page != line.page
        or line.top > before.top
        or before.bottom - line.top > usual + 0.25 * line.size
    )
    short = line.right < line.column[1] - 0.08 * (line.column[1] - line.column[0])
    starts = (
        following is None or abs(following.size - line.size) > 0.1 or following.bold != line.bold
    )
    return above and (short or starts)


def _continues_heading(last: Block, before: Line, line: Line, usual: float) -> bool:
    return (
        bool(last.level)
        and abs(before.size - line.size) < 0.3
        and before.bold == line.bold
        and line.page == before.page
        and before.top - line.top >= 0
        and before.bottom - line.top < max(usual, 0.0) + 0.6 * line.size
        and not _NUMBER.match(line.text)
        and not _KNOWN.fullmatch(last.text.strip(" .:"))
        and len((last.text + line.text).split()) <= 2 * _HEADING_WORDS
    )
