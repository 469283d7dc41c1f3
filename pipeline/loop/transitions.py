"""Failure-to-success transitions of a scene that are worth a lesson.

Two kinds, as in ManimAgent section 3.3: a crash cured at the next attempt of its text loop, and a
visual revision that gained at least delta_fail points with one reviewer. Without the gate, for
ablation, every failed attempt counts that another program followed, whatever came of it.
"""

import math
from itertools import pairwise
from typing import Literal

from pipeline.schema.base import Value
from pipeline.schema.iteration import Iteration, SceneTrace

DIAGNOSTIC_CHARACTERS = 1000


class Transition(Value):
    """A failed program and the one that cured it.

    `ordinal` counts all transitions of one source within the scene, those below the gate too, so
    that it does not depend on the thresholds.
    """

    source: Literal["text", "visual"]
    ordinal: int
    before: Iteration
    after: Iteration
    diagnostic: str


def transitions(trace: SceneTrace, delta_fail: float, *, gated: bool = True) -> list[Transition]:
    """All transitions that pass their gate, text before visual, in order of time."""
    return _text(trace, gated) + _visual(trace, delta_fail if gated else -math.inf)


def _text(trace: SceneTrace, gated: bool) -> list[Transition]:
    pairs = [
        (before, after)
        for before, after in pairwise(trace.iterations)
        if _learnable(before)
        and _learnable(after)
        and before.candidate.revision == after.candidate.revision
        and not before.result.ok
        and (after.result.ok or not gated)
    ]
    return [
        Transition(
            source="text",
            ordinal=n,
            before=before,
            after=after,
            diagnostic=crash_diagnostic(before),
        )
        for n, (before, after) in enumerate(pairs)
    ]


def _visual(trace: SceneTrace, delta_fail: float) -> list[Transition]:
    rendered = [i for i in trace.iterations if i.result.ok and _learnable(i)]
    found = []
    for n, (before, after) in enumerate(pairwise(rendered)):
        one, other = before.review, after.review
        if one is None or other is None or one.reviewer != other.reviewer:
            continue
        if other.u - one.u >= delta_fail:
            diagnostic = one.instruction[:DIAGNOSTIC_CHARACTERS]
            found.append(
                Transition(
                    source="visual", ordinal=n, before=before, after=after, diagnostic=diagnostic
                )
            )
    return found


def _learnable(iteration: Iteration) -> bool:
    """A program that a person wrote is never consolidated by itself; a reply without a whole
    program teaches nothing about programs."""
    return iteration.candidate.loop != "human" and not iteration.candidate.faults


def crash_diagnostic(iteration: Iteration) -> str:
    """Category and traceback tail, or the findings of a rejected program."""
    result = iteration.result
    parts = [f"{result.category}: {result.message}", result.tex_log, result.traceback_tail]
    return "\n".join(part for part in parts if part)[:DIAGNOSTIC_CHARACTERS]
