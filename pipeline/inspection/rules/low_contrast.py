"""Text that hardly differs from what is behind it."""

from pipeline.inspection.colour import Rgb, contrast, difference, over, rgb
from pipeline.inspection.rules.collect import Collector
from pipeline.inspection.screen import Moment, Screen, picture_box
from pipeline.inspection.shapes import touch
from pipeline.inspection.words import named, sentence, subject
from pipeline.schema.finding import Finding, Severity
from pipeline.schema.trace import Item

PART = 0.15
"""A colour counts if that part of the glyphs is drawn in it."""
BUSY = 0.25
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
            finding = finding.model_copy(update={"time": start, "until": until})
            found.add((key, severity), finding)
    return found.findings(screen.dwell)


def measured(screen: Screen, moment: Moment, item: Item) -> float:
    """The contrast ratio of the worst colour a good part of the text is drawn in, 1 to 21."""
    if item.backdrop:
        return _on_picture(item)
    back = backdrop(screen, moment, item)
    seen = [over(rgb(c), alpha, back) for c, alpha, _ in _parts(item)]
    ratios = [_ratio(screen, colour, back) for colour in seen]
    # A colour scheme for code has dim colours on purpose; as a whole it must be readable.
    pick = max if "Code" in item.role else min
    worst = pick(ratios, default=21.0)
    if item.stroke_width >= OUTLINE and item.stroke_opacity > 0.5:
        worst = max(worst, contrast(over(rgb(item.stroke), item.stroke_opacity, back), back))
    return worst


def backdrop(screen: Screen, moment: Moment, item: Item) -> Rgb:
    """What is painted behind a text: the fills that contain it, over the background."""
    colour = rgb(moment.boundary.background)
    behind = [
        shape
        for shape in moment.shapes
        if shape.z < item.z
        and shape.fill_opacity > 0.05
        and touch(shape.box, item.box)
        and screen.inside_share(item, shape) >= screen.limits.inside
    ]
    for shape in sorted(behind, key=lambda shape: shape.z):
        colour = over(rgb(shape.fill), shape.fill_opacity, colour)
    return colour


def _ratio(screen: Screen, colour: Rgb, back: Rgb) -> float:
    """The contrast ratio; lifted to the limit for a colour that its hue sets apart."""
    limits = screen.limits
    ratio = contrast(colour, back)
    if limits.contrast_tinted <= ratio < limits.contrast and difference(colour, back) > limits.tint:
        return limits.contrast
    return ratio


def _parts(item: Item) -> list[tuple[str, float, int]]:
    total = sum(count for _, _, count in item.palette)
    return [part for part in item.palette if part[2] >= PART * total] or list(item.palette[:1])


def _on_picture(item: Item) -> float:
    """The ratio that all but a quarter of the picture behind the text reaches."""
    colour, alpha, _ = _parts(item)[0] if item.palette else (item.fill, item.fill_opacity, 1)
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
