"""The API rules flag nothing as an error in programs that work."""

from pathlib import Path

import pytest

from app.bench.docstrings import NOT_RENDERING, manim_examples
from app.paths import RESOURCES
from pipeline.checks import check_program
from tests.checks.offline_programs import offline_programs
from tests.checks.programs import programs

VALID = programs("valid_api")


def test_no_example_of_manims_documentation_that_renders_is_refused(tables_dir: Path) -> None:
    checked = [e for e in manim_examples() if e.key not in NOT_RENDERING]
    assert len(checked) >= 370

    refused = {
        example.key: report.findings
        for example in checked
        if not (
            report := check_program(
                example.program, example.scene, rules={"api"}, cache_dir=tables_dir
            )
        ).ok
    }
    assert refused == {}


def test_the_excluded_examples_are_still_there_and_have_a_reason() -> None:
    keys = {example.key for example in manim_examples()}
    assert keys >= NOT_RENDERING.keys()
    assert all(NOT_RENDERING.values())


def test_no_program_of_the_built_in_cast_is_flagged(tables_dir: Path) -> None:
    written = list(offline_programs())
    assert len(written) >= 100

    flagged = {
        name: report.findings
        for name, program in written
        if (report := check_program(program, name, cache_dir=tables_dir)).findings
    }
    assert flagged == {}


@pytest.mark.parametrize("scene", ["text_scene", "heavy_scene"])
def test_no_scene_of_the_benchmarks_is_flagged(scene: str, tables_dir: Path) -> None:
    source = (RESOURCES / "bench" / f"{scene}.py").read_text(encoding="utf-8")
    assert check_program(source, "", rules={"api"}, cache_dir=tables_dir).findings == ()


@pytest.mark.parametrize("what", VALID)
def test_a_program_that_works_is_not_flagged(what: str, tables_dir: Path) -> None:
    report = check_program(VALID[what], "Example", rules={"api"}, cache_dir=tables_dir)
    assert report.findings == ()
