"""What came of the scenes that saw a record, by the stated rule."""

import numpy as np
import pytest

from app.memory.insight.effect import LEAST, RULE, effects, unused, verdicts, welch
from app.memory.insight.run_facts import RunFacts, SceneFacts
from app.memory.insight.uses import BankMark, Runs, UseIndex, mark_of
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.testing import failure
from pipeline.settings import RunSettings
from tests.loop.scripted import program
from tests.memory.insight.recorded import record_run, task_of

MARK = BankMark("bank", "/bank", "2000-01-01T00:00:00")


def run(
    section: int,
    scores: list[float | None],
    *,
    saw: tuple[int, ...] = (),
    rounds: int = 1,
    role: str = "method",
    domain: str = "physics",
    reviewer: str = "measured",
    bank: str = "bank",
    again: bool = False,
) -> RunFacts:
    """A run with one scene for each score of its first attempt; None is one that failed."""
    scenes = tuple(
        SceneFacts(
            scene_id=f"s{number}",
            pitfalls=tuple((record, 0.9) for record in saw),
            first=score,
            first_ok=score is not None,
            rounds=rounds,
            reviewer=reviewer,
            again=again,
        )
        for number, score in enumerate(scores, start=1)
    )
    return RunFacts(
        cast="offline", role=role, domain=domain, section=str(section), bank_id=bank, scenes=scenes
    )


def runs(*facts: RunFacts) -> Runs:
    return Runs({f"run-{number:03}": one for number, one in enumerate(facts)})


def many(count: int, first: float, start: int = 0, **rest: object) -> list[RunFacts]:
    """Runs of different sections whose first attempts score about `first`."""
    return [
        run(start + n, [first + n % 3, first + 1 - n % 2], **rest)  # type: ignore[arg-type]
        for n in range(count)
    ]


def test_clearly_better_first_attempts_helped() -> None:
    found = effects(runs(*many(6, 85, saw=(1,)), *many(8, 70, start=50)), MARK)[1]
    assert found.verdict == "helped"
    assert (found.retrieved, found.runs) == (12, 6)
    assert (found.present.scenes, found.absent.scenes) == (12, 16)
    assert (found.present.first.scenes, found.present.first.sections) == (12, 6)
    assert found.present.first.mean == pytest.approx(85.75)
    assert found.first is not None
    assert found.first.low is not None
    assert found.first.low > 0
    assert "first attempts +" in found.why


def test_clearly_worse_first_attempts_hurt() -> None:
    found = effects(runs(*many(6, 60, saw=(1,)), *many(8, 75, start=50)), MARK)[1]
    assert found.verdict == "hurt"


def test_fewer_rounds_at_equal_scores_helped() -> None:
    without = many(8, 75, start=50, rounds=3)
    found = effects(runs(*many(6, 75, saw=(1,), rounds=1), *without), MARK)[1]
    assert found.verdict == "helped"
    assert "reflection rounds -2.0" in found.why


def test_better_scores_for_more_rounds_are_unclear() -> None:
    without = many(8, 70, start=50, rounds=1)
    found = effects(runs(*many(6, 85, saw=(1,), rounds=4), *without), MARK)[1]
    assert found.verdict == "unclear"
    assert "One is better, the other worse" in found.why


def test_few_sections_are_unclear_however_large_the_difference() -> None:
    crowd = [run(1, [99.0] * 40, saw=(1,)), *many(LEAST - 2, 98, start=2, saw=(1,))]
    found = effects(runs(*crowd, *many(20, 20, start=50)), MARK)[1]
    assert found.present.scenes > 40
    assert found.verdict == "unclear"
    assert f"sections with it {LEAST - 1}" in found.why
    assert found.first is not None
    assert found.first.value > 70
    assert found.first.low is None


def test_many_runs_of_one_section_count_as_one() -> None:
    again = [run(1, [99.0], saw=(1,)) for _ in range(50)]
    found = effects(runs(*again, *many(20, 20, start=50)), MARK)[1]
    assert (found.runs, found.present.first.sections) == (50, 1)
    assert found.verdict == "unclear"


def test_a_difference_within_chance_is_unclear() -> None:
    one = [run(n, [60 + 7 * n], saw=(1,)) for n in range(6)]
    other = [run(50 + n, [58 + 7 * n]) for n in range(6)]
    found = effects(runs(*one, *other), MARK)[1]
    assert found.verdict == "unclear"
    assert found.why == "No difference beyond chance"


def test_equal_scores_are_no_certainty() -> None:
    one = [run(n, [80.5], saw=(1,)) for n in range(6)]
    other = [run(50 + n, [80.0]) for n in range(6)]
    assert effects(runs(*one, *other), MARK)[1].verdict == "unclear"


@pytest.mark.parametrize(
    "other",
    [
        {"role": "background"},
        {"reviewer": "model/2"},
        {"bank": "another"},
        {"again": True},
    ],
)
def test_scenes_that_cannot_be_compared_are_left_out(other: dict[str, object]) -> None:
    found = effects(runs(*many(6, 85, saw=(1,)), *many(8, 10, start=50, **other)), MARK)[1]
    assert found.absent.scenes == 0
    assert found.verdict == "unclear"


def test_scenes_without_memory_are_comparable(paths: DataPaths) -> None:
    found = effects(runs(*many(6, 85, saw=(1,)), *many(8, 70, start=50, bank="")), MARK)[1]
    assert found.absent.scenes == 16
    assert found.verdict == "helped"


def test_the_domain_narrows_the_comparison_only_where_enough_is_left() -> None:
    near, far = many(6, 70, start=50), many(9, 20, start=90, domain="law")
    saw = many(6, 70, saw=(1,))
    narrow = effects(runs(*saw, *near, *far), MARK)[1]
    assert (narrow.domain, narrow.absent.scenes, narrow.verdict) == ("physics", 12, "unclear")
    wide = effects(runs(*saw, *near[:2], *far), MARK)[1]
    assert (wide.domain, wide.absent.scenes, wide.verdict) == ("", 22, "helped")


def test_failed_first_attempts_are_counted_beside_the_average() -> None:
    facts = [run(n, [80.0, None], saw=(1,)) for n in range(6)]
    found = effects(runs(*facts, *many(6, 80, start=50)), MARK)[1]
    assert (found.present.scenes, found.present.first.scenes) == (12, 6)
    assert found.present.failed_first == 6


def test_a_record_that_nobody_saw_is_unused() -> None:
    found = effects(runs(*many(6, 85, saw=(1,))), MARK)
    assert verdicts(found, [1, 2]) == ["unclear", "unused"]
    assert unused(2).present.first.mean is None


def test_a_scene_that_has_not_ended_counts_as_a_use_and_is_not_compared() -> None:
    open_run = run(1, [90.0], saw=(1,))
    scenes = tuple(s.model_copy(update={"rounds": None}) for s in open_run.scenes)
    found = effects(runs(open_run.model_copy(update={"scenes": scenes})), MARK)[1]
    assert (found.retrieved, found.present.scenes, found.verdict) == (1, 0, "unclear")


def test_the_same_runs_give_the_same_effects() -> None:
    facts = [*many(9, 80, saw=(1, 2)), *many(9, 75, start=50, saw=(2, 3))]
    assert effects(runs(*facts), MARK) == effects(runs(*facts), MARK)


def test_the_interval_is_that_of_scipys_welch_test() -> None:
    from scipy.stats import ttest_ind

    dice = np.random.default_rng(3)
    one, other = dice.normal(80, 9, 7), dice.normal(70, 3, 12)
    told = ttest_ind(one, other, equal_var=False).confidence_interval(0.99)
    assert welch(one, other, 0.0) == pytest.approx((told.low, told.high))


def test_the_rule_says_its_numbers() -> None:
    assert f"{LEAST} sections" in RULE
    assert "99%" in RULE


def test_recorded_runs_with_and_without_a_lesson_are_compared(paths: DataPaths, bank: Bank) -> None:
    sections = [f"Section {n} tells of pendulum number {n * n}." for n in range(LEAST)]
    for n, text in enumerate(sections):
        story = {"Swing": [program(f"u={60 + n}"), program(f"u={80 + n} verdict=pass")]}
        settings = RunSettings(memory_mode="off", parallel_scenes=1)
        record_run(
            paths, None, story, f"20260101-00000{n}-aaaa", task=task_of(text), settings=settings
        )
    (record,) = bank.consolidate([failure("pendulum", run="elsewhere")]).added
    for n, text in enumerate(sections):
        story = {"Swing": [program(f"u={90 + n} verdict=pass")]}
        record_run(paths, bank, story, f"20260201-00000{n}-bbbb", task=task_of(text))
    found = effects(UseIndex(paths).runs(), mark_of(bank))[record]
    assert (found.retrieved, found.runs) == (LEAST, LEAST)
    # what was learned from the first of them stands beside it in the prompts of the others
    assert found.kind is not None
    assert found.kind[:2] == ("method", "scripted")
    assert found.present.first.mean == pytest.approx(92)
