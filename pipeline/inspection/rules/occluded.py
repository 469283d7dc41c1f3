"""Text hidden behind something opaque that was drawn later."""

import numpy as np

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.rules.reading_time import needed
from pipeline.inspection.screen import Moment, Screen, opacity, picture_box, polygon
from pipeline.inspection.shapes import centres, within
from pipeline.inspection.words import kind_word, named, sentence, subject
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item

WHOLE = 0.98
"""Share from which a text counts as wholly hidden."""

AT_REST = 1.0
"""Least seconds that a text must have stood before a cover counts as turning the page."""


def occluded(screen: Screen) -> list[Finding]:
    """Errors for texts that an opaque shape or picture hides, in part or before they were read."""
    found = Collector()
    for key, life in screen.lives.items():
        seen = [(moment, item, hidden_share(screen, moment, item)) for moment, item in life]
        if all(share < screen.limits.covered_share for _, _, share in seen):
            continue
        for place, (moment, item, share) in enumerate(seen):
            if share < screen.limits.covered_share or _excused(screen, key, seen, place):
                continue
            start, until = screen.hold(moment, key)
            found.add((key,), _finding(screen, moment, item, share, start, until))
    return found.findings(screen.dwell)


def covers(screen: Screen, moment: Moment, item: Item) -> list[Item]:
    """Opaque shapes and pictures drawn over the item, where they may touch it."""
    return [
        shape
        for shape in screen.near(moment, item, "shapes")
        if shape.z > item.z and shape.fill_opacity >= screen.limits.cover
    ]


def hidden_share(screen: Screen, moment: Moment, item: Item) -> float:
    """Part of a text's glyphs whose centre is under something opaque."""
    if item.projected or opacity(item) < screen.limits.faint:
        return 0.0
    points = centres(screen.glyphs(item))
    hidden = np.zeros(len(points), dtype=bool)
    for shape in covers(screen, moment, item):
        hidden |= within(points, polygon(shape))
    return float(hidden.mean())


def _excused(screen: Screen, key: str, seen: list[tuple[Moment, Item, float]], place: int) -> bool:
    """A cover that opens later, or that falls when the text has been read, is on purpose."""
    moment, item, share = seen[place]
    limit = screen.limits.covered_share
    start, until = screen.hold(moment, key)
    later = any(s < limit and _lasts(screen, m, key) for m, _, s in seen[place + 1 :])
    if later and (share >= WHOLE or until - start < screen.limits.covered_long):
        return True
    if share < WHOLE:
        return False
    first = next((m.boundary.time for m, _, s in seen[:place] if s < limit), None)
    covered = next(m.boundary.start for m, _, s in seen if s >= limit)
    return first is not None and covered - first >= max(AT_REST, needed(screen, item))


def _lasts(screen: Screen, moment: Moment, key: str) -> bool:
    start, until = screen.hold(moment, key)
    return until - start >= screen.limits.dwell


def _finding(
    screen: Screen, moment: Moment, item: Item, share: float, start: float, until: float
) -> Finding:
    frame = moment.boundary.frame
    over = covers(screen, moment, item)
    what = " and ".join(dict.fromkeys(f"a {kind_word(shape)}" for shape in over[:2]))
    return Finding(
        rule="occluded",
        severity="error",
        layer="geometry",
        message=sentence(f"{named(item)} is hidden behind {what}: {share:.0%} of it."),
        suggestion="Add the text after the shape, give it a higher z_index, or move one of them.",
        time=start,
        until=until,
        boxes=(picture_box(item.box, frame), *(picture_box(s.box, frame) for s in over[:2])),
        subjects=(subject(item),),
        amount=round(share, 3),
        limit=screen.limits.covered_share,
        unit="share of glyphs",
    )
