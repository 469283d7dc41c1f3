"""Sentences that go before they can be read aloud: numbers and symbols take longer than words.

The geometry rules count every word alike and ask for a quick reader's time only. A caption is
there to be followed while something moves, at the pace of speech, and "48,210" is six words when
it is spoken, "0.85" and "12.5%" are four, "1905" is three and "7" is one.
"""

import re
from dataclasses import dataclass

from pipeline.schema.finding import Finding
from pipeline.schema.trace import GeometryTrace, Item

SPOKEN_WORDS_PER_SECOND = 3.0
"""Speech of a calm lecture is 150 to 180 words a minute."""

TO_NOTICE = 0.4
"""Seconds from the reveal until the eye is on the first word."""

SYMBOL_WORDS = 0.5
"""Words that a mathematical sign or Greek letter counts beyond the one it is."""

TOLERANCE = 0.85
"""Share of the reading time from which a sentence is let pass."""

SENTENCE_WORDS = 6
_NUMERAL = re.compile(
    r"(?P<money>[$\u20ac\u00a3])?(?P<whole>\d+(?:[,\u2009\u202f]\d{3})*)(?:\.(?P<part>\d+))?"
    r"(?P<percent>\s?%)?"
)
_SYMBOL = re.compile(r"[=<>\u2264\u2265\u00b1\u00d7\u221a\u0370-\u03ff]")


@dataclass
class _Showing:
    item: Item
    start: float
    end: float


def spoken_words(text: str) -> float:
    """How many words a sentence is when it is read aloud in English."""
    beyond = sum(_spoken(numeral) - 1 for numeral in _NUMERAL.finditer(text))
    return len(text.split()) + beyond + SYMBOL_WORDS * len(_SYMBOL.findall(text))


def _spoken(numeral: re.Match[str]) -> int:
    """Words of a numeral: its whole part, the point and each digit behind it, its unit."""
    whole, part = numeral["whole"], numeral["part"]
    if part is None and re.fullmatch(r"1[1-9]\d\d|20[1-9]\d", whole) and not numeral["money"]:
        words = 1 + (_below_hundred(int(whole[2:])) if whole[2] != "0" else 1 + (whole[3] != "0"))
    else:
        words = _whole_words(int(re.sub(r"\D", "", whole)))
    return (
        words + (1 + len(part) if part else 0) + sum(map(bool, numeral.group("money", "percent")))
    )


def _whole_words(number: int) -> int:
    """Words of a whole number: in each group of three digits, and the names of the groups."""
    words = groups = 0
    rest = number
    while rest:
        rest, group = divmod(rest, 1000)
        if group:
            words += 2 * (group >= 100) + _below_hundred(group % 100) + (groups > 0)
        groups += 1
    return words or 1


def _below_hundred(number: int) -> int:
    """`forty` and `seventeen` are one word, `forty-two` is two, nothing is none."""
    return 0 if not number else 1 if number <= 20 or number % 10 == 0 else 2


def hasty_sentences(trace: GeometryTrace) -> tuple[Finding, ...]:
    """Every sentence that lacks too much of its reading time, the one that lacks most first.

    All of them, so that one revision can give each the time of its own kind of numbers.
    """
    found = []
    for showing in _sentences(trace):
        need = TO_NOTICE + spoken_words(showing.item.label) / SPOKEN_WORDS_PER_SECOND
        had = showing.end - showing.start
        if had < TOLERANCE * need:
            found.append((had / need, had, need, showing))
    return tuple(_finding(*one[1:]) for one in sorted(found, key=lambda one: one[0]))


def _sentences(trace: GeometryTrace) -> list[_Showing]:
    """Sentences from the start of their reveal to the start of their removal."""
    shown: dict[tuple[str, str], _Showing] = {}
    for boundary in trace.boundaries:
        for item in boundary.items:
            if item.kind != "text" or len(item.label.split()) < SENTENCE_WORDS:
                continue
            known = shown.setdefault(
                (item.key, item.label), _Showing(item, boundary.start, boundary.time)
            )
            known.end = boundary.time
    return list(shown.values())


def _finding(had: float, need: float, showing: _Showing) -> Finding:
    label = " ".join(showing.item.label.split())
    short = label if len(label) <= 48 else label[:47] + "\u2026"
    return Finding(
        rule="hasty_words",
        severity="warning",
        layer="content",
        message=f"'{short}' stands {had:.1f} s; with its numbers read aloud it takes {need:.1f} s.",
        time=showing.start,
        until=showing.end,
        subjects=(short,),
        amount=round(had, 2),
        limit=round(need, 2),
        unit="seconds",
    )
