"""Picking runs: words of title and section, state, cast, score, date."""

from dataclasses import dataclass

from app.library.entry import LibraryEntry
from app.library.section import folded
from app.run_state import RunState


@dataclass(frozen=True)
class Wanted:
    """Conditions that all have to hold; one that is left out lets every run pass.

    Attributes:
        words: each of them stands in title, section or id, whole or as a part, in any case.
        states, casts: any of these.
        lowest, highest: bounds of the score, both included, in [0, 100]; with one of them set, a
            run without a score does not pass.
        since, until: bounds of the start as ISO dates or times (UTC), both included: until
            `2026-03-01` takes in that whole day.
        section: the same section; see `LibraryEntry.section`.
    """

    words: str = ""
    states: frozenset[RunState] = frozenset()
    casts: frozenset[str] = frozenset()
    lowest: float | None = None
    highest: float | None = None
    since: str = ""
    until: str = ""
    section: str = ""

    def admits(self, entry: LibraryEntry) -> bool:
        """Whether everything but the words holds."""
        if self.states and entry.state not in self.states:
            return False
        if self.casts and entry.cast not in self.casts:
            return False
        if self.section and entry.section != self.section:
            return False
        return self._scored(entry.score) and self._dated(entry.started)

    def _scored(self, score: float | None) -> bool:
        if self.lowest is None and self.highest is None:
            return True
        if score is None:
            return False
        return (self.lowest is None or score >= self.lowest) and (
            self.highest is None or score <= self.highest
        )

    def _dated(self, started: str) -> bool:
        if self.since and started < self.since:
            return False
        return not self.until or (started != "" and started[: len(self.until)] <= self.until)

    @property
    def parts(self) -> tuple[str, ...]:
        """The words as they are looked for."""
        return tuple(folded(self.words).split())
