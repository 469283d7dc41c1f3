"""How a bank grew."""

from datetime import UTC, date, datetime, timedelta

from app.memory.insight.growth import growth
from memory_store.bank import Bank
from memory_store.testing import failure, success
from tests.memory.insight.recorded import SWING

START = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


def grow(bank: Bank, days: list[int]) -> list[int]:
    """A success and, on even days, a failure for each day."""
    records: list[object] = []
    for day in days:
        when = START + timedelta(days=day)
        records.append(success(SWING, run=f"r{day}", created=when))
        if day % 2 == 0:
            records.append(failure(SWING, run=f"r{day}", created=when, role="experiment"))
    return list(bank.consolidate(records).added)  # type: ignore[arg-type]


def test_an_empty_bank_has_not_grown(bank: Bank) -> None:
    grown = growth(bank)
    assert grown.bins == ()
    assert [series.total for series in grown.by_polarity] == [(), ()]
    assert (grown.active, grown.never, grown.most) == (0, 0, ())


def test_a_short_time_is_counted_by_day_without_gaps(bank: Bank) -> None:
    grow(bank, [0, 1, 4])
    grown = growth(bank)
    assert grown.step == "day"
    assert grown.bins == tuple(date(2026, 3, 2 + n) for n in range(5))
    plus, minus = grown.by_polarity
    assert (plus.name, plus.learned, plus.total) == ("success", (1, 1, 0, 0, 1), (1, 2, 2, 2, 3))
    assert (minus.name, minus.learned) == ("failure", (1, 0, 0, 0, 1))


def test_a_longer_time_is_counted_by_week_from_monday(bank: Bank) -> None:
    grow(bank, [3, 60])
    grown = growth(bank)
    assert grown.step == "week"
    assert grown.bins[0] == date(2026, 3, 2)
    assert all(day.weekday() == 0 for day in grown.bins)
    assert len(grown.bins) == 9
    assert sum(grown.by_polarity[0].learned) == 2


def test_years_are_counted_by_month(bank: Bank) -> None:
    grow(bank, [0, 29, 800])
    grown = growth(bank)
    assert grown.step == "month"
    assert grown.bins[0] == date(2026, 3, 1)
    assert grown.bins[-1] == date(2028, 5, 1)
    assert len(grown.bins) == 27
    assert grown.by_polarity[0].learned[0] == 2


def test_roles_statuses_and_sources_are_counted(bank: Bank) -> None:
    ids = grow(bank, [0, 1])
    bank.set_status([ids[0]], "quarantined", author="me", why="odd")
    grown = growth(bank)
    assert {series.name: series.total[-1] for series in grown.by_role} == {
        "method": 2,
        "experiment": 1,
    }
    assert grown.statuses == {"active": 2, "pending": 0, "quarantined": 1}
    assert grown.sources == {"success": 2, "visual": 1}
    assert grown.origins == {"self-grown": 3}


def test_what_is_retrieved_most_and_what_never(bank: Bank) -> None:
    ids = grow(bank, [0, 1, 2])
    for _ in range(3):
        bank.retrieve(SWING, "method", k_plus=1, k_minus=0, count_use=True)
    grown = growth(bank)
    assert [(used.record, used.hits) for used in grown.most] == [(ids[0], 3)]
    assert grown.most[0].polarity == "success"
    assert grown.most[0].last_used
    assert (grown.active, grown.never) == (len(ids), len(ids) - 1)
    assert grown.never_longest == tuple(ids[1:])


def test_a_record_in_the_trash_is_in_no_figure(bank: Bank) -> None:
    ids = grow(bank, [0, 1])
    with bank._connection.writing():
        bank._connection.run("INSERT INTO trash VALUES (?, ?)", (ids[0], "2026-03-03"))
    grown = growth(bank)
    assert sum(series.total[-1] for series in grown.by_polarity) == len(ids) - 1
    assert ids[0] not in grown.never_longest
