"""Which runs are shown, and in which order. No Qt here."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from app.library import LibraryEntry
from app.texts import tr

Sort = Literal["newest", "oldest", "title", "best", "worst"]
Show = Literal["", "finished", "unfinished", "damaged"]

_UNFINISHED = frozenset({"running", "queued", "paused", "stopped", "interrupted"})


@dataclass(frozen=True)
class Arrangement:
    """`show` and `cast` are empty for all; `found` are the runs that hold the words looked for."""

    show: Show = ""
    cast: str = ""
    sort: Sort = "newest"
    found: frozenset[str] | None = None

    @property
    def narrows(self) -> bool:
        """Whether a run may be left out."""
        return bool(self.show or self.cast or self.found is not None)


def arranged(entries: Iterable[LibraryEntry], how: Arrangement) -> list[LibraryEntry]:
    """The entries that are wanted, in the order that is wanted."""
    kept = [entry for entry in entries if _wanted(entry, how)]
    kept.sort(key=lambda entry: entry.started, reverse=how.sort != "oldest")
    if how.sort == "title":
        kept.sort(key=lambda entry: (entry.title or entry.run).casefold())
    elif how.sort in ("best", "worst"):
        sign = -1 if how.sort == "best" else 1
        # Runs without a score come last either way.
        kept.sort(key=lambda e: (e.score is None, sign * (e.score or 0)))
    return kept


def casts(entries: Iterable[LibraryEntry]) -> list[str]:
    """The casts that occur, in alphabetical order."""
    return sorted({entry.cast for entry in entries if entry.cast})


def why_not_comparable(chosen: Collection[LibraryEntry]) -> str:
    """Why these runs cannot be compared with one another; empty if they can."""
    if len(chosen) != 2:
        return tr("Choose two runs of one section.")
    first, second = chosen
    if not first.section or first.section != second.section:
        return tr("These two runs are about different sections.")
    if not first.delivered or not second.delivered:
        return tr("One of the two has nothing to show yet.")
    return ""


def _wanted(entry: LibraryEntry, how: Arrangement) -> bool:
    if how.show == "unfinished" and entry.state not in _UNFINISHED:
        return False
    if how.show in ("finished", "damaged") and entry.state != how.show:
        return False
    if how.cast and entry.cast != how.cast:
        return False
    return how.found is None or entry.run in how.found
