"""Texts drawn over each other."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.rules.moves import way_out
from pipeline.inspection.rules.occluded import covers
from pipeline.inspection.rules.outlines import outlines
from pipeline.inspection.screen import Moment, Screen, opacity, picture_box
from pipeline.inspection.shapes import Array, areas, array, intersections
from pipeline.inspection.words import named, sentence, subject
from pipeline.schema.finding import Finding
from pipeline.schema.trace import Item

SAME = 0.08
"""Glyph boxes that differ by less than this share of their height are one glyph drawn twice."""
SHADOW = 0.3
"""The same words apart by less than this share of their height are a text and its shadow."""
MANY = 3
"""Glyphs hit that count as an overlap of longer texts."""


def overlap(screen: Screen) -> list[Finding]:
    """Errors for texts that hide each other, and for texts across shapes they are not part of."""
    found = Collector()
    for moment in screen.moments:
        start_of_moment: list[tuple[float, tuple[str, str], Finding]] = []
        for one, other, share in overlapping(screen, moment):
            start, until = screen.hold(moment, one.key, other.key)
            finding = _finding(moment, one, other, share, start, until)
            start_of_moment.append((share, (one.key, other.key), finding))
        # Of a heap of texts the worst pairs say enough; clutter counts the rest.
        start_of_moment.sort(key=lambda entry: -entry[0])
        for _, matter, finding in start_of_moment[: screen.limits.per_moment]:
            found.add(matter, finding)
    return found.findings(screen.dwell) + outlines(screen)


def overlapping(screen: Screen, moment: Moment) -> Iterator[tuple[Item, Item, float]]:
    """Pairs of texts of which glyphs overlap, with the share of the smaller text that is hit."""
    texts = [t for t in moment.texts if opacity(t) >= screen.limits.faint and not t.projected]
    boxes = array([text.box for text in texts])
    near = intersections(boxes, boxes) > 0
    for i, j in combinations(range(len(texts)), 2):
        if not near[i, j]:
            continue
        one, other = texts[i], texts[j]
        share = _share(screen, one, other)
        if share > 0 and not _separated(screen, moment, one, other):
            yield one, other, share


def _share(screen: Screen, one: Item, other: Item) -> float:
    """Part of the glyphs of the worse hit text, 0 if it does not count as an overlap."""
    if _shadow(one, other):
        return 0.0
    a, b = _different(screen.glyphs(one), screen.glyphs(other))
    if not len(a) or not len(b):
        return 0.0
    smaller = np.minimum(areas(a)[:, None], areas(b)[None, :])
    hit = intersections(a, b) > screen.limits.overlap_glyph * smaller
    hit_a, hit_b = int(hit.any(axis=1).sum()), int(hit.any(axis=0).sum())
    share = max(hit_a / len(screen.glyphs(one)), hit_b / len(screen.glyphs(other)))
    many = max(hit_a, hit_b) >= MANY and share >= screen.limits.overlap_share
    return share if many or share >= screen.limits.overlap_short else 0.0


def _shadow(one: Item, other: Item) -> bool:
    """Whether the two are one text drawn twice, a little apart (a shadow, a glow)."""
    if len(one.glyphs) != len(other.glyphs) or one.label != other.label or not one.label:
        return False
    a, b = one.box, other.box
    apart = max(abs(a.x0 - b.x0), abs(a.y0 - b.y0), abs(a.x1 - b.x1), abs(a.y1 - b.y1))
    return apart <= SHADOW * min(a.height, b.height)


def _different(a: Array, b: Array) -> tuple[Array, Array]:
    """Both without the glyphs that lie on their double in the other."""
    height = np.maximum(a[:, None, 3] - a[:, None, 1], b[None, :, 3] - b[None, :, 1])
    same = np.abs(a[:, None] - b[None]).max(axis=2) <= SAME * height + 1e-3
    return a[~same.any(axis=1)], b[~same.any(axis=0)]


def _separated(screen: Screen, moment: Moment, one: Item, other: Item) -> bool:
    """Whether something opaque between the two hides the lower where they meet."""
    low, high = sorted((one, other), key=lambda item: item.z)
    return any(
        shape.z < high.z and screen.inside_share(high, shape) >= screen.limits.inside
        for shape in covers(screen, moment, low)
    )


def _finding(
    moment: Moment, one: Item, other: Item, share: float, start: float, until: float
) -> Finding:
    frame = moment.boundary.frame
    low, high = sorted((one, other), key=lambda item: item.z)
    move = way_out(high, [low.box], frame)
    return Finding(
        rule="overlap",
        severity="error",
        layer="geometry",
        message=sentence(
            f"{named(high)} lies on {named(low)}; {share:.0%} of the glyphs of one are hit."
        ),
        suggestion=move.words,
        shift=move.shift,
        time=start,
        until=until,
        boxes=(picture_box(high.box, frame), picture_box(low.box, frame)),
        subjects=(subject(high), subject(low)),
        amount=round(share, 3),
        limit=0.0,
        unit="share of glyphs",
    )
