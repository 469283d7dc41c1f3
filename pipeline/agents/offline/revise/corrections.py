"""From measured findings to changes of the layout, by the amount that was measured.

Boxes are fractions of the frame, so amounts in Manim units are fractions times 14.22 or 8. Every
correction aims a little past the limit (`MARGIN`), because what is measured exactly at the limit
is flagged again by rounding.
"""

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Element, Layout
from pipeline.agents.offline.revise.subjects import element_of
from pipeline.schema.base import Value
from pipeline.schema.finding import Box, Finding

FRAME_WIDTH, FRAME_HEIGHT = 14.222, 8.0
MARGIN = 0.02  # of the frame, kept free beyond what is asked
SMALLEST, LARGEST = 0.6, 1.8  # factors of one revision
CENTRED = frozenset({Element.FORMULA, Element.CAPTION, Element.TAKEAWAY})
WRAPPED = frozenset({Element.HEADING, Element.CAPTION, Element.TAKEAWAY})
_WEIGHT = {"error": 2, "warning": 1, "note": 0}


class Correction(Value):
    """One change of one layout field: a factor, or an addition in the field's unit.

    `element` is what it is about: for a hold, what could not be read, None if that is any text.
    `reason` says in words what was measured; `weight` ranks contradicting corrections.
    """

    name: str
    element: Element | None
    factor: float = 1.0
    plus: float = 0.0
    reason: str
    weight: int = 1

    @property
    def shrinks(self) -> bool:
        """Whether the value gets smaller."""
        return self.factor < 1 or self.plus < 0


def corrections(findings: tuple[Finding, ...], plan: ScenePlan) -> tuple[Correction, ...]:
    """At most one correction per layout field: the strongest of those that agree.

    Where findings of one field contradict (too wide, and too small to read), errors go before
    warnings, and shrinking before growing. Notes ask for nothing.
    """
    best: dict[str, Correction] = {}
    for finding in findings:
        if _WEIGHT[finding.severity]:
            for found in _of_finding(finding, plan):
                known = best.get(found.name)
                best[found.name] = found if known is None else _stronger(known, found)
    return tuple(best[name] for name in sorted(best))


def corrected(layout: Layout, name: str, correction: Correction, push: float = 1.0) -> float:
    """The new value of a field. `push` > 1 goes further, after a first attempt fell short."""
    factor = correction.factor
    if push != 1.0 and factor != 1.0:
        factor = factor / push if factor < 1 else factor * push
    value = float(getattr(layout, name)) * factor + correction.plus * push
    return float(int(value) if correction.shrinks else round(value)) if _is_size(name) else value


def _is_size(name: str) -> bool:
    return name.endswith("_size")


def _stronger(one: Correction, other: Correction) -> Correction:
    if one.shrinks != other.shrinks:
        ranked = sorted((one, other), key=lambda c: (c.weight, c.shrinks))
        return ranked[-1]
    if one.shrinks:
        return min(one, other, key=lambda c: (c.factor, c.plus))
    return max(one, other, key=lambda c: (c.factor, c.plus))


def _of_finding(finding: Finding, plan: ScenePlan) -> list[Correction]:
    weight = _WEIGHT[finding.severity]
    if finding.rule == "off_frame":
        found = _off_frame(finding, plan)
    elif finding.rule in {"overlap", "occluded"}:
        found = _overlap(finding, plan)
    elif finding.rule == "small_text":
        found = _small_text(finding, plan)
    elif finding.rule in {"reading_time", "formula_time"}:
        found = _reading_time(finding)
    elif finding.rule == "crowded":
        found = _crowded(finding, plan)
    elif finding.rule == "small_formula":
        found = _small_formula(finding)
    else:
        found = []
    return [correction.model_copy(update={"weight": weight}) for correction in found]


def _pairs(finding: Finding, plan: ScenePlan) -> list[tuple[str, Element | None, Box]]:
    """Subjects with their element and box; a box without a subject is somebody's intersection."""
    return [
        (subject, element_of(subject, plan), box)
        for subject, box in zip(finding.subjects, finding.boxes, strict=False)
    ]


def _off_frame(finding: Finding, plan: ScenePlan) -> list[Correction]:
    found = []
    for _, element, box in _pairs(finding, plan):
        if element is None:
            continue
        wide, high = box.right - box.left, box.bottom - box.top
        sideways = max(-box.left, box.right - 1)
        upright = max(-box.top, box.bottom - 1)
        both = 2 if element in CENTRED else 1
        if sideways > 0 and wide > 0:
            factor = _clip((wide - both * (sideways + MARGIN)) / wide)
            knob = "width" if element in WRAPPED else "size"
            units = sideways * FRAME_WIDTH
            reason = f"the {element} leaves the frame by {units:.1f} units"
            found.append(_correction(element, knob, factor, reason))
        if upright > 0 and high > 0:
            factor = _clip((high - both * (upright + MARGIN)) / high)
            units = upright * FRAME_HEIGHT
            reason = f"the {element} leaves the frame by {units:.1f} units"
            found.append(_correction(element, "size", factor, reason))
    return found


def _overlap(finding: Finding, plan: ScenePlan) -> list[Correction]:
    pairs = _pairs(finding, plan)
    if len(pairs) < 2:
        return []
    (_, first, one), (_, second, other) = pairs[:2]
    across = min(one.right, other.right) - max(one.left, other.left)
    along = min(one.bottom, other.bottom) - max(one.top, other.top)
    across, along = max(across, 0.0), max(along, 0.0)
    names = " and ".join(str(e) if e else "the figure" for e in (first, second))
    if first is second and first is not None:
        names = f"two {first}s"
    if along * FRAME_HEIGHT <= across * FRAME_WIDTH:
        return _apart_vertically(first, second, one, other, along, names)
    return _apart_sideways(first, second, one, other, across, names)


def _apart_vertically(
    first: Element | None, second: Element | None, one: Box, other: Box, along: float, names: str
) -> list[Correction]:
    reason = f"{names} overlap by {along * FRAME_HEIGHT:.1f} units in height"
    found = []
    heights = [(first, one.bottom - one.top), (second, other.bottom - other.top)]
    movable = [(e, h) for e, h in heights if e is not None and h > 0]
    if not movable:
        return [Correction(name="gap", element=None, factor=0.8, reason=reason)]
    total = sum(h for _, h in movable)
    # A centred text gives way at both ends, so half of what it loses helps.
    for element, high in movable:
        both = 2 if element in CENTRED else 1
        share = (along + MARGIN) * high / total
        found.append(_correction(element, "size", _clip((high - both * share) / high), reason))
    return found


def _apart_sideways(
    first: Element | None, second: Element | None, one: Box, other: Box, across: float, names: str
) -> list[Correction]:
    reason = f"{names} overlap by {across * FRAME_WIDTH:.1f} units in width"
    found = []
    total = (one.right - one.left) + (other.right - other.left)
    factor = _clip(1 - 2 * (across + MARGIN / 2) / total) if total > 0 else 0.85
    for element in dict.fromkeys((first, second)):
        if element is None:
            continue
        knob = "width" if element in WRAPPED else "size"
        found.append(_correction(element, knob, factor, reason))
    return found


def _small_text(finding: Finding, plan: ScenePlan) -> list[Correction]:
    if not finding.amount or not finding.limit:
        return []
    factor = min(1.1 * finding.limit / finding.amount, LARGEST)
    elements = dict.fromkeys(element_of(subject, plan) for subject in finding.subjects)
    return [
        _correction(e, "size", factor, f"the {e} is {factor - 1:.0%} too small to read")
        for e in elements
        if e is not None
    ]


def _reading_time(finding: Finding) -> list[Correction]:
    if finding.amount is None or finding.limit is None:
        return []
    missing = round(max(finding.limit - finding.amount, 0.0) + 0.2, 1)
    what = f"the text '{finding.subjects[0][:40]}'" if finding.subjects else "a text"
    element = None
    if finding.rule == "formula_time":
        what, element = "a complete formula", Element.FORMULA
    reason = f"{what} can be read for {finding.amount:.1f} s and needs {finding.limit:.1f} s"
    return [Correction(name="hold", element=element, plus=missing, reason=reason)]


def _crowded(finding: Finding, plan: ScenePlan) -> list[Correction]:
    """Both texts get narrower about their middles until the least distance lies between them."""
    if finding.amount is None or finding.limit is None or len(finding.boxes) < 2:
        return []
    wide = sum(box.right - box.left for box in finding.boxes[:2]) * FRAME_WIDTH
    factor = _clip(1 - 2 * (finding.limit - finding.amount + 0.05) / max(wide, 0.1))
    elements = dict.fromkeys(element_of(subject, plan) for subject in finding.subjects)
    reason = f"two texts stand only {max(finding.amount, 0):.2f} units apart"
    return [_correction(e, "size", factor, reason) for e in elements if e is not None]


def _small_formula(finding: Finding) -> list[Correction]:
    if not finding.amount or not finding.limit:
        return []
    factor = min(1.03 * finding.limit / finding.amount, LARGEST)
    reason = f"its letters are {finding.amount:.1%} of the frame's height in an empty frame"
    return [_correction(Element.FORMULA, "size", factor, reason)]


def _correction(element: Element, knob: str, factor: float, reason: str) -> Correction:
    return Correction(name=f"{element.value}_{knob}", element=element, factor=factor, reason=reason)


def _clip(factor: float) -> float:
    return min(max(factor, SMALLEST), LARGEST)
