"""Kinds of numbers in a text, told apart by how they are written.

A composed program tells them apart by the same rules (`helpers.READING_TIME`). What each of them
takes to be read is not known here: a number is planned as one word like any other.
"""

from collections import Counter

from pipeline.agents.offline.layout import NUMBER_FIELDS, ContentKind, Layout

SIGNS = "=<>≤≥±×√"
"""Signs that are read like numbers."""

NUMBER_NOUNS = {
    "year_words": "year",
    "percentage_words": "percentage",
    "decimal_words": "decimal",
    "large_words": "large number",
    "sign_words": "sign",
}
"""What the words of a layout field are counted for, in plain English."""

HUNDREDS = 3
"""Digits from which a number is large."""


def number_kind(word: str) -> ContentKind | None:
    """The kind of a word with a numeral or a sign; None for a plain word or a small number."""
    bare = word.strip("().,;:$")
    if not any(c.isdigit() for c in bare):
        return ContentKind.SIGNS if any(c in SIGNS for c in word) else None
    if "%" in bare:
        return ContentKind.PERCENTAGES
    if "." in bare:
        return ContentKind.DECIMALS
    if len(bare) == 4 and bare.isdigit() and bare[0] in "12":
        return ContentKind.YEARS
    return ContentKind.LARGE_NUMBERS if sum(c.isdigit() for c in bare) >= HUNDREDS else None


def number_kinds(text: str) -> Counter[ContentKind]:
    """How many words of each kind of number a text holds."""
    return Counter(kind for word in text.split() if (kind := number_kind(word)) is not None)


def words_counted(text: str, layout: Layout) -> float:
    """How many words a composed program counts a text as."""
    words = float(len(text.split()))
    for kind, many in number_kinds(text).items():
        words += many * (float(getattr(layout, NUMBER_FIELDS[kind])) - 1)
    return words
