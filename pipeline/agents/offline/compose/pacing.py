"""How long a scene takes to read, and sentences cut where that does no harm."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.reading import shorten
from pipeline.agents.offline.reading.words import PREPOSITIONS, is_verb, word_set

# Seconds that the program spends around the reading, with the shortest rest of 0.6.
OPENING = 1.6
BEAT = 0.9
CLOSING = 2.6

USUAL, BRISK = Layout().words_per_second, 3.7
"""Words a second at which a scene is told, and at which one is that would be too long."""

OPENING_PLAYS, FADE, CLOSING_PLAYS = 1.4, 0.3, 2.0
"""Seconds that the plays of a program take beside its reveals, which take one each."""

MOST_WORDS = 36
"""A longer sentence is cut in any case: it would not fit the caption strip."""

LONG_WORDS = 22
LEAST_CLAUSE = 5
"""A sentence of more than `LONG_WORDS` is told in parts of at least `LEAST_CLAUSE` words."""

LEAST_WORDS = 8
_CLAUSE_RE = re.compile(r"(?<=[;,:])\s+")
_LEANING = PREPOSITIONS | word_set(
    "if when while whereas because since although though unless where which who whose that than "
    "as or nor whatever however once to"
)
"""Words that make a clause lean on another one."""

_RELATIVE = frozenset({"that", "which", "who", "whose", "where", "whom"})

SIGNS = "=<>≤≥±×√"
"""Signs that are read like numbers."""

_OPENERS = "whereas|while|because|although|though|if|when|since|unless|until|so that|where"
_PRECIOUS_RE = re.compile(r"\d+(?:[.,]\d+)*|[=<>≤≥≈∝√]")


def seconds(texts: Sequence[str], takeaway: str, speed: float = USUAL) -> float:
    """How long a scene that tells these texts takes at least, at `speed` words a second."""
    reading = sum(BEAT + len(text.split()) / speed for text in texts)
    return OPENING + reading + CLOSING + len(takeaway.split()) / speed


def numbers_said(text: str) -> int:
    """Words of a text that are numbers or signs, counted as a composed program counts them."""
    return sum(any(c.isdigit() or c in SIGNS for c in word) for word in text.split())


def reading_seconds(text: str, layout: Layout) -> float:
    """How long a composed program shows a text: its `reading_time`."""
    more = (layout.number_words - 1) * numbers_said(text) / USUAL
    return layout.hold + len(text.split()) / layout.words_per_second + more


def length(plan: ScenePlan, layout: Layout) -> float:
    """How many seconds a composed program of this plan lasts (within half a second)."""
    total = OPENING_PLAYS + CLOSING_PLAYS + reading_seconds(plan.takeaway, layout)
    for index, beat in enumerate(plan.beats):
        reveals = max(1, len(beat.steps))
        rest = max(layout.hold, reading_seconds(beat.words, layout) - reveals)
        total += (FADE if index else 0.0) + reveals + rest
    return total + layout.formula_hold


def in_clauses(text: str) -> list[str]:
    """A sentence too long for one caption as several sentences.

    It is cut only before a clause that has a subject and a verb of its own, or before a number
    that shares the words in front of the first one (`The bound is 62% here, 33% there`), which are
    then said again. A sentence without such a place stays whole.
    """
    if len(text.split()) <= LONG_WORDS:
        return [text]
    parts: list[str] = []
    for clause in _CLAUSE_RE.split(text):
        bare = re.sub(r"^whereas\s+", "but ", re.sub(r"^and\s+", "", clause))
        if parts and _is_statement(parts[-1]) and len(parts[-1].split()) >= LEAST_CLAUSE:
            head = _shared_head(parts[0], bare)
            if head or _stands(bare):
                parts.append(head + bare)
                continue
        parts[-1:] = [f"{parts[-1]} {clause}" if parts else clause]
    return [_as_sentence(part) for part in parts]


def _as_sentence(part: str) -> str:
    words = part.rstrip(" ,;") if part.endswith((",", ";")) else part
    first = words.split(" ")[0]
    words = words[:1].upper() + words[1:] if re.fullmatch(r"[a-z-]{2,}|a", first) else words
    return words if words[-1:] in ".!?:…" else words + "."


def _is_statement(part: str) -> bool:
    """Whether a part begins with its subject, or a later clause of it does."""
    return any(_stands(c, first=i == 0) for i, c in enumerate(_CLAUSE_RE.split(part)))


def _stands(clause: str, *, first: bool = False) -> bool:
    """Whether a clause has a subject and a verb; of the one that opens a sentence more is taken."""
    words = [w.strip(".,;:()").lower() for w in clause.split()]
    if len(words) < 4 or words[0] in _LEANING:
        return False
    before = next((i for i, word in enumerate(words) if word in _RELATIVE), len(words))
    if re.match(r"[$€£]?\d", clause):  # "2,600 hours after music had been removed" has no verb
        before = next((i for i, w in enumerate(words) if w in PREPOSITIONS - {"of"}), before)
    return first or any(is_verb(word) for word in words[1 : min(8, before)])


def _shared_head(part: str, clause: str) -> str:
    """`The bound is ` for a clause that begins with a number, or nothing."""
    if not re.match(r"[$€£]?\d", clause):
        return ""
    found = re.match(r"([^\d$€£,;:]{3,60}?\s)[$€£]?\d", part)
    return found.group(1) if found and any(is_verb(w) for w in found.group(1).split()) else ""


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
        whole = "…" not in cut and not lost and not _breaks_list(cut, text) and not _hangs(cut)
        if not gentle or (_keeps_half(cut, text) and whole):
            return cut
    return text


def _breaks_list(cut: str, text: str) -> bool:
    """Whether a cut text ends where a list goes on."""
    kept = cut.rstrip(".:;,!? ")
    rest = text[len(kept) :] if text.startswith(kept) else ""
    return "," in kept and re.match(r",?\s+(?:and|or)\s|,\s", rest) is not None


def _hangs(cut: str) -> bool:
    """Whether a text ends in a clause that has no verb yet: `whereas in the years`."""
    begun = re.search(rf"\b(?:{_OPENERS})\b([^,;:]*)$", cut.rstrip(".!?…"))
    return begun is not None and not any(is_verb(w.lower()) for w in begun.group(1).split())


def _keeps_half(cut: str, text: str) -> bool:
    return len(text) > len(cut) and 2 * len(cut.split()) >= len(text.split())
