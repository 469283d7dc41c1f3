"""The sections that come with the studio."""

from pathlib import Path

from pipeline.intake.benchmark import load_evaluation, load_tasks, validate_benchmark
from pipeline.intake.reading import read_task
from pipeline.schema.task import SCENE_ROLES

RESOURCES = Path(__file__).parents[2] / "resources"


def test_there_are_ten_samples_over_five_domains_and_all_roles() -> None:
    tasks = [read_task(file) for file in sorted((RESOURCES / "samples").glob("*.md"))]
    assert len(tasks) >= 10
    assert {task.role for task in tasks} == set(SCENE_ROLES)
    assert {task.domain for task in tasks} == {
        "machine learning",
        "mathematics",
        "physics",
        "economics",
        "quantum computing",
    }
    for task in tasks:
        assert task.title
        assert task.paper_id
        assert task.section_id
        assert 150 <= len(task.text.split()) <= 350, task.title


def test_the_benchmark_is_sound_and_its_splits_share_no_paper() -> None:
    folder = RESOURCES / "benchmark"
    assert validate_benchmark(folder) == ()
    build, probe = load_tasks(folder, "build"), load_tasks(folder, "probe")
    assert (len(build), len(probe)) == (16, 8)
    assert not {t.task.paper_id for t in build} & {t.task.paper_id for t in probe}
    assert {t.task.role for t in (*build, *probe)} == set(SCENE_ROLES)


def test_nothing_that_only_an_evaluation_may_see_is_in_a_task() -> None:
    folder = RESOURCES / "benchmark"
    told = " ".join(task.task.model_dump_json() for task in load_tasks(folder))
    for entry in load_evaluation(folder).sections:
        for line in (*entry.key_claims, *entry.reference_scene_plan):
            assert line not in told
