"""What the distiller writes, the advice reads back; caps hold; a lesson cures the first attempt."""

import pytest

from pipeline.agents.offline.advice import apply_advice, parse_advice
from pipeline.agents.offline.advice.apply import concerns
from pipeline.agents.offline.compose import ScenePlan, plan_scene, write_program
from pipeline.agents.offline.compose.plan import Content
from pipeline.agents.offline.layout import ContentKind, Element, Layout
from pipeline.agents.offline.lessons import LayoutDistiller, StagingWriter
from pipeline.agents.offline.lessons.cuts import at_word
from pipeline.agents.offline.lessons.departures import Departure
from pipeline.agents.offline.lessons.wording import remedy, who
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
        {"symbol_seconds": 0.12},
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
        reviewer="measured/3",
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


NUMBERS = {"decimal_words": 4.2, "percentage_words": 3.1, "year_words": 3.0}


def numbered(evidence: str) -> ScenePlan:
    """The plan of a scene that tells some numbers."""
    return plan_scene(BARS, BARS_SPEC.model_copy(update={"evidence": evidence}))


def lesson_on_decimals() -> Lesson:
    """What a scene with decimals teaches, in which every kind of number counts for more."""
    plan = plan_scene(BARS, BARS_SPEC)
    return LayoutDistiller(COMPOSER).distil(
        DistilRequest(
            task=BARS,
            spec=BARS_SPEC,
            before=write_program(plan, ESTIMATE),
            after=write_program(plan, ESTIMATE.model_copy(update=NUMBERS)),
            diagnostic="Count each decimal as 4.2 words: it takes 9 s to read aloud.",
        )
    )


def test_a_lesson_speaks_of_the_numbers_that_its_scene_told() -> None:
    lesson = lesson_on_decimals()
    assert "each decimal as 4.2 words" in lesson.recipe
    assert "year" not in lesson.recipe
    assert "percentage" not in lesson.recipe


def test_a_lesson_on_one_kind_of_number_applies_to_that_kind_in_full() -> None:
    plan = numbered("The empty bank needs 12.2 rounds and the full bank 6.5 rounds.")
    layout, _ = apply_advice(plan, ESTIMATE, slots_of(lesson_on_decimals()))
    assert layout.decimal_words == 4.2


def test_a_lesson_on_one_kind_of_number_carries_over_to_other_kinds_in_part() -> None:
    plan = numbered("The empty bank was made in 1998 and the full bank was made in 2003.")
    layout, applied = apply_advice(plan, ESTIMATE, slots_of(lesson_on_decimals()))
    assert 1.5 < layout.year_words < 3.5
    assert [a.change.split(" words")[0] for a in applied] == ["year"]
    wordy = numbered("The empty bank is slow and the full bank is fast.")
    assert apply_advice(wordy, ESTIMATE, slots_of(lesson_on_decimals())) == (ESTIMATE, ())


def test_what_was_learned_on_a_kind_of_number_itself_prevails_over_what_carries_over() -> None:
    plan = numbered("The empty bank was made in 1998 and the full bank was made in 2003.")
    (nearest,) = slots_of(lesson_on_decimals()).pitfalls
    other = nearest.model_copy(
        update={
            "record_id": 9, "similarity": 0.2, "trigger": "Years.", "root_cause": "",
            "recipe": "Years: count each year as 1.5 words.",
        }
    )  # fmt: skip
    layout, applied = apply_advice(plan, ESTIMATE, MemorySlots(pitfalls=(nearest, other)))
    assert layout.year_words == 1.5
    assert [a.record_id for a in applied] == [9]


def test_letters_that_were_too_small_to_read_teach_a_size_for_every_figure() -> None:
    lesson = distil(program(), program(label_size=30), "Make the label larger.", ())
    assert "Labels: at least 30 pt." in lesson.recipe
    chart = plan_scene(BARS, BARS_SPEC)
    for planned, wanted in ((24, 30), (34, 34)):
        estimate = ESTIMATE.model_copy(update={"label_size": planned})
        assert apply_advice(chart, estimate, slots_of(lesson))[0].label_size == wanted


def test_what_a_short_formula_gained_is_not_given_to_one_that_fills_the_width() -> None:
    kinds = (ContentKind.STACKED_FRACTION, ContentKind.SHORT_FORMULA)
    grown = Departure(
        name="formula_size", figure="formula", element=Element.FORMULA, kinds=kinds,
        estimate=60, before=60, worked=84, fresh=True,
    )  # fmt: skip
    shrunk = grown.model_copy(update={"worked": 48})
    assert who(grown) == "Short formulas with stacked fractions"
    assert who(shrunk) == "Formulas with stacked fractions"
    (advice,) = parse_advice(f"{who(grown)}: {remedy('formula_size', 60, 84)}.")
    assert concerns(advice, only(*kinds))
    assert not concerns(advice, only(ContentKind.STACKED_FRACTION, ContentKind.LONG_FORMULA))


def only(*kinds: ContentKind) -> ScenePlan:
    """The scene with a formula of these kinds and nothing else that is special."""
    contents = [Content(element=Element.FORMULA, kind=kind) for kind in kinds]
    return PLAN.model_copy(update={"contents": contents})


def test_names_of_operators_have_a_reading_time_of_their_own() -> None:
    lesson = distil(program(), program(symbol_seconds=0.2))
    named = PLAN.model_copy(
        update={"contents": [c for c in PLAN.contents if c.kind is not ContentKind.NAMED_OPERATOR]}
    )
    assert apply_advice(named, ESTIMATE, slots_of(lesson))[0].symbol_seconds == 0.2
    with_names = Content(element=Element.FORMULA, kind=ContentKind.NAMED_OPERATOR)
    departure = Departure(
        name="symbol_seconds", figure="formula", element=Element.FORMULA,
        kinds=(with_names.kind,), estimate=0.06, before=0.06, worked=0.12, fresh=True,
    )  # fmt: skip
    assert who(departure) == "Formulas with named operators"


def test_how_long_a_formula_rests_is_told_by_its_length_not_by_its_structure() -> None:
    lesson = distil(program(), program(formula_hold=2.3))
    assert "fraction" not in lesson.recipe
    layout, _ = apply_advice(PLAN, ESTIMATE, slots_of(lesson))
    assert layout.formula_hold == pytest.approx(2.3, abs=0.05)
