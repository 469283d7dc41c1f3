"""From measured findings to changes of the layout, by the amount that was measured."""

from pipeline.agents.offline.advice.apply import READABLE
from pipeline.agents.offline.compose.pacing import USUAL, numbers_said
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Element, Layout
from pipeline.agents.offline.revise.correction import (
    CENTRED,
    LARGEST,
    MARGIN,
    SMALLEST,
    WRAPPED,
    Correction,
    clip,
    correct,
    frame_size,
)
from pipeline.agents.offline.revise.separate import pull_apart, spread_out
from pipeline.agents.offline.revise.subjects import element_of
from pipeline.schema.finding import Box, Finding

FORMULA_HEIGHT = 0.35  # of the frame: about what a formula with its legend takes when it is high
_ENOUGH = 0.95  # of the time to read a sentence aloud; a little less is let pass
_WEIGHT = {"error": 2, "warning": 1, "note": 0}


def corrections(
    findings: tuple[Finding, ...], plan: ScenePlan, layout: Layout
) -> tuple[Correction, ...]:
    """At most one correction per layout field: the strongest of those that agree.

    Where findings of one field contradict (too wide, and too small to read), errors go before
    warnings, and shrinking before growing. Notes ask for nothing.
    """
    best: dict[str, Correction] = {}
    for finding in findings:
        if _WEIGHT[finding.severity]:
            for found in _of_finding(finding, plan, layout):
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


def _of_finding(finding: Finding, plan: ScenePlan, layout: Layout) -> list[Correction]:
    weight = _WEIGHT[finding.severity]
    match finding.rule:
        case "off_frame":
            found = _off_frame(finding, plan, layout)
        case "overlap" | "occluded":
            found = _under_formula(finding, plan, layout) or pull_apart(
                _pairs(finding, plan), layout
            )
        case "crowded":
            found = _under_formula(finding, plan, layout) or spread_out(
                _pairs(finding, plan), finding, layout
            )
        case "small_text" | "small_words":
            found = _small_text(finding, plan, layout)
        case "small_formula":
            found = _small_formula(finding)
        case "reading_time" | "formula_time":
            found = _reading_time(finding)
        case "hasty_words":
            found = _pace(finding, plan, layout)
        case "duration":
            found = _duration(finding, plan)
        case _:
            found = []
    return [correction.model_copy(update={"weight": weight}) for correction in found]


def _pairs(finding: Finding, plan: ScenePlan) -> list[tuple[str, Element | None, Box]]:
    """Subjects with their element and box; a box without a subject is somebody's intersection."""
    pairs = [
        (subject, element_of(subject, plan), box)
        for subject, box in zip(finding.subjects, finding.boxes, strict=False)
    ]
    if len(pairs) == 1 and len(finding.boxes) > 1:
        # A text across the outline of a shape: only the text has a size to give way with.
        pairs.append(("shape", None, finding.boxes[1]))
    return pairs


def _under_formula(finding: Finding, plan: ScenePlan, layout: Layout) -> list[Correction]:
    """The legend hangs two gaps below the formula: where it meets the caption, the gap gives way
    first, and then the formula, which is too high."""
    pairs = _pairs(finding, plan)
    elements = {element for _, element, _ in pairs}
    if plan.figure.kind != "formula" or elements != {Element.LABEL, Element.CAPTION}:
        return []
    (_, _, one), (_, _, other) = pairs[:2]
    along = min(one.bottom, other.bottom) - max(one.top, other.top)
    height = frame_size(layout)[1]
    need = (max(along, 0.0) + MARGIN) * height
    gap = max(1 - need / (2 * layout.gap), SMALLEST)
    reason = "the legend of the formula comes down upon the caption"
    found = [Correction(name="gap", element=None, factor=gap, reason=reason)]
    need -= 2 * layout.gap * (1 - gap)
    if need > 0.01:
        factor = clip(1 - need / (0.5 * FORMULA_HEIGHT * height))
        found.append(correct(Element.FORMULA, "size", factor, reason))
    return found


def _off_frame(finding: Finding, plan: ScenePlan, layout: Layout) -> list[Correction]:
    width, height = frame_size(layout)
    found = []
    for _, element, box in _pairs(finding, plan):
        if element is None:
            continue
        wide, high = box.right - box.left, box.bottom - box.top
        sideways = max(-box.left, box.right - 1)
        upright = max(-box.top, box.bottom - 1)
        both = 2 if element in CENTRED else 1
        if sideways > 0 and wide > 0:
            factor = clip((wide - both * (sideways + MARGIN)) / wide)
            knob = "width" if element in WRAPPED else "size"
            units = sideways * width
            reason = f"the {element} leaves the frame by {units:.1f} units"
            found.append(correct(element, knob, factor, reason))
        if upright > 0 and high > 0:
            factor = clip((high - both * (upright + MARGIN)) / high)
            units = upright * height
            reason = f"the {element} leaves the frame by {units:.1f} units"
            found.append(correct(element, "size", factor, reason))
    return found


def _small_text(finding: Finding, plan: ScenePlan, layout: Layout) -> list[Correction]:
    """Larger by what is missing; a remark that is set smaller than its element does not blow the
    whole element up beyond its usual size."""
    if not finding.amount or not finding.limit:
        return []
    missing = 1.06 * finding.limit / finding.amount
    found = []
    for element in dict.fromkeys(element_of(subject, plan) for subject in finding.subjects):
        if element is None:
            continue
        name = f"{element}_size"
        usual = max(getattr(Layout(), name) / getattr(layout, name), 1.0)
        factor = min(missing, LARGEST if element is Element.FORMULA else usual)
        if factor > 1:
            reason = f"the {element} is {missing - 1:.0%} too small to read"
            found.append(correct(element, "size", factor, reason))
    return found


def _reading_time(finding: Finding) -> list[Correction]:
    if finding.amount is None or finding.limit is None:
        return []
    missing = round(max(finding.limit - finding.amount, 0.0) + 0.2, 1)
    what = f"the text '{finding.subjects[0][:40]}'" if finding.subjects else "a text"
    element = None
    if finding.rule == "formula_time":
        what, element = "a complete formula", Element.FORMULA
    reason = f"{what} can be read for {finding.amount:.1f} s and needs {finding.limit:.1f} s"
    name = "hold" if element is None else "formula_hold"
    return [Correction(name=name, element=element, plus=missing, reason=reason)]


def _pace(finding: Finding, plan: ScenePlan, layout: Layout) -> list[Correction]:
    """More time for each number of the sentence; a longer rest for what that does not give."""
    if not finding.amount or not finding.limit:
        return []
    wanted = _ENOUGH * finding.limit
    reason = (
        f"a sentence with numbers or signs stands {finding.amount:.1f} s "
        f"and takes {finding.limit:.1f} s to read aloud"
    )
    missing = wanted - finding.amount
    found = []
    # Of a sentence that is none of the plan's (a label) the program does not time the words.
    if numbers := numbers_said(_sentence(finding, plan)):
        speed = USUAL  # numbers are said no faster where the words are
        more = min(missing * speed / numbers, READABLE["number_words"][1] - layout.number_words)
        if more > 0:
            plus = round(more + 0.05, 1)
            found.append(Correction(name="number_words", element=None, plus=plus, reason=reason))
            missing -= plus * numbers / speed
    if missing > 0.1:
        plus = round(missing, 1)
        found.append(Correction(name="hold", element=None, plus=plus, reason=reason))
    return found


def _sentence(finding: Finding, plan: ScenePlan) -> str:
    """The whole sentence of the plan that a finding quotes the beginning of."""
    start = "".join(finding.subjects[0].rstrip("\u2026").split()) if finding.subjects else ""
    texts = (*(beat.words for beat in plan.beats), plan.takeaway, plan.claim)
    return next((t for t in texts if start and "".join(t.split()).startswith(start)), "")


def _small_formula(finding: Finding) -> list[Correction]:
    if not finding.amount or not finding.limit:
        return []
    factor = min(1.03 * finding.limit / finding.amount, LARGEST)
    reason = "it is no larger than the words about it, and there is room"
    return [correct(Element.FORMULA, "size", factor, reason)]


def _duration(finding: Finding, plan: ScenePlan) -> list[Correction]:
    """Spread what is missing over the rests: one a caption, opening and closing.

    A scene that is too long is left alone: shorter rests would take the time to read.
    """
    if finding.amount is None or finding.limit is None or finding.amount >= finding.limit:
        return []
    each = round((finding.limit - finding.amount) / (len(plan.beats) + 2), 1)
    reason = f"the scene lasts {finding.amount:.0f} s and {finding.limit:.0f} s are asked for"
    return [Correction(name="hold", element=None, plus=each, reason=reason, of_this_scene=True)]
