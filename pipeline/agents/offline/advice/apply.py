"""Apply what the memory says to an estimated layout.

Rules, in this order:

1. A pitfall is a hard constraint, an example is soft: it moves only a value on which no pitfall
   speaks. A bare figure in an example is a value that sufficed there, so it can lower a size or
   a width, slow the pace and lengthen a hold or a gap, never the other way round.
2. Advice about a kind of content applies only where the plan has that kind in the element it is
   for (in any element for gaps and holds). Advice without a kind is about the element in general.
3. Ratios and differences are taken from the estimate, never from a value that advice has already
   changed, so that two records that say the same thing do not add up. Of two constraints that
   can both hold, both hold (the stricter decides). Where they contradict, the record with the
   higher similarity wins, then the one with the smaller id.
4. A value outside what `Layout` can hold is absurd and ignored with a log line; a value outside
   the readable range below is held at its end, and the change says so.
"""

import logging
from dataclasses import dataclass, field

from pipeline.agents.offline.advice.model import RELATIVE, SHARED, Advice, Knob, PlannedContent
from pipeline.agents.offline.advice.parse import parse_advice
from pipeline.agents.offline.advice.words import KIND_OWNERS
from pipeline.agents.offline.layout import Element, Layout
from pipeline.schema.memory import AppliedRecord, KnownPitfall, MemorySlots, ReferenceExample

_log = logging.getLogger(__name__)

UNITS_PER_CHARACTER_POINT = 0.0073
"""Mean width of a character of Manim's default font, in Manim units per point of font size
(measured: 40 characters of English prose at 30 pt are 8.75 units wide)."""

READABLE: dict[str, tuple[float, float]] = {
    "heading_size": (24, 64),
    "formula_size": (37, 84),
    "caption_size": (20, 48),
    "label_size": (18, 44),
    "takeaway_size": (24, 56),
    "heading_width": (4.0, 13.4),
    "caption_width": (4.0, 13.4),
    "label_width": (0.8, 6.0),
    "takeaway_width": (4.0, 13.4),
    "gap": (0.1, 1.5),
    "hold": (0.5, 8.0),
    "formula_hold": (0.2, 6.0),
    "words_per_second": (2.2, 4.0),
    "number_words": (1.0, 3.5),
}
"""Where a value still makes a scene that can be read and followed; the frame is 14.2 x 8 units.
Text under 14 pt is below 1.65% of the frame's height, some labels are set at 0.8 of their
element's size, the signs of a formula are too small below 37 pt,
and below 2.2 words a second the picture stands still for too long."""

_POSSIBLE: dict[str, tuple[float, float]] = {
    "size": (8, 120),
    "width": (0.3, 14.0),
    "gap": (0.0, 3.0),
    "hold": (0.0, 20.0),
    "second": (0.3, 10.0),
    "words": (0.5, 10.0),
}
_RATIOS = (0.3, 3.0)


@dataclass
class Bounds:
    """What the pitfalls allow of one value, and which records said so."""

    low: float = float("-inf")
    high: float = float("inf")
    records: list[int] = field(default_factory=list)

    def narrow(self, low: float, high: float, record_id: int) -> bool:
        """Add a constraint; False when it contradicts an earlier, stronger one."""
        if low > self.high or high < self.low:
            return False
        if low > self.low or high < self.high:
            self.records.append(record_id)
        self.low, self.high = max(self.low, low), min(self.high, high)
        return True

    def clamp(self, value: float) -> float:
        """The allowed value nearest to `value`."""
        return min(max(value, self.low), self.high)


def apply_advice(
    plan: PlannedContent, layout: Layout, slots: MemorySlots
) -> tuple[Layout, tuple[AppliedRecord, ...]]:
    """`layout` as the retrieved records want it, and which record changed what.

    A pure function of its arguments; reads the records' words only (trigger, root cause and
    recipe of a pitfall, rationale of an example).
    """
    values: dict[str, float] = {name: getattr(layout, name) for name in READABLE}
    hard = pitfall_bounds(plan, layout, slots)
    changes: list[AppliedRecord] = []
    for name, bounds in hard.items():
        changes += _move(values, name, bounds)
    for name, bounds in _example_bounds(plan, layout, slots).items():
        if name not in hard:
            changes += _move(values, name, bounds)
    return layout_of(layout, values), tuple(changes)


def pitfall_bounds(plan: PlannedContent, estimate: Layout, slots: MemorySlots) -> dict[str, Bounds]:
    """Field of the layout -> what the pitfalls about this plan's content allow of it."""
    bounds: dict[str, Bounds] = {}
    for pitfall in sorted(slots.pitfalls, key=lambda p: (-p.similarity, p.record_id)):
        for advice in read_pitfall(pitfall):
            if concerns(advice, plan):
                _constrain(bounds, advice, estimate, pitfall.record_id)
    return bounds


def read_pitfall(pitfall: KnownPitfall) -> tuple[Advice, ...]:
    """The remedies of a lesson, in whatever words."""
    return parse_advice(pitfall.recipe, f"{pitfall.trigger}\n{pitfall.root_cause}")


def read_example(example: ReferenceExample) -> tuple[Advice, ...]:
    """The measures that a rationale states."""
    return parse_advice(example.rationale)


def concerns(advice: Advice, plan: PlannedContent) -> bool:
    """Whether the plan holds the kind of content that the advice is about.

    Kinds that the element itself cannot hold (captions beside a tall matrix) are looked for in
    the whole scene.
    """
    if advice.figures and plan.figure.kind not in advice.figures:
        return False
    if not advice.kinds:
        return True
    element = advice.element
    own = element is not None and bool(advice.kinds & KIND_OWNERS[element])
    present = set(plan.kinds(element) if element is not None and own else plan.every_kind)
    return advice.kinds <= present if advice.every_kind else bool(advice.kinds & present)


def field_name(advice: Advice) -> str | None:
    """The layout field that the advice is about; None where the element has no such thing."""
    knob = advice.remedy.knob
    if knob is Knob.PACE:
        return "words_per_second"
    if knob is Knob.NUMBER:
        return "number_words"
    if knob is Knob.HOLD and advice.element is Element.FORMULA:
        return "formula_hold"
    if knob in SHARED:
        return knob.name.lower()
    if advice.element is None or (knob is Knob.WIDTH and advice.element is Element.FORMULA):
        return None
    return f"{advice.element.value}_{knob.name.lower()}"


def layout_of(base: Layout, values: dict[str, float]) -> Layout:
    """A layout with these values, sizes as whole points and the rest to two places."""
    rounded = {
        name: round(value) if name.endswith("_size") else round(value, 2)
        for name, value in values.items()
    }
    return Layout.model_validate({**base.model_dump(), **rounded})


def describe(name: str, before: float, after: float) -> str:
    """A change in words: `formula size 52 -> 38`."""
    plain = name.replace("_width", " wrap width").replace("words_per_second", "pace")
    plain = plain.replace("_", " ")
    return f"{plain} {before:g} -> {after:g}"


def _example_bounds(
    plan: PlannedContent, estimate: Layout, slots: MemorySlots
) -> dict[str, Bounds]:
    bounds: dict[str, Bounds] = {}
    for example in sorted(slots.examples, key=lambda e: (-e.similarity, e.record_id)):
        for advice in read_example(example):
            if concerns(advice, plan):
                _constrain(bounds, _softened(advice), estimate, example.record_id)
    return bounds


def _softened(advice: Advice) -> Advice:
    remedy = advice.remedy
    if remedy.mode != "set":
        return advice
    mode = "at_least" if remedy.knob in {Knob.HOLD, Knob.GAP, Knob.NUMBER} else "at_most"
    return advice.model_copy(update={"remedy": remedy.model_copy(update={"mode": mode})})


def _constrain(bounds: dict[str, Bounds], advice: Advice, estimate: Layout, record_id: int) -> None:
    name = field_name(advice)
    if name is None:
        return
    allowed = allowed_range(advice, name, estimate)
    if allowed is None:
        _log.warning("record %d ignored: %r is out of range", record_id, advice.quote)
    elif not bounds.setdefault(name, Bounds()).narrow(*allowed, record_id):
        _log.info("record %d gives way on %s to a more similar record", record_id, name)


def allowed_range(advice: Advice, name: str, estimate: Layout) -> tuple[float, float] | None:
    """The interval that one remedy allows of a field, or None if it asks for the absurd."""
    remedy, current = advice.remedy, float(getattr(estimate, name))
    value = remedy.value
    if remedy.in_characters and advice.element is not None:
        size = float(getattr(estimate, f"{advice.element.value}_size"))
        value *= size * UNITS_PER_CHARACTER_POINT
    if remedy.mode == "times":
        if not _RATIOS[0] <= value <= _RATIOS[1]:
            return None
        value *= current
    elif remedy.mode == "plus":
        value += current
    if remedy.mode in RELATIVE and remedy.worked is not None and value > current:
        # Growth has been tried up to the figure that worked, and not beyond.
        value = min(value, max(current, remedy.worked))
    low, high = _POSSIBLE[name.rpartition("_")[2]]
    if not low < value <= high:
        return None
    infinite = float("inf")
    if remedy.mode == "at_most" or (remedy.mode in RELATIVE and value < current):
        return -infinite, value
    if remedy.mode == "at_least" or remedy.mode in RELATIVE:
        return value, infinite
    return value, value


def _move(values: dict[str, float], name: str, bounds: Bounds) -> list[AppliedRecord]:
    before, wanted = values[name], bounds.clamp(values[name])
    held = min(max(wanted, READABLE[name][0]), READABLE[name][1])
    after = float(round(held)) if name.endswith("_size") else round(held, 2)
    if after == before or not bounds.records or (wanted == before):
        return []
    values[name] = after
    note = f" (asked for {wanted:g})" if held != wanted else ""
    return [
        AppliedRecord(record_id=record, change=describe(name, before, after) + note)
        for record in dict.fromkeys(bounds.records[-1:])
    ]
