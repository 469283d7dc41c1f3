"""Upright and square pictures: the frame's shorter side is 8 units, whatever the ratio."""

from pathlib import Path

import av
import pytest

from pipeline.agents.model.context import frame_text
from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer, cache
from pipeline.render_port import CancelToken
from pipeline.schema.render import Aspect, Quality, RenderSettings, frame_of
from pipeline.schema.trace import GeometryTrace

SCENE = """
from manim import *

class Framed(Scene):
    def construct(self):
        plane = NumberPlane()
        self.add(plane)
        words = Text("A word", font_size=28).to_edge(UP)
        self.play(FadeIn(words))
        self.play(words.animate.to_edge(DOWN))
        self.add(Dot(plane.c2p(plane.x_range[1], 0)))
        self.wait(0.5)
"""


@pytest.mark.parametrize(
    ("aspect", "quality", "pixels"),
    [
        ("16:9", "draft", (854, 480)),
        ("9:16", "draft", (480, 854)),
        ("1:1", "draft", (480, 480)),
        ("16:9", "ultra", (3840, 2160)),
        ("9:16", "high", (1080, 1920)),
        ("1:1", "ultra", (2160, 2160)),
    ],
)
def test_the_shorter_side_gives_the_quality(
    aspect: Aspect, quality: Quality, pixels: tuple[int, int]
) -> None:
    assert RenderSettings(quality=quality, aspect=aspect).pixels == pixels


def test_ultra_has_sixty_frames_a_second() -> None:
    assert RenderSettings(quality="ultra").fps == 60


def test_the_cache_tells_aspect_ratios_apart() -> None:
    keys = {cache.key(SCENE, "Framed", RenderSettings(aspect=a)) for a in ("16:9", "9:16", "1:1")}
    assert len(keys) == 3


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_a_scene_is_filmed_and_measured_in_its_frame(aspect: Aspect, tmp_path: Path) -> None:
    settings = RenderSettings(aspect=aspect)
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        result = renderer.render(SCENE, "Framed", tmp_path / "out", settings, CancelToken())
    assert result.ok, result.message
    with av.open(str(tmp_path / "out" / "render.mp4")) as film:
        stream = film.streams.video[0]
        assert (stream.width, stream.height) == settings.pixels
    trace = GeometryTrace.model_validate_json((tmp_path / "out" / "geometry.json").read_bytes())
    frame = trace.boundaries[-1].frame
    assert (frame.width, frame.height) == pytest.approx(frame_of(aspect), rel=0.002)
    assert not [f for f in inspect(trace) if f.rule in ("off_frame", "small_text")]


def test_text_is_as_large_for_a_viewer_in_an_upright_picture(tmp_path: Path) -> None:
    small = SCENE.replace("font_size=28", "font_size=9")
    found = {}
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        for aspect in ("16:9", "9:16"):
            out = tmp_path / aspect.replace(":", "-")
            renderer.render(small, "Framed", out, RenderSettings(aspect=aspect), CancelToken())
            trace = GeometryTrace.model_validate_json((out / "geometry.json").read_bytes())
            found[aspect] = [f for f in inspect(trace) if f.rule == "small_text"]
    assert found["16:9"][0].amount == pytest.approx(found["9:16"][0].amount, rel=0.02)
    assert "of the frame's height" in found["16:9"][0].message
    assert "of the frame's width" in found["9:16"][0].message


def test_a_model_is_told_the_frame_in_the_same_words() -> None:
    assert frame_text("16:9").startswith("The picture is 14.2 units wide and 8 high;")
    assert frame_text("9:16").startswith("The picture is 8 units wide and 14.2 high;")
    assert len({frame_text(a).count(" ") for a in ("16:9", "9:16", "1:1")}) == 1
