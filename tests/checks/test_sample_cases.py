"""The sample cases: what must pass passes without a finding, what must be refused is refused."""

import re
from pathlib import Path

import pytest

from pipeline.checks import check_program
from pipeline.checks.report import ALL_GROUPS

CASES = Path(__file__).parents[1] / "cases"
VALID = sorted(CASES.glob("A*.py"))
UNSAFE = sorted(CASES.glob("B*.py"))
# These do nothing that a text could tell from honest work: they print, or use time and memory.
LEFT_TO_THE_SANDBOX = frozenset(("B21", "B22", "B31", "B35"))


def _scene_of(source: str) -> str:
    match = re.search(r"Requested scene: (\S+)", source)
    assert match is not None
    return match.group(1)


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
def test_a_valid_case_is_accepted_without_a_finding(file: Path, tables_dir: Path) -> None:
    source = file.read_bytes()
    report = check_program(source, _scene_of(source.decode()), cache_dir=tables_dir)
    assert report.findings == ()


@pytest.mark.parametrize("file", UNSAFE, ids=lambda file: file.stem)
def test_an_unsafe_case_is_refused_unless_only_running_it_could_tell(
    file: Path, tables_dir: Path
) -> None:
    source = file.read_bytes()
    scene = _scene_of(source.decode())
    # Without the API rules: one of these has a plain mistake too, which is not the point here.
    groups = ALL_GROUPS - {"api"}
    report = check_program(source, scene, rules=groups, cache_dir=tables_dir)
    assert report.ok == (file.stem in LEFT_TO_THE_SANDBOX)


def test_there_are_cases_of_both_kinds() -> None:
    assert len(VALID) >= 12
    assert len(UNSAFE) >= 18


def test_a_scene_of_another_name_is_refused_and_the_right_name_is_told(tables_dir: Path) -> None:
    source = (CASES / "C41.py").read_text(encoding="utf-8")
    (finding,) = check_program(source, "WrongName", cache_dir=tables_dir).findings
    assert finding.rule == "wrong-scene-name"
    assert "SomeOtherName" in finding.message
    assert "SomeOtherName" in finding.suggestion


def test_plays_in_comments_do_not_count(tables_dir: Path) -> None:
    source = (CASES / "C43.py").read_text(encoding="utf-8")
    (finding,) = check_program(source, "StillOnly", cache_dir=tables_dir).findings
    assert finding.rule == "no-animation"


API_FAULTS = {
    "C01": [(8, "unknown-name", "Use `Create`")],
    "C02": [(7, "unknown-name", "`Tex`"), (8, "unknown-name", "Use `MathTex`")],
    "C06": [(7, "unknown-keyword", "`Circle` has no keyword `font_size`")],
    "C08": [(7, "unknown-keyword", "`code_string=`"), (7, "unknown-keyword", "paragraph_config")],
    "C09": [(9, "unknown-attribute", "`MovingCameraScene`")],
    "C10": [(7, "unknown-attribute", "`ThreeDScene`")],
    "C33": [(9, "wrong-argument", "`ReplacementTransform(a, b)`")],
    "C38": [(8, "unknown-attribute", "from typing import List")],
}


@pytest.mark.parametrize("case", API_FAULTS)
def test_a_misuse_of_manim_is_found_with_its_line_and_a_hint(case: str, tables_dir: Path) -> None:
    source = (CASES / f"{case}.py").read_text(encoding="utf-8")
    report = check_program(source, _scene_of(source), cache_dir=tables_dir)
    found = report.findings
    assert not report.ok
    assert [(f.line, f.rule) for f in found] == [(line, rule) for line, rule, _ in API_FAULTS[case]]
    for finding, (_, _, told) in zip(found, API_FAULTS[case], strict=True):
        assert told in f"{finding.message} {finding.suggestion}"
