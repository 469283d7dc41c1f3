"""A person asks the built-in reviser in plain words, without a number."""

import pytest

from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.compose import read_layout
from pipeline.agents.protocols import CodeRequest, RevisionRequest
from pipeline.schema.review import PERSON, AxisScores, Review
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

TASK = Task(
    text="The period of a pendulum is $T = 2\\pi\\sqrt{L/g}$. Four times the length doubles it.",
    title="Pendulum",
)
SPEC = SceneSpec(
    name="PendulumPeriod",
    claim="The period grows with the square root of the length.",
    evidence="$T = 2\\pi\\sqrt{L/g}$",
    takeaway="Four times the length doubles the period.",
)


def changes(asked: str, reviewer: str = PERSON) -> dict[str, bool]:
    """Fields of the layout that the reviser changed; True for those that grew."""
    cast = offline_cast()
    program = cast.coder.write(CodeRequest(task=TASK, spec=SPEC, slots=None)).program
    review = Review(
        reviewer=reviewer,
        axes=AxisScores(logical_flow=70, layout=70, accuracy=70),
        verdict="revise",
        issues=(asked,),
        instruction=f"{asked}: seen at 3.2 s of the video, 20% from the left of the picture.",
    )
    request = RevisionRequest(task=TASK, spec=SPEC, slots=None, program=program, review=review)
    before, after = read_layout(program), read_layout(cast.visual_reviser.revise(request).program)
    assert before is not None
    assert after is not None
    old, new = before.model_dump(), after.model_dump()
    return {name: new[name] > old[name] for name in old if new[name] != old[name]}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Make the title smaller", {"heading_size": False}),
        ("The formula is too small to read", {"formula_size": True}),
        ("The closing line is unreadable", {"takeaway_size": True}),
        ("This is much too fast", {"hold": True}),
        ("Pause longer here", {"hold": True}),
        ("It drags", {"hold": False}),
        ("More space between the formula and its legend", {"gap": True}),
        ("Title smaller. Formula bigger", {"heading_size": False, "formula_size": True}),
        ("Make the formula larger and hold it longer", {"formula_size": True, "hold": True}),
        ("I do not like the mood", {}),
        ("Make it smaller", {}),
        ("Smaller title, or rather a larger title", {}),
    ],
)
def test_plain_words_of_a_person_change_what_they_name(
    asked: str, expected: dict[str, bool]
) -> None:
    assert changes(asked) == expected


def test_a_number_that_a_person_says_is_the_one_that_counts() -> None:
    assert changes("Make the title smaller, font size 30") == {"heading_size": False}


def test_a_reviewer_has_to_say_by_how_much() -> None:
    assert changes("Make the title smaller", reviewer="measured/1") == {}
