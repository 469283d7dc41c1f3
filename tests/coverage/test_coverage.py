"""Check marks: what of a section a storyboard covers."""

from pathlib import Path

import pytest

from app.coverage import Passage, coverage
from pipeline.agents.offline.assembly import offline_cast
from pipeline.intake.reading import read_task
from pipeline.schema.storyboard import SceneSpec

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "resources" / "samples").glob("*.md"))
SECTION = """# A longer pendulum

A longer pendulum swings *slowly*, since its path is long [1].

For small swings the period is
$$T = 2\\pi\\sqrt{\\frac{L}{g}},$$
where $g$ is gravity. A wire of 4 metres needs 4.0 s for a swing, one of 1 metre needs 2.0 s.
Nobody was paid for this work.
"""
TASK = read_task(SECTION)


def _board(claim: str, evidence: str = "", takeaway: str = "That is all.") -> tuple[SceneSpec, ...]:
    return (SceneSpec(name="One", claim=claim, evidence=evidence, takeaway=takeaway),)


def test_passages_stand_where_they_say_and_in_the_order_of_the_section() -> None:
    passages = coverage(TASK, _board("Nothing of it."))
    assert [p.text for p in passages] == [TASK.text[p.start : p.end] for p in passages]
    assert [(p.text.split()[0], p.kind) for p in passages] == [
        ("A", "sentence"),
        ("For", "sentence"),
        ("$$T", "formula"),
        ("A", "sentence"),
        ("Nobody", "sentence"),
    ]
    assert passages[0].text == "A longer pendulum swings *slowly*, since its path is long [1]."


def test_a_storyboard_about_something_else_covers_nothing() -> None:
    board = _board("Interest rates rise.", "In 2019 banks paid 3% and $a + b = c$ held.")
    assert not any(p.covered for p in coverage(TASK, board))


def test_a_quoted_sentence_is_covered_and_the_scene_is_named() -> None:
    board = _board("Work was free.", "Nobody was paid for this work.")
    covered = [p for p in coverage(TASK, board) if p.covered]
    assert [(p.text, p.scenes) for p in covered] == [("Nobody was paid for this work.", ("One",))]


def test_a_reworded_sentence_is_covered_by_its_words() -> None:
    board = _board("Long pendulums take a longer path and so they swing slowly.")
    assert [p.text for p in coverage(TASK, board) if p.covered] == [
        "A longer pendulum swings *slowly*, since its path is long [1]."
    ]


def test_a_sentence_of_numbers_needs_its_numbers() -> None:
    def covered(evidence: str) -> bool:
        passages = coverage(TASK, _board("A wire needs time for a swing.", evidence))
        return next(p.covered for p in passages if p.text.startswith("A wire"))

    assert not covered("Wires of some metres need some time.")
    assert covered("Wires of 1 and 4 metres need 2 and 4 seconds.")


@pytest.mark.parametrize(
    ("evidence", "covered"),
    [
        (r"$T=2\pi \sqrt{ \dfrac{L}{g} }$", True),
        (r"\[ T = 2 \pi \sqrt{\frac{L}{g}} \]", True),
        ("T = 2π√(L/g)", True),
        (r"$T = \pi$", False),
        (r"$E = \frac{m v^2}{2}$", False),
    ],
)
def test_a_formula_is_known_in_another_spelling(evidence: str, covered: bool) -> None:
    passages = coverage(TASK, _board("The period.", evidence))
    assert next(p.covered for p in passages if p.kind == "formula") is covered


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_offline_cast_covers_most_of_a_sample_and_less_with_one_scene(sample: Path) -> None:
    task = read_task(sample)
    cast = offline_cast()

    def share(scenes: int) -> float:
        marks = _sentences(coverage(task, cast.storyboarder.storyboard(task, scenes).scenes))
        return sum(p.covered for p in marks) / len(marks)

    assert share(3) >= 0.75
    assert share(1) < share(3)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sentence_of_a_sample_is_found_in_its_place(sample: Path) -> None:
    task = read_task(sample)
    marks = _sentences(coverage(task, _board("Nothing of it.")))
    ends = [p.end for p in marks]
    assert all(after.start >= end for end, after in zip(ends, marks[1:], strict=False))
    assert all(p.text[-1] in ".:!?*)$" for p in marks)
    assert all(not p.text.startswith("#") for p in marks)


def _sentences(passages: tuple[Passage, ...]) -> list[Passage]:
    return [p for p in passages if p.kind == "sentence"]
