"""Captions are cut, split and charted only where nothing that matters is lost."""

from pathlib import Path

import pytest

from pipeline.agents.offline.compose.estimate import (
    LONGEST,
    estimate_layout,
    lengthened,
    within_length,
)
from pipeline.agents.offline.compose.numbers import counted_series
from pipeline.agents.offline.compose.pacing import in_clauses, length, seconds, shorten_to
from pipeline.agents.offline.compose.planning import plan_scene
from pipeline.agents.offline.compose.program import write_program
from pipeline.agents.offline.compose.source import told, told_parts
from pipeline.agents.offline.reading import read_section
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from tests.offline_compose.specs import ACCURACY, TASK


def test_a_displayed_formula_parts_a_sentence_in_two() -> None:
    text = "The period is $$T = 2\\pi\\sqrt{L/g},$$ where $L$ is the length."
    assert told_parts(text) == [(True, "The period is:"), (False, "L is the length.")]


def test_a_formula_without_words_before_it_goes_with_the_words_after_it() -> None:
    assert told_parts("$$a = b$$ where $a$ is the input.") == [(True, "a is the input.")]


def test_a_condition_keeps_its_first_word() -> None:
    assert told("Where the curve is straight, nothing changes.").startswith("Where the curve")


def test_a_short_sentence_is_not_split() -> None:
    assert in_clauses("A short one, with a comma.") == ["A short one, with a comma."]


def test_a_long_sentence_is_told_in_sentences_and_keeps_its_words() -> None:
    clause = "this clause says a little more than it has to say"
    parts = in_clauses("; ".join([clause] * 4) + ".")
    assert parts == [clause.capitalize() + "."] * 4


LONG = [
    "Suppose a shop raises the price of a cup from $2.00 to $2.20, which is 10%, and sales fall "
    "from 500 cups to 470 cups, which is 6%.",
    "For copper, whose diffusivity is 0.000111 square metres per second, a grid of 1 cm allows "
    "steps of 0.45 s, and a grid of 0.5 cm allows steps of 0.11 s.",
    "In the week after a jump of the price drivers can only pay, whereas in the years that follow "
    "they can move, change cars or take the train.",
]


@pytest.mark.parametrize("text", LONG)
def test_every_caption_reads_as_a_sentence_of_its_own(text: str) -> None:
    for part in in_clauses(text):
        assert part[0].isupper()
        assert part.endswith(".")
        assert part.split()[0].lower() not in ("and", "whereas", "which", "whose")


def test_a_formula_in_the_middle_of_a_clause_is_told_with_both_halves() -> None:
    text = "The loss $$L = -\\log p$$ is least when the answer is certain."
    assert told_parts(text) == [(True, "The loss is least when the answer is certain.")]


def test_a_relative_clause_is_no_sentence_of_its_own() -> None:
    text = (
        "Take 10,000 people of whom one percent have the condition, and a test that finds nearly "
        "all of the cases and clears most of the healthy."
    )
    assert in_clauses(text) == [text]


def test_numbers_that_share_their_beginning_say_it_again() -> None:
    text = (
        "The bound is 62.5% for a steam turbine between 800 K and 300 K, 33.3% for a well between "
        "450 K and 300 K, and 6.7% for an ocean plant between 298 K and 278 K."
    )
    assert [p[:18] for p in in_clauses(text)] == [
        "The bound is 62.5%", "The bound is 33.3%", "The bound is 6.7% ",
    ]  # fmt: skip


def test_no_number_is_lost_to_shorten_a_scene() -> None:
    texts = [
        "The error fell to 3.5% in the first year, to 2.1% in the second and 1.4% in the third."
    ]
    assert shorten_to(texts, 1.0) == texts


def test_what_fits_is_not_shortened() -> None:
    texts = ["One sentence that fits well enough.", "Another sentence that fits as well."]
    assert shorten_to(texts, 100.0) == texts
    assert seconds(texts, "And so it is.") > seconds([], "And so it is.")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (
            "The daily revenue grows from $1,000 to $1,034.",
            ["Before", "After"],
        ),
        (
            "The recurrent model reaches 48.7 perplexity, and the transformer reaches 24.1 "
            "perplexity.",
            ["recurrent model", "transformer"],
        ),
    ],
)
def test_numbers_of_one_kind_become_a_series(text: str, labels: list[str]) -> None:
    series = counted_series(read_section(text))
    assert [[p.label for p in s.points] for s in series] == [labels]


def test_numbers_of_different_kinds_are_not_charted_together() -> None:
    assert counted_series(read_section("It has 12 layers and a rate of 0.1.")) == []


@pytest.mark.parametrize("number_words", [1.0, 3.0])
def test_the_length_of_a_scene_is_known_before_it_is_rendered(
    renderer: SandboxRenderer, tmp_path: Path, number_words: float
) -> None:
    plan = plan_scene(TASK, ACCURACY)
    layout = estimate_layout(plan).model_copy(update={"number_words": number_words})
    program = write_program(plan, layout)
    result = renderer.render(program, plan.name, tmp_path, RenderSettings(), CancelToken())
    assert result.ok
    assert result.duration == pytest.approx(length(plan, layout), abs=0.6)


def test_numbers_that_take_longer_than_words_lengthen_the_scene() -> None:
    plan = plan_scene(TASK, ACCURACY)
    layout = estimate_layout(plan)
    slower = layout.model_copy(update={"number_words": 3.0})
    assert length(plan, slower) > length(plan, layout) + 1


LESSONS = ACCURACY.model_copy(
    update={
        "claim": "Three lessons carry over to every screening programme.",
        "evidence": (
            "1. Ask for the base rate before you read a result.\n"
            "2. Test people at risk rather than everybody, since the base rate is higher there.\n"
            "3. Confirm a positive result with a second, independent test.\n\n"
            "A second positive test raises the probability from 16.7% after one test to 79.8% "
            "after two tests, and a third one raises it to 98.7%."
        ),
        "takeaway": "A test does not replace the base rate; it only moves it.",
    }
)

DENSE = " ".join(
    f"In the year {year} the tower was {height} m high and cost {height * 3} pounds a metre."
    for year, height in [(1801, 12), (1822, 31), (1840, 44), (1877, 62), (1901, 80), (1930, 99)]
)


def test_a_scene_full_of_numbers_is_planned_so_short_that_they_can_be_read() -> None:
    spec = ACCURACY.model_copy(update={"evidence": DENSE, "duration_hint": 22})
    plan = plan_scene(TASK, spec)
    assert length(plan, lengthened(plan, estimate_layout(plan))) <= LONGEST


@pytest.mark.parametrize(
    "text", ["The expectation of a function f of a variable x of density p is:"]
)
def test_a_sentence_that_leads_to_a_formula_is_not_broken_off(text: str) -> None:
    for room in (3.0, 5.0, 8.0):
        assert all("\u2026" not in told for told in shorten_to([text, text], room))


def test_where_time_is_short_every_step_keeps_its_sentence() -> None:
    spec = LESSONS.model_copy(update={"duration_hint": 22})
    plan = plan_scene(TASK, spec)
    assert plan.figure.kind in {"stages", "flow"}
    told_now = " ".join(beat.words for beat in plan.beats)
    assert all(words in told_now for words in ("base rate", "at risk", "independent"))


@pytest.mark.parametrize(
    "text",
    [
        "The three are large labelled collections, graphics processors and activations that last.",
        "Four things matter here, the rate, the size of a batch, the seed and the schedule of all.",
    ],
)
def test_a_list_is_not_cut_short(text: str) -> None:
    for room in (2.0, 3.0, 4.0):
        (told_now,) = shorten_to([text], room)
        assert "," not in told_now or "activations" in told_now or "the schedule" in told_now


def test_an_argument_in_brackets_is_not_taken_for_an_aside() -> None:
    text = "The usual switch of the second wave was the logistic function σ(z) = 1/(1 + e^-z)."
    for room in (2.0, 3.0, 4.0, 5.0):
        (told_now,) = shorten_to([text], room)
        assert "1/." not in told_now
        assert "σ(z)" in told_now or "σ" not in told_now


def test_no_clause_is_left_without_its_verb() -> None:
    text = (
        "In the week after a jump of the price drivers can only pay, whereas in the years that "
        "follow they can move, change cars or take the train."
    )
    for room in (2.0, 3.0, 4.0, 5.0, 6.0):
        (told_now,) = shorten_to([text], room)
        assert not told_now.endswith(("years.", "whereas."))


@pytest.mark.parametrize("hold", [0.6, 3.0])
@pytest.mark.parametrize("number_words", [1.0, 3.5])
def test_a_scene_that_advice_would_make_too_long_is_told_within_its_time(
    hold: float, number_words: float
) -> None:
    spec = ACCURACY.model_copy(update={"evidence": DENSE, "duration_hint": 22})
    plan = plan_scene(TASK, spec)
    advised = estimate_layout(plan).model_copy(
        update={"number_words": number_words, "hold": hold, "words_per_second": 2.5}
    )
    assert length(plan, within_length(plan, advised)) <= LONGEST + 0.1
