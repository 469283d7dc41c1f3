"""The reviser changes the values that findings name, by the amount that was measured."""

import pytest

from pipeline.agents.offline.compose import plan_scene
from pipeline.agents.offline.layout import Element
from pipeline.agents.offline.revise import LayoutReviser
from pipeline.agents.offline.revise.subjects import element_of
from pipeline.agents.protocols import RevisionRequest
from pipeline.schema.finding import Finding
from pipeline.schema.memory import KnownPitfall, MemorySlots
from pipeline.schema.review import AxisScores, Review
from tests.offline_agents.scenes import COMPOSER, FORMULA, SPEC, TASK, box, flag, layout_in, program

REVIEW = Review(
    reviewer="measured/1",
    axes=AxisScores(logical_flow=100, layout=60, accuracy=100),
    verdict="revise",
)


def revise(text: str, *findings: Finding, slots: MemorySlots | None = None) -> str:
    request = RevisionRequest(
        task=TASK, spec=SPEC, slots=slots, program=text, review=REVIEW, findings=findings
    )
    return LayoutReviser(COMPOSER).revise(request).program


def test_a_formula_that_leaves_the_frame_gets_smaller_by_what_is_outside() -> None:
    wide = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))
    revised = layout_in(revise(program(formula_size=52), wide))
    # 1.2 frame widths have to fit into one with a margin of 2% at either side.
    assert revised.formula_size == int(52 * 0.96 / 1.2)


def test_nothing_else_changes() -> None:
    wide = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))
    before, after = layout_in(program()), layout_in(revise(program(), wide))
    changed = {n for n, v in before.model_dump().items() if v != getattr(after, n)}
    assert changed == {"formula_size"}


def test_a_takeaway_that_is_too_wide_is_wrapped_narrower() -> None:
    wide = flag("off_frame", (SPEC.takeaway,), (box(-0.05, 0.4, 1.05, 0.6),))
    assert layout_in(revise(program(), wide)).takeaway_width < layout_in(program()).takeaway_width


def test_a_caption_that_overlaps_the_formula_and_the_formula_both_give_way() -> None:
    caption = plan_scene(TASK, SPEC).beats[0].words
    hit = flag("overlap", (caption, FORMULA), (box(0.1, 0.7, 0.9, 0.95), box(0.2, 0.4, 0.8, 0.75)))
    before, after = layout_in(program()), layout_in(revise(program(), hit))
    assert after.caption_size < before.caption_size
    assert after.formula_size < before.formula_size


def test_small_text_grows_past_the_limit() -> None:
    small = flag("small_text", (FORMULA,), (box(0.4, 0.4, 0.6, 0.5),), amount=0.01, limit=0.0165)
    after = layout_in(revise(program(formula_size=20), small))
    assert after.formula_size >= 20 * 1.65


def test_a_short_reading_time_gets_what_is_missing() -> None:
    brief = flag("reading_time", (SPEC.claim,), amount=1.0, limit=2.5)
    assert layout_in(revise(program(hold=1.0), brief)).hold == pytest.approx(2.7)


def test_without_a_knob_the_program_stays_the_same() -> None:
    text = program()
    assert revise(text, flag("low_contrast", ("E = mc^2",))) == text
    assert revise(text) == text


def test_a_note_asks_for_nothing() -> None:
    text = program()
    note = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),), severity="note")
    assert revise(text, note) == text


def test_a_program_without_stated_sizes_is_not_rebuilt() -> None:
    text = "from manim import *\n\nclass Weights(Scene):\n    pass\n"
    assert revise(text, flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))) == text


def test_claim_and_takeaway_stand_in_every_revision() -> None:
    revised = revise(program(), flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),)))
    assert SPEC.claim in revised
    assert SPEC.takeaway in revised


def pitfall(recipe: str) -> MemorySlots:
    lesson = KnownPitfall(
        record_id=5,
        similarity=0.9,
        trigger="",
        root_cause="",
        recipe=recipe,
        anti_example="",
        good_example="",
    )
    return MemorySlots(pitfalls=(lesson,))


def test_a_revision_stays_within_what_a_pitfall_allows() -> None:
    wide = flag("off_frame", (FORMULA,), (box(-0.02, 0.3, 1.02, 0.6),))
    slots = pitfall("Formulas at most 30 pt")
    assert layout_in(revise(program(formula_size=52), wide, slots=slots)).formula_size == 30


def test_a_measured_fact_outweighs_a_pitfall_that_contradicts_it() -> None:
    wide = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))
    slots = pitfall("Formulas at least 60 pt")
    assert layout_in(revise(program(formula_size=52), wide, slots=slots)).formula_size < 52


@pytest.mark.parametrize(
    ("subject", "element"),
    [
        (SPEC.claim, Element.HEADING),
        (SPEC.takeaway, Element.TAKEAWAY),
        (SPEC.takeaway[:40] + "\u2026", Element.TAKEAWAY),
        (FORMULA, Element.FORMULA),
        (FORMULA[:47] + "\u2026", Element.FORMULA),
        ("formula", Element.FORMULA),
        ("query", Element.LABEL),
        ("rectangle", None),
    ],
)
def test_a_finding_is_traced_to_its_element(subject: str, element: Element | None) -> None:
    assert element_of(subject, plan_scene(TASK, SPEC)) is element
