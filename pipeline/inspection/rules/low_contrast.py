"""Text that hardly differs from what is behind it."""

from dataclasses import replace

import numpy as np

from pipeline.inspection.colour import Rgb, contrast, difference, over, rgb
from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.screen import Moment, Screen, picture_box, polygon
from pipeline.inspection.shapes import centres, within
from pipeline.inspection.words import named, sentence, subject
from pipeline.schema.finding import Finding, Severity
from pipeline.schema.trace import Item

PART = 0.15
"""Part of the glyphs that must be hard to see."""
CODE_PART = 0.6
"""The same for a code listing."""
BUSY = 0.15
"""Part of a picture behind a text that may be too like it."""
OUTLINE = 1.5
"""Stroke width from which an outline alone makes a text readable."""


def low_contrast(screen: Screen) -> list[Finding]:
    """Errors for texts under the limit; a note where a text that was clear has been dimmed."""
    found = Collector()
    for key, life in screen.lives.items():
        seen = [(m, i, measured(screen, m, i)) for m, i in life if not i.projected]
        clear = [item for _, item, ratio in seen if ratio >= screen.limits.contrast]
        for moment, item, ratio in seen:
            if ratio >= screen.limits.contrast:
                continue
            dimmed = any(other.palette != item.palette for other in clear)
            start, until = screen.hold(moment, key)
            severity: Severity = "note" if dimmed else "error"
            finding = _finding(screen, moment, item, ratio, severity)
            finding = replace(finding, time=start, until=until)
            found.add((key, severity), finding)
    return found.findings(screen.dwell)


def measured(screen: Screen, moment: Moment, item: Item) -> float:
    """The contrast ratio that the text falls to in a good part of its glyphs, 1 to 21."""
    if item.backdrop:
        return _on_picture(item)
    ratios: list[tuple[float, float]] = []
    for back, there in backdrops(screen, moment, item):
        for colour, alpha, share in _parts(item):
            ratio = _ratio(screen, over(rgb(colour), alpha, back), back)
            if item.stroke_width >= OUTLINE and item.stroke_opacity > 0.5:
                rim = over(rgb(item.stroke), item.stroke_opacity, back)
                ratio = max(ratio, contrast(rim, back))
            ratios.append((ratio, there * share))
    # A colour scheme for code has dim colours on purpose; as a whole it must be readable.
    part = CODE_PART if "Code" in item.role else PART
    reached = 0.0
    for ratio, share in sorted(ratios):
        reached += share
        if reached >= part:
            return ratio
    return 21.0


def backdrops(screen: Screen, moment: Moment, item: Item) -> list[tuple[Rgb, float]]:
    """What is painted behind a text: colours, and the share of its glyphs each is behind."""
    points = centres(screen.glyphs(item))
    colours = [rgb(moment.boundary.background)] * len(points)
    fills = [
        shape
        for shape in screen.near(moment, item, "shapes")
        if shape.z < item.z and shape.fill_opacity > 0.05 and shape.kind != "image"
    ]
    for shape in sorted(fills, key=lambda shape: shape.z):
        fill, alpha = rgb(shape.fill), shape.fill_opacity
        for place in np.flatnonzero(within(points, polygon(shape))):
            colours[place] = over(fill, alpha, colours[place])
    return [(colour, colours.count(colour) / len(colours)) for colour in dict.fromkeys(colours)]


def _ratio(screen: Screen, colour: Rgb, back: Rgb) -> float:
    """The contrast ratio; lifted to the limit for a colour that its hue sets apart."""
    limits = screen.limits
    ratio = contrast(colour, back)
    if limits.contrast_tinted <= ratio < limits.contrast and difference(colour, back) > limits.tint:
        return limits.contrast
    return ratio


def _parts(item: Item) -> list[tuple[str, float, float]]:
    """Colour, opacity and share of the glyphs of each colour of the text."""
    total = sum(count for _, _, count in item.palette)
    if not total:
        return [(item.fill, item.fill_opacity, 1.0)]
    return [(colour, alpha, count / total) for colour, alpha, count in item.palette]


def _on_picture(item: Item) -> float:
    """The ratio that all but a busy part of the picture behind the text reaches."""
    colour, alpha, _ = _parts(item)[0]
    ratios = sorted(
        contrast(over(rgb(colour), alpha, rgb(cell)), rgb(cell)) for cell in item.backdrop
    )
    return ratios[min(len(ratios) - 1, int(BUSY * len(ratios)))]


def _finding(
    screen: Screen, moment: Moment, item: Item, ratio: float, severity: Severity
) -> Finding:
    limit = screen.limits.contrast
    what = (
        f"{named(item)} is dimmed to a contrast of {ratio:.1f}."
        if severity == "note"
        else f"{named(item)} can hardly be seen: its contrast with what is behind it is "
        f"{ratio:.1f}, and {limit:.1f} is the least."
    )
    return Finding(
        rule="low_contrast",
        severity=severity,
        layer="geometry",
        message=sentence(what),
        suggestion="" if severity == "note" else "Use a colour further from the background.",
        boxes=(picture_box(item.box, moment.boundary.frame),),
        subjects=(subject(item),),
        amount=round(ratio, 2),
        limit=limit,
        unit="contrast ratio",
    )
