"""The offline Coder: writes the whole program of a scene from its text, without a model."""

from collections.abc import Callable

from pipeline.agents.offline.compose import (
    ScenePlan,
    estimate_layout,
    labels_fit,
    plan_scene,
    read_layout,
    unhurried,
    within_length,
    write_program,
)
from pipeline.agents.offline.compose.repair import simpler
from pipeline.agents.offline.compose.source import read_source
from pipeline.agents.offline.layout import Layout
from pipeline.agents.protocols import CodeReply, CodeRequest
from pipeline.schema.memory import AppliedRecord, MemorySlots
from pipeline.schema.render import Category

Advise = Callable[[ScenePlan, Layout, MemorySlots], tuple[Layout, tuple[AppliedRecord, ...]]]
"""Reads the retrieved records' words and changes the layout by them."""

VERSION = "offline-coder/2"


def unadvised(
    plan: ScenePlan, layout: Layout, slots: MemorySlots
) -> tuple[Layout, tuple[AppliedRecord, ...]]:
    """No advice: the layout as estimated."""
    return layout, ()


class OfflineCoder:
    """Plans a scene, estimates its layout, takes advice from memory, and writes the program."""

    def __init__(self, advise: Advise = unadvised) -> None:
        self._advise = advise

    def write(self, request: CodeRequest) -> CodeReply:
        """A complete Manim program that defines the class `request.spec.name`.

        After crashes the figure is drawn more simply; claim, evidence and takeaway stay. In a
        text loop that repairs a revision, the layout of the revised program is kept.
        """
        plan = plan_scene(request.task, request.spec)
        failures = _failures(request)
        if failures:
            plan = simpler(read_source(request.task, request.spec), plan, failures)
        revised = (
            read_layout(request.attempts[-1].program)
            if request.instruction and request.attempts
            else None
        )
        if revised is not None:
            return CodeReply(program=write_program(plan, revised))
        layout = estimate_layout(plan, request.aspect)
        applied: tuple[AppliedRecord, ...] = ()
        if request.slots is not None:
            advised, applied = self._advised(plan, layout, request.slots)
            layout = unhurried(plan, layout, advised)
        return CodeReply(program=write_program(plan, within_length(plan, layout)), applied=applied)

    def _advised(
        self, plan: ScenePlan, estimate: Layout, slots: MemorySlots
    ) -> tuple[Layout, tuple[AppliedRecord, ...]]:
        """The advised layout; larger labels are not taken where they would burst their cards."""
        layout, applied = self._advise(plan, estimate, slots)
        if layout.label_size <= estimate.label_size or labels_fit(plan, layout):
            return layout, applied
        if not labels_fit(plan, estimate):
            return layout, applied
        kept = tuple(a for a in applied if not a.change.startswith("label size"))
        return layout.model_copy(update={"label_size": estimate.label_size}), kept


def _failures(request: CodeRequest) -> list[Category]:
    """The category of each failed attempt; a program without a render was rejected statically."""
    found: list[Category] = []
    for attempt in request.attempts:
        if attempt.result is None:
            found.append("static")
        elif not attempt.result.ok:
            found.append(attempt.result.category or "unknown")
    return found
