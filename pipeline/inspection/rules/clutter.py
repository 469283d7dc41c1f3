"""Too much at once."""

from dataclasses import replace
from itertools import islice

from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.rules.overlap import overlapping
from pipeline.inspection.screen import Moment, Screen, opacity, picture_box
from pipeline.schema.finding import Box, Finding
from pipeline.schema.trace import Item, Rect

SHORT = 3
"""Glyphs up to which a text is a mark in a pattern (cells of a grid) and not a thing to read."""


def clutter(screen: Screen) -> list[Finding]:
    """Errors for many texts on top of each other, warnings for many things at once."""
    found = Collector()
    for moment in screen.moments:
        start, until = screen.hold(moment)
        finding = _heap(screen, moment) or _crowd(screen, moment)
        if finding is not None:
            timed = replace(finding, time=start, until=until)
            found.add((finding.severity,), timed)
    return found.findings(screen.dwell)


def things(moment: Moment) -> int:
    """How many things a viewer sees: groups of leaves, equal ones counted once.

    A hundred dots of one look are one pattern; a hundred labelled dots are a hundred things.
    """
    looks: set[tuple[object, ...]] = set()
    for item in moment.boundary.items:
        if opacity(item) < 0.05:
            continue
        text = item.kind in ("text", "tex") and len(item.glyphs) > SHORT
        looks.add((item.group,) if item.parent or text else _look(item))
    return len(looks)


def _look(item: Item) -> tuple[object, ...]:
    if item.kind in ("text", "tex"):
        return (item.kind, item.type)
    size = (round(item.box.width, 1), round(item.box.height, 1)) if item.kind != "line" else ()
    return (item.type, *size)


def _heap(screen: Screen, moment: Moment) -> Finding | None:
    limits = screen.limits
    if len(moment.texts) < limits.clutter_texts:
        return None
    enough = 50
    pairs = sum(1 for _ in islice(overlapping(screen, moment), enough))
    if pairs < limits.clutter_pairs:
        return None
    count = f"{pairs} pairs" if pairs < enough else f"{enough} pairs or more"
    return Finding(
        rule="clutter",
        severity="error",
        layer="geometry",
        message=f"{len(moment.texts)} texts are on screen at once and {count} of them overlap.",
        suggestion="Show fewer texts at a time, or only those that are being told about.",
        boxes=(_around(moment),),
        amount=float(len(moment.texts)),
        limit=float(limits.clutter_texts),
        unit="texts",
    )


def _crowd(screen: Screen, moment: Moment) -> Finding | None:
    count, limit = things(moment), screen.limits.groups
    if count <= limit:
        return None
    return Finding(
        rule="clutter",
        severity="warning",
        layer="geometry",
        message=f"{count} different things are on screen at once.",
        suggestion="Remove what is no longer needed, or group it into fewer, larger things.",
        boxes=(_around(moment),),
        amount=float(count),
        limit=float(limit),
        unit="things",
    )


def _around(moment: Moment) -> Box:
    boxes = [item.box for item in moment.boundary.items]
    whole = Rect(
        x0=min(b.x0 for b in boxes),
        y0=min(b.y0 for b in boxes),
        x1=max(b.x1 for b in boxes),
        y1=max(b.y1 for b in boxes),
    )
    return picture_box(whole, moment.boundary.frame)
