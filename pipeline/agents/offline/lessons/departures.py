"""Where a program's sizes depart from what its text alone suggested, and for which content."""

from pipeline.agents.offline.advice.words import KIND_OWNERS
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import KNOBS, ContentKind, Element, Layout
from pipeline.schema.base import Value

LEAST = 0.02
"""Smallest relative difference that counts: below it lies rounding."""


class Departure(Value):
    """One layout field: what the estimate gave, what worked, and the content it is about.

    `fresh` tells that this very revision changed it (it was `before`).
    """

    name: str
    figure: str
    element: Element | None
    kinds: tuple[ContentKind, ...]
    estimate: float
    before: float
    worked: float
    fresh: bool


def departures(
    plan: ScenePlan, estimate: Layout, before: Layout, worked: Layout
) -> tuple[Departure, ...]:
    """All fields in which `worked` differs from the estimate; changed ones first, largest first."""
    found = []
    for name in KNOBS:
        planned, was, now = (float(getattr(x, name)) for x in (estimate, before, worked))
        if abs(now / planned - 1) < LEAST:
            continue
        element = element_of_field(name)
        found.append(
            Departure(
                name=name,
                figure=plan.figure.kind,
                element=element,
                kinds=kinds_for(plan, element),
                estimate=planned,
                before=was,
                worked=now,
                fresh=was != now,
            )
        )
    return tuple(sorted(found, key=lambda d: (not d.fresh, -abs(d.worked / d.estimate - 1))))


def element_of_field(name: str) -> Element | None:
    """The element that a layout field belongs to; None for gap, hold and pace."""
    prefix = name.partition("_")[0]
    return Element(prefix) if prefix in set(Element) else None


def kinds_for(plan: ScenePlan, element: Element | None) -> tuple[ContentKind, ...]:
    """The kinds of content that can have misled the estimate of this element."""
    return own_kinds(plan, element) if element else plan.every_kind


def own_kinds(plan: ScenePlan, element: Element) -> tuple[ContentKind, ...]:
    """The kinds of content of one element."""
    owned = KIND_OWNERS[element]
    return tuple(kind for kind in dict.fromkeys(plan.kinds(element)) if kind in owned)
