"""Captions are cut, split and charted only where nothing that matters is lost."""

import pytest

from pipeline.agents.offline.compose.numbers import counted_series
from pipeline.agents.offline.compose.pacing import in_clauses, seconds, shorten_to
from pipeline.agents.offline.compose.source import told, told_parts
from pipeline.agents.offline.reading import read_section


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
