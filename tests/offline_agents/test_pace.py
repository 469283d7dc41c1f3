"""Sentences with numbers need the time in which they can be read aloud."""

import pytest

from pipeline.agents.offline.review.pace import TOLERANCE, hasty_sentences, spoken_words
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect

FRAME = Rect(x0=-7.1, y0=-4, x1=7.1, y1=4)


def shown(label: str, seconds: float) -> GeometryTrace:
    """A caption that stands for so many seconds."""
    item = Item(key="1", kind="text", type="Text", label=label, box=Rect(x0=-3, y0=-3, x1=3, y1=-2))
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


def test_a_numeral_is_three_words_when_it_is_spoken() -> None:
    assert spoken_words(NUMBERS) == len(NUMBERS.split()) + 4


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
