"""The offline VisualReviser: turns the knobs that the findings name, by the measured amount."""

import re

from pipeline.agents.offline.advice.apply import (
    READABLE,
    allowed_range,
    describe,
    field_name,
    layout_of,
    pitfall_bounds,
)
from pipeline.agents.offline.advice.model import Advice
from pipeline.agents.offline.advice.parse import parse_advice
from pipeline.agents.offline.compose.estimate import within_length
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.revise.carrying import carry_over
from pipeline.agents.offline.revise.composer import Composer
from pipeline.agents.offline.revise.correction import Correction
from pipeline.agents.offline.revise.corrections import corrected, corrections
from pipeline.agents.offline.revise.plain_words import in_numbers
from pipeline.agents.protocols import CodeReply, RevisionRequest
from pipeline.schema.memory import AppliedRecord, MemorySlots
from pipeline.schema.review import PERSON, Review

_NOTICEABLE = 0.05
_PUSH = 1.12
"""How much further a second revision goes where the first fell short."""


class LayoutReviser:
    """Rewrites a composed program with other sizes; what is told and shown stays as planned.

    A program without stated sizes (a person's, or a model's) is returned as it is: it is not
    this reviser's to rebuild, and the reviewer then ends the loop.
    """

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    def revise(self, request: RevisionRequest) -> CodeReply:
        """A whole program, and the records that kept a value where it is."""
        layout = self._composer.read(request.program)
        if layout is None:
            return CodeReply(program=request.program)
        plan = self._composer.plan(request.task, request.spec)
        found = _with_asked(corrections(request.findings, plan, layout), request.review, layout)
        previous = self._composer.read(request.earlier[-1]) if request.earlier else None
        if previous is not None:
            found = _without_turning_back(found, previous, layout)
        push = _PUSH if request.earlier else 1.0
        estimate = self._composer.estimate(plan, layout.aspect)
        revised, applied = revise_layout(layout, plan, found, estimate, request.slots, push)
        if request.review.reviewer != PERSON:  # who asks for more time by hand gets it
            revised = within_length(plan, revised)
        if revised == layout:
            return CodeReply(program=request.program)
        program = self._composer.write(plan, revised)
        if request.review.reviewer == PERSON:
            # What a person edited stays; where it is what should change, nothing is changed.
            asked_for = carry_over(self._composer.write(plan, layout), program, request.program)
            program = asked_for or request.program
        return CodeReply(program=program, applied=applied)


def _with_asked(
    found: tuple[Correction, ...], review: Review, layout: Layout
) -> tuple[Correction, ...]:
    """The corrections, and what the reviewer asks for in words beyond the findings.

    Only the request of each sentence is read; what follows a colon is its reason. A person need
    not say by how much.
    """
    named = {correction.name for correction in found}
    asked = []
    for sentence in re.split(r"(?<=[.!?;])\s+", review.instruction):
        request = sentence.split(": ", 1)[0]
        if review.reviewer == PERSON:
            request = in_numbers(request)
        for advice in parse_advice(request, " ".join(review.issues)):
            correction = _as_correction(advice, layout, sentence)
            if correction is not None and correction.name not in named:
                named.add(correction.name)
                asked.append(correction)
    return found + tuple(asked)


def _without_turning_back(
    found: tuple[Correction, ...], previous: Layout, layout: Layout
) -> tuple[Correction, ...]:
    """Without the lesser corrections that would undo what the last revision did for a fault."""

    def undoes(correction: Correction) -> bool:
        moved = getattr(layout, correction.name) - getattr(previous, correction.name)
        lesser = correction.weight < 2 and correction.name != "hold"
        return lesser and (moved > 0 if correction.shrinks else moved < 0)

    return tuple(correction for correction in found if not undoes(correction))


def _as_correction(advice: Advice, layout: Layout, sentence: str) -> Correction | None:
    name = field_name(advice)
    allowed = allowed_range(advice, name, layout) if name else None
    if name is None or allowed is None:
        return None
    before = float(getattr(layout, name))
    wanted = min(max(before, allowed[0]), allowed[1])
    if wanted == before:
        return None
    return Correction(name=name, element=advice.element, plus=wanted - before, reason=sentence)


def revise_layout(
    layout: Layout,
    plan: ScenePlan,
    found: tuple[Correction, ...],
    estimate: Layout,
    slots: MemorySlots | None,
    push: float = 1.0,
) -> tuple[Layout, tuple[AppliedRecord, ...]]:
    """`layout` with the corrections made, inside the readable range and what pitfalls allow.

    A pitfall gives way to a measured finding of this very scene where the two contradict: the
    lesson was learned elsewhere.
    """
    values: dict[str, float] = {name: getattr(layout, name) for name in READABLE}
    bounds = pitfall_bounds(plan, estimate, slots) if slots is not None else {}
    applied: list[AppliedRecord] = []
    for correction in found:
        name = correction.name
        low, high = READABLE[name]
        before = values[name]
        wanted = min(max(corrected(layout, name, correction, push), low), high)
        if name in bounds:
            held = min(max(bounds[name].clamp(wanted), low), high)
            still_helps = held < before if correction.shrinks else held > before
            if still_helps and abs(held - wanted) >= _NOTICEABLE:
                applied += [
                    AppliedRecord(record_id=record, change=describe(name, wanted, held))
                    for record in bounds[name].records[-1:]
                ]
                wanted = held
        # A correction never works against its own direction at the end of the range.
        values[name] = min(wanted, before) if correction.shrinks else max(wanted, before)
    return layout_of(layout, values), tuple(applied)
