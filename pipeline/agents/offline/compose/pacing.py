"""How long a scene takes to read, and sentences cut where that does no harm."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.reading import shorten

# Seconds that the program spends around the reading, with the shortest rest of 0.6.
OPENING = 1.6
BEAT = 0.9
CLOSING = 2.6

MOST_WORDS = 36
"""A longer sentence is cut in any case: it would not fit the caption strip."""

LONG_WORDS = 26
CLAUSE_WORDS = 18
"""A sentence of more than `LONG_WORDS` is told in parts of about `CLAUSE_WORDS`."""

LEAST_WORDS = 8
_CLAUSE_RE = re.compile(r"(?<=[;,:])\s+")
_PRECIOUS_RE = re.compile(r"\d+(?:[.,]\d+)*|[=<>≤≥≈∝√]")


def seconds(texts: Sequence[str], takeaway: str) -> float:
    """How long a scene that tells these texts takes at least."""
    speed = Layout().words_per_second
    reading = sum(BEAT + len(text.split()) / speed for text in texts)
    return OPENING + reading + CLOSING + len(takeaway.split()) / speed


def in_clauses(text: str) -> list[str]:
    """A sentence too long for one caption as several, each ending where a clause ends."""
    if len(text.split()) <= LONG_WORDS:
        return [text]
    parts: list[str] = []
    for clause in _CLAUSE_RE.split(text):
        joined = f"{parts[-1]} {clause}" if parts else clause
        if parts and (len(joined.split()) <= CLAUSE_WORDS or len(clause.split()) < 4):
            parts[-1] = joined
        else:
            parts.append(clause)
    return parts


def is_precious(text: str) -> bool:
    """Whether a text holds numbers or formulas."""
    return bool(_PRECIOUS_RE.search(text))


def shorten_to(texts: Sequence[str], room: float) -> list[str]:
    """The texts, the longest ones cut at clauses until all are read in `room` seconds.

    A cut that would lose a number or end in an ellipsis is not made, so the result may be longer
    than asked for.
    """
    short = [_cut(t, MOST_WORDS, gentle=False) for t in texts]
    whole = [False] * len(short)
    speed = Layout().words_per_second
    while sum(BEAT + len(t.split()) / speed for t in short) > room and not all(whole):
        index = max(
            (i for i, done in enumerate(whole) if not done), key=lambda i: len(short[i].split())
        )
        cut = _cut(short[index], len(short[index].split()) - 1, gentle=True)
        whole[index] = cut == short[index]
        short[index] = cut
    return short


def _cut(text: str, most: int, gentle: bool) -> str:
    if len(text.split()) <= most:
        return text
    for allowed in range(most, LEAST_WORDS - 1, -1) if gentle else (most,):
        cut = shorten(text, allowed)
        if text.endswith(":"):
            cut = cut.rstrip(".:") + ":"
        lost = set(_PRECIOUS_RE.findall(text)) - set(_PRECIOUS_RE.findall(cut))
        if not gentle or (_keeps_half(cut, text) and not cut.endswith("…") and not lost):
            return cut
    return text


def _keeps_half(cut: str, text: str) -> bool:
    return len(text) > len(cut) and 2 * len(cut.split()) >= len(text.split())
