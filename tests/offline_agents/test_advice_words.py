"""Remedies in free wording become typed advice; words that name no measure become nothing."""

import pytest

from pipeline.agents.offline.advice import Advice, parse_advice
from pipeline.agents.offline.layout import ContentKind, Element

Expected = tuple[str | None, str, str, float]

PHRASES: list[tuple[str, list[Expected]]] = [
    ("Set the formula to 34 pt.", [("formula", "size", "set", 34)]),
    ("Use a font size of 34 for equations.", [("formula", "size", "set", 34)]),
    ("Keep equations at most 34 pt.", [("formula", "size", "at_most", 34)]),
    ("Captions must be no more than 28 points.", [("caption", "size", "at_most", 28)]),
    ("Never go below 24 pt for labels.", [("label", "size", "at_least", 24)]),
    ("Do not exceed 40 pt in headings.", [("heading", "size", "at_most", 40)]),
    ("MathTex(..., font_size=36)", [("formula", "size", "set", 36)]),
    ("Make the formula 20% smaller.", [("formula", "size", "times", 0.8)]),
    ("Shrink the title by 25 percent", [("heading", "size", "times", 0.75)]),
    ("Reduce the equation's font size to 80%.", [("formula", "size", "times", 0.8)]),
    ("Scale step names by 0.75.", [("label", "size", "times", 0.75)]),
    ("Labels one quarter smaller", [("label", "size", "times", 0.75)]),
    ("Wrap captions at 9 units.", [("caption", "wrap width", "set", 9)]),
    ("Wrap the closing line at 40 characters.", [("takeaway", "wrap width", "set", 40)]),
    ("Let the sentence wrap 15% narrower.", [("caption", "wrap width", "times", 0.85)]),
    ("Use buff=0.8 between boxes.", [(None, "gap", "set", 0.8)]),
    ("Leave a gap of at least 0.7 units.", [(None, "gap", "at_least", 0.7)]),
    ("Increase the spacing by 50%", [(None, "gap", "times", 1.5)]),
    ("Double the spacing between the rows.", [(None, "gap", "times", 2.0)]),
    ("Pause for 3 s after each step.", [(None, "hold", "set", 3)]),
    ("self.wait(2.5)", [(None, "hold", "set", 2.5)]),
    ("Hold each caption half a second longer.", [(None, "hold", "plus", 0.5)]),
    ("Hold for at least 3 seconds.", [(None, "hold", "at_least", 3)]),
    ("Hold every step twice as long.", [(None, "hold", "times", 2.0)]),
    ("Hold the captions 40% longer than planned.", [(None, "hold", "times", 1.4)]),
    ("Let captions be read at most 2.5 words per second.", [(None, "pace", "at_most", 2.5)]),
    ("Set the pace 20% slower.", [(None, "pace", "times", 0.8)]),
    ("Slow the reading speed by 15%", [(None, "pace", "times", 0.85)]),
    ("Count each number as 3 words.", [(None, "words of a number", "set", 3)]),
    ("Treat numbers in captions like two words.", [(None, "words of a number", "set", 2)]),
    ("A numeral takes at least 2.5 words.", [(None, "words of a number", "at_least", 2.5)]),
    (
        "Allow 30% more width for the formula than the character count suggests.",
        [("formula", "size", "times", 1 / 1.3)],
    ),
    (
        "34 pt for the formula and 26 pt for the caption",
        [("formula", "size", "set", 34), ("caption", "size", "set", 26)],
    ),
    (
        "Set the formula to 34 pt, the caption to 26 pt; hold 3 s.",
        [
            ("formula", "size", "set", 34),
            ("caption", "size", "set", 26),
            (None, "hold", "set", 3),
        ],
    ),
    (
        "Captions and labels at most 24 pt",
        [("caption", "size", "at_most", 24), ("label", "size", "at_most", 24)],
    ),
    ("Do not use 34 pt for the formula.", []),
    ("The formula was 52 pt; not 52 but 38 pt.", [("formula", "size", "set", 38)]),
    ("Change the formula size from 52 to 38.", [("formula", "size", "set", 38)]),
    ("formula size 52 -> 38", [("formula", "size", "set", 38)]),
    ("Use 38 pt instead of 52 pt for the formula.", [("formula", "size", "set", 38)]),
    ("A formula at 52 pt leaves the frame by 1.4 units.", []),
    ("The formula was 37% too large.", []),
    ("Make the formula smaller.", []),
    ("Show the claim first, then two pieces of evidence.", []),
    ("Play the reveal with run_time=2.", []),
    ("The table has 12 rows and 3.5 million parameters.", []),
]


def _brief(advice: Advice) -> Expected:
    element = advice.element.value if advice.element else None
    return (element, advice.remedy.knob.value, advice.remedy.mode, advice.remedy.value)


@pytest.mark.parametrize(("text", "expected"), PHRASES, ids=[p[0][:50] for p in PHRASES])
def test_a_phrase_means_what_a_reader_takes_it_to_mean(text: str, expected: list[Expected]) -> None:
    found = [_brief(advice) for advice in parse_advice(text)]
    assert [f[:3] for f in found] == [e[:3] for e in expected]
    for one, other in zip(found, expected, strict=True):
        assert one[3] == pytest.approx(other[3])


def test_a_width_in_characters_is_marked_as_such() -> None:
    (advice,) = parse_advice("Wrap captions at 40 characters.")
    assert advice.remedy.in_characters
    (advice,) = parse_advice("Break captions at 8 words per line, wrap width 48 characters")[:1]
    assert advice.remedy.in_characters


def test_a_remedy_without_an_element_is_about_what_the_trigger_names() -> None:
    (advice,) = parse_advice("Use 34 pt.", "An equation with stacked fractions runs off the frame")
    assert advice.element is Element.FORMULA
    assert advice.kinds == {ContentKind.STACKED_FRACTION}


def test_a_bare_size_is_a_ceiling_where_the_thing_was_too_big() -> None:
    (advice,) = parse_advice("Use 34 pt.", "The equation is too wide and leaves the frame")
    assert advice.remedy.mode == "at_most"


def test_a_bare_size_is_a_floor_where_the_thing_was_too_small() -> None:
    (advice,) = parse_advice("Use 24 pt.", "Tick labels are too small to read")
    assert advice.remedy.mode == "at_least"


def test_of_a_ratio_and_the_figure_it_gave_the_ratio_is_taken() -> None:
    (advice,) = parse_advice("Formulas with matrices: 27% smaller (38 pt where 52 was planned).")
    assert advice.remedy.mode == "times"
    assert advice.remedy.value == pytest.approx(0.73)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("equations full of bras and kets", ContentKind.BRACKETS),
        ("nested fractions", ContentKind.STACKED_FRACTION),
        (r"formulas with \frac in \frac", ContentKind.STACKED_FRACTION),
        ("a sum with limits", ContentKind.LIMITS),
        ("an integral", ContentKind.LIMITS),
        ("column vectors", ContentKind.MATRIX),
        ("softmax and other named functions", ContentKind.NAMED_OPERATOR),
        ("words inside an equation", ContentKind.WORDS_IN_FORMULA),
        ("superscripts", ContentKind.SCRIPTS),
        ("a long equation", ContentKind.LONG_FORMULA),
        ("a wordy caption", ContentKind.LONG_SENTENCE),
        ("a flow of many stages", ContentKind.MANY_STEPS),
        ("long step names", ContentKind.LONG_STEP_NAMES),
        ("a chart of many bars", ContentKind.MANY_CATEGORIES),
        ("long category labels", ContentKind.LONG_CATEGORY_NAMES),
        ("many values", ContentKind.MANY_NUMBERS),
        ("a crowded list", ContentKind.DENSE_LIST),
    ],
)
def test_kinds_of_content_are_known_by_several_names(words: str, kind: ContentKind) -> None:
    (advice,) = parse_advice("Pause for 3 seconds.", f"This happens with {words}.")
    assert kind in advice.kinds


def test_each_clause_keeps_its_own_kinds() -> None:
    first, second = parse_advice(
        "Formulas with stacked fractions: 27% smaller. Captions that are long sentences: wrap at "
        "9 units.",
    )
    assert first.kinds == {ContentKind.STACKED_FRACTION}
    assert second.kinds == {ContentKind.LONG_SENTENCE}


def test_and_asks_for_both_kinds_and_or_for_either() -> None:
    both, either = parse_advice(
        "Formulas with fractions and matrices 20% smaller; formulas with fractions or matrices "
        "30% smaller"
    )
    assert both.every_kind
    assert not either.every_kind
