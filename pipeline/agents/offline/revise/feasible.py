"""Which hasty sentences a revision can cure: a scene has only so many seconds to give."""

from pipeline.agents.offline.advice.ranges import READABLE
from pipeline.agents.offline.compose.estimate import LONGEST, RESERVED_REST, within_length
from pipeline.agents.offline.compose.numerals import number_kinds
from pipeline.agents.offline.compose.pacing import BRISK, USUAL, length, stands
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import NUMBER_FIELDS, Layout
from pipeline.agents.offline.review.pace import TOLERANCE, needed_seconds
from pipeline.agents.offline.revise.corrections import ENOUGH, sentence_of
from pipeline.schema.finding import Finding

RULE = "hasty_words"


def still_hasty(
    findings: tuple[Finding, ...], plan: ScenePlan, before: Layout, after: Layout
) -> tuple[Finding, ...]:
    """All hasty sentences, if one of them stays hasty in the layout `after`.

    If one stays, all are named: what the others would be given is taken from it, and a scene that
    is read in part is no better for a revision.
    """
    hasty = tuple(f for f in findings if f.rule == RULE and f.amount and f.limit)
    return hasty if any(_stays(f, plan, before, after) for f in hasty) else ()


def retimed(plan: ScenePlan, layout: Layout) -> Layout:
    """The layout with its time dealt out anew: numbers count no more than their sentences need.

    What memory says of a number is true of other sentences; where the scene is full, what is too
    much for one is missing for another. Words are told briskly with short rests, which get what is
    left at the end.
    """
    words = dict.fromkeys(NUMBER_FIELDS.values(), 1.0)
    rest = min(layout.hold, RESERVED_REST)
    brisk = {"words_per_second": BRISK, "hold": rest}
    plain = layout.model_copy(update={**brisk, **words})
    texts = (*(beat.words for beat in plan.beats), plan.takeaway)
    for text in texts:
        counts = number_kinds(text)
        missing = ENOUGH * needed_seconds(text) - stands(plan, text, plain)
        if counts and missing > 0:
            each = 1 + missing * USUAL / counts.total()
            for name in (NUMBER_FIELDS[kind] for kind in counts):
                words[name] = max(words[name], round(min(each, READABLE[name][1]) + 0.05, 1))
    full = layout.model_copy(update={**brisk, **words})
    left = (LONGEST - length(plan, full)) / len(texts)
    hold = round(min(layout.hold, rest + max(left, 0.0)), 2)
    return within_length(plan, full.model_copy(update={"hold": hold}))


def _stays(finding: Finding, plan: ScenePlan, before: Layout, after: Layout) -> bool:
    text = sentence_of(finding, plan)
    gain = stands(plan, text, after) - stands(plan, text, before) if text else 0.0
    if not gain:  # a text of the figure stands as long as what is told after it was revealed
        gain = after.hold - before.hold
    return (finding.amount or 0.0) + gain < TOLERANCE * (finding.limit or 0.0)
