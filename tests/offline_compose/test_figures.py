"""Every kind of figure is chosen for its text, composes, parses, renders and reads back."""

import ast
from pathlib import Path

import pytest

from pipeline.agents.offline.compose import (
    estimate_layout,
    plan_scene,
    read_layout,
    write_program,
)
from pipeline.agents.offline.compose.drawing import Pen
from pipeline.agents.offline.compose.figures import draw
from pipeline.agents.offline.layout import Layout
from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.trace import GeometryTrace
from tests.offline_compose import specs

KINDS = sorted(specs.BY_KIND)
EVERY = [pytest.param(spec, id=spec.name) for spec in specs.ALL]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_gets_the_figure_it_speaks_of(kind: str) -> None:
    assert plan_scene(specs.TASK, specs.BY_KIND[kind]).figure.kind == kind


@pytest.mark.parametrize("spec", EVERY)
def test_a_program_parses_and_defines_the_scene(spec: SceneSpec) -> None:
    plan = plan_scene(specs.TASK, spec)
    tree = ast.parse(write_program(plan, estimate_layout(plan)))
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    assert classes == [spec.name]


@pytest.mark.parametrize("spec", EVERY)
def test_a_program_is_the_same_each_time(spec: SceneSpec) -> None:
    first = plan_scene(specs.TASK, spec)
    second = plan_scene(specs.TASK, spec)
    assert first == second
    assert write_program(first, estimate_layout(first)) == write_program(
        second, estimate_layout(second)
    )


@pytest.mark.parametrize("spec", EVERY)
def test_the_layout_reads_back_from_the_program(spec: SceneSpec) -> None:
    plan = plan_scene(specs.TASK, spec)
    for layout in (estimate_layout(plan), Layout(label_width=1.75, hold=0.7, formula_size=31)):
        assert read_layout(write_program(plan, layout)) == layout


@pytest.mark.parametrize("spec", EVERY)
def test_every_step_of_a_figure_is_told_once_and_in_order(spec: SceneSpec) -> None:
    plan = plan_scene(specs.TASK, spec)
    steps = draw(Pen(plan, Layout())).steps
    told = [index for beat in plan.beats for index in beat.steps]
    assert sorted(told) == list(range(len(steps)))
    ordered = [index for index in told if not steps[index].free]
    assert ordered == sorted(ordered)


@pytest.mark.parametrize("spec", EVERY)
def test_claim_and_takeaway_and_every_told_sentence_stand_in_the_program(spec: SceneSpec) -> None:
    plan = plan_scene(specs.TASK, spec)
    program = write_program(plan, estimate_layout(plan))
    texts = {
        node.value
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {plan.claim, plan.takeaway, *(beat.words for beat in plan.beats)} <= texts


@pytest.mark.parametrize("spec", specs.BY_KIND.values(), ids=lambda spec: spec.name)
def test_a_typical_scene_renders_without_error_findings(
    spec: SceneSpec, renderer: SandboxRenderer, tmp_path: Path
) -> None:
    plan = plan_scene(specs.TASK, spec)
    program = write_program(plan, estimate_layout(plan))
    result = renderer.render(program, spec.name, tmp_path, RenderSettings(), CancelToken())
    assert result.ok, f"{result.message}\n{result.tex_log}\n{result.traceback_tail}"
    assert result.geometry is not None
    trace = GeometryTrace.model_validate_json((tmp_path / result.geometry).read_text())
    findings = inspect(trace, duration_hint=spec.duration_hint)
    assert [f.message for f in findings if f.severity == "error"] == []
    assert result.duration <= 26.0
