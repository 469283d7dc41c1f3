"""Regular expressions that are compiled when they are first used.

A check that finds nothing needs few of them, and compiling all would take a tenth of its time.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any


class Pattern:
    """A regular expression with the methods of `re.Pattern` that the checks use."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The first match in a text, or in a stretch of it."""
        return self._compiled.search(text, start, len(text) if end is None else end)

    def match(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The match at the beginning of a text, or of a stretch of it."""
        return self._compiled.match(text, start, len(text) if end is None else end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match of a whole text."""
        return self._compiled.fullmatch(text)

    def finditer(
        self, text: str, start: int = 0, end: int | None = None
    ) -> Iterator[re.Match[str]]:
        """All matches, one after the other."""
        return self._compiled.finditer(text, start, len(text) if end is None else end)

    def findall(self, text: str, start: int = 0, end: int | None = None) -> list[Any]:
        """What all matches caught, as `re` gives it."""
        return self._compiled.findall(text, start, len(text) if end is None else end)

    def split(self, text: str) -> list[str]:
        """What stands between the matches; the expression must catch nothing."""
        return self._compiled.split(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """The text with all matches replaced."""
        return self._compiled.sub(replacement, text)
