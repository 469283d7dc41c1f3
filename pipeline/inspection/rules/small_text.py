"""Text too small to be read in the film."""

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.screen import Moment, Screen, on_scale, opacity, picture_box
from pipeline.inspection.words import named, sentence, subject
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item

MARKS = set(".,-\u2212\u2013\u2014·:;~_'\"…•*°")
"""Signs that are small at any size of the text."""
LOW = MARKS | set("acemnorsuvwxz+=")
"""Characters that do not reach the height of a capital letter."""
LOW_FACTOR = 0.65
"""Height of a small x over that of a capital or digit, in the fonts in use."""

LONG = 6
"""Glyphs from which a formula has a usual glyph height (that a quarter of them exceed)."""

TALLER = 1.25
"""How much taller than that a formula's tallest glyph may count."""


def small_text(screen: Screen) -> list[Finding]:
    """Errors for texts whose tallest glyph never reaches the limit at any boundary."""
    found = Collector()
    for life in screen.lives.values():
        judged = [(moment, item) for moment, item in life if not _exempt(item, screen)]
        if not judged or len(judged) < len(life):
            continue
        if any(_share(moment, item) >= _limit(screen, item) for moment, item in judged):
            continue
        for moment, item in judged:
            start, until = screen.hold(moment, item.key)
            found.add((item.key,), _finding(screen, moment, item, start, until))
    return found.findings(screen.dwell)


def tallest(item: Item) -> float:
    """Height of the tallest glyph, in units."""
    return max((glyph.height for glyph in item.glyphs), default=item.box.height)


def _share(moment: Moment, item: Item) -> float:
    """Height that counts, as a share of the frame: a sum sign alone makes no formula large."""
    height = tallest(item)
    if item.kind == "tex" and len(item.glyphs) >= LONG:
        usual = sorted(glyph.height for glyph in item.glyphs)[int(0.75 * len(item.glyphs))]
        height = min(height, TALLER * usual)
    return height / max(moment.boundary.frame.short, 1e-9)


def _exempt(item: Item, screen: Screen) -> bool:
    if item.projected or opacity(item) < screen.limits.faint or tallest(item) < 1e-3:
        return True
    label = item.label.strip()
    if label and all(character in MARKS for character in label):
        return True
    only = item.glyphs[0] if len(item.glyphs) == 1 else None
    return not label and only is not None and only.width > 1.8 * only.height


def _limit(screen: Screen, item: Item) -> float:
    limit = screen.limits.small_text
    if on_scale(item):
        limit *= screen.limits.small_label
    label = "".join(item.label.split())
    low = label and all(character in LOW for character in label)
    if low or (item.kind == "tex" and len(item.glyphs) == 1):
        limit *= LOW_FACTOR
    return limit


def _finding(screen: Screen, moment: Moment, item: Item, start: float, until: float) -> Finding:
    share, limit = _share(moment, item), _limit(screen, item)
    factor = limit / max(share, 1e-9)
    side = moment.boundary.frame.short_name
    return Finding(
        rule="small_text",
        severity="error",
        layer="geometry",
        message=sentence(
            f"{named(item)} is too small: its tallest glyph is {share:.1%} of the frame's "
            f"{side}, and {limit:.2%} is the least that can be read."
        ),
        suggestion=f"Make it at least {factor * 1.1:.1f} times as large.",
        time=start,
        until=until,
        boxes=(picture_box(item.box, moment.boundary.frame),),
        subjects=(subject(item),),
        amount=round(100 * share, 3),
        limit=round(100 * limit, 3),
        unit=f"% of frame {side}",
        scale=round(factor * 1.1, 2),
    )
