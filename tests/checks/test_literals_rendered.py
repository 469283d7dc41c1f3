"""The rules about literal values against Manim itself: what they say is what a render does."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pipeline.checks import check_program, propose
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderResult, RenderSettings
from tests.checks.test_literals import FAILS, WARNS, WORKS

RENDERS = WORKS | WARNS


class Stage:
    """Renders programs, each into a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.renderer = SandboxRenderer(root / "scratch", tex_dir=root / "tex", workers=1)
        self.count = 0

    def render(self, program: str) -> RenderResult:
        self.count += 1
        folder = self.root / f"r{self.count}"
        settings = RenderSettings(wall_seconds=60)
        return self.renderer.render(program, "Example", folder, settings, CancelToken())


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    made = Stage(tmp_path_factory.mktemp("stage"))
    yield made
    made.renderer.close()


@pytest.mark.parametrize("title", FAILS)
def test_what_the_rules_refuse_fails_in_manim(title: str, stage: Stage) -> None:
    result = stage.render(FAILS[title])
    assert not result.ok
    assert result.category in ("manim_runtime", "python")


@pytest.mark.parametrize("title", RENDERS)
def test_what_they_let_pass_renders(title: str, stage: Stage) -> None:
    result = stage.render(RENDERS[title])
    assert result.ok, result.message


@pytest.mark.parametrize("title", FAILS)
def test_what_they_mend_renders(title: str, stage: Stage, tables_dir: Path) -> None:
    check = partial(check_program, scene="Example", cache_dir=tables_dir)
    findings = check(FAILS[title]).findings
    repair = propose(FAILS[title], findings, check)
    offered = any(finding.edits for finding in findings)
    assert (repair is not None) == offered
    if repair is not None:
        result = stage.render(repair.program)
        assert result.ok, f"{repair.diff}\n{result.message}"
