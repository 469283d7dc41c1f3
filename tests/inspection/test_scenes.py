"""The rules on whole scenes: each fault is reported by its rule, no clean scene by any."""

from pathlib import Path
from typing import Any

import manim as mn
import pytest

from pipeline.inspection.findings import inspect
from pipeline.schema.finding import Finding
from tests.inspection import harness

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
BAD_CASES = {
    "D02": "off_frame",
    "D03": "small_text",
    "D06": "clutter",
    "D07": "overlap",
    "D10": "overlap",
}
CLEAN_CASES = ("D12", "D13", "D16", "D17")


def scenes(name: str) -> list[Any]:
    module = harness.load(HERE / "scenes" / f"{name}.py")
    own = [thing for thing in vars(module).values() if isinstance(thing, type)]
    return [c for c in own if issubclass(c, mn.Scene) and c.__module__ == module.__name__]


def case(name: str) -> Any:
    path = CASES / f"{name}.py"
    return getattr(harness.load(path), harness.requested(path))


def flags(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{f.rule}: {f.message}" for f in findings if f.severity != "note"]


@pytest.mark.parametrize("scene", scenes("bad"), ids=lambda scene: scene.__name__)
def test_a_faulty_scene_is_reported_by_its_rule_as_an_error(scene: Any, media: Path) -> None:
    trace = harness.record(scene, media)
    assert not trace.faults
    rules = {finding.rule for finding in inspect(trace) if finding.severity == "error"}
    assert scene.expected in rules


@pytest.mark.parametrize("scene", scenes("clean"), ids=lambda scene: scene.__name__)
def test_a_clean_scene_is_not_reported_at_all(scene: Any, media: Path) -> None:
    trace = harness.record(scene, media)
    assert not trace.faults
    assert not flags(inspect(trace))


@pytest.mark.parametrize("name", BAD_CASES)
def test_a_bad_case_is_reported_by_its_rule_as_an_error(name: str, media: Path) -> None:
    findings = inspect(harness.record(case(name), media))
    assert BAD_CASES[name] in {f.rule for f in findings if f.severity == "error"}


@pytest.mark.parametrize("name", CLEAN_CASES)
def test_a_clean_case_is_not_reported_at_all(name: str, media: Path) -> None:
    assert not flags(inspect(harness.record(case(name), media)))
