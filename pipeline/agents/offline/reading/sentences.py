"""Cutting masked paragraphs into sentences."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re

from pipeline.agents.offline.reading.maths import MASK, Masked
from pipeline.agents.offline.reading.words import STOP_WORDS, word_set

_ABBREVIATIONS = word_set(
    """e.g i.e cf vs etc al fig figs eq eqs eqn sec secs ch chap ref refs tab no nos vol pp p
    dr prof mr mrs ms st resp approx ca viz w.r.t i.i.d a.k.a s.t u.s u.k jr sr inc ltd co
    dept est thm lem prop def cor ex app z.b d.h bzw usw"""
)
_END_RE = re.compile(r"""([.!?…]+|[。！？।؟]+)(["'”’»)\]]*)(\s+|$|(?=[^\s.,;:!?)\]"'”’»]))""")
_CLAUSE_WORDS = word_set(
    "where with and or for if so which whose when here subject such as in by of to that but"
)
_LONGEST = 700
_LOOK_BACK = 60


def split_sentences(text: str, masked: Masked) -> list[str]:
    """The sentences of one masked paragraph, in order; masks stay in place."""
    pieces: list[str] = []
    start = 0
    for end in _boundaries(text, masked):
        piece = text[start:end].strip()
        if piece:
            pieces.append(piece)
        start = end
    rest = text[start:].strip()
    if rest:
        pieces.append(rest)
    return [part for piece in pieces for part in _bounded(piece)]


def _boundaries(text: str, masked: Masked) -> list[int]:
    ends = [found.end() for found in _END_RE.finditer(text) if _ends_sentence(text, found)]
    ends.extend(
        found.end()
        for found in re.finditer(MASK, text)
        if masked.span(found.group()).display and _formula_ends(text, found, masked)
    )
    return sorted(set(ends))


def _ends_sentence(text: str, found: re.Match[str]) -> bool:
    """Whether a full stop, question or exclamation mark closes a sentence here."""
    mark, gap = found.group(1), found.group(3)
    if mark[0] in "。！？":
        return True
    before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
    following = text[found.end() :]
    if not gap:
        return not following  # no space after: a decimal, a domain name, an abbreviation
    if mark != ".":
        return not following or not following[0].islower()
    word = re.search(r"(\S+)$", before)
    last = word.group(1).lstrip("([\"'“‘").lower() if word else ""
    if last in _ABBREVIATIONS:
        # "et al. The next": a capital after "al." or "etc." opens a sentence, "Fig. 3" does not.
        return _opens_sentence(following) or (last == "etc" and following[:1].isupper())
    if len(last) == 1 and re.match(r"[^\W\d]\.", following):
        return False
    if re.search(r"(?:^|\s|\()[^\W\d]\.\s[^\W\d]$", before):
        return _opens_sentence(following)  # "z. B.", "e. g.", "J. B."
    if len(last) == 1 and last.isalpha() and before[-1:].isupper():
        # initials: "J. Fourier", but "on task C. We believe"
        return _opens_sentence(following) or not following[:1].isalpha()
    if re.fullmatch(r"\d{1,2}", last) and found.start() < _LOOK_BACK and before.strip() == last:
        return False  # "1. First": a number at the very start is a marker
    return not following or not following[0].islower()


def _opens_sentence(following: str) -> bool:
    """Whether a text begins with a capitalised small word, as only sentences do."""
    opening = re.match(r"[^\W\d_]+", following)
    return bool(opening and following[0].isupper() and opening.group().lower() in STOP_WORDS)


def _formula_ends(text: str, found: re.Match[str], masked: Masked) -> bool:
    """A display formula closes its sentence when a new one plainly begins after it."""
    tail = text[found.end() :].lstrip()
    if not tail:
        return True
    if re.match(rf"{MASK}", tail) and masked.span(tail[0]).display:
        return False
    ends = masked.span(found.group()).tex.rstrip()[-1:]
    first = re.match(r"[^\W\d_]+", tail)
    if first is None or not first.group()[0].isupper():
        return False
    if ends == ".":
        return True
    return (ends != "," and first.group().lower() not in _CLAUSE_WORDS) or first.group() == "Here"


def _bounded(piece: str) -> list[str]:
    """A run of text without any full stop is cut at lesser marks, then between words."""
    parts: list[str] = []
    while len(piece) > _LONGEST:
        window = piece[:_LONGEST]
        cut = max(window.rfind("; "), window.rfind(": "), window.rfind("\uff1b"))
        if cut < _LONGEST // 4:
            cut = max(window.rfind(", "), window.rfind("\u3001"), window.rfind("\uff0c"))
        if cut < _LONGEST // 4:
            cut = window.rfind(" ")
        if cut < _LONGEST // 4:
            cut = _LONGEST - 1
        parts.append(piece[: cut + 1].strip())
        piece = piece[cut + 1 :].strip()
    return [*parts, piece] if piece else parts
