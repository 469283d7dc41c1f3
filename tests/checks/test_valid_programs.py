"""Nothing is found in programs that are right, however unusual."""

from pathlib import Path

import pytest

from pipeline.checks import check_program
from tests.checks.programs import programs

VALID = programs("valid")
ANIMATED = programs("animated")
STILL = programs("still")


@pytest.mark.parametrize("what", VALID)
def test_a_valid_program_is_accepted_without_a_finding(what: str, tables_dir: Path) -> None:
    found = check_program(VALID[what], "Example", cache_dir=tables_dir).findings
    # A package that another machine may have is no fault of the program.
    assert [f for f in found if f.rule != "tex-missing-package"] == []


@pytest.mark.parametrize("what", ANIMATED)
def test_an_animating_call_is_found_wherever_it_is(what: str, tables_dir: Path) -> None:
    assert check_program(ANIMATED[what], "Example", cache_dir=tables_dir).findings == ()


@pytest.mark.parametrize("what", STILL)
def test_a_scene_that_animates_nothing_is_refused(what: str, tables_dir: Path) -> None:
    report = check_program(STILL[what], "Example", cache_dir=tables_dir)
    assert [finding.rule for finding in report.findings] == ["no-animation"]
    assert report.findings[0].line is not None
