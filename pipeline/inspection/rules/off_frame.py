"""A text that is never wholly in the picture."""

from itertools import pairwise

import numpy as np

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.screen import PLANES, Moment, Screen, picture_box
from pipeline.inspection.words import named, sentence, subject
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item, Rect

SIDES = ("on the left", "at the bottom", "on the right", "at the top")
MARGIN = 0.06
"""Free space to leave at an edge, as a share of the frame's shorter side."""
AWAY = ("right", "up", "left", "down")


def off_frame(screen: Screen) -> list[Finding]:
    """Errors for texts that stand out of the camera frame at every boundary they are seen at."""
    found = Collector()
    for life in screen.lives.values():
        if any(item.projected or not PLANES.isdisjoint(item.role) for _, item in life):
            continue
        if any(_fits(screen, moment, item) for moment, item in life) or _passes(life):
            continue
        for moment, item in life:
            start, until = screen.hold(moment, item.key)
            found.add((item.key,), _finding(moment, item, start, until))
    return found.findings(screen.dwell)


def excess(box: Rect, frame: Rect) -> tuple[float, float, float, float]:
    """How far a box stands out left, bottom, right, top, in units; negative is inside."""
    return (frame.x0 - box.x0, frame.y0 - box.y0, box.x1 - frame.x1, box.y1 - frame.y1)


def _fits(screen: Screen, moment: Moment, item: Item) -> bool:
    frame = moment.boundary.frame
    return max(excess(item.box, frame)) <= screen.limits.off_frame * frame.short


def _passes(life: list[tuple[Moment, Item]]) -> bool:
    """Whether the text crosses the picture between two boundaries, as a ticker does."""
    for (before, one), (after, other) in pairwise(life):
        if other.key not in after.boundary.animated:
            continue
        a, b = np.array(_row(one.box)), np.array(_row(other.box))
        f, g = np.array(_row(before.boundary.frame)), np.array(_row(after.boundary.frame))
        for share in (0.25, 0.5, 0.75):
            box, frame = a + (b - a) * share, f + (g - f) * share
            if (box[:2] >= frame[:2]).all() and (box[2:] <= frame[2:]).all():
                return True
    return False


def _row(box: Rect) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1


def _finding(moment: Moment, item: Item, start: float, until: float) -> Finding:
    frame = moment.boundary.frame
    out = excess(item.box, frame)
    ranked = sorted((side for side in range(4) if out[side] > 0), key=lambda side: -out[side])
    worst = ranked[0]
    where = " and ".join(f"by {out[side]:.1f} units {SIDES[side]}" for side in ranked[:2])
    words, shift, scale = _remedy(item, frame, out)
    return Finding(
        rule="off_frame",
        severity="error",
        layer="geometry",
        message=sentence(f"{named(item)} leaves the frame {where}."),
        suggestion=words,
        shift=shift,
        scale=scale,
        time=start,
        until=until,
        boxes=(picture_box(item.box, frame),),
        subjects=(subject(item),),
        amount=round(out[worst], 3),
        limit=0.0,
        unit="units",
    )


def _remedy(
    item: Item, frame: Rect, out: tuple[float, float, float, float]
) -> tuple[str, tuple[float, float] | None, float | None]:
    """Words, shift and scale that bring the text back into the frame with a margin."""
    margin = MARGIN * frame.short
    room = (frame.width - 2 * margin, frame.height - 2 * margin)
    factor = min(room[0] / max(item.box.width, 1e-9), room[1] / max(item.box.height, 1e-9), 1.0)
    if factor < 1.0:
        words = f"Break it into shorter lines or scale it to {factor:.2f} of its size."
        return words, None, round(factor, 3)
    left, bottom, right, top = (value + margin if value > 0 else 0.0 for value in out)
    shift = (round(left - right, 3), round(bottom - top, 3))
    ways = [
        f"{way} by {abs(by):.1f} units"
        for by, way in zip(
            shift, (AWAY[0 if shift[0] > 0 else 2], AWAY[1 if shift[1] > 0 else 3]), strict=True
        )
        if by
    ]
    return f"Move it {' and '.join(ways)}.", shift, None
