"""Which faults a revision can cure: a scene has only so many seconds to give."""

from pipeline.agents.offline.compose.estimate import within_length
from pipeline.agents.offline.compose.pacing import stands
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.review.pace import TOLERANCE
from pipeline.agents.offline.revise.corrections import corrections, sentence_of
from pipeline.agents.offline.revise.reviser import revise_layout
from pipeline.schema.finding import Finding

RULE = "hasty_words"


def out_of_time(
    findings: tuple[Finding, ...], plan: ScenePlan, layout: Layout
) -> tuple[Finding, ...]:
    """The hasty sentences that stay hasty in the longest scene there may be.

    If one stays, all are named: what the others would be given is taken from it, and a scene that
    is read in part is no better for a revision.
    """
    hasty = tuple(f for f in findings if f.rule == RULE and f.amount and f.limit)
    if not hasty:
        return ()
    wanted, _ = revise_layout(layout, plan, corrections(findings, plan, layout), layout, None)
    revised = within_length(plan, wanted)
    return hasty if any(_stays(f, plan, layout, revised) for f in hasty) else ()


def _stays(finding: Finding, plan: ScenePlan, before: Layout, after: Layout) -> bool:
    text = sentence_of(finding, plan)
    gain = stands(plan, text, after) - stands(plan, text, before) if text else 0.0
    if not gain:  # a text of the figure stands as long as what is told after it was revealed
        gain = after.hold - before.hold
    return (finding.amount or 0.0) + gain < TOLERANCE * (finding.limit or 0.0)
