"""What a demanding teacher would still send back: measured, but no error of geometry.

The geometry rules flag what is broken (hidden, cut off, unreadable) and are lenient on purpose.
A scene can pass them and still show a formula for a moment only, set two texts so close that
they read as one, or print words or a formula needlessly small. These are judged here, each from
the trace, each with an amount that a reviser can act on. They are warnings, and one of them is
enough to ask for a revision.
"""

from dataclasses import dataclass

from pipeline.schema.finding import Box, Finding
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

SECONDS_PER_SYMBOL, SECONDS_TO_START = 0.07, 0.5
"""A learner reads math at about 14 symbols a second once it is complete, after finding it. That
is three times as slow as prose (5 letters a word, 4 words a second are 20 letters a second, and
each letter of a formula is a word of its own); the geometry rule asks for less than half of it."""

LEAST_SYMBOLS = 12
"""Shorter formulas are taken in at a glance."""

BESIDE = 0.15
"""Least distance of two texts side by side, in Manim units: about a space at label size. Nearer
than that, two names read as one."""

BETWEEN = 0.2
"""Least distance of two texts one above the other, in Manim units: the space between two lines
of a caption. Texts nearer than the lines of one text read as one text (the law of proximity)."""

LEAST_LETTER = 0.025
"""Height of a text's tallest letter, as a share of the frame's height: 1/40. Rules of thumb for
projected text ask for 1/50 at the very least and 1/25 to 1/30 for comfort."""

WORD = 3
"""Letters from which a text is a name; single marks may stand close to what they mark."""

SMALL_GLYPH = 0.0155
"""Median glyph height of a formula, as a share of the frame's height, below which it should be
larger if there is room; it is what a formula of 28 pt measures."""

ROOM = 0.86
"""Share of the frame's width that a formula may fill."""


@dataclass
class _Stay:
    """One text from its complete reveal to its end; `item` is its fullest state."""

    item: Item
    boundary: Boundary
    complete: float
    end: float
    glyphs: int


def comfort_faults(trace: GeometryTrace) -> tuple[Finding, ...]:
    """At most one fault of each kind, the worst, so that a revision has one clear aim each."""
    stays = _stays(trace)
    return (
        *_brief_formulas(stays),
        *_close_neighbours(trace),
        *_small_words(stays),
        *_small_formulas(stays),
    )


def _stays(trace: GeometryTrace) -> list[_Stay]:
    stays: dict[tuple[str, str], _Stay] = {}
    for boundary in trace.boundaries:
        for item in boundary.items:
            if item.kind not in {"text", "tex"} or not item.glyphs:
                continue
            key = (item.key, item.label)
            stay = stays.get(key)
            if stay is None or len(item.glyphs) > stay.glyphs:
                stays[key] = _Stay(item, boundary, boundary.time, boundary.time, len(item.glyphs))
            else:
                stay.end = boundary.time
    return list(stays.values())


def _is_formula(item: Item) -> bool:
    return item.kind == "tex" and item.type != "Tex"


def _brief_formulas(stays: list[_Stay]) -> list[Finding]:
    """The formula that falls shortest of its reading time, if any does."""
    short = []
    for stay in stays:
        if not _is_formula(stay.item) or stay.glyphs < LEAST_SYMBOLS:
            continue
        need = SECONDS_TO_START + SECONDS_PER_SYMBOL * stay.glyphs
        had = stay.end - stay.complete
        if had < need - 0.05:
            short.append((need - had, need, had, stay))
    if not short:
        return []
    _, need, had, stay = max(short, key=lambda s: s[0])
    return [
        _fault(
            "formula_time",
            f"A formula of {stay.glyphs} symbols stands complete for {had:.1f} s; reading it "
            f"takes {need:.1f} s.",
            stay,
            amount=round(had, 2),
            limit=round(need, 2),
            unit="seconds",
        )
    ]


def _close_neighbours(trace: GeometryTrace) -> list[Finding]:
    """The closest pair of texts, measured against the least distance of its direction."""
    closest: tuple[float, float, Item, Item, Boundary] | None = None
    for boundary in trace.boundaries:
        texts = [i for i in boundary.items if i.kind == "text" and len(i.label) >= WORD]
        for index, one in enumerate(texts):
            for other in texts[:index]:
                if one.parent and one.parent == other.parent:
                    continue
                gap, least = _distance(one.box, other.box)
                if gap < least and (closest is None or gap - least < closest[0] - closest[1]):
                    closest = (gap, least, one, other, boundary)
    if closest is None:
        return []
    gap, least, one, other, boundary = closest
    fault = Finding(
        rule="crowded",
        severity="warning",
        layer="content",
        message=f"The texts '{_short(other)}' and '{_short(one)}' stand {gap:.2f} units apart "
        f"and read as one; {least:g} units is the least.",
        time=boundary.time,
        until=boundary.time,
        boxes=(_fraction(other.box, boundary.frame), _fraction(one.box, boundary.frame)),
        subjects=(_short(other), _short(one)),
        amount=round(gap, 3),
        limit=least,
        unit="units",
    )
    return [fault]


_APART = (99.0, 0.0)


def _distance(one: Rect, other: Rect) -> tuple[float, float]:
    """Their distance and the least one for its direction; far apart where they overlap (which
    is for the geometry rules) or do not face each other."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    along = min(one.y1, other.y1) - max(one.y0, other.y0)
    if across <= 0 and along >= 0.5 * min(one.height, other.height):
        return -across, BESIDE
    if along <= 0 < across:
        return -along, BETWEEN
    return _APART


def _small_words(stays: list[_Stay]) -> list[Finding]:
    """The smallest text that is not part of an axis."""
    small = []
    for stay in stays:
        item = stay.item
        if item.kind != "text" or len(item.label) < WORD or item.role or item.parent:
            continue
        share = max(g.height for g in item.glyphs) / stay.boundary.frame.height
        if share < LEAST_LETTER:
            small.append((share, stay))
    if not small:
        return []
    share, stay = min(small, key=lambda s: s[0])
    fault = _fault(
        "small_words",
        f"The text '{_short(stay.item)}' is hard to read from a distance: its letters are "
        f"{share:.1%} of the frame's height, and {LEAST_LETTER:.1%} is the least.",
        stay,
        amount=share,
        limit=LEAST_LETTER,
        unit="frame heights",
    )
    return [fault.model_copy(update={"subjects": (_short(stay.item),)})]


def _small_formulas(stays: list[_Stay]) -> list[Finding]:
    """The smallest formula that has room to be larger."""
    small = []
    for stay in stays:
        if not _is_formula(stay.item) or stay.glyphs < LEAST_SYMBOLS:
            continue
        frame = stay.boundary.frame
        heights = sorted(g.height for g in stay.item.glyphs)
        share = heights[len(heights) // 2] / frame.height
        room = ROOM * frame.width / max(stay.item.box.width, 0.01)
        if share < SMALL_GLYPH and room > 1.1:
            small.append((share, min(SMALL_GLYPH / share, room), stay))
    if not small:
        return []
    share, factor, stay = min(small, key=lambda s: s[0])
    return [
        _fault(
            "small_formula",
            f"A formula is printed small in an empty frame: its letters are {share:.2%} of the "
            f"frame's height, and {SMALL_GLYPH:.2%} is comfortable.",
            stay,
            amount=share,
            limit=share * factor,
            unit="frame heights",
        )
    ]


def _fault(
    rule: str, message: str, stay: _Stay, *, amount: float, limit: float, unit: str
) -> Finding:
    return Finding(
        rule=rule,
        severity="warning",
        layer="content",
        message=message,
        time=stay.complete,
        until=max(stay.end, stay.complete),
        boxes=(_fraction(stay.item.box, stay.boundary.frame),),
        subjects=("formula",),
        amount=amount,
        limit=limit,
        unit=unit,
    )


def _short(item: Item) -> str:
    label = " ".join(item.label.split()) or "text"
    return label if len(label) <= 48 else label[:47] + "\u2026"


def _fraction(box: Rect, frame: Rect) -> Box:
    return Box(
        left=(box.x0 - frame.x0) / frame.width,
        top=(frame.y1 - box.y1) / frame.height,
        right=(box.x1 - frame.x0) / frame.width,
        bottom=(frame.y1 - box.y0) / frame.height,
    )
