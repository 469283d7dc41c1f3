"""The benchmark set is loaded without its answers, and its splits are kept apart."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.intake.benchmark import (
    EVALUATION_FILE,
    load_evaluation,
    load_index,
    load_tasks,
    validate_benchmark,
)
from pipeline.intake.errors import IntakeError

Data = dict[str, Any]

INDEX: Data = {
    "version": 1,
    "name": "two papers",
    "papers": [
        {"id": "waves", "title": "On waves", "domain": "physics", "abstract": "Waves move."},
        {"id": "prices", "title": "On prices", "domain": "economics"},
    ],
    "sections": [
        {
            "id": "waves-method",
            "paper": "waves",
            "split": "build",
            "file": "sections/waves.md",
            "title": "How waves move",
            "role": "method",
            "prior_objects": ["axes"],
            "difficulty": 2,
        },
        {
            "id": "prices-result",
            "paper": "prices",
            "split": "probe",
            "file": "sections/prices.md",
            "title": "What prices did",
            "role": "experiment",
        },
    ],
}
EVALUATION: Data = {
    "version": 1,
    "sections": [
        {
            "id": name,
            "key_claims": ["It moves."],
            "reference_scene_plan": ["first the axes", "then the wave"],
            "rubric": [{"criterion": "the wave is seen to move"}],
            "fatal_flags": ["missing_central_claim"],
        }
        for name in ("waves-method", "prices-result")
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sections").mkdir()
    (tmp_path / "sections/waves.md").write_text(
        "---\nrole: method\npaper id: waves\n---\nA wave moves along a string.", encoding="utf-8"
    )
    (tmp_path / "sections/prices.md").write_text("Prices rose by 3% a year.", encoding="utf-8")
    _write(tmp_path, INDEX, EVALUATION)
    return tmp_path


def _write(folder: Path, index: Data, evaluation: Data) -> None:
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
    (folder / EVALUATION_FILE).write_text(json.dumps(evaluation), encoding="utf-8")


def test_a_sound_set_has_no_faults(folder: Path) -> None:
    assert validate_benchmark(folder) == ()


def test_tasks_take_their_fields_from_the_index(folder: Path) -> None:
    (entry,) = load_tasks(folder, "build")
    task = entry.task
    assert task.text == "A wave moves along a string."
    assert (task.role, task.domain, task.title) == ("method", "physics", "How waves move")
    assert (task.paper_id, task.section_id) == ("waves", "waves-method")
    assert (task.abstract, task.prior_objects) == ("Waves move.", ("axes",))
    assert [e.task.section_id for e in load_tasks(folder)] == ["waves-method", "prices-result"]


def test_loading_tasks_does_not_need_the_evaluation_file(folder: Path) -> None:
    (folder / EVALUATION_FILE).unlink()
    assert len(load_tasks(folder)) == 2
    with pytest.raises(IntakeError, match=EVALUATION_FILE):
        load_evaluation(folder)


def _same_paper_in_both(index: Data, _: Data) -> None:
    index["sections"][1]["paper"] = "waves"


def _section_twice(index: Data, _: Data) -> None:
    index["sections"].append(copy.deepcopy(index["sections"][0]))


def _unknown_paper(index: Data, _: Data) -> None:
    index["sections"][0]["paper"] = "tides"


def _missing_answer(_: Data, evaluation: Data) -> None:
    evaluation["sections"].pop()


def _answer_too_many(_: Data, evaluation: Data) -> None:
    evaluation["sections"].append({**evaluation["sections"][0], "id": "tides-method"})


def _missing_file(index: Data, _: Data) -> None:
    index["sections"][0]["file"] = "sections/gone.md"


def _file_outside(index: Data, _: Data) -> None:
    index["sections"][0]["file"] = "../secret.md"


def _contradiction(index: Data, _: Data) -> None:
    index["sections"][0]["role"] = "conclusion"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_same_paper_in_both, "both splits"),
        (_section_twice, "more than once"),
        (_unknown_paper, "'tides', which is not listed"),
        (_missing_answer, "no entry for 'prices-result'"),
        (_answer_too_many, "'tides-method' that index.json lacks"),
        (_missing_file, "There is no file"),
        (_file_outside, "outside the benchmark folder"),
        (_contradiction, "the front matter says role 'method'"),
    ],
)
def test_each_fault_of_a_set_is_told(
    folder: Path, spoil: Callable[[Data, Data], None], told: str
) -> None:
    index, evaluation = copy.deepcopy(INDEX), copy.deepcopy(EVALUATION)
    spoil(index, evaluation)
    _write(folder, index, evaluation)
    faults = validate_benchmark(folder)
    assert any(told in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "line 1"),
        ("[]", "the document"),
        ('{"version": 2}', "version"),
        ("[" * 100_000, "nested too deeply"),
        (json.dumps({**INDEX, "answers": []}), "answers"),
    ],
)
def test_a_damaged_index_is_told_with_its_place(folder: Path, text: str, told: str) -> None:
    (folder / "index.json").write_text(text, encoding="utf-8")
    with pytest.raises(IntakeError, match=told) as caught:
        load_index(folder)
    assert caught.value.kind == "malformed"
    assert "index.json" in caught.value.message
