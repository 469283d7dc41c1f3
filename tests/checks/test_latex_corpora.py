"""The LaTeX check finds nothing in programs that work."""

import re
from pathlib import Path

import pytest

from app.bench.docstrings import manim_examples
from pipeline.agents.offline.cast import OfflineCast
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.checks.latex import check_latex
from pipeline.checks.parsing import parse_program
from pipeline.intake.benchmark import load_tasks
from pipeline.intake.reading import read_task
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderResult
from pipeline.schema.task import Task

ROOT = Path(__file__).parents[2]
RESOURCES = ROOT / "resources"
SCENES = 4
FAILED = RenderResult(ok=False, category="latex", message="a formula does not compile")


def found_in(program: str) -> tuple[Finding, ...]:
    """What the LaTeX rules find."""
    parsed = parse_program(program)
    assert not isinstance(parsed, Finding), parsed.message
    return check_latex(parsed)


def tasks() -> list[Task]:
    """The samples and the benchmark set."""
    samples = [read_task(file) for file in sorted((RESOURCES / "samples").glob("*.md"))]
    return samples + [one.task for one in load_tasks(RESOURCES / "benchmark")]


def test_nothing_is_found_in_manims_own_examples() -> None:
    examples = [e for e in manim_examples() if e.scene != "<Class"]
    found = {e.scene: found_in(e.program) for e in examples}
    assert len(examples) >= 390
    assert {scene: findings for scene, findings in found.items() if findings} == {}


@pytest.mark.parametrize("kind", ["A", "D"])
def test_nothing_is_found_in_cases_that_render(kind: str) -> None:
    files = sorted((ROOT / "tests" / "cases").glob(f"{kind}*.py"))
    assert len(files) >= 8
    assert {f.stem: found_in(f.read_text(encoding="utf-8")) for f in files} == dict.fromkeys(
        (f.stem for f in files), ()
    )


def test_nothing_is_found_in_what_the_offline_cast_writes() -> None:
    cast = OfflineCast()
    programs = []
    for task in tasks():
        for spec in cast.storyboarder.storyboard(task, SCENES).scenes:
            request = CodeRequest(task=task, spec=spec, slots=None)
            first = cast.coder.write(request).program
            again = (Attempt(program=first, result=FAILED),)
            simpler = cast.coder.write(request.model_copy(update={"attempts": again})).program
            programs += [first, simpler]
    assert len(programs) >= 100
    assert any(re.search(r"\bMathTex\(", program) for program in programs)
    assert [finding for program in programs for finding in found_in(program)] == []
