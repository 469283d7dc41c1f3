"""Noun phrases around numbers and cue words, found by word classes alone."""

# Typographic dashes and signs are what this module reads.

import re

from pipeline.agents.offline.reading.words import (
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    is_verb,
    word_set,
)

_LABEL_WORDS = 6
_SUBJECT_REACH = 160  # characters before a number in which its subject is looked for
_STOP_RE = re.compile(r"[;:()]|,(?!\d)|\.(?:\s|$)|\s[—–]\s")
_ADVERBS = word_set(
    """only about roughly nearly approximately around almost just over under some up exactly still
    even already then also now more less most least than not below above another further merely
    respectively instead each fully thus hence later therefore however finally again"""
)
_LEADS = word_set(
    """while whereas but and so then when where because since although though if that which who
    finally first second third next here there it we they this these those he she both"""
)
_ORDINALS = frozenset({"first", "second", "third", "next", "final"})
_DEMONSTRATIVE = frozenset({"this", "these", "those"})
# A long subject is named by what stands before these: "the plant between A and B".
_SUBJECT_ENDS = word_set("between that which who whose in at on under from")
_PRONOUNS = word_set("it this that they them these those he she we us which who one ones")


def noun_phrase(text: str, *, joined: bool = False) -> str:
    """The noun phrase that opens `text`, up to a verb, conjunction, comma or second preposition.

    With `joined`, one `and` between nouns stays: `homes and offices`.
    """
    text = _STOP_RE.split(text, maxsplit=1)[0]
    words: list[str] = []
    written = text.split()
    for at, word in enumerate(written):
        low = word.lower()
        if words and low == "or" and written[at + 1 : at + 2] == ["more"]:
            words.append(word)
            continue
        if joined and words and low == "and" and _closes_pair(written[at + 1 :]):
            words.append(word)
            continue
        if (
            low in CONJUNCTIONS
            or (words and _heads_clause(words, low))
            or (low in _LEADS - _DEMONSTRATIVE and not (words and low in _ORDINALS))
        ):
            break
        if words and low in PREPOSITIONS - {"of", "with", "without", "per"}:
            break
        words.append(word)
        if len(words) > _LABEL_WORDS + 1:
            break
    return clean_label(" ".join(words))


def _closes_pair(rest: list[str]) -> bool:
    """Whether the words after an `and` begin with one to three nouns of the same phrase."""
    closed = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | _LEADS | _ADVERBS
    nouns = 0
    for word in rest:
        if word.lower() in closed or is_verb(word):
            break
        if word[0].isdigit():
            return False
        nouns += 1
    return 1 <= nouns <= 3


def _heads_clause(before: list[str], word: str) -> bool:
    """Whether a verb form is a verb here: `the proposed model` holds an adjective."""
    if not is_verb(word):
        return False
    last = before[-1].lower() if before else ""
    adjective = last in DETERMINERS or (not last and word.lower().endswith(("ed", "en", "wn")))
    return not adjective


_CLAUSE_RE = re.compile(r"\b(?:while|whereas|but|although|and)\b", re.IGNORECASE)


def subject_before(before: str, *, whole: bool = False) -> str:
    """The subject of the clause that `before` ends in, e.g. `The grown bank` of `.. needs only`.

    `whole` keeps commas and conjunctions: the subject is a list.
    """
    if not whole and len(before) > _SUBJECT_REACH:
        before = before[-_SUBJECT_REACH:].partition(" ")[2]
    clause = before if whole else re.split(r"[;:(]|\.\s|,\s(?!\d)", before)[-1]
    if not whole:
        pieces = _CLAUSE_RE.split(clause)
        clause = pieces[-1]
        if len(pieces) > 1 and re.match(r"\s*\d", clause):
            clause = f"{pieces[-2]} and {clause}"  # "between 298 K and 278 K"
    words = re.sub(r"⟦[^⟧]*⟧ = \S+", "", clause).split()
    for at, word in enumerate(words):
        if at and _heads_clause(words[:at], word):
            subject = words[:at]
            if not whole and (receiver := _receiver(words[at + 1 :])):
                return receiver
            break
    else:
        # a verb left out: "and the frozen bank 6.5"
        subject = [word for word in words if word.lower() not in _ADVERBS]
        while subject and subject[-1].lower() in PREPOSITIONS:
            subject = subject[:-1]
        nested = any(word.lower() in PREPOSITIONS for word in subject)
        if subject and is_verb(subject[0]):
            return ""
        if nested and subject[0].lower() not in DETERMINERS:
            return ""
    while subject and subject[0].lower().strip(",") in _LEADS | PREPOSITIONS | _ADVERBS:
        subject = subject[1:]
    if whole:
        return " ".join(subject)
    return clean_label(" ".join(_head_of(subject)))


def _head_of(subject: list[str]) -> list[str]:
    """The telling part: `draws from a normal density` are told by the density."""
    lows = [word.lower() for word in subject]
    if "whose" in lows:
        return _head_of(subject[lows.index("whose") + 1 :])
    inner = next((n for n, low in enumerate(lows) if n and low in _SUBJECT_ENDS), None)
    if inner == 1 and lows[1] == "from":
        return _head_of(subject[2:])
    return subject[:inner]


def _receiver(words: list[str]) -> str:
    """Who gets the number: `gave the richest fifth $49` names `richest fifth`."""
    if not words or words[0].lower() not in {"the", "a", "an", "each", "every"}:
        return ""
    if any(word.lower() in (PREPOSITIONS | CONJUNCTIONS | _ADVERBS) - {"of"} for word in words):
        return ""
    return clean_label(" ".join(words)) if len(words) > 1 else ""


def clean_label(text: str) -> str:
    """A label without its article, closing marks and leftovers; "" when nothing is left."""
    words = text.strip(" .,;:!?()[]\"'“”").split()
    while words and words[0].lower() in DETERMINERS | _ADVERBS and words != ["A"]:
        words = words[1:]
    closed = DETERMINERS | _ADVERBS | PREPOSITIONS | CONJUNCTIONS
    while words and words[-1].lower() in closed and words != ["A"]:
        words = words[:-1]
    if not words or len(words) > _LABEL_WORDS + 1:
        return ""
    if len(words) == 1 and words[0].lower() in _PRONOUNS | _LEADS:
        return ""
    return " ".join(words)
