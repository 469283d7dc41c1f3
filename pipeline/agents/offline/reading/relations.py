"""Dates, comparisons and what symbols mean."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.model import Comparison, Event, Sentence, SymbolNote
from pipeline.agents.offline.reading.phrases import clean_label, noun_phrase, subject_before
from pipeline.agents.offline.reading.plain import plain
from pipeline.agents.offline.reading.shorten import shorten
from pipeline.agents.offline.reading.words import PREPOSITIONS, is_verb, word_set

_EVENT_RE = re.compile(
    r"(?:\b(?:[Ii]n|[Ss]ince|[Bb]y|[Uu]ntil|[Ff]rom|[Dd]uring|[Aa]fter|[Bb]efore|[Aa]round|"
    r"[Ee]arly|[Ll]ate|the)\s+(?:the\s+)?(?:early\s+|late\s+|mid-?)?"
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+)?|^|\()(?P<year>1[0-9]{3}|20[0-9]{2})(?P<decade>s?)(?=[\s,.;:)]|$)"
)
_UNIT_AFTER_RE = re.compile(r"\s+(?!was\b|is\b|has\b|as\b|this\b|his\b)[a-z]+s\b")
_COMPARE_RES = (
    (re.compile(r"(?P<a>[^,;:.]+?)\s+(?P<cue>versus|vs\.?)\s+(?P<b>[^,;:.]+)"), False),
    (re.compile(r"\b(?P<cue>[Uu]nlike)\s+(?P<b>[^,;:]+),\s+(?P<a>[^,;:]+)"), True),
    (re.compile(r"\b(?P<cue>[Cc]ompared (?:with|to))\s+(?P<b>[^,;:]+),\s+(?P<a>[^,;:]+)"), True),
    (re.compile(r"(?P<a>[^,;:.]+?)\s+(?P<cue>rather than|instead of)\s+(?P<b>[^,;:.]+)"), False),
    (re.compile(r"(?P<a>[^;:.]+?),?\s+(?P<cue>whereas|while)\s+(?P<b>[^;:.]+)"), True),
    (re.compile(r"(?P<a>[^,;:]+?)\s+(?P<cue>compared (?:with|to))\s+(?P<b>[^,;:]+)"), False),
)
_INLINE = r"\$(?P<symbol>[^$]+)\$"
_NOTE_RES = (
    re.compile(
        _INLINE + r"\s+(?:denotes?|stands? for|represents?|means?|counts?|measures?|gives?|"
        r"labels?|indexes|describes?|holds?|contains?|collects?|sets?|says?)\s+(?P<meaning>[^$;.]+?)(?=,?\s+(?:and|while|where|with)\s+\$"
        r"|[,;.]|\s+\$|$)"
    ),
    re.compile(
        _INLINE + r"\s+(?P<meaning>(?:the|a|an|its|their)\s+[^$;,.]+?)(?=,|\s+and\s+\$|[;.]|$)"
    ),
)
_IS_RE = re.compile(
    _INLINE + r"\s+(?:is|are)\s+(?P<meaning>[^$;.]+?)(?=,?\s+(?:and|while|where|with)\s+\$"
    r"|[,;.]|\s+\$|$)"
)
_NAMES_RE = re.compile(r"(?:the|a|an|its|their|how|what|half|one of)\b", re.IGNORECASE)
_LET_RE = re.compile(r"\b[Ll]et\s+" + _INLINE + r"\s+(?:be|denote)\s+(?P<meaning>[^$;,.]+)")
_APPOSITION_RE = re.compile(
    r"\b(?i:the|a|an|its|each|every|with|of|by)\s+(?P<meaning>(?:[a-z][a-z-]+\s+){0,2}[a-z][a-z-]+)\s+"
    + _INLINE
)
_COUNT_RE = re.compile(
    r"\b(?:of|with|after|into|from|over|all)\s+" + _INLINE + r"\s+(?P<meaning>[a-z][a-z-]+s)\b"
)
_SINGLE_RE = re.compile(
    r"^\\?[a-zA-Z]+(?:\{[a-zA-Z]+\})?(?:_\{?\\?[\w,]+\}?)?(?:\^\{?\\?[\w*]+\}?)?(?:\([^()=]*\))?$"
)
_SIDE_WORDS = 5
_EVENT_WORDS = 16
_NOT_NOUNS = word_set(
    """is are was were be than by to of with where when then that which and or for in on at from as
    each every all any some only both either so if we let has have"""
)


_CUE_RE = re.compile(
    r"\b(?:versus|vs|[Uu]nlike|[Cc]ompared|rather than|instead of|whereas|while)\b"
)
_YEAR_CLAUSE_RE = re.compile(
    r";\s+|,\s+(?:and|but|while)\s+|,\s+(?=[Ii]n\s+\d{4})|\s+and\s+(?=in\s+\d{4})"
)
_CITATION_RE = re.compile(r"(?:\bal\.,?|[A-Z][\w-]+,?)\s*\(?$")


def read_events(sentences: Sequence[Sentence]) -> tuple[Event, ...]:
    """Years with what happened, in the order of the section."""
    events: dict[tuple[int, str], Event] = {}
    for sentence in sentences:
        clauses = _clauses(sentence.text)
        for clause in clauses:
            for found in _EVENT_RE.finditer(clause):
                if _UNIT_AFTER_RE.match(clause[found.end() :]) and not found.group("decade"):
                    continue
                if found.group().startswith("(") and _CITATION_RE.search(clause[: found.start()]):
                    continue
                label = found.group("year") + found.group("decade")
                text = _event_text(clause, found)
                if text and "$" not in text:
                    events.setdefault(
                        (int(found.group("year")), text),
                        Event(
                            year=int(found.group("year")),
                            label=label,
                            text=text,
                            sentence=sentence.index,
                        ),
                    )
    return tuple(events.values())


def _clauses(text: str) -> list[str]:
    """A sentence cut so that each piece holds one year, where its clauses allow."""
    years = [found.start() for found in _EVENT_RE.finditer(text)]
    if len(years) < 2:
        return [text]
    pieces = _YEAR_CLAUSE_RE.split(text)
    return [piece for piece in pieces if piece.strip()]


def _event_text(clause: str, found: re.Match[str]) -> str:
    rest = clause[: found.start()] + clause[found.end() :]
    rest = re.sub(r"\(\s*\)", "", rest)
    rest = re.sub(r"\s+([,.;])", r"\1", " ".join(rest.split())).strip(" ,;:()")
    rest = re.sub(r"^(?:and|but|then|later|,)\s+", "", rest, flags=re.IGNORECASE)
    short = shorten(rest[:1].upper() + rest[1:], _EVENT_WORDS)
    return short.rstrip(" .,;") if len(short.split()) >= 2 else ""


def read_comparisons(sentences: Sequence[Sentence]) -> tuple[Comparison, ...]:
    """Pairs that a sentence sets against each other."""
    found: list[Comparison] = []
    for sentence in sentences:
        if not _CUE_RE.search(sentence.text):
            continue
        for pattern, clauses in _COMPARE_RES:
            match = pattern.search(sentence.text)
            if match is None:
                continue
            sides = _clause_sides(match) if clauses else _phrase_sides(match)
            if (
                all(0 < len(side.split()) <= _SIDE_WORDS for side in sides)
                and sides[0].lower() != sides[1].lower()
            ):
                cue = match.group("cue").lower().rstrip(".")
                found.append(
                    Comparison(left=sides[0], right=sides[1], cue=cue, sentence=sentence.index)
                )
                break
    return tuple(found)


def _phrase_sides(match: re.Match[str]) -> tuple[str, str]:
    left = plain(match.group("a"), lossy=True).split()
    tail: list[str] = []
    for word in reversed(left):
        if word.lower() in {"we", "they", "i"}:
            tail = tail[1:]  # "we test dropout": the verb goes with its subject
            break
        if len(tail) >= 5 or word.lower() in _NOT_NOUNS:
            break
        tail.insert(0, word)
    return clean_label(" ".join(tail)), noun_phrase(plain(match.group("b"), lossy=True))


def _clause_sides(match: re.Match[str]) -> tuple[str, str]:
    left = plain(match.group("a"), lossy=True)
    right = plain(match.group("b"), lossy=True)
    cue = match.group("cue").lower()
    if cue in {"whereas", "while"}:
        return subject_before(left + " "), subject_before(right + " ")
    return subject_before(left + " ") or noun_phrase(left), noun_phrase(right)


def read_symbol_notes(sentences: Sequence[Sentence]) -> tuple[SymbolNote, ...]:
    """What the section says its symbols mean; the first explanation of a symbol counts."""
    notes: dict[str, SymbolNote] = {}
    for pattern_set in ((_IS_RE, *_NOTE_RES, _LET_RE), (_APPOSITION_RE,), (_COUNT_RE,)):
        for sentence in sentences:
            text = re.sub(r"\$\$.*?\$\$", " ", sentence.text)
            for pattern in pattern_set:
                _take(pattern, text, sentence.index, notes)
    return tuple(sorted(notes.values(), key=lambda note: note.sentence))


def _meaning(text: str, apposition: bool) -> str:
    """A meaning as a label. In `the weight after $t$ steps` no words name the symbol."""
    words = plain(text, lossy=True).split()[:8]
    if not apposition or not words:
        return clean_label(" ".join(words))
    if words[-1].lower() in PREPOSITIONS or is_verb(words[-1]):
        return ""
    inner = max((n for n, word in enumerate(words) if word.lower() in PREPOSITIONS), default=-1)
    return clean_label(" ".join(words[inner + 1 :]))


def _take(pattern: re.Pattern[str], text: str, sentence: int, notes: dict[str, SymbolNote]) -> None:
    for match in pattern.finditer(text):
        symbol = match.group("symbol").strip()
        if pattern is _IS_RE and not _NAMES_RE.match(match.group("meaning")):
            continue  # "$B$ is fixed" explains nothing
        meaning = _meaning(match.group("meaning"), pattern is _APPOSITION_RE)
        if pattern is _COUNT_RE and meaning:
            meaning = f"number of {meaning}"
        words = meaning.lower().split()
        if not _SINGLE_RE.match(symbol) or not words or symbol in notes:
            continue
        if any(word in {"is", "are", "where", "then", "which", "than"} for word in words):
            continue
        notes[symbol] = SymbolNote(symbol=symbol, meaning=meaning, sentence=sentence)
