"""Sentences with numbers need the time in which they can be read aloud."""

import pytest

from pipeline.agents.offline.review.pace import TOLERANCE, hasty_sentences, spoken_words
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

FRAME = Rect(x0=-7.1, y0=-4, x1=7.1, y1=4)


def shown(label: str, seconds: float, key: str = "1") -> GeometryTrace:
    """A caption that stands for so many seconds."""
    box = Rect(x0=-3, y0=-3, x1=3, y1=-2)
    item = Item(key=key, kind="text", type="Text", label=label, box=box)
    boundaries = tuple(
        Boundary(
            index=index,
            start=start,
            time=time,
            animation="wait",
            frame=FRAME,
            background="#000000",
            items=items,
        )
        for index, (start, time, items) in enumerate(
            [(0.0, 1.0, (item,)), (1.0, seconds, (item,)), (seconds, seconds + 1, ())]
        )
    )
    return GeometryTrace(
        scene="S", pixels=(854, 480), fps=15, duration=seconds + 1, boundaries=boundaries, frames=()
    )


PLAIN = "the poorest fifth gains and the richest fifth pays"
NUMBERS = "the poorest fifth gains $210 and the richest fifth pays $90"


@pytest.mark.parametrize(
    ("numeral", "words"),
    [
        ("7", 1),
        ("24", 2),
        ("250", 3),
        ("2,600", 4),
        ("48,210", 6),
        ("1,000,000", 2),
        ("0.85", 4),
        ("12.5%", 4),
        ("62%", 3),
        ("$210", 4),
        ("1905", 3),
        ("1998", 3),
        ("2003", 3),
        ("1900", 2),
    ],
)
def test_a_numeral_is_as_many_words_as_it_is_spoken_with(numeral: str, words: int) -> None:
    assert spoken_words(f"It is {numeral} now") == 3 + words


@pytest.mark.parametrize(("label", "hasty"), [(PLAIN, False), (NUMBERS, True)])
def test_the_same_time_is_enough_without_numbers_and_too_little_with_them(
    label: str, hasty: bool
) -> None:
    assert bool(hasty_sentences(shown(label, 3.6))) is hasty


def test_the_finding_names_both_times() -> None:
    (finding,) = hasty_sentences(shown(NUMBERS, 3.6))
    assert finding.rule == "hasty_words"
    assert finding.amount == 3.6
    assert finding.limit is not None
    assert finding.amount < TOLERANCE * finding.limit


def test_every_hasty_sentence_is_named_the_one_that_lacks_most_first() -> None:
    one = shown(NUMBERS, 3.6)
    other = shown("in 1998 the rate was 12.75% and in 2003 it was 9.5%", 3.6, key="2")
    both = tuple(
        b.model_copy(update={"items": b.items + o.items})
        for b, o in zip(one.boundaries, other.boundaries, strict=True)
    )
    found = hasty_sentences(one.model_copy(update={"boundaries": both}))
    assert [f.subjects[0][:2] for f in found] == ["in", "th"]
