"""What a number belongs to."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re

from pipeline.agents.offline.reading.numbers import Number
from pipeline.agents.offline.reading.phrases import clean_label, noun_phrase, subject_before
from pipeline.agents.offline.reading.plain import plain
from pipeline.agents.offline.reading.words import (
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    STOP_WORDS,
    is_verb,
    word_set,
)

_AFTER_RE = re.compile(
    r"^\s*(?:,\s*)?(?:(?:a|per|each)\s+[a-z]+\s+)?"
    r"(?P<lead>for|in|with|on|under|among|without|by|from|of|over|across|near|beyond|to|using|at|"
    r"when using|in the case of|before|after|during)\s+(?P<rest>.+)",
    re.IGNORECASE,
)
# These change the meaning of what follows, so they stay in the label.
_KEPT_LEADS = word_set("with without before after under during")
_PEOPLE = word_set("people persons men women children students firms")
_UNIT_NOUN_RE = re.compile(r"^\s+((?:[a-z][a-z-]*\s+){0,2}?(?:[a-z][a-z-]*s|people|men|women))\b")
_OWNER_RE = re.compile(
    r"^\s*(?:[a-z]+s\s+)?(?:for|in|with|on|under|at|over)\s+"
    r"(?P<noun>(?:the\s+|a\s+|an\s+)?(?:[a-z]+\s+of\s+)?)$"
)
# A number right after these qualifies something else and is not a result of its own.
_QUALIFIER_RE = re.compile(
    r"\b(?:at|between|near|within|above|below|every)\s+$|\bbetween\s+\S+(?:\s\S+)?\s+and\s+$",
    re.IGNORECASE,
)
_LEFT_RE = re.compile(
    r"^\s*(?:were|was|are|is)\s+[a-z]+\s+(?=(?:after|before|with|without|in|for)\b)"
)
# "6% of the budget in the richest fifth": what differs is the place, not the whole
_PART_RE = re.compile(r"^\s*of\s+(?:the\s+|its\s+|all\s+|their\s+)?[a-z]+(\s+(?:in|for|among)\s)")
_CHANCE_RE = re.compile(
    r"(?P<of>⟦[^⟧]*⟧|[^\W\d][\w-]*)\s+with\s+(?:a\s+|the\s+)?"
    r"(?:probability|chance|frequency|rate|share)\s+of\s+$"
)
_OPEN_END_RE = re.compile(r"(?:,|\b(?:and|or|by|for|in|to|of|than|but))\s*$")
_LINKING = word_set("is are was were be can may has have had will")
_SHARE_RE = re.compile(
    r"^\s*(?:of\s+(?:the\s+|all\s+|our\s+)?[a-z]+\s+)?(?P<verb>[a-z]+)\s+(?P<object>\S.*)$"
)
_BOUNDARY_RE = re.compile(r"[;:,()]|\s(?:and|but|while|whereas|versus|vs|against)\s|\.\s")
_RESPECTIVELY_RE = re.compile(r"\brespectively\b", re.IGNORECASE)
_FROM_TO_RE = re.compile(r"\bfrom\s+$", re.IGNORECASE)
_TO_RE = re.compile(r"\bto\s+$", re.IGNORECASE)


def owned_numbers(numbers: list[Number], flat: str) -> tuple[list[Number], dict[int, str]]:
    """Numbers that measure, and labels that begin with a number: `0.6 for the 2 Hz tone`.

    The second number of such a pair belongs to the label; labels are keyed by the start of the
    number they belong to.
    """
    kept: list[Number] = []
    owners: dict[int, str] = {}
    for number in numbers:
        last = kept[-1] if kept else None
        if last is not None and last.start not in owners:
            between = flat[last.end : number.start]
            opened = _OWNER_RE.match(between)
            if opened:
                phrase = noun_phrase(flat[number.start :]) or number.printed
                owners[last.start] = clean_label(opened.group("noun") + phrase)
                continue
        kept.append(number)
    return kept, owners


def unit_noun(flat: str, number: Number) -> str:
    """The counted noun that follows a number, e.g. `rounds` of `12.2 rounds for ..`; may be "".

    None is looked for where the number itself names a noun: `the run with rate 0.1 creeps`.
    """
    before = flat[: number.start].rstrip().rsplit(" ", 1)[-1].lower()
    named = before.isalpha() and before not in STOP_WORDS and not is_verb(before)
    found = _UNIT_NOUN_RE.match(flat[number.end :])
    if found is None or (named and not before.endswith("ly")):
        return ""
    if any(is_verb(word) or word in STOP_WORDS for word in found.group(1).split()):
        return ""
    return found.group(1)


def labels_of(numbers: list[Number], flat: str, owners: dict[int, str]) -> list[str]:
    """One label per number, "" where none is understood."""
    raw = _respectively(numbers, flat) or [
        owners.get(number.start) or _label(at, numbers, flat) for at, number in enumerate(numbers)
    ]
    labels: list[str] = []
    for text in raw:
        written = plain(re.sub(r"⟦([^⟧]*)⟧", r"$\1$", text), lossy=True)
        lead = written.split(" ", 1)[0].lower()
        label = written if lead in _KEPT_LEADS else clean_label(written)
        head, _, last = label.rpartition(" ")
        if head and last in {"one", "ones"}:  # "the empty bank .. the grown one"
            noun = next((old.split()[-1] for old in reversed(labels) if old), "")
            label = f"{head} {noun}".strip()
        labels.append(label)
    return labels


def _label(at: int, numbers: list[Number], flat: str) -> str:
    """What a number belongs to: `12 for X`, `X reaches 12`, `X: 12`, `X (12)`, `from .. to ..`."""
    number = numbers[at]
    start = numbers[at - 1].end if at else 0
    stop = numbers[at + 1].start if at + 1 < len(numbers) else len(flat)
    before, after = flat[start : number.start], flat[number.end : stop]
    noun = unit_noun(flat, number)
    tail = after.lstrip()[len(noun) :] if noun else after
    share = _SHARE_RE.match(tail) if number.unit == "%" else None
    # "35% of the studies reported the number of raters"
    if share and is_verb(share.group("verb")) and share.group("verb") not in _LINKING:
        return noun_phrase(share.group("object"))
    state = re.match(r"\s*that\s+(?:were|was|are|is)\s+([a-z]+)\b", tail)
    if state:  # "5,200 hours that were collected"
        return state.group(1)
    tail = _LEFT_RE.sub("", tail)
    tail = _PART_RE.sub(r"\1", tail)
    owner = _AFTER_RE.match(tail)
    lead = owner.group("lead").lower() if owner else ""
    # "of the cases and clears 95%": the words run on to the next number, so no pair closes here
    whole = at + 1 == len(numbers) or bool(_OPEN_END_RE.search(after))
    names = owner is not None and (
        lead != "to" or owner.group("rest").startswith(("the ", "a ", "an "))
    )
    if owner and names and (phrase := noun_phrase(owner.group("rest"), joined=whole)):
        return f"{lead} {phrase}" if lead in _KEPT_LEADS else phrase
    if chance := _CHANCE_RE.search(before):
        return chance.group("of")
    if _FROM_TO_RE.search(before):
        return "before"
    if at and _TO_RE.search(before) and _FROM_TO_RE.search(flat[: numbers[at - 1].start]):
        return "after"
    bracketed = re.search(r"([^\s(][^(;:]*?)\s*\((?:[^()]*\s)?$", before)
    if bracketed:
        return _last_phrase(bracketed.group(1))
    symbol = re.search(r"(⟦[^⟧]*⟧) = $", before)
    if symbol:
        return symbol.group(1)
    marked = re.search(r"([^,;.]+?)\s*(?::|=|≈|∼|–|—)\s*(?:about|≈|∼)?\s*$", before)
    if marked:
        return _last_phrase(marked.group(1))
    if _QUALIFIER_RE.search(flat[max(0, number.start - 40) : number.start]):
        return ""
    return subject_before(flat[: number.start])


def _last_phrase(text: str) -> str:
    pieces = [piece for piece in _BOUNDARY_RE.split(text) if piece and piece.strip()]
    return pieces[-1].strip() if pieces else ""


def _respectively(numbers: list[Number], flat: str) -> list[str] | None:
    """Labels for `A, B and C reach 1, 2 and 3, respectively`."""
    if not _RESPECTIVELY_RE.search(flat) or len(numbers) < 2:
        return None
    head = flat[: numbers[0].start]
    head = re.sub(r"^.*?\b(?:for|of|by)\s+", "", head) if " for " in head else head
    subject = subject_before(head, whole=True) or head
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", subject)]
    parts = [part for part in parts if part]
    return parts if len(parts) == len(numbers) else None


_CAPTION_RE = re.compile(
    r"(?P<noun>(?<!\w)[^\W\d][\w-]+(?:\s+[^\W\d][\w-]+)?)\s+(?:of|by|is|are|was|were|from|to)\s+"
    r"(?:only\s+|about\s+|just\s+)?$"
)
_OF_RE = re.compile(r"\b(?:the|a|an)\s+(?P<noun>[a-z][a-z-]+)\s+of\s+(?:the|a|an)?\s*$")


def caption_before(flat: str) -> str:
    """What a run of numbers measures, from the words before the first: `cut emissions by 24%`."""
    found = _CAPTION_RE.search(flat)
    if found is None:
        return ""
    if re.search(r"\b(?:is|are|was|were)\s", found.group().removeprefix(found.group("noun"))):
        return subject_before(flat)
    words = found.group("noun").split()
    words = words[-1:] if _not_noun(words[0]) else words
    if not words or _not_noun(words[-1]):
        return ""
    whole = _OF_RE.search(flat[: found.start("noun")] + (" " if flat else ""))
    return whole.group("noun") if whole else clean_label(" ".join(words))


def _not_noun(word: str) -> bool:
    closed = PREPOSITIONS | DETERMINERS | CONJUNCTIONS | STOP_WORDS
    return word in closed or is_verb(word) or word.endswith("ly")
