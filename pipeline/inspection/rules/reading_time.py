"""Text that is gone before it can be read."""

from dataclasses import dataclass

from pipeline.inspection.screen import SCALES, Moment, Screen, opacity, picture_box
from pipeline.inspection.words import named, sentence, subject, symbol_count, word_count
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item

NOT_PROSE = SCALES | {"Code", "Table", "MobjectTable", "MathTable", "DecimalTable", "IntegerTable"}
"""Nobody reads all of these; a glance is enough."""
CHANGING = frozenset({"DecimalNumber", "Integer", "Variable"})


@dataclass
class Showing:
    """A text from the start of its reveal to its removal, under whatever key."""

    item: Item
    moment: Moment
    start: float
    until: float
    last: int


def reading_time(screen: Screen) -> list[Finding]:
    """Errors for texts that show for much less time than a quick reader needs."""
    found: list[Finding] = []
    if not screen.trace.duration:
        return found
    for showing in _showings(screen):
        item = showing.item
        if _exempt(screen, item):
            continue
        need, given = needed(screen, item), showing.until - showing.start
        if given < screen.limits.reading_share * need:
            found.append(_finding(showing, need, given))
    return found


def needed(screen: Screen, item: Item) -> float:
    """Seconds that a quick reader needs for a text or formula."""
    limits = screen.limits
    words, symbols = word_count(item), symbol_count(item)
    return (
        limits.seconds_to_start
        + words * limits.seconds_per_word
        + (symbols * limits.seconds_per_symbol)
    )


def _exempt(screen: Screen, item: Item) -> bool:
    if item.projected or opacity(item) < screen.limits.faint or item.type in CHANGING:
        return True
    if not NOT_PROSE.isdisjoint(item.role):
        return True
    return word_count(item) < screen.limits.reading_words and symbol_count(item) < 12


def _showings(screen: Screen) -> list[Showing]:
    """All texts; one that goes on under a new key (a copy, a redrawn group) is one showing."""
    running: dict[tuple[str, str], Showing] = {}
    done: list[Showing] = []
    moments = screen.moments
    for place, moment in enumerate(moments):
        for item in moment.texts:
            # After a transform the same mobject says something else, which has to be read anew.
            name = ("label", item.label) if item.label else ("key", item.key)
            showing = running.get(name)
            if showing is not None and showing.last >= place - 1:
                showing.last, showing.until = place, moment.boundary.time
                continue
            if showing is not None:
                done.append(showing)
            start = moment.boundary.start
            running[name] = Showing(item, moment, start, moment.boundary.time, place)
    done.extend(running.values())
    for showing in done:
        if showing.last + 1 < len(moments):
            # While it fades out it can still be read for a part of the time.
            showing.until = screen.hold(moments[showing.last], showing.item.key)[1]
    return done


def _finding(showing: Showing, need: float, given: float) -> Finding:
    item = showing.item
    return Finding(
        rule="reading_time",
        severity="error",
        layer="geometry",
        message=sentence(
            f"{named(item)} shows for {given:.1f} seconds; reading it takes about {need:.1f}."
        ),
        suggestion=f"Keep it on screen {need - given:.1f} seconds longer, or shorten it.",
        time=min(showing.moment.boundary.time, showing.until),
        until=showing.until,
        boxes=(picture_box(item.box, showing.moment.boundary.frame),),
        subjects=(subject(item),),
        amount=round(given, 2),
        limit=round(need, 2),
        unit="seconds",
    )
