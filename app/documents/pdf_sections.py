"""Blocks of a PDF as sections: by the document's own outline if it has one, else by headings."""

import re
import unicodedata
from dataclasses import dataclass

from app.documents.pdf_flow import Block

_NUMBERING = re.compile(
    r"^(?:(?:chapter|section|appendix|part)\s+)?[\dA-Z]{0,3}(?:\.\d+)*[.:]?\s+", re.I
)


@dataclass
class Mark:
    """An entry of the outline: its title, depth from 1, and 1-based page."""

    title: str
    level: int
    page: int


@dataclass
class Part:
    """A section: `text` is empty where its pages were not read."""

    heading: str
    level: int
    page: int
    last_page: int
    text: str


def apply_outline(blocks: list[Block], outline: list[Mark]) -> list[Block]:
    """The blocks with the outline's entries as their only headings.

    An entry whose words are not found on its page becomes a heading at the top of that page.
    """
    told = [Block(b.text, b.page, 0, b.size, b.top) if b.level else b for b in blocks]
    done: set[int] = set()
    inserts: list[tuple[int, Block]] = []
    start = 0
    for mark in outline:
        place = _find(told, mark, start, done)
        if place is not None:
            told[place].level = min(3, mark.level)
            done.add(place)
            start = place + 1
            continue
        at = next((i for i, b in enumerate(told) if b.page >= mark.page and i >= start), None)
        if at is not None and told[at].page == mark.page:
            inserts.append((at, Block(mark.title, mark.page, min(3, mark.level))))
    for at, block in reversed(inserts):
        told.insert(at, block)
    return told


def _find(blocks: list[Block], mark: Mark, start: int, done: set[int]) -> int | None:
    wanted = _bare(mark.title)
    for index in range(start, len(blocks)):
        block = blocks[index]
        if block.page > mark.page:
            return None
        if block.page == mark.page and index not in done and len(block.text) < 300:
            given = _bare(block.text)
            if wanted and (given == wanted or _bare(_NUMBERING.sub("", block.text)) == wanted):
                return index
    return None


def _bare(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def markdown(blocks: list[Block]) -> str:
    """Blocks as Markdown: headings with their signs, paragraphs apart."""
    return "\n\n".join(f"{'#' * b.level} {b.text}" if b.level else b.text for b in blocks)


def parts_of(blocks: list[Block], last: int) -> list[Part]:
    """One part per heading; each holds all that is below it. `last` is the last page read."""
    heads = [i for i, block in enumerate(blocks) if block.level]
    parts: list[Part] = []
    if blocks and (not heads or heads[0] > 0):
        end = heads[0] if heads else len(blocks)
        opening = blocks[:end]
        if len(" ".join(b.text for b in opening)) > 200 or not heads:
            parts.append(Part("", 1, opening[0].page, opening[-1].page, markdown(opening)))
    for place, head in enumerate(heads):
        level = blocks[head].level
        end = next((h for h in heads[place + 1 :] if blocks[h].level <= level), len(blocks))
        inside = blocks[head:end]
        if len(inside) == 1 and end < len(blocks) and blocks[end].level:
            continue  # a title or a heading without a word below it
        until = inside[-1].page if end < len(blocks) else last
        parts.append(Part(blocks[head].text, level, blocks[head].page, until, markdown(inside)))
    return parts


def outline_parts(outline: list[Mark], after: int, pages: int) -> list[Part]:
    """Parts without text for entries of the outline on pages after `after`."""
    parts = []
    for place, mark in enumerate(outline):
        if mark.page > after:
            ends = [m.page for m in outline[place + 1 :] if m.level <= mark.level]
            until = max(mark.page, min([*ends[:1], pages]))
            parts.append(Part(mark.title, min(3, mark.level), mark.page, until, ""))
    return parts
