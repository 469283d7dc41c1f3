"""Pairs that seem to contradict each other."""

import pytest

from app.memory.insight.contradictions import contradictions
from app.memory.insight.opposition import opposed, stands
from memory_store.bank import Bank
from memory_store.testing import failure, success

TRIGGER = "The caption beside the formula is hard to read"


def kinds(bank: Bank, *records: object) -> list[str]:
    """The kinds of opposition that are seen between two records."""
    one, other = bank.consolidate(records).added  # type: ignore[arg-type]
    said = stands(bank, [one, other])
    return [reason.kind for reason in opposed(said[one], said[other])]


def lessons(first: str, second: str) -> tuple[object, object]:
    return (
        failure(run="r1", trigger=TRIGGER, recipe=first),
        failure(run="r2", trigger=TRIGGER, recipe=second),
    )


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("Set the caption at font size 30.", "Set the caption at font size 48.", "number"),
        ("Keep captions at most 24 pt.", "Keep captions at least 36 pt.", "number"),
        ("Make the labels 20% smaller.", "Make the labels 30% larger.", "number"),
        ("Hold each step for at most 1 s.", "Hold each step for at least 3 s.", "number"),
        ("Make the arrows larger.", "Make the arrows smaller.", "direction"),
        ("Draw the curve slower.", "Draw the curve faster.", "direction"),
        ("Place the legend above the axes.", "Place the legend below the axes.", "direction"),
        ("Show the formula before the plot.", "Show the formula after the plot.", "order"),
        ("Show the formula before the plot.", "Show the plot before the formula.", "order"),
        ("Avoid gradient fills.", "Use gradient fills for the bars.", "use"),
        ("Never use FadeTransform between formulas.", "Use FadeTransform.", "use"),
        ("Prefer TransformMatchingTex here.", "Do not use TransformMatchingTex.", "use"),
    ],
)
def test_opposite_advice_on_one_thing_is_seen(
    bank: Bank, first: str, second: str, kind: str
) -> None:
    assert kind in kinds(bank, *lessons(first, second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Set the caption at font size 30.", "Set the caption at font size 31."),
        ("Set the caption at font size 30.", "Set the heading at font size 48."),
        ("Keep captions at most 36 pt.", "Keep captions at least 24 pt."),
        ("Make the arrows larger.", "Make the braces smaller."),
        ("Make the arrows larger.", "Do not make the arrows smaller."),
        ("Make the arrows larger.", "Make the arrows larger."),
        ("Show the formula before the plot.", "Show the plot after the formula."),
        ("Avoid gradient fills.", "Do not use gradient fills."),
        ("Use gradient fills.", "Use plain fills."),
        ("", "Make the arrows larger."),
    ],
)
def test_advice_that_can_hold_together_is_not(bank: Bank, first: str, second: str) -> None:
    assert kinds(bank, *lessons(first or "Nothing.", second)) == []


def test_an_example_that_shows_what_a_lesson_replaces_is_seen(bank: Bank) -> None:
    shown = success(
        run="r1",
        rationale="The formula stands in the middle.",
        code="class Demo(Scene):\n    def construct(self):\n        formula.move_to( ORIGIN )\n",
    )
    # the sample lesson replaces `formula.move_to(ORIGIN)`
    assert kinds(bank, shown, failure(run="r2")) == ["use"]


def test_two_examples_with_other_figures_bind_nobody(bank: Bank) -> None:
    one = success(run="r1", rationale="The caption has font size 30.")
    other = success(run="r2", rationale="The caption has font size 48.")
    assert kinds(bank, one, other) == []


def test_a_bank_tells_its_pairs_nearest_first_with_the_reasons(bank: Bank) -> None:
    ids = bank.consolidate(
        [
            *lessons("Set the caption at font size 30.", "Set the caption at font size 48."),  # type: ignore[list-item]
            failure(run="r3", trigger="The market price falls with supply", recipe="Draw both."),
        ]
    ).added
    (pair,) = contradictions(bank)
    assert (pair.one, pair.other) == tuple(ids[:2])
    assert pair.reasons[0].kind == "number"
    assert "30" in pair.reasons[0].one
    assert "48" in pair.reasons[0].other
    assert contradictions(bank) == (pair,)


def test_opposite_words_on_different_subjects_are_no_pair(bank: Bank) -> None:
    bank.consolidate(
        [
            failure(run="r1", trigger="Atoms collide in a narrow tube", recipe="Larger dots."),
            success(run="r2", rationale="Smaller dots suit markets where prices meet demand."),
        ]
    )
    assert contradictions(bank) == ()


def test_an_empty_bank_contradicts_nothing(bank: Bank) -> None:
    assert contradictions(bank) == ()
