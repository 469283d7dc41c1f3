"""A scene is told no faster than its length asks for, and numbers no faster than they are said."""

import pytest

from pipeline.agents.offline.compose import plan_scene
from pipeline.agents.offline.compose.estimate import LONGEST, lengthened, unhurried
from pipeline.agents.offline.compose.pacing import BRISK, USUAL, length, reading_seconds
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

EVIDENCE = (
    "In the first year 120 of 400 pumps failed, and 85 of them leaked at the seal. "
    "In the second year 60 of 400 pumps failed, and 20 of them leaked at the seal."
)


@pytest.fixture
def plan() -> ScenePlan:
    task = Task(text=EVIDENCE, role="experiment", title="Pumps", domain="engineering")
    spec = SceneSpec(
        name="Pumps", claim="A better seal halves the failures of pumps.", evidence=EVIDENCE,
        takeaway="Look at the seal first.", duration_hint=20,
    )  # fmt: skip
    return plan_scene(task, spec)


def brisk(number_words: float) -> Layout:
    return Layout(words_per_second=BRISK, hold=0.6, number_words=number_words)


def test_a_number_takes_the_same_time_where_words_are_told_briskly() -> None:
    def of_the_number(pace: float) -> float:
        layouts = [Layout(words_per_second=pace, number_words=n) for n in (1.0, 3.0)]
        short, long = (reading_seconds("It fell to 48,210 last year.", one) for one in layouts)
        return long - short

    assert of_the_number(BRISK) == pytest.approx(of_the_number(USUAL))


def test_what_memory_says_of_numbers_frees_the_time_kept_for_them(plan: ScenePlan) -> None:
    told = unhurried(plan, brisk(1.0), brisk(2.0))
    assert USUAL <= told.words_per_second < BRISK
    assert length(plan, lengthened(plan, told, frozenset({"number_words"}))) <= LONGEST


def test_without_a_word_of_memory_on_time_the_pace_stays(plan: ScenePlan) -> None:
    larger = brisk(1.0).model_copy(update={"label_size": 30})
    assert unhurried(plan, brisk(1.0), larger) == larger


def test_a_pace_that_memory_asks_for_is_kept(plan: ScenePlan) -> None:
    asked = brisk(2.0).model_copy(update={"words_per_second": 3.9})
    assert unhurried(plan, brisk(1.0), asked) == asked
