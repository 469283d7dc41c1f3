"""Two texts that lie on each other or stand too close: which of them gives way, and how far."""

from pipeline.agents.offline.advice.apply import READABLE
from pipeline.agents.offline.layout import Element, Layout
from pipeline.agents.offline.revise.correction import (
    CENTRED,
    MARGIN,
    WRAPPED,
    Correction,
    clip,
    correct,
    frame_size,
)
from pipeline.schema.finding import Box, Finding

Pair = tuple[str, Element | None, Box]
_PAST = 0.02  # Manim units beyond the least distance


def pull_apart(pairs: list[Pair], layout: Layout) -> list[Correction]:
    """Corrections that end an overlap, in the direction in which less is needed."""
    if len(pairs) < 2:
        return []
    (_, first, one), (_, second, other) = pairs[:2]
    across = max(min(one.right, other.right) - max(one.left, other.left), 0.0)
    along = max(min(one.bottom, other.bottom) - max(one.top, other.top), 0.0)
    names = _names(first, second)
    width, height = frame_size(layout)
    if along * height <= across * width:
        reason = f"{names} overlap by {along * height:.1f} units in height"
        return _vertically([(first, one), (second, other)], along + MARGIN, reason, layout)
    reason = f"{names} overlap by {across * width:.1f} units in width"
    return _sideways([(first, one), (second, other)], across + MARGIN / 2, reason)


def spread_out(pairs: list[Pair], finding: Finding, layout: Layout) -> list[Correction]:
    """Corrections that bring two texts to the least distance."""
    if len(pairs) < 2 or finding.amount is None or finding.limit is None:
        return []
    (_, first, one), (_, second, other) = pairs[:2]
    missing = finding.limit - finding.amount + _PAST
    width, height = frame_size(layout)
    reason = f"{_names(first, second)} stand only {finding.amount:.2f} units apart"
    if min(one.right, other.right) > max(one.left, other.left):
        need = missing / height
        return _vertically([(first, one), (second, other)], need, reason, layout)
    return _sideways([(first, one), (second, other)], missing / width, reason)


def _names(first: Element | None, second: Element | None) -> str:
    if first is second and first is not None:
        return f"two {first}s"
    return " and ".join(str(e) if e else "the figure" for e in (first, second))


def _vertically(
    sides: list[tuple[Element | None, Box]], need: float, reason: str, layout: Layout
) -> list[Correction]:
    """Each text loses height by its share: in proportion to how far it is from its least size.

    A text that is placed by its middle has to lose twice what it gives way at one end.
    """
    give: list[tuple[Element, float, float]] = []
    for element, box in sides:
        if element is None:
            continue
        spare = 1 - READABLE[f"{element}_size"][0] / getattr(layout, f"{element}_size")
        high = box.bottom - box.top
        give.append((element, high, max(spare, 0.0) * high / _ends(element)))
    total = sum(room for _, _, room in give)
    if total <= 0:
        return []
    return [
        correct(element, "size", clip(1 - _ends(element) * need * room / total / high), reason)
        for element, high, room in give
        if room > 0
    ]


def _ends(element: Element) -> int:
    return 2 if element in CENTRED else 1


def _sideways(
    sides: list[tuple[Element | None, Box]], need: float, reason: str
) -> list[Correction]:
    """Both texts get narrower about their middles, the wider one by more."""
    total = sum(box.right - box.left for _, box in sides)
    if total <= 0:
        return []
    factor = clip(1 - 2 * need / total)
    elements = dict.fromkeys(element for element, _ in sides if element is not None)
    return [correct(e, "width" if e in WRAPPED else "size", factor, reason) for e in elements]
