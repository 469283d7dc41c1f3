"""How the room says things: kinds, states, scores, times.

A word that is none of ours, as in a file from elsewhere, is said as it is.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from PySide6.QtCore import QDate, QLocale

from app.harmless import one_line
from app.texts import tr
from memory_store.browsing import Row
from memory_store.records import Polarity
from ui.widgets.basics import Tone

DASH = "\u2013"
SIGNS: Mapping[str, str] = {"success": "M+", "failure": "M\u2212"}
SIGN_TONES: Mapping[str, Tone] = {"success": "good", "failure": "bad"}
STATUS_TONES: Mapping[str, Tone] = {"active": "", "pending": "warn", "quarantined": "bad"}


@cache
def polarity_words(polarity: Polarity) -> str:
    """What worked, or what went wrong."""
    return tr("what worked") if polarity == "success" else tr("what went wrong")


@cache
def status_words(status: str) -> str:
    """A status in a word."""
    return {
        "active": tr("active"), "pending": tr("pending"), "quarantined": tr("quarantined"),
    }.get(status, one_line(status, 40))  # fmt: skip


@cache
def role_words(role: str) -> str:
    """A role in a word."""
    return {
        "background": tr("background"), "method": tr("method"),
        "experiment": tr("experiment"), "conclusion": tr("conclusion"),
    }.get(role, one_line(role, 40))  # fmt: skip


@cache
def source_words(source: str) -> str:
    """From what a record was learned."""
    return {
        "text": tr("from a crash"), "visual": tr("from a review"),
        "success": tr("from a delivered scene"), "human": tr("from a person"),
    }.get(source, one_line(source, 40))  # fmt: skip


@cache
def origin_words(origin: str) -> str:
    """How a record came into the bank."""
    return {
        "self-grown": tr("self-grown"), "edited": tr("edited"), "merged": tr("merged"),
        "human": tr("from a person's version"), "imported": tr("imported"),
    }.get(origin, one_line(origin, 40))  # fmt: skip


def score_words(before: float | None, after: float | None) -> str:
    """`61.0 -> 78.3`; a cross where it crashed before, a dash where nothing was scored."""
    if after is None:
        return DASH
    if before is None:
        return f"{after:.1f}"
    return f"{before:.1f} \u2192 {after:.1f}"


def gain_words(before: float | None, after: float | None) -> str:
    """The gain in points with its sign, or a dash."""
    if before is None or after is None:
        return DASH
    gain = after - before
    sign = "+" if gain >= 0 else "\u2212"
    return f"{sign}{abs(gain):.1f}"


def age_words(when: datetime | None, now: datetime | None = None) -> str:
    """How long ago, in one unit; the day for what is older than four weeks, the month for what is
    older than 300 days. Short: the panel says the moment."""
    if when is None:
        return DASH
    seconds = ((now or datetime.now(UTC)) - when).total_seconds()
    for limit, unit, words in _ages():
        if seconds < limit:
            return words.format(n=int(seconds // unit))
    local = when.astimezone()
    form = "d MMM" if seconds < 300 * 24 * 3600 else "MMM yyyy"
    return QLocale().toString(QDate(local.year, local.month, local.day), form)


@cache
def _ages() -> tuple[tuple[int, int, str], ...]:
    """Up to how many seconds an age is said in which unit; a look-up of words reads the disk."""
    day = 24 * 3600
    return (
        (60, 60, tr("now")),
        (3600, 60, tr("{n} min")),
        (day, 3600, tr("{n} h")),
        (28 * day, day, tr("{n} d")),
    )


def moment_words(when: datetime) -> str:
    """Day and minute in local time."""
    local = when.astimezone()
    return f"{_day(local)}, {local:%H:%M}"


def _day(when: datetime) -> str:
    return QLocale().toString(QDate(when.year, when.month, when.day), "d MMM yyyy")


def count_words(number: int) -> str:
    """A number with separators, as the rest of the studio writes them."""
    return f"{number:,}"


def milliseconds_words(seconds: float) -> str:
    """A time that a question took."""
    if seconds < 1:
        return tr("{n} ms").format(n=max(1, round(seconds * 1000)))
    return tr("{n} s").format(n=f"{seconds:.1f}")


def spoken(row: Row) -> str:
    """A row as a sentence, for screen readers."""
    parts = [
        polarity_words(row.polarity), row.headline, role_words(row.role), row.domain,
        tr("score {score}").format(score=score_words(row.score_before, row.score_after)),
        tr("used {n} times").format(n=row.hit_count), status_words(row.status),
    ]  # fmt: skip
    if row.pinned:
        parts.append(tr("pinned"))
    return ", ".join(part for part in parts if part)
