"""How the room says things: kinds, states, scores, times."""

from collections.abc import Mapping
from datetime import UTC, datetime
from gettext import gettext as tr

from PySide6.QtCore import QDate, QLocale

from memory_store.browsing import Row
from memory_store.records import Origin, Polarity, Role, Source, Status
from ui.widgets.basics import Tone

DASH = "\u2013"
SIGNS: Mapping[str, str] = {"success": "M+", "failure": "M\u2212"}
SIGN_TONES: Mapping[str, Tone] = {"success": "good", "failure": "bad"}
STATUS_TONES: Mapping[str, Tone] = {"active": "", "pending": "warn", "quarantined": "bad"}


def polarity_words(polarity: Polarity) -> str:
    """What worked, or what went wrong."""
    return tr("what worked") if polarity == "success" else tr("what went wrong")


def status_words(status: Status) -> str:
    """A status in a word."""
    return {
        "active": tr("active"), "pending": tr("pending"), "quarantined": tr("quarantined"),
    }[status]  # fmt: skip


def role_words(role: Role) -> str:
    """A role in a word."""
    return {
        "background": tr("background"), "method": tr("method"),
        "experiment": tr("experiment"), "conclusion": tr("conclusion"),
    }[role]  # fmt: skip


def source_words(source: Source) -> str:
    """From what a record was learned."""
    return {
        "text": tr("from a crash"), "visual": tr("from a review"),
        "success": tr("from a delivered scene"), "human": tr("from a person"),
    }[source]  # fmt: skip


def origin_words(origin: Origin) -> str:
    """How a record came into the bank."""
    return {
        "self-grown": tr("self-grown"), "edited": tr("edited"), "merged": tr("merged"),
        "human": tr("written by a person"), "imported": tr("imported"),
    }[origin]  # fmt: skip


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
    """How long ago, in one unit; the day for what is older than four weeks."""
    if when is None:
        return DASH
    seconds = ((now or datetime.now(UTC)) - when).total_seconds()
    if seconds < 60:
        return tr("now")
    for limit, unit, words in (
        (3600, 60, tr("{n} min")), (86400, 3600, tr("{n} h")), (86400 * 28, 86400, tr("{n} d")),
    ):  # fmt: skip
        if seconds < limit:
            return words.format(n=int(seconds // unit))
    return _day(when.astimezone())


def moment_words(when: datetime) -> str:
    """Day and minute in local time."""
    local = when.astimezone()
    return f"{_day(local)}, {local:%H:%M}"


def _day(when: datetime) -> str:
    return QLocale().toString(QDate(when.year, when.month, when.day), "d MMM yyyy")


def count_words(number: int) -> str:
    """A number with the separators of the place."""
    return QLocale().toString(number)


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
