"""The reviser changes the values that findings name, by the amount that was measured."""

import pytest

from pipeline.agents.offline.compose import plan_scene
from pipeline.agents.offline.layout import Element
from pipeline.agents.offline.revise import LayoutReviser
from pipeline.agents.offline.revise.subjects import element_of
from pipeline.agents.protocols import RevisionRequest
from pipeline.schema.finding import Finding
from pipeline.schema.memory import KnownPitfall, MemorySlots
from pipeline.schema.review import PERSON, AxisScores, Review
from tests.offline_agents.scenes import COMPOSER, FORMULA, SPEC, TASK, box, flag, layout_in, program

REVIEW = Review(
    reviewer="measured/1",
    axes=AxisScores(logical_flow=100, layout=60, accuracy=100),
    verdict="revise",
)


def revise(
    text: str,
    *findings: Finding,
    slots: MemorySlots | None = None,
    instruction: str = "",
    earlier: tuple[str, ...] = (),
) -> str:
    request = RevisionRequest(
        task=TASK,
        spec=SPEC,
        slots=slots,
        program=text,
        review=REVIEW.model_copy(update={"instruction": instruction}),
        findings=findings,
        earlier=earlier,
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
    after = layout_in(revise(program(formula_size=34), small))
    assert after.formula_size >= 34 * 1.65


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
    slots = pitfall("Formulas at most 40 pt")
    assert layout_in(revise(program(formula_size=52), wide, slots=slots)).formula_size == 40


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


def test_a_reviewer_may_ask_in_words_for_what_no_finding_says() -> None:
    asked = "Make the caption 20% smaller: it leaves 1.2 units. Hold every step 0.5 seconds longer."
    after = layout_in(revise(program(caption_size=30, hold=1.0), instruction=asked))
    assert (after.caption_size, after.hold) == (24, 1.5)


def test_a_finding_goes_before_the_words_about_it() -> None:
    wide = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))
    after = layout_in(revise(program(), wide, instruction="Make the formula 2% smaller."))
    assert after.formula_size == int(52 * 0.96 / 1.2)


def test_a_scene_that_is_too_short_rests_longer() -> None:
    short = flag("duration", severity="warning", amount=16.0, limit=25.0)
    rests = len(plan_scene(TASK, SPEC).beats) + 2
    after = layout_in(revise(program(hold=1.0), short))
    assert after.hold == pytest.approx(1.0 + 9.0 / rests, abs=0.06)


def test_a_scene_that_is_too_long_keeps_its_time_to_read() -> None:
    text = program(hold=1.0)
    long = flag("duration", severity="warning", amount=33.0, limit=25.0)
    assert revise(text, long) == text


def test_a_second_revision_does_not_undo_the_first_for_a_lesser_fault() -> None:
    first, second = program(label_size=26), program(label_size=18)
    small = flag("small_text", ("query",), severity="warning", amount=2.2, limit=2.5)
    assert layout_in(revise(second, small, earlier=(first,))).label_size == 18
    assert layout_in(revise(second, small)).label_size > 18


def test_of_two_crowded_texts_the_one_with_room_to_spare_gives_way() -> None:
    caption = plan_scene(TASK, SPEC).beats[0].words
    near = flag(
        "overlap", (caption, SPEC.claim), (box(0.1, 0.8, 0.9, 0.9), box(0.4, 0.7, 0.5, 0.81))
    )
    after = layout_in(revise(program(caption_size=20, heading_size=40), near))
    assert after.caption_size == 20
    assert after.heading_size < 40


def test_a_legend_on_the_caption_closes_the_gap_before_the_formula_shrinks() -> None:
    caption = plan_scene(TASK, SPEC).beats[0].words
    near = flag("overlap", (caption, "query"), (box(0.1, 0.8, 0.9, 0.9), box(0.4, 0.7, 0.5, 0.81)))
    little = layout_in(revise(program(gap=0.5), near))
    assert little.gap < 0.5
    assert (little.formula_size, little.caption_size) == (52, 30)
    deep = flag("overlap", (caption, "query"), (box(0.1, 0.8, 0.9, 0.9), box(0.4, 0.7, 0.5, 0.9)))
    assert layout_in(revise(program(gap=0.5), deep)).formula_size < 52


def test_a_caption_across_the_edge_of_a_card_gives_way() -> None:
    caption = "A sentence of several words that is told below the figure"
    crossing = flag("overlap", (caption,), (box(0.2, 0.8, 0.8, 0.96), box(0.4, 0.6, 0.6, 0.84)))
    before = layout_in(program())
    after = layout_in(revise(program(), crossing))
    assert after.caption_size < before.caption_size


def test_what_a_person_edited_outlives_their_next_comment() -> None:
    own = program().replace("from manim import *", "from manim import *  # by the teacher", 1)
    assert own != program()
    review = REVIEW.model_copy(
        update={"reviewer": PERSON, "instruction": "Make the title smaller."}
    )
    request = RevisionRequest(task=TASK, spec=SPEC, slots=None, program=own, review=review)
    revised = LayoutReviser(COMPOSER).revise(request).program
    assert "# by the teacher" in revised
    assert layout_in(revised).heading_size < layout_in(own).heading_size
