"""What the texts of records say, as words to compare."""

import re
import unicodedata
from collections.abc import Iterable

from memory_store.bank import Bank
from memory_store.columns import columns

_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:_[^\W_]+)*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")


def plain(text: str) -> str:
    """Compatible forms made one, case and blanks ignored."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def tokens(text: str) -> frozenset[str]:
    """The different words and numbers of a text."""
    return frozenset(_TOKEN.findall(plain(text)))


def numbers(text: str) -> tuple[float, ...]:
    """The numbers of a text, in order of size."""
    return tuple(sorted(float(found) for found in _NUMBER.findall(plain(text))))


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared words over all words of two texts (Jaccard), in [0, 1]; 1 for two empty ones."""
    every = one | other
    return len(one & other) / len(every) if every else 1.0


def meanings(bank: Bank, ids: Iterable[int]) -> dict[int, str]:
    """The text of each record that its body vector embeds."""
    wanted = ("id", "rationale", "trigger", "root_cause", "recipe")
    rows = columns(bank, wanted, ids)
    return {row[0]: "\n".join(str(part) for part in row[1:] if part) for row in rows}
