"""How the library says things: states, dates, scores, casts."""

from datetime import datetime

from PySide6.QtCore import QDate, QLocale

from app.library import LibraryEntry
from app.run_state import RunState
from app.texts import mark, ngettext, tr
from app.vocabulary import cast_words
from ui.widgets.basics import Tone

STATES: dict[RunState, tuple[str, Tone]] = {
    "finished": (mark("Finished"), "good"),
    "running": (mark("Running"), "good"),
    "queued": (mark("Not started"), "warn"),
    "paused": (mark("Paused"), "warn"),
    "stopped": (mark("Stopped"), "warn"),
    "interrupted": (mark("Cut off"), "warn"),
    "damaged": (mark("Damaged"), "bad"),
}
"""What a state is called, to be translated where it is shown, and how urgent it is."""
RESUMABLE: frozenset[RunState] = frozenset({"paused", "stopped", "interrupted"})
DASH = "\u2013"


def title_of(entry: LibraryEntry) -> str:
    """The title, or the id where a run cannot be read."""
    return entry.title or entry.run


def score_of(entry: LibraryEntry) -> str:
    """The score with one decimal, or a dash."""
    return DASH if entry.score is None else f"{entry.score:.1f}"


def rounds_of(entry: LibraryEntry) -> str:
    """Reflection rounds in words, or a dash."""
    if entry.rounds is None:
        return DASH
    return ngettext("{count} round", "{count} rounds", entry.rounds).format(count=entry.rounds)


def scenes_of(entry: LibraryEntry) -> str:
    """Scenes delivered of those planned; empty before there is a plan."""
    if not entry.scenes:
        return ""
    if entry.delivered == entry.scenes:
        return ngettext("{count} scene", "{count} scenes", entry.scenes).format(count=entry.scenes)
    some = ngettext("{delivered} of {count} scene", "{delivered} of {count} scenes", entry.scenes)
    return some.format(delivered=entry.delivered, count=entry.scenes)


def cast_of(entry: LibraryEntry) -> str:
    """Who made it: the offline cast, or the models."""
    return entry.models or cast_words(entry.cast)


def date_of(entry: LibraryEntry, now: datetime | None = None) -> str:
    """When it was begun, in local time: short for today, else the day."""
    try:
        begun = datetime.fromisoformat(entry.started).astimezone()
    except ValueError:
        return DASH
    today = (now or datetime.now().astimezone()).date()
    clock = begun.strftime("%H:%M")
    if begun.date() == today:
        return tr("Today, {clock}").format(clock=clock)
    if (today - begun.date()).days == 1:
        return tr("Yesterday, {clock}").format(clock=clock)
    pattern = tr("d MMM") if begun.year == today.year else tr("d MMM yyyy")
    return QLocale().toString(QDate(begun.year, begun.month, begun.day), pattern)


def spoken(entry: LibraryEntry) -> str:
    """The whole entry in a sentence, for screen readers."""
    parts = [tr(STATES[entry.state][0]), date_of(entry), scenes_of(entry), cast_of(entry)]
    if entry.score is not None:
        parts.insert(1, tr("score {score}").format(score=score_of(entry)))
    if entry.rounds is not None:
        parts.insert(2, rounds_of(entry))
    if entry.problem:
        parts.append(entry.problem)
    return ", ".join(part for part in parts if part and part != DASH)
