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
from pipeline.agents.offline.compose.drawing import Pen, Step
from pipeline.agents.offline.compose.figures import draw
from pipeline.agents.offline.compose.plan import BarsFigure, FlowFigure
from pipeline.agents.offline.compose.planning import assign_steps
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


CAFE = SceneSpec(
    name="DearerCoffee",
    claim="A seller cares about elasticity because it decides what happens to revenue.",
    evidence="Suppose a shop raises the price of a cup from $2.00 to $2.20, which is 10%.",
    takeaway="With inelastic demand a higher price earns more.",
    duration_hint=16,
)
SIGNS = SceneSpec(
    name="MarginalCost",
    claim="A firm avoids emissions until the next tonne costs the price $p$.",
    evidence=(
        "With the cost $C(a) = \\frac{1}{2} c a^2$ the answer is $a^* = p / c$. "
        "Half of $T_{c}$ is enough, and of every 100 firms 7 follow."
    ),
    takeaway="The best amount $a^*$ rises with the price.",
    duration_hint=16,
)


def test_bars_start_at_zero_however_alike_the_values_are() -> None:
    plan = plan_scene(specs.TASK, CAFE)
    program = write_program(plan, estimate_layout(plan))
    assert isinstance(plan.figure, BarsFigure)
    assert "height=UNIT * abs(value) + 0.02" in program
    assert "bars start at" not in program


def test_a_difference_that_the_text_prints_is_written_beside_two_bars() -> None:
    plan = plan_scene(specs.TASK, CAFE)
    assert isinstance(plan.figure, BarsFigure)
    assert plan.figure.gap == "10%"
    assert '"10%"' in write_program(plan, estimate_layout(plan))


def test_the_names_of_all_bars_stand_before_the_first_one_grows() -> None:
    plan = plan_scene(specs.TASK, specs.BY_KIND["bars"])
    first = draw(Pen(plan, Layout())).steps[0]
    assert "FadeIn(titles)" in first.animations
    assert plan.beats[0].steps[:1] == (0,)


def test_inline_mathematics_is_typeset_in_the_words() -> None:
    plan = plan_scene(specs.TASK, SIGNS)
    signs = {sign.spelled: sign.tex for sign in plan.signs}
    assert signs["a^*"].endswith("^{*}")
    assert r"\frac{1}{2}" in signs["C(a) = 1/2ca²"]
    assert {"p", "T_c"} <= set(signs)
    assert "SIGNS = {" in write_program(plan, estimate_layout(plan))


def test_a_sign_stands_on_the_line_and_nothing_is_out_of_place(
    renderer: SandboxRenderer, tmp_path: Path
) -> None:
    plan = plan_scene(specs.TASK, SIGNS)
    program = write_program(plan, estimate_layout(plan))
    result = renderer.render(program, SIGNS.name, tmp_path, RenderSettings(), CancelToken())
    assert result.ok, f"{result.message}\n{result.tex_log}\n{result.traceback_tail}"
    assert result.geometry is not None
    trace = GeometryTrace.model_validate_json((tmp_path / result.geometry).read_text())
    findings = inspect(trace, duration_hint=SIGNS.duration_hint)
    assert [f.message for f in findings if f.severity == "error"] == []
    lines = {i.label: i for b in trace.boundaries for i in b.items if "answer is" in i.label}
    assert lines  # one text for the viewer, its signs among its letters
    assert all(item.kind == "text" for item in lines.values())


def test_what_a_claim_counts_is_told_in_a_sentence() -> None:
    spec = CAFE.model_copy(
        update={
            "claim": "Three things make demand more elastic.",
            "evidence": "Three things make demand more elastic: close substitutes, a large share "
            "of the budget, and time to adjust.",
        }
    )
    first = plan_scene(specs.TASK, spec).beats[0].words
    assert first.startswith("The three are close substitutes,")


def test_no_caption_points_to_a_formula_that_is_not_shown() -> None:
    spec = CAFE.model_copy(
        update={
            "evidence": "In 1943, McCulloch described a neuron. In 1958, Rosenblatt built the "
            "perceptron. Its rule is $$y = w x + b.$$",
        }
    )
    plan = plan_scene(specs.TASK, spec)
    assert plan.figure.kind == "timeline"
    assert not any(beat.words.endswith(":") for beat in plan.beats)


def test_a_formula_that_the_claim_told_opens_the_first_caption() -> None:
    beats = assign_steps(
        ["First, the grid is set.", "Then it is updated."],
        [Step(("a",), "set"), Step(("b",), "updated"), Step(("f",), "formula", free=True)],
        [False, False],
    )
    assert [beat.steps for beat in beats] == [(2, 0), (1,)]


def test_words_without_mathematics_need_no_typesetting() -> None:
    plan = plan_scene(specs.TASK, specs.BY_KIND["flow"])
    assert plan.signs == ()
    assert "SIGNS" not in write_program(plan, estimate_layout(plan))


def test_an_inline_formula_is_not_shown_a_second_time_above_a_figure() -> None:
    spec = specs.BY_KIND["flow"].model_copy(
        update={"evidence": specs.BY_KIND["flow"].evidence + " It ends when $f < f_s / 2$ holds."}
    )
    figure = plan_scene(specs.TASK, spec).figure
    assert isinstance(figure, FlowFigure)
    assert figure.formula == ""


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


def test_a_matrix_is_drawn_as_a_grid_only_where_it_is_all_of_the_formula() -> None:
    printed = r"\begin{pmatrix} 1 & 0 \\ 0 & -1 \end{pmatrix}"
    formulas = {
        rf"Z = {printed}": "matrix",
        rf"\rho = \frac{{1}}{{2}} {printed}": "matrix",
        rf"Z = {printed}, \qquad S = Z + Z": "formula",
        rf"A^{{-1}} = {printed}^\top": "formula",
        rf"{printed} + {printed}": "formula",
    }
    for formula, kind in formulas.items():
        spec = specs.ATTENTION.model_copy(update={"evidence": f"The operator is $${formula}.$$"})
        assert plan_scene(specs.TASK, spec).figure.kind == kind, formula


def test_what_stands_before_a_matrix_is_shown_with_it() -> None:
    tex = r"\rho = \frac{1}{2} \begin{pmatrix} 1 & 1 \\ 1 & 1 \end{pmatrix}"
    spec = specs.ATTENTION.model_copy(update={"evidence": f"The state is $${tex}.$$"})
    plan = plan_scene(specs.TASK, spec)
    program = write_program(plan, estimate_layout(plan))
    assert r"\frac{1}{2}" in program
