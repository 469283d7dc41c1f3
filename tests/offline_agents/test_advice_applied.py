"""Retrieved records change a layout through their words, and every change names its record."""

from dataclasses import dataclass, field

import pytest

from pipeline.agents.offline.advice import apply_advice
from pipeline.agents.offline.layout import ContentKind, Element, Layout
from pipeline.schema.memory import KnownPitfall, MemorySlots, ReferenceExample


@dataclass(frozen=True)
class Figure:
    kind: str


@dataclass
class Plan:
    """Stands for a scene plan: only its kinds of content matter here."""

    content: dict[Element, tuple[ContentKind, ...]] = field(default_factory=dict)
    figure: Figure = Figure("formula")

    def kinds(self, element: Element) -> tuple[ContentKind, ...]:
        return self.content.get(element, ())

    @property
    def every_kind(self) -> tuple[ContentKind, ...]:
        return tuple(kind for kinds in self.content.values() for kind in kinds)


BRA_KETS = Plan({Element.FORMULA: (ContentKind.BRACKETS,)})
BARS = Plan({Element.LABEL: (ContentKind.MANY_CATEGORIES,)}, Figure("bars"))


def pitfall(
    recipe: str, trigger: str = "", record: int = 1, similarity: float = 0.9
) -> KnownPitfall:
    return KnownPitfall(
        record_id=record,
        similarity=similarity,
        trigger=trigger,
        root_cause="",
        recipe=recipe,
        anti_example="FORMULA_SIZE = 99",
        good_example="FORMULA_SIZE = 11",
    )


def example(rationale: str, record: int = 7, similarity: float = 0.8) -> ReferenceExample:
    return ReferenceExample(
        record_id=record, similarity=similarity, rationale=rationale, code_excerpt=""
    )


def applied(
    *pitfalls: KnownPitfall, plan: Plan = BRA_KETS, examples: tuple[ReferenceExample, ...] = ()
) -> tuple[Layout, list[tuple[int, str]]]:
    layout, records = apply_advice(
        plan, Layout(), MemorySlots(pitfalls=pitfalls, examples=examples)
    )
    return layout, [(r.record_id, r.change) for r in records]


def test_empty_slots_change_nothing() -> None:
    assert applied() == (Layout(), [])


def test_a_change_names_its_record_and_what_it_changed() -> None:
    layout, changes = applied(pitfall("Formulas 27% smaller", "bra-kets", record=42))
    assert layout.formula_size == 38
    assert changes == [(42, "formula size 52 -> 38")]


def test_a_lesson_on_bra_kets_does_nothing_for_a_bar_chart() -> None:
    assert applied(pitfall("Formulas 27% smaller", "bra-kets"), plan=BARS) == (Layout(), [])


def test_advice_without_a_kind_is_about_the_element_in_general() -> None:
    layout, _ = applied(pitfall("Keep captions at most 24 pt"), plan=BARS)
    assert layout.caption_size == 24


def test_a_ceiling_that_the_estimate_keeps_changes_nothing() -> None:
    assert applied(pitfall("Formulas at most 60 pt")) == (Layout(), [])


def test_two_lessons_that_say_the_same_do_not_add_up() -> None:
    layout, changes = applied(
        pitfall("Formulas 20% smaller", record=1), pitfall("Formulas 20% smaller", record=2)
    )
    assert layout.formula_size == 42
    assert changes == [(1, "formula size 52 -> 42")]


def test_of_two_lessons_in_one_direction_the_stricter_decides() -> None:
    layout, changes = applied(
        pitfall("Formulas 10% smaller", record=1, similarity=0.9),
        pitfall("Formulas 25% smaller", record=2, similarity=0.5),
    )
    assert layout.formula_size == 39
    assert [record for record, _ in changes] == [2]


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [((1, 0.9), (2, 0.5), 40), ((1, 0.5), (2, 0.9), 60), ((2, 0.7), (1, 0.7), 60)],
)
def test_a_contradiction_is_won_by_similarity_and_then_by_the_smaller_id(
    first: tuple[int, float], second: tuple[int, float], size: int
) -> None:
    layout, changes = applied(
        pitfall("Formulas at most 40 pt", record=first[0], similarity=first[1]),
        pitfall("Formulas at least 60 pt", record=second[0], similarity=second[1]),
    )
    assert layout.formula_size == size
    assert len(changes) == 1


def test_an_example_fills_in_only_where_no_pitfall_speaks() -> None:
    layout, changes = applied(
        pitfall("Formulas at most 40 pt", record=1),
        examples=(example("Formula at 30 pt, captions at 25 pt, each step held 2.5 s."),),
    )
    assert (layout.formula_size, layout.caption_size, layout.hold) == (40, 25, 2.5)
    assert [record for record, _ in changes] == [1, 7, 7]


def test_an_example_never_makes_things_larger_or_faster() -> None:
    assert applied(examples=(example("Formula at 70 pt. Every step held 1 s."),)) == (
        Layout(),
        [],
    )


def test_a_rest_for_the_formula_is_its_own_and_not_that_of_every_step() -> None:
    layout, changes = applied(pitfall("Formulas: 2.4 s longer than planned (2.7 s, not 0.3 s)"))
    assert layout == Layout(formula_hold=2.7)
    assert changes == [(1, "formula hold 0.3 -> 2.7")]
    layout, _ = applied(pitfall("The hold after each step in formula scenes: 0.5 s longer"))
    assert layout == Layout(hold=2.0)


@pytest.mark.parametrize(
    "recipe",
    ["Formula size 400 pt", "Formula size 0", "Formulas 99% smaller", "Hold 900 s", "gap 0"],
)
def test_an_absurd_value_is_ignored_and_logged(
    recipe: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert applied(pitfall(recipe)) == (Layout(), [])
    assert "out of range" in caplog.text


def test_an_unreadable_value_is_held_at_the_end_of_the_readable_range() -> None:
    layout, changes = applied(pitfall("Formulas at most 10 pt"))
    assert layout.formula_size == 37
    assert changes == [(1, "formula size 52 -> 37 (asked for 10)")]


def test_a_width_in_characters_becomes_units_through_the_text_size() -> None:
    layout, _ = applied(pitfall("Wrap captions at 40 characters"))
    assert layout.caption_width == pytest.approx(40 * 30 * 0.0073, abs=0.01)


def test_code_examples_and_rejected_values_are_no_advice() -> None:
    assert applied(pitfall("Do not use 34 pt for formulas")) == (Layout(), [])


def test_a_recipe_may_treat_several_elements_at_once() -> None:
    layout, changes = applied(
        pitfall("Formulas 25% smaller; wrap captions at 9 units; hold each step 0.5 s longer.")
    )
    assert (layout.formula_size, layout.caption_width, layout.hold) == (39, 9.0, 2.0)
    assert [change for _, change in changes] == [
        "formula size 52 -> 39",
        "caption wrap width 11.5 -> 9",
        "hold 1.5 -> 2",
    ]


def test_advice_on_one_figure_is_not_for_another() -> None:
    advice = pitfall("Labels in bar charts at most 20 pt")
    assert applied(advice, plan=BARS)[0].label_size == 20
    assert applied(advice, plan=BRA_KETS) == (Layout(), [])


def test_growth_goes_no_further_than_the_figure_that_worked() -> None:
    advice = pitfall("Formulas 50% larger than the character count suggests (60 pt instead of 40)")
    assert applied(advice)[0].formula_size == 60
