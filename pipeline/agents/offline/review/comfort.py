"""What a demanding teacher would still send back: measured, but no error of geometry.

The geometry rules flag what is broken (hidden, cut off, unreadable) and are lenient on purpose.
A scene can pass them and still show a formula for a moment only, set two names so close that
they read as one, or print a formula small in an empty frame. These three are judged here, each
from the trace, each with an amount that a reviser can act on.
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

SPACE = 0.15
"""Least distance of two texts side by side, in Manim units: about a space at label size. Nearer
than that, two names read as one."""

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
    """Faults of reading time, spacing and size, worst first within each kind."""
    stays = _stays(trace)
    return (
        *_brief_formulas(stays),
        *_close_neighbours(trace),
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
    """The closest pair of texts that stand side by side on one line."""
    closest: tuple[float, Item, Item, Boundary] | None = None
    for boundary in trace.boundaries:
        texts = [i for i in boundary.items if i.kind == "text" and len(i.label) >= WORD]
        for index, one in enumerate(texts):
            for other in texts[:index]:
                gap = _side_by_side(one.box, other.box)
                if gap is not None and gap < SPACE and (closest is None or gap < closest[0]):
                    closest = (gap, one, other, boundary)
    if closest is None:
        return []
    gap, one, other, boundary = closest
    fault = Finding(
        rule="crowded",
        severity="error",
        layer="content",
        message=f"The texts '{_short(other)}' and '{_short(one)}' stand {max(gap, 0):.2f} units "
        f"apart and read as one; {SPACE} units is the least.",
        time=boundary.time,
        until=boundary.time,
        boxes=(_fraction(other.box, boundary.frame), _fraction(one.box, boundary.frame)),
        subjects=(_short(other), _short(one)),
        amount=round(gap, 3),
        limit=SPACE,
        unit="units",
    )
    return [fault]


def _side_by_side(one: Rect, other: Rect) -> float | None:
    """Their horizontal distance where they share a line; None where they overlap or do not."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    if shared < 0.5 * min(one.height, other.height):
        return None
    gap = max(one.x0 - other.x1, other.x0 - one.x1)
    return gap if gap >= 0 else None


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
        severity="error",
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
