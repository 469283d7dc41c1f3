"""How a bank grew: both channels, domains and roles over time; what is retrieved most, what never.

Counts are those of the record table. A record counts for the day (UTC) it was learned, wherever
that was: an imported one keeps the day of its own bank. Uses are the bank's own counters, which
grow with runs that read and write; runs that only read it are counted in `effect`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from memory_store.bank import Bank
from memory_store.columns import columns, tally
from memory_store.records import POLARITIES, STATUSES

Step = Literal["day", "week", "month"]
DAYS, WEEKS = 45, 400
"""Up to so many days a bin is a day, up to so many a week (from Monday), else a month."""
MOST = 20


@dataclass(frozen=True)
class Series:
    """Records learned in each bin, oldest first; `total` is how many there were at its end."""

    name: str
    learned: tuple[int, ...]

    @property
    def total(self) -> tuple[int, ...]:
        """Running sums of `learned`."""
        sums, so_far = [], 0
        for count in self.learned:
            so_far += count
            sums.append(so_far)
        return tuple(sums)


@dataclass(frozen=True)
class Used:
    """A record and how often the bank counted it as retrieved."""

    record: int
    polarity: str
    headline: str
    hits: int
    last_used: str


@dataclass(frozen=True)
class Growth:
    """A bank over time and as it is.

    Attributes:
        step: how long a bin is; `bins` their first days, without gaps; empty for an empty bank.
        by_polarity, by_domain, by_role: one series each; domains with most records first.
        statuses, sources, origins: how many records have each.
        most: retrieved most, at most `MOST`.
        active: records that can be retrieved; `never` how many of them were never.
        never_longest: ids of the oldest of those, at most `MOST`.
    """

    step: Step
    bins: tuple[date, ...]
    by_polarity: tuple[Series, ...]
    by_domain: tuple[Series, ...]
    by_role: tuple[Series, ...]
    statuses: dict[str, int]
    sources: dict[str, int]
    origins: dict[str, int]
    most: tuple[Used, ...]
    active: int
    never: int
    never_longest: tuple[int, ...]


def growth(bank: Bank) -> Growth:
    """Count a whole bank. Takes about a second for a million records."""
    days = tally(bank, ("day", "polarity", "domain", "role"))
    found = [date.fromisoformat(row[0]) for row in days]
    step, bins = _bins(found)
    place = {first: number for number, first in enumerate(bins)}
    at = [place[_first(day, step)] for day in found]
    counts = [int(row[4]) for row in days]

    def series(column: int, names: Sequence[str] = ()) -> tuple[Series, ...]:
        sums: dict[str, list[int]] = {name: [0] * len(bins) for name in names}
        for number, row, count in zip(at, days, counts, strict=True):
            sums.setdefault(row[column], [0] * len(bins))[number] += count
        order = names or sorted(sums, key=lambda name: (-sum(sums[name]), name))
        return tuple(Series(name, tuple(sums[name])) for name in order)

    statuses, sources, origins = (
        {str(value): int(number) for value, number in tally(bank, (name,))}
        for name in ("status", "source", "origin")
    )
    never, oldest = _never(bank)
    return Growth(
        step=step,
        bins=bins,
        by_polarity=series(1, POLARITIES),
        by_domain=series(2),
        by_role=series(3),
        statuses=dict.fromkeys(STATUSES, 0) | statuses,
        sources=sources,
        origins=origins,
        most=_most(bank),
        active=statuses.get("active", 0),
        never=never,
        never_longest=oldest,
    )


def _bins(days: Sequence[date]) -> tuple[Step, tuple[date, ...]]:
    if not days:
        return "day", ()
    first, last = min(days), max(days)
    span = (last - first).days
    step: Step = "day" if span < DAYS else "week" if span < WEEKS else "month"
    bins = [_first(first, step)]
    while bins[-1] < _first(last, step):
        ahead = {"day": 1, "week": 7, "month": 31}[step]
        bins.append(_first(bins[-1] + timedelta(days=ahead), step))
    return step, tuple(bins)


def _first(day: date, step: Step) -> date:
    """The first day of the bin that `day` is in."""
    if step == "month":
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if step == "week" else day


def _most(bank: Bank) -> tuple[Used, ...]:
    wanted = ("id", "polarity", "rationale", "trigger", "hit_count", "last_used")
    rows = columns(bank, wanted, where="hit_count > 0", order="hit_count DESC, id", most=MOST)
    return tuple(
        Used(row[0], row[1], str(row[2] or row[3]), int(row[4]), str(row[5] or "")) for row in rows
    )


def _never(bank: Bank) -> tuple[int, tuple[int, ...]]:
    waiting = "hit_count = 0 AND status = 'active'"
    counted = sum(row[1] for row in tally(bank, ("status",), where=waiting))
    oldest = columns(bank, ("id",), where=waiting, order="created, id", most=MOST)
    return counted, tuple(row[0] for row in oldest)
