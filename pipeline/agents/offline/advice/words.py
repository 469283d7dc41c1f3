"""The vocabulary in which remedies are written, as patterns over lower-case text.

Patterns are tried in order and the longest match at a place wins, so that "step name" is not
read as "step". Words are those of people, of models and of our own distiller.
"""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from pipeline.agents.offline.layout import ContentKind, Element

ELEMENT_WORDS: dict[Element, str] = {
    Element.HEADING: r"headings?|titles?|headlines?|headers?|claims?",
    Element.FORMULA: (
        r"formulas?|formulae|equations?|math(?:ematics)?|mathtex|latex expressions?|"
        r"derivations?|matrix|matrices|expressions?"
    ),
    Element.CAPTION: (
        r"captions?|sentences?|body text|prose|paragraphs?|explanations?|narration|"
        r"evidence(?: text| lines?)?|subtitles?|bullets?|list items?|list entries|texts?"
    ),
    Element.LABEL: (
        r"labels?|step names?|step labels?|ticks?(?: labels?)?|tick marks?|category names?|"
        r"bar names?|axis names?|node names?|box(?:es)?(?: names?)?|legends?|annotations?"
    ),
    Element.TAKEAWAY: (
        r"takeaways?|take-aways?|closing (?:line|sentence|statement|text)s?|final lines?|"
        r"conclusions?|last lines?|punch ?lines?|summary lines?"
    ),
}

KIND_WORDS: dict[ContentKind, str] = {
    ContentKind.STACKED_FRACTION: (
        r"(?:stacked |nested |tall |built-up )?fractions?|\\d?frac\b|quotients?"
    ),
    ContentKind.LIMITS: (
        r"(?:sums?|integrals?|products?)(?: (?:and|or) (?:sums?|integrals?|products?))? "
        r"with limits|limits (?:above|below|over|under)|big operators?|summations?|"
        r"integrals?|\\sum\b|\\int\b|\\prod\b"
    ),
    ContentKind.MATRIX: r"matrix|matrices|column vectors?|[bp]matrix",
    ContentKind.NAMED_OPERATOR: (
        r"named (?:operators?|functions?)|operator names?|\\operatorname|arg ?max|arg ?min|"
        r"soft ?max"
    ),
    ContentKind.BRACKETS: r"bra-?kets?|bras? and kets?|kets?|dirac notation|\\langle|\\rangle",
    ContentKind.WORDS_IN_FORMULA: (
        r"words? (?:inside|in|within) (?:a |the |an )?(?:formulas?|equations?|math)|"
        r"text inside (?:a |the )?(?:formula|equation)s?|\\text(?:rm)?\b"
    ),
    ContentKind.SCRIPTS: (
        r"stacked scripts?|(?:sub|super)scripts?(?: and (?:sub|super)scripts?)?|"
        r"nested (?:indices|exponents?)|exponents?|indices"
    ),
    ContentKind.LONG_FORMULA: (
        r"(?:long|wide|lengthy) (?:formulas?|formulae|equations?|expressions?)"
    ),
    ContentKind.LONG_SENTENCE: (
        r"(?:long|wordy|lengthy) (?:sentences?|captions?|texts?|lines?|claims?|takeaways?|"
        r"headings?|titles?)|"
        r"(?:sentences?|captions?) (?:of|with) many words"
    ),
    ContentKind.MANY_STEPS: (
        r"many (?:steps|stages|boxes)|(?:long|many-step|multi-step) "
        r"(?:flows?|processes|process|pipelines?|chains?)"
    ),
    ContentKind.LONG_STEP_NAMES: (
        r"(?:long|wordy|wide) (?:step|stage|box|node) (?:names?|labels?|titles?)|long step"
    ),
    ContentKind.MANY_CATEGORIES: (
        r"many (?:categories|bars|groups|columns)|crowded (?:bar )?charts?"
    ),
    ContentKind.LONG_CATEGORY_NAMES: (
        r"(?:long|wordy|wide) (?:category|bar|group|column|tick) (?:names?|labels?)|"
        r"long categor(?:y|ies)"
    ),
    ContentKind.MANY_NUMBERS: r"many (?:numbers|values|figures|data points)",
    ContentKind.DENSE_LIST: (
        r"(?:dense|crowded|long) (?:lists?|enumerations?|rows?)|many (?:items|bullets|points|lines)"
    ),
}

FIGURE_WORDS: dict[str, str] = {
    "bars": r"bar charts?",
    "flow": r"flow ?charts?|flow diagrams?|flows",
    "timeline": r"timelines?",
    "stages": r"(?:rows? of )?cards",
    "plot": r"plots?|function graphs?",
    "formula": r"formula scenes?",
    "matrix": r"matrix scenes?",
    "state": r"state circles?",
    "network": r"network diagrams?",
    "contrast": r"side-by-side panels?",
    "spread": r"bell curves?",
    "spectrum": r"spectra|spectrum",
    "samples": r"sample lines?",
}
_IN = r"\b(?:in|of|on|for|with|beside) (?:a |an |the )?"

# Words for what went wrong tell whether a bare number is a ceiling or a floor.
TOO_BIG = re.compile(
    r"\b(?:off[- ](?:the )?(?:frame|screen)|too (?:wide|big|large|tall|long)|overflow\w*|"
    r"outside the (?:frame|picture|screen)|leaves? the (?:frame|picture|screen)|left the frame|"
    r"runs? (?:off|out)|overlap\w*|collid\w*|crowd\w*|cut off|cropped|clipped|"
    r"wider than|taller than|does not fit)\b"
)
TOO_SMALL = re.compile(
    r"\b(?:too (?:small|tiny|short|fast|quick|brief|little|tight|close)|unreadable|illegible|"
    r"tiny|rushed|no time to read|not (?:long|large|big) enough|reading time)\b"
)

NUMBER_WORDS: dict[str, float] = {
    "half": 0.5, "a half": 0.5, "a third": 1 / 3, "one third": 1 / 3, "two thirds": 2 / 3,
    "a quarter": 0.25, "one quarter": 0.25, "three quarters": 0.75, "a fifth": 0.2,
    "a tenth": 0.1, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0,
    "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "twelve": 12.0, "a full": 1.0,
    "one and a half": 1.5, "two and a half": 2.5,
}  # fmt: skip


T = TypeVar("T", Element, ContentKind)


@dataclass(frozen=True)
class Mention(Generic[T]):
    """A word of the vocabulary in a text: where, and what it stands for."""

    start: int
    end: int
    what: T


def _mentions(table: dict[T, str], text: str) -> list[Mention[T]]:
    """All mentions in order; of overlapping ones the longest stays."""
    found: list[Mention[T]] = []
    for what, pattern in table.items():
        found += [
            Mention(match.start(), match.end(), what)
            for match in re.finditer(rf"(?<![\w\\-])(?:{pattern})(?![\w-])", text)
        ]
    found.sort(key=lambda m: (m.start - m.end, m.start))
    kept: list[Mention[T]] = []
    for mention in found:
        if all(mention.end <= k.start or mention.start >= k.end for k in kept):
            kept.append(mention)
    return sorted(kept, key=lambda m: m.start)


def elements_in(text: str) -> list[Mention[Element]]:
    """Elements that a lower-case text names, in order.

    A word that is part of a kind of content ("captions beside a long formula") names no element,
    unless there is no other ("long formulas").
    """
    found = _mentions(ELEMENT_WORDS, text)
    taken = [(k.start, k.end) for k in kinds_in(text)]
    taken += [m.span() for _, m in _figures(text)]
    free = [m for m in found if all(m.end <= start or m.start >= end for start, end in taken)]
    return free or found


def figures_in(text: str) -> frozenset[str]:
    """Kinds of figure in which a lower-case text places what it says ("in a bar chart")."""
    return frozenset(kind for kind, _ in _figures(text))


def _figures(text: str) -> list[tuple[str, re.Match[str]]]:
    return [
        (kind, match)
        for kind, pattern in FIGURE_WORDS.items()
        for match in re.finditer(rf"{_IN}(?:{pattern})(?![\w-])", text)
    ]


def kinds_in(text: str) -> list[Mention[ContentKind]]:
    """Content kinds that a lower-case text names, in order."""
    return _mentions(KIND_WORDS, text)


KIND_OWNERS: dict[Element, frozenset[ContentKind]] = {
    Element.HEADING: frozenset({ContentKind.LONG_SENTENCE}),
    Element.CAPTION: frozenset(
        {ContentKind.LONG_SENTENCE, ContentKind.DENSE_LIST, ContentKind.MANY_NUMBERS}
    ),
    Element.TAKEAWAY: frozenset({ContentKind.LONG_SENTENCE}),
    Element.FORMULA: frozenset(
        {
            ContentKind.STACKED_FRACTION,
            ContentKind.LIMITS,
            ContentKind.MATRIX,
            ContentKind.NAMED_OPERATOR,
            ContentKind.BRACKETS,
            ContentKind.WORDS_IN_FORMULA,
            ContentKind.SCRIPTS,
            ContentKind.LONG_FORMULA,
        }
    ),
    Element.LABEL: frozenset(
        {
            ContentKind.MANY_STEPS,
            ContentKind.LONG_STEP_NAMES,
            ContentKind.MANY_CATEGORIES,
            ContentKind.LONG_CATEGORY_NAMES,
            ContentKind.MANY_NUMBERS,
            ContentKind.DENSE_LIST,
        }
    ),
}
