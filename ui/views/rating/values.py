"""What the form asks and what it gives back."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """One scale from 1 to 5: its key in a rating, its name and its question."""

    key: str
    title: str
    question: str


@dataclass(frozen=True)
class Questions:
    """The questionnaire.

    Attributes:
        usable: the question that is answered by yes or no.
        major_repair: what counts as one.
        ends: what 1 and 5 stand for.
        flags: pairs of key and sentence.
        describe: the flag that needs a comment, or empty.
        comment_characters: longest comment.
    """

    usable: str
    major_repair: str
    ends: tuple[str, str]
    scales: tuple[Scale, ...]
    flags: tuple[tuple[str, str], ...]
    describe: str = "other"
    comment_characters: int = 4000


@dataclass(frozen=True)
class RatingDraft:
    """A complete answer. Scales are 1 to 5 by key; `seconds` is the time it took."""

    usable: bool
    scales: Mapping[str, int]
    flags: tuple[str, ...]
    comment: str
    seconds: float

    def values(self) -> dict[str, object]:
        """All answers by name, each scale under its key."""
        return {
            "usable": self.usable,
            **self.scales,
            "flags": self.flags,
            "comment": self.comment,
            "seconds": self.seconds,
        }
