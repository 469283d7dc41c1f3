"""Numbers, what they belong to, and which of them may share an axis."""

import pytest

from pipeline.agents.offline.reading import Series, read_section


def only_series(text: str) -> Series:
    found = read_section(text).series
    assert len(found) == 1, found
    return found[0]


def pairs(text: str) -> list[tuple[str, float]]:
    return [(point.label, point.value) for point in only_series(text).points]


def test_two_numbers_for_two_things_are_comparable_and_share_the_noun() -> None:
    series = only_series("It takes 12.2 rounds for the empty bank and 6.5 for the grown one.")
    assert [(p.label, p.value) for p in series.points] == [
        ("empty bank", 12.2),
        ("grown bank", 6.5),
    ]
    assert series.unit == series.caption == "rounds"
    assert series.points[0].printed == "12.2 rounds"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The baseline reaches 71.4% and the proposed model reaches 78.9%.",
            [("baseline", 71.4), ("proposed model", 78.9)],
        ),
        (
            "ResNet, ViT and MLP reach 71.2, 74.5 and 78.9 percent, respectively.",
            [("ResNet", 71.2), ("ViT", 74.5), ("MLP", 78.9)],
        ),
        ("Pass@1 rises from 62.0% to 84.9%.", [("before", 62.0), ("after", 84.9)]),
        (
            "It cut emissions by 24% in power generation, 9% in homes and offices and 6% in "
            "road transport.",
            [("power generation", 24), ("homes and offices", 9), ("road transport", 6)],
        ),
        (
            "The sum has a strength of 1 for the 1 Hz tone and 0.6 for the 2 Hz tone.",
            [("1 Hz tone", 1), ("2 Hz tone", 0.6)],
        ),
        (
            "The state gave the richest fifth $49 a month and the poorest fifth $27 a month.",
            [("richest fifth", 49), ("poorest fifth", 27)],
        ),
        (
            "Waves travel at 198 m/s over a depth of 4,000 m and at 31 m/s over a depth of 100 m.",
            [("depth of 4,000 m", 198), ("depth of 100 m", 31)],
        ),
        (
            "It finds 12.5% before the first round and 78.1% after one round.",
            [("before first round", 12.5), ("after one round", 78.1)],
        ),
        (
            "In all, 85% of the studies reported averages and 20% reported any agreement.",
            [("averages", 85), ("any agreement", 20)],
        ),
    ],
)
def test_numbers_get_the_label_that_the_sentence_gives_them(
    text: str, expected: list[tuple[str, float]]
) -> None:
    assert pairs(text) == expected


def test_list_items_with_one_number_each_form_a_series() -> None:
    assert pairs("Results:\n\n- CNN: 71.2%\n- RNN: 68.0%\n- ours: 80.1%\n") == [
        ("CNN", 71.2),
        ("RNN", 68.0),
        ("ours", 80.1),
    ]


def test_each_numeric_column_of_a_table_is_a_series_with_its_name() -> None:
    text = "| model | accuracy (%) | size |\n|---|---|---|\n| A | 71.2 | 5M |\n| B | 75 | 7M |\n"
    first, second = read_section(text).series
    assert (first.caption, first.unit) == ("accuracy (%)", "%")
    assert [point.value for point in second.points] == [5e6, 7e6]


def test_rises_and_falls_never_stand_on_one_axis() -> None:
    text = (
        "Spending rose by $46 for energy, and it fell by $19 for restaurants and by $12 for "
        "clothing."
    )
    assert [label for label, _ in pairs(text)] == ["restaurants", "clothing"]


@pytest.mark.parametrize(
    "text",
    [
        "See Section 3, Figure 12, Table 4 and [17, 18].",
        "The correlation is 0.99 and the best coefficient is 1.69.",
        "In 1984 and in 1991 nothing happened.",
        "The 2nd and the 3rd run failed.",
    ],
)
def test_references_ordinals_years_and_unlike_numbers_make_no_series(text: str) -> None:
    assert read_section(text).series == ()


def test_digits_inside_formulas_are_not_measured_numbers() -> None:
    assert read_section("We use $\\frac{1}{2} x^2$ and $a_{12}$ throughout.").quantities == ()


def test_a_number_in_math_counts_with_its_unit_and_its_symbol() -> None:
    rate, share = read_section("We sample at $f_s = 44.1$ kHz and keep $95\\%$ of it.").quantities
    assert (rate.value, rate.unit) == (44.1, "kHz")
    assert (share.value, share.unit) == (95, "%")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("The price is $1,200.", 1200, "$"),
        ("It weighs 3.5 kg.", 3.5, "kg"),
        ("It has 2 million tokens.", 2e6, "tokens"),
        ("The rate is 1.5 × 10^-3 in all runs.", 1.5e-3, ""),
        ("The change is \u221211%.", -11, "%"),
        ("Light travels at 299,792.458 km/s.", 299792.458, "km/s"),
    ],
)
def test_printed_forms_of_numbers_are_understood(text: str, value: float, unit: str) -> None:
    quantity = read_section(text).quantities[0]
    assert quantity.value == pytest.approx(value)
    assert quantity.unit == unit


def test_years_become_events_with_what_happened() -> None:
    section = read_section(
        "In 1807, Fourier presented his theory of heat. Cooley and Tukey published the fast "
        "algorithm in 1965, and in 1984 it reached consumer devices."
    )
    assert [(e.year, e.text) for e in section.events] == [
        (1807, "Fourier presented his theory of heat"),
        (1965, "Cooley and Tukey published the fast algorithm"),
        (1984, "It reached consumer devices"),
    ]


def test_citations_counts_and_identifiers_are_not_events() -> None:
    text = "Smith et al. (2019) used 1024 samples of size 2048 and the clock of 1955."
    assert read_section(text).events == ()


def test_a_number_that_names_a_case_is_no_point_of_its_own() -> None:
    text = "A flip rate of 10% is reduced to 2.8% and a rate of 1% is reduced to 0.03%."
    assert pairs(text) == [("flip rate of 10%", 2.8), ("rate of 1%", 0.03)]


def test_what_is_left_after_each_stage_is_one_series() -> None:
    text = (
        "Of 5,200 hours that were collected, 3,900 hours were left after the consent had been "
        "obtained and 2,600 hours after music and silence had been removed."
    )
    assert pairs(text) == [
        ("collected", 5200),
        ("after consent", 3900),
        ("after music and silence", 2600),
    ]


def test_chances_of_outcomes_are_labelled_by_the_outcome() -> None:
    text = "It gives $|0\\rangle$ with a probability of 25% and $|1\\rangle$ with a chance of 75%."
    assert pairs(text) == [("|0⟩", 25), ("|1⟩", 75)]
