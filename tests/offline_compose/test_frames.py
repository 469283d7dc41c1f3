"""Scenes for upright and square pictures; the wide ones stay as they were."""

import re
from pathlib import Path

import pytest

from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.compose import estimate_layout, plan_scene, read_layout, write_program
from pipeline.agents.offline.compose.frames import NARROW_WIDTH, grid_of
from pipeline.agents.offline.layout import KNOBS
from pipeline.agents.offline.revise import LayoutReviser
from pipeline.agents.protocols import CodeRequest, RevisionRequest
from pipeline.checks import check_program
from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.finding import Finding
from pipeline.schema.render import Aspect, RenderSettings
from pipeline.schema.review import AxisScores, Review
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.trace import GeometryTrace
from tests.offline_compose import specs

NARROW: tuple[Aspect, ...] = ("9:16", "1:1")
SPECS = [value for value in vars(specs).values() if isinstance(value, SceneSpec)]


def _program(spec: SceneSpec, aspect: Aspect) -> str:
    request = CodeRequest(task=specs.TASK, spec=spec, slots=None, aspect=aspect)
    return OfflineCoder().write(request).program


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_figure_is_composed_for_every_frame(spec: SceneSpec) -> None:
    programs = {aspect: _program(spec, aspect) for aspect in ("16:9", *NARROW)}
    assert "ASPECT" not in programs["16:9"]
    assert "@" not in "".join(programs.values()).replace("@property", "")
    for aspect in NARROW:
        layout = read_layout(programs[aspect])
        assert layout is not None
        assert layout.aspect == aspect
        report = check_program(programs[aspect], spec.name)
        assert report.ok, [f.message for f in report.findings]


@pytest.mark.parametrize("aspect", NARROW)
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_labels_of_a_narrow_frame_fit_its_width(spec: SceneSpec, aspect: Aspect) -> None:
    figure = plan_scene(specs.TASK, spec).figure
    grid = grid_of(figure, aspect)
    used = grid.columns * (grid.label_width + grid.beside) + grid.between * (grid.columns - 1)
    assert used <= NARROW_WIDTH + 0.3


def test_a_revision_stays_in_its_frame() -> None:
    program = _program(specs.TRAINING, "9:16")
    finding = Finding(
        rule="duration",
        severity="warning",
        layer="geometry",
        message="too short",
        amount=10.0,
        limit=20.0,
    )
    review = Review(
        reviewer="test",
        axes=AxisScores(logical_flow=50, layout=50, accuracy=50),
        verdict="revise",
    )
    cast = offline_cast()
    assert isinstance(cast.visual_reviser, LayoutReviser)
    request = RevisionRequest(
        task=specs.TASK,
        spec=specs.TRAINING,
        slots=None,
        program=program,
        review=review,
        findings=(finding,),
        aspect="9:16",
    )
    revised = read_layout(cast.visual_reviser.revise(request).program)
    before = read_layout(program)
    assert revised is not None
    assert before is not None
    assert revised.aspect == "9:16"
    assert revised.hold > before.hold


def test_no_lesson_is_about_the_frame() -> None:
    assert "aspect" not in KNOBS
    assert len(KNOBS) == 14


def test_a_program_of_another_frame_names_it() -> None:
    plan = plan_scene(specs.TASK, specs.GAUSS)
    wide = write_program(plan, estimate_layout(plan))
    tall = write_program(plan, estimate_layout(plan, "9:16"))
    assert "the frame is 14.2 x 8)" in wide
    assert "the frame is 8 x 14.2)" in tall
    assert re.search(r'^ASPECT = "9:16"$', tall, re.MULTILINE)


@pytest.mark.parametrize("aspect", NARROW)
def test_scenes_of_every_shape_keep_inside_a_narrow_frame(aspect: Aspect, tmp_path: Path) -> None:
    chosen = (specs.ATTENTION, specs.TRAINING, specs.HISTORY, specs.MARKET)
    with SandboxRenderer(tmp_path / "scratch", tex_dir=tmp_path / "tex") as renderer:
        for spec in chosen:
            out = tmp_path / spec.name
            settings = RenderSettings(aspect=aspect)
            result = renderer.render(
                _program(spec, aspect), spec.name, out, settings, CancelToken()
            )
            assert result.ok, result.message
            trace = GeometryTrace.model_validate_json((out / "geometry.json").read_bytes())
            errors = [f.message for f in inspect(trace) if f.severity == "error"]
            assert not errors
