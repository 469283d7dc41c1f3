"""The recorder inside the real render worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderSettings
from pipeline.schema.trace import GeometryTrace

CASES = Path(__file__).parents[1] / "cases"
HEAD = "from manim import *\n\n\nclass Made(Scene):\n    def construct(self):\n"
CROSS_FADE = """
        old, new = Text("one", font_size=60), Text("quite another", font_size=60)
        self.play(FadeIn(old))
        self.play(FadeTransform(old, new))
        self.wait(1)
"""


@pytest.fixture(scope="module")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxRenderer]:
    root = tmp_path_factory.mktemp("worker")
    with SandboxRenderer(root / "scratch", tex_dir=root / "tex") as running:
        yield running


def render(
    renderer: SandboxRenderer, program: str, scene: str, folder: Path
) -> tuple[GeometryTrace, tuple[Finding, ...]]:
    result = renderer.render(program, scene, folder, RenderSettings(), CancelToken())
    assert result.ok, result.message
    assert result.geometry is not None
    trace = GeometryTrace.model_validate_json((folder / result.geometry).read_text("utf-8"))
    assert not trace.faults
    return trace, inspect(trace)


def test_a_fault_in_the_middle_of_a_film_is_found(
    renderer: SandboxRenderer, tmp_path: Path
) -> None:
    program = (CASES / "D07.py").read_text("utf-8")
    trace, findings = render(renderer, program, "GhostAfterTransform", tmp_path)
    overlap = next(f for f in findings if f.rule == "overlap")
    assert "Step 2: add the bias" in overlap.subjects
    assert overlap.until is not None
    assert overlap.until < trace.duration


def test_a_cross_fade_is_no_overlap(renderer: SandboxRenderer, tmp_path: Path) -> None:
    trace, findings = render(renderer, HEAD + CROSS_FADE, "Made", tmp_path)
    assert not findings
    assert trace.duration == pytest.approx(3, abs=0.1)
    assert [item.label for item in trace.boundaries[-1].items] == ["quite another"]


def test_frames_and_boundaries_cover_the_film(renderer: SandboxRenderer, tmp_path: Path) -> None:
    program = (CASES / "D17.py").read_text("utf-8")
    trace, findings = render(renderer, program, "DimmedContext", tmp_path)
    assert not [f for f in findings if f.severity != "note"]
    assert sum(frame.repeats for frame in trace.frames) / trace.fps == pytest.approx(
        trace.duration, abs=0.1
    )
    assert trace.boundaries[-1].time == pytest.approx(trace.duration, abs=0.1)
