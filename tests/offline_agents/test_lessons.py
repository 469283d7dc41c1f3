"""What the distiller writes, the advice reads back; caps hold; a lesson cures the first attempt."""

import pytest

from pipeline.agents.offline.advice import apply_advice, parse_advice
from pipeline.agents.offline.compose import plan_scene
from pipeline.agents.offline.layout import ContentKind, Element, Layout
from pipeline.agents.offline.lessons import LayoutDistiller, StagingWriter
from pipeline.agents.offline.lessons.cuts import at_word
from pipeline.agents.protocols import DistilRequest, RationaleRequest
from pipeline.schema.finding import Finding
from pipeline.schema.memory import KnownPitfall, Lesson, MemorySlots, ReferenceExample
from pipeline.schema.review import AxisScores, Review
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task
from tests.offline_agents.scenes import COMPOSER, FORMULA, SPEC, TASK, box, flag, program

PLAN = plan_scene(TASK, SPEC)
ESTIMATE = Layout()
WIDE = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))
BARS = Task(
    text="The empty bank needs 12.2 rounds and the full bank 6.5 rounds.", role="experiment"
)
BARS_SPEC = SceneSpec(
    name="Rounds",
    claim="A full bank halves the rounds.",
    evidence="The empty bank needs 12.2 rounds and the full bank 6.5 rounds.",
    takeaway="Memory saves work.",
)


def distil(
    before: str,
    after: str,
    diagnostic: str = "Make the formula smaller.",
    findings: tuple[Finding, ...] | None = None,
) -> Lesson:
    return LayoutDistiller(COMPOSER).distil(
        DistilRequest(
            task=TASK,
            spec=SPEC,
            before=before,
            after=after,
            diagnostic=diagnostic,
            findings_before=(WIDE,) if findings is None else findings,
        )
    )


def slots_of(lesson: Lesson) -> MemorySlots:
    pitfall = KnownPitfall(
        record_id=3,
        similarity=0.7,
        trigger=lesson.trigger,
        root_cause=lesson.root_cause,
        recipe=lesson.recipe,
        anti_example=lesson.anti_example,
        good_example=lesson.good_example,
    )
    return MemorySlots(pitfalls=(pitfall,))


def test_a_lesson_says_which_estimate_was_wrong_for_which_content_and_by_how_much() -> None:
    lesson = distil(program(formula_size=52), program(formula_size=38))
    assert "stacked fractions" in lesson.trigger
    assert "leaves the frame by 1.4 units" in lesson.root_cause
    assert "27% smaller" in lesson.recipe
    assert "38 pt instead of 52 pt" in lesson.recipe
    assert lesson.anti_example == "FORMULA_SIZE = 52"
    assert lesson.good_example == "FORMULA_SIZE = 38"


def test_the_advice_reads_a_lesson_as_it_was_meant() -> None:
    lesson = distil(program(formula_size=52), program(formula_size=38))
    (advice,) = parse_advice(lesson.recipe, f"{lesson.trigger}\n{lesson.root_cause}")
    assert advice.element is Element.FORMULA
    assert advice.remedy.mode == "times"
    assert advice.remedy.value == pytest.approx(0.73)
    assert advice.kinds == {ContentKind.LONG_FORMULA, ContentKind.STACKED_FRACTION}
    assert advice.every_kind


@pytest.mark.parametrize(
    "changes",
    [
        {"formula_size": 40},
        {"caption_size": 24, "caption_width": 9.0},
        {"heading_size": 30, "heading_width": 10.0},
        {"takeaway_size": 28, "takeaway_width": 9.5},
        {"label_size": 20, "label_width": 2.0},
        {"gap": 0.8, "hold": 3.0},
        {"words_per_second": 2.2},
        {"number_words": 2.9},
        {"formula_size": 40, "hold": 3.0, "caption_size": 26},
    ],
)
def test_a_lesson_brings_the_next_first_attempt_where_the_cure_was(
    changes: dict[str, float],
) -> None:
    lesson = distil(program(), program(**changes))
    layout, applied = apply_advice(PLAN, ESTIMATE, slots_of(lesson))
    for name, value in changes.items():
        assert getattr(layout, name) == pytest.approx(value, rel=0.03), lesson.recipe
    assert {a.record_id for a in applied} == {3}
    untouched = set(Layout.model_fields) - set(changes)
    assert all(getattr(layout, n) == getattr(ESTIMATE, n) for n in untouched), lesson.recipe


def test_a_lesson_about_formulas_leaves_a_bar_chart_alone() -> None:
    plan = plan_scene(BARS, BARS_SPEC)
    estimate = Layout()
    lesson = distil(program(formula_size=52), program(formula_size=38))
    assert apply_advice(plan, estimate, slots_of(lesson)) == (estimate, ())


def test_a_later_lesson_restates_what_the_first_revision_had_cured() -> None:
    lesson = distil(program(formula_size=40), program(formula_size=40, caption_size=24))
    layout, _ = apply_advice(PLAN, ESTIMATE, slots_of(lesson))
    assert (layout.formula_size, layout.caption_size) == (40, 24)


def test_a_crash_gives_a_lesson_on_the_lines_that_cured_it() -> None:
    lesson = distil(
        'MathTex(r"\\bm{x}")\n',
        'MathTex(r"\\mathbf{x}")\n',
        "latex: LaTeX failed\nUndefined control sequence \\bm",
    )
    assert "\\bm" in lesson.recipe
    assert lesson.anti_example == 'MathTex(r"\\bm{x}")'
    assert lesson.good_example == 'MathTex(r"\\mathbf{x}")'


def test_every_field_keeps_its_cap_and_ends_at_a_word() -> None:
    before = "\n".join(f"a_long_name_{n} = {n}" for n in range(300))
    after = "\n".join(f"a_long_name_{n} = {n + 1}" for n in range(300))
    lesson = distil(before, after, "word " * 1000)
    for text in (lesson.trigger, lesson.root_cause, lesson.recipe):
        assert len(text) <= 400
    assert len(lesson.anti_example) <= 800
    assert len(lesson.good_example) <= 800
    assert len(lesson.diagnostic) <= 1000
    assert lesson.diagnostic.endswith("word...")
    assert lesson.good_example.splitlines()[-1] in after.splitlines()


def test_a_long_word_is_cut_and_a_short_text_is_not() -> None:
    assert at_word("x" * 20, 10) == "x" * 7 + "..."
    assert at_word("short", 10) == "short"


def rationale(text: str) -> str:
    review = Review(
        reviewer="measured/1",
        axes=AxisScores(logical_flow=100, layout=100, accuracy=90),
        verdict="pass",
    )
    return StagingWriter(COMPOSER).write(
        RationaleRequest(task=TASK, spec=SPEC, program=text, review=review)
    )


def test_a_rationale_tells_the_staging_and_the_sizes_that_worked() -> None:
    text = rationale(program(formula_size=38))
    assert len(text) <= 400
    assert text.startswith("Claim first, then a formula built up part by part")
    example = ReferenceExample(record_id=8, similarity=0.6, rationale=text, code_excerpt="")
    layout, applied = apply_advice(PLAN, ESTIMATE, MemorySlots(examples=(example,)))
    assert layout.formula_size == 38
    assert [a.record_id for a in applied] == [8]


def test_a_rationale_of_a_scene_as_estimated_changes_nothing_elsewhere() -> None:
    text = rationale(program())
    assert "estimate held for formulas with stacked fractions" in text
    example = ReferenceExample(record_id=8, similarity=0.6, rationale=text, code_excerpt="")
    assert apply_advice(PLAN, ESTIMATE, MemorySlots(examples=(example,))) == (ESTIMATE, ())


def test_a_cure_for_the_length_of_one_scene_teaches_other_scenes_no_size() -> None:
    lesson = distil(
        program(hold=1.0),
        program(hold=2.5),
        "Hold every step 1.5 seconds longer: the scene lasts 12 s and 20 s are asked for.",
        findings=(),
    )
    assert "length" in lesson.trigger
    assert apply_advice(PLAN, ESTIMATE, slots_of(lesson)) == (ESTIMATE, ())


def test_how_long_a_formula_rests_is_told_by_its_length_not_by_its_structure() -> None:
    lesson = distil(program(), program(formula_hold=2.3))
    assert "fraction" not in lesson.recipe
    layout, _ = apply_advice(PLAN, ESTIMATE, slots_of(lesson))
    assert layout.formula_hold == pytest.approx(2.3, abs=0.05)
