"""Sentences that go before they can be read aloud: numbers and symbols take longer than words.

The geometry rules count every word alike and ask for a quick reader's time only. A caption is
there to be followed while something moves, at the pace of speech, and "48,210" is four words
when it is spoken.
"""

import re
from dataclasses import dataclass

from pipeline.schema.finding import Finding
from pipeline.schema.trace import GeometryTrace, Item

SPOKEN_WORDS_PER_SECOND = 3.0
"""Speech of a calm lecture is 150 to 180 words a minute."""

TO_NOTICE = 0.4
"""Seconds from the reveal until the eye is on the first word."""

NUMBER_WORDS, SYMBOL_WORDS = 2.0, 0.5
"""Words that a numeral, and a mathematical sign or Greek letter, count beyond the one they are."""

TOLERANCE = 0.85
"""Share of the reading time from which a sentence is let pass."""

SENTENCE_WORDS = 6
_NUMERAL = re.compile(r"\d[\d,.\u2009\u202f]*")
_SYMBOL = re.compile(r"[=<>\u2264\u2265\u00b1\u00d7\u221a\u0370-\u03ff]")


@dataclass
class _Showing:
    item: Item
    start: float
    end: float


def spoken_words(text: str) -> float:
    """How many words a sentence is when it is read aloud."""
    numerals = len(_NUMERAL.findall(text))
    symbols = len(_SYMBOL.findall(text))
    return len(text.split()) + NUMBER_WORDS * numerals + SYMBOL_WORDS * symbols


def hasty_sentences(trace: GeometryTrace) -> tuple[Finding, ...]:
    """The sentence that lacks most of its reading time, if any lacks too much."""
    worst: tuple[float, float, float, _Showing] | None = None
    for showing in _sentences(trace):
        need = TO_NOTICE + spoken_words(showing.item.label) / SPOKEN_WORDS_PER_SECOND
        had = showing.end - showing.start
        if had < TOLERANCE * need and (worst is None or had / need < worst[0]):
            worst = (had / need, had, need, showing)
    return () if worst is None else (_finding(*worst[1:]),)


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
