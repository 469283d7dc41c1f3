"""A correction as an instruction: what to change, by how much, and what was measured."""

from pipeline.agents.offline.advice.apply import READABLE
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.revise.correction import Correction
from pipeline.agents.offline.revise.corrections import corrected, corrections
from pipeline.schema.finding import Finding


def instruction_for(findings: tuple[Finding, ...], plan: ScenePlan, layout: Layout) -> str:
    """One sentence per value to change, or "" where no value of the layout would help."""
    sentences = []
    for correction in corrections(findings, plan, layout):
        before = float(getattr(layout, correction.name))
        low, high = READABLE[correction.name]
        after = min(max(corrected(layout, correction.name, correction), low), high)
        if abs(after - before) > 0.01 and (after < before) == correction.shrinks:
            sentences.append(_sentence(correction, before, after))
    return " ".join(sentences)


def _sentence(correction: Correction, before: float, after: float) -> str:
    share = abs(after / before - 1)
    if correction.name == "hold":
        sense = "longer" if after > before else "shorter"
        seconds = abs(after - before)
        amount = f"Hold every step {seconds:.1f} seconds {sense} ({before:g} -> {after:g} s)"
    elif correction.name == "formula_hold":
        seconds = abs(after - before)
        sense = "longer" if after > before else "shorter"
        amount = (
            f"Hold the complete formula {seconds:.1f} seconds {sense} ({before:g} -> {after:g} s)"
        )
    elif correction.name == "words_per_second":
        sense = "slower" if after < before else "faster"
        amount = (
            f"Set the reading pace {share:.0%} {sense} ({before:g} -> {after:.1f} words a second)"
        )
    elif correction.name == "number_words":
        amount = f"Count each number as {after:.1f} words when a text is timed (so far {before:g})"
    elif correction.name == "gap":
        sense = "smaller" if correction.shrinks else "larger"
        amount = f"Make the gap {share:.0%} {sense} ({before:g} -> {after:g})"
    elif correction.name.endswith("_width"):
        sense = "narrower" if correction.shrinks else "wider"
        amount = f"Wrap the {correction.element} {share:.0%} {sense} ({before:g} -> {after:.1f})"
    else:
        sense = "smaller" if correction.shrinks else "larger"
        amount = f"Make the {correction.element} {share:.0%} {sense} ({before:g} -> {after:g} pt)"
    return f"{amount}: {correction.reason}."
