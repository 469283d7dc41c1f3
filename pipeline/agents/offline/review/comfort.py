"""What a demanding teacher would still send back: measured, but no error of geometry.

The geometry rules flag what is broken (hidden, cut off, unreadable) and are lenient on purpose.
A scene can pass them and still show a formula for a moment only, set two texts so close that
they read as one, or print words or a formula needlessly small. These are judged here, each from
the trace, each with an amount that a reviser can act on. They are warnings, and one of them is
enough to ask for a revision.
"""

from dataclasses import dataclass, replace

from pipeline.agents.offline.review.screen import counted_by_manim
from pipeline.schema.finding import Box, Finding
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

SECONDS_PER_SYMBOL, SECONDS_TO_START = 0.11, 0.8
"""A learner who meets a formula for the first time reads about nine symbols a second once it is
complete, after finding where it starts: half the pace of prose (4 words of 5 letters a second
are 20 letters), since each symbol of a formula is a word of its own."""

LEAST_SYMBOLS = 12
"""Shorter formulas are taken in at a glance."""

LEAST_PART = 6
"""Glyphs of a typeset thing that make it part of a formula; a legend's symbol has fewer."""

BESIDE, BESIDE_AIM = 0.12, 0.2
"""Least distance of two texts side by side, in Manim units, and what a correction aims at: about
a space at label size. Nearer than that, two names read as one."""

BETWEEN, BETWEEN_AIM = 0.15, 0.25
"""The same for two texts one above the other: lines of one text are 0.2 units apart, and texts
nearer than the lines of one text read as one text (the law of proximity)."""

LEAST_LETTER = 0.0235
"""Height of a text's tallest letter, as a share of the frame's height. Rules of thumb for
projected text ask for 1/50 at the very least and for 1/40 or more where there is room."""

CAPTION_WORDS = 6
"""Words from which a text is a sentence."""

WORD = 3
"""Letters from which a text is a name; single marks may stand close to what they mark."""

PROMINENCE, PROMINENT = 1.1, 1.25
"""Median glyph height of a formula over that of the caption about it: what is to be looked at is
larger than the words about it, where there is room. Below the first it is a fault; the second is
what a correction aims at, so that a little less or more does not matter."""

LEAST_PLACE = 0.2
"""Share of the frame's width from which a formula is a figure of its own, not a curve's label."""

ROOM_WIDE, ROOM_HIGH = 0.86, 0.4
"""Shares of the frame's width and height that a formula may fill."""


@dataclass
class _Stay:
    """One text from its complete reveal to its end; `item` is its fullest state."""

    item: Item
    boundary: Boundary
    complete: float
    end: float
    glyphs: int


def comfort_faults(trace: GeometryTrace, formula_scene: bool = True) -> tuple[Finding, ...]:
    """At most one fault of each kind, the worst, so that a revision has one clear aim each.

    `formula_scene` tells that the formula is what the scene shows; beside a chart or a drawing it
    need not be the largest thing.
    """
    stays = _stays(trace)
    return (
        *_brief_formulas(trace),
        *_close_neighbours(trace),
        *_small_words(stays),
        *(_small_formula(trace, stays) if formula_scene else ()),
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


def _brief_formulas(trace: GeometryTrace) -> list[Finding]:
    """The formula of the scene, if it stands complete for less than its reading time.

    Glyphs are counted in the place of the formula rather than item by item: an emphasis takes a
    formula apart into pieces that no longer know what they belong to.
    """
    place = _formula_place(trace)
    if place is None:
        return []
    counts = [(b, _glyphs_in(b, place)) for b in trace.boundaries]
    most = max(count for _, count in counts)
    if most < LEAST_SYMBOLS:
        return []
    complete = next(b for b, count in counts if count >= 0.97 * most)
    gone = next((b for b, n in counts if b.time > complete.time and n < 0.8 * most), None)
    end = gone.start if gone else trace.duration
    need = SECONDS_TO_START + SECONDS_PER_SYMBOL * most
    had = end - complete.time
    if had > need - 0.05:
        return []
    message = (
        f"A formula of {most} symbols stands complete for {had:.1f} s; reading it takes "
        f"{need:.1f} s."
    )
    stay = _Stay(complete.items[0], complete, complete.time, end, most)
    fault = _fault(
        "formula_time",
        message,
        stay,
        amount=round(had, 2),
        limit=round(need, 2),
        unit="seconds",
    )
    return [replace(fault, boxes=(_fraction(place, complete.frame),))]


def _formula_place(trace: GeometryTrace) -> Rect | None:
    """The box around everything typeset as a formula of its own, over the whole scene."""
    boxes = [
        item.box
        for boundary in trace.boundaries
        for item in boundary.items
        if _is_formula(item) and (len(item.glyphs) >= LEAST_PART or item.type == "MathTexPart")
    ]
    if not boxes:
        return None
    return Rect(
        x0=min(b.x0 for b in boxes),
        y0=min(b.y0 for b in boxes),
        x1=max(b.x1 for b in boxes),
        y1=max(b.y1 for b in boxes),
    )


def _glyphs_in(boundary: Boundary, place: Rect) -> int:
    count = 0
    for item in boundary.items:
        if item.kind == "tex" or (item.kind == "text" and not item.label):
            for glyph in item.glyphs:
                x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
                count += place.x0 <= x <= place.x1 and place.y0 <= y <= place.y1
    return count


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
        limit=BESIDE_AIM if least == BESIDE else BETWEEN_AIM,
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
        if item.kind != "text" or len(item.label) < WORD or counted_by_manim(item):
            continue
        share = max(g.height for g in item.glyphs) / stay.boundary.frame.short
        if share < LEAST_LETTER:
            small.append((share, stay))
    if not small:
        return []
    share, stay = min(small, key=lambda s: s[0])
    fault = _fault(
        "small_words",
        f"The text '{_short(stay.item)}' is hard to read from a distance: its letters are "
        f"{share:.1%} of the frame's {stay.boundary.frame.short_name}, "
        f"and {LEAST_LETTER:.1%} is the least.",
        stay,
        amount=share,
        limit=LEAST_LETTER,
        unit="frame heights",
    )
    return [replace(fault, subjects=(_short(stay.item),))]


def _small_formula(trace: GeometryTrace, stays: list[_Stay]) -> list[Finding]:
    """The formula of the scene, if it is no larger than its captions although it could be."""
    place = _formula_place(trace)
    captions = [s for s in stays if len(s.item.label.split()) >= CAPTION_WORDS]
    if place is None or not captions or place.width < LEAST_PLACE * trace.boundaries[0].frame.width:
        return []
    fullest = max(trace.boundaries, key=lambda boundary: _glyphs_in(boundary, place))
    glyphs = [g for i in fullest.items if _is_formula(i) for g in i.glyphs]
    if len(glyphs) < LEAST_SYMBOLS:
        return []
    frame = fullest.frame
    letters = _median([g.height for g in glyphs]) / frame.short
    words = min(_median([g.height for g in s.item.glyphs]) for s in captions) / frame.short
    room = min(ROOM_WIDE * frame.width / place.width, ROOM_HIGH * frame.height / place.height)
    if letters >= PROMINENCE * words or room < 1.1:
        return []
    stay = _Stay(fullest.items[0], fullest, fullest.time, fullest.time, len(glyphs))
    fault = _fault(
        "small_formula",
        f"The formula is no more prominent than the words about it: its symbols are {letters:.1%} "
        f"of the frame's {frame.short_name}, those of a caption {words:.1%}, and there is room.",
        stay,
        amount=letters,
        limit=min(PROMINENT * words, letters * room),
        unit="frame heights",
    )
    return [replace(fault, boxes=(_fraction(place, frame),))]


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


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
