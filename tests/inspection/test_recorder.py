"""What the recorder writes down, on real scenes."""

from pathlib import Path
from typing import Any, NoReturn

import manim as mn
import numpy as np
import pytest

from pipeline.inspection import measure as measure_module
from pipeline.inspection import recorder as recorder_module
from pipeline.inspection.pixels import PixelMeter
from pipeline.schema.trace import GeometryTrace, Item
from tests.inspection import harness


def by_label(trace: GeometryTrace, place: int = -1) -> dict[str, Item]:
    return {item.label: item for item in trace.boundaries[place].items}


def test_a_transformed_text_is_called_what_is_on_screen(media: Path) -> None:
    class Morph(mn.Scene):
        def construct(self) -> None:
            first = mn.Text("before")
            self.play(mn.Write(first))
            self.play(mn.Transform(first, mn.Text("and after")))

    trace = harness.record(Morph, media)
    assert [next(iter(b.items)).label for b in trace.boundaries] == ["before", "and after"]
    assert len({next(iter(b.items)).key for b in trace.boundaries}) == 1


def test_a_text_that_becomes_another_without_an_animation_loses_its_label(media: Path) -> None:
    class Become(mn.Scene):
        def construct(self) -> None:
            text = mn.Text("known")
            self.play(mn.FadeIn(text))
            text.become(mn.Text("something else"))
            self.play(mn.Create(mn.Square()))

    trace = harness.record(Become, media)
    texts = [item for item in trace.boundaries[-1].items if item.kind == "text"]
    assert [item.label for item in texts] == [""]


def test_a_text_that_fades_in_stays_a_text_and_one_that_becomes_a_shape_does_not(
    media: Path,
) -> None:
    class Fades(mn.Scene):
        def construct(self) -> None:
            text = mn.Text("word")
            self.play(mn.FadeIn(text))
            self.play(mn.Transform(text, mn.Square()))
            self.play(mn.Transform(text, mn.Text("again")))

    trace = harness.record(Fades, media)
    kinds = [[(i.kind, i.label) for i in b.items] for b in trace.boundaries]
    assert kinds == [[("text", "word")], [("other", "")], [("text", "again")]]


def test_markup_is_no_part_of_what_a_text_says(media: Path) -> None:
    class Marked(mn.Scene):
        def construct(self) -> None:
            self.add(mn.MarkupText('<b>bold</b> &amp; <span fgcolor="red">red</span>'))
            self.wait(0.2)

    assert "bold & red" in by_label(harness.record(Marked, media))


def test_moving_scaling_and_colouring_keep_the_label(media: Path) -> None:
    class Moved(mn.Scene):
        def construct(self) -> None:
            text = mn.MathTex("a", "+", "b")
            self.play(mn.Write(text))
            self.play(text.animate.scale(2).rotate(1).set_color(mn.RED))

    assert "a + b" in by_label(harness.record(Moved, media))


def test_colours_opacity_and_background_are_recorded_as_drawn(media: Path) -> None:
    class Coloured(mn.Scene):
        def construct(self) -> None:
            camera: Any = self.camera
            camera.background_color = "#102030"
            word = mn.Text("ab", t2c={"b": "#00ff00"}, color="#ff0000").set_opacity(0.5)
            box = mn.Square(fill_color="#0000ff", fill_opacity=0.25, stroke_width=7)
            self.add(box, word)
            self.wait(0.2)

    trace = harness.record(Coloured, media)
    boundary = trace.boundaries[-1]
    text = next(i for i in boundary.items if i.kind == "text")
    square = next(i for i in boundary.items if i.kind == "shape")
    assert boundary.background == "#102030"
    assert set(text.palette) == {("#ff0000", 0.5, 1), ("#00ff00", 0.5, 1)}
    assert (square.fill, square.fill_opacity, square.stroke_width) == ("#0000ff", 0.25, 7.0)
    assert square.closed
    assert square.z < text.z


def test_the_frame_of_the_moving_camera_is_that_of_the_moment(media: Path) -> None:
    class Zoom(mn.MovingCameraScene):
        def construct(self) -> None:
            self.play(mn.Create(mn.Square()))
            camera: Any = self.camera
            self.play(camera.frame.animate.scale(0.5).shift(mn.RIGHT))

    first, last = harness.record(Zoom, media).boundaries
    assert first.frame.height == pytest.approx(8, abs=0.01)
    assert last.frame.height == pytest.approx(4, abs=0.01)
    assert (last.frame.x0 + last.frame.x1) / 2 == pytest.approx(1)


def test_what_is_fixed_in_the_frame_is_not_projected(media: Path) -> None:
    class Space(mn.ThreeDScene):
        def construct(self) -> None:
            self.set_camera_orientation(phi=1, theta=0.3)
            title, label = mn.Text("fixed").to_edge(mn.UP), mn.Text("in space")
            self.add_fixed_in_frame_mobjects(title)
            self.play(mn.Create(mn.Sphere(resolution=(4, 4))), mn.FadeIn(label))

    items = by_label(harness.record(Space, media))
    assert not items["fixed"].projected
    assert items["fixed"].box.y1 == pytest.approx(3.5, abs=0.01)
    assert items["in space"].projected


def test_a_text_put_up_without_an_animation_is_seen_before_it_moves(media: Path) -> None:
    class Added(mn.Scene):
        def construct(self) -> None:
            text = mn.Text("here")
            self.add(text)
            self.play(text.animate.shift(mn.RIGHT * 20))

    added, moved = harness.record(Added, media).boundaries
    assert added.time == 0.0
    assert added.items[0].box.x1 < 7
    assert moved.items[0].box.x0 > 7
    assert moved.animated == (moved.items[0].key,)


def test_what_an_animation_removed_counts_as_animated_and_what_was_just_taken_does_not(
    media: Path,
) -> None:
    class Gone(mn.Scene):
        def construct(self) -> None:
            one, two = mn.Text("faded"), mn.Text("taken").shift(mn.UP)
            self.play(mn.FadeIn(one), mn.FadeIn(two))
            self.remove(two)
            self.play(mn.FadeOut(one))

    shown, gone = harness.record(Gone, media).boundaries
    keys = {item.label: item.key for item in shown.items}
    assert keys["faded"] in gone.animated
    assert keys["taken"] not in gone.animated


def test_an_object_that_cannot_be_measured_is_counted_and_the_rest_is_kept(
    media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = measure_module.measure

    def break_on_circles(unit: Any, *arguments: Any, **named: Any) -> Item | None:
        if isinstance(unit.mobject, mn.Circle):
            raise RuntimeError("no circles today")
        return measure(unit, *arguments, **named)

    monkeypatch.setattr(recorder_module, "measure", break_on_circles)

    class Mixed(mn.Scene):
        def construct(self) -> None:
            self.play(mn.Create(mn.Circle()), mn.Create(mn.Square()))
            self.wait(0.2)

    trace = harness.record(Mixed, media)
    assert [item.type for item in trace.boundaries[-1].items] == ["Square"]
    assert trace.fault_count == 2
    assert "no circles today" in trace.faults[0]


def test_a_recorder_that_fails_everywhere_breaks_no_render(
    media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> NoReturn:
        raise RuntimeError("broken")

    monkeypatch.setattr(recorder_module.Recorder, "_picture", broken)
    monkeypatch.setattr(PixelMeter, "measure", broken)

    class Plain(mn.Scene):
        def construct(self) -> None:
            self.play(mn.Create(mn.Square()))

    trace = harness.record(Plain, media)
    assert trace.boundaries == ()
    assert trace.frames == ()
    assert trace.fault_count >= 15


def test_more_things_than_the_cap_are_counted_as_left_out(
    media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "MAX_OTHERS", 10)

    class Many(mn.Scene):
        def construct(self) -> None:
            self.add(*[mn.Dot((x / 5, 0.0, 0.0)) for x in range(25)], mn.Text("still there"))
            self.wait(0.2)

    boundary = harness.record(Many, media).boundaries[-1]
    assert boundary.left_out == 15
    assert "still there" in {item.label for item in boundary.items}


def test_equal_frames_are_one_entry_and_change_is_measured() -> None:
    meter = PixelMeter()
    black = np.zeros((480, 854, 4), dtype=np.uint8)
    black[..., 3] = 255
    half = black.copy()
    half[:240, :, :3] = 255
    meter.measure(0.0, black, 15, black)
    meter.measure(1.0, black, 1, black)
    meter.measure(16 / 15, half, 1, black)
    still, moved = meter.frames
    assert (still.time, still.change, still.ink, still.repeats) == (0.0, 0.0, 0.0, 16)
    assert moved.change == pytest.approx(0.5)
    assert moved.ink == pytest.approx(0.5)


def test_blue_on_black_is_ink() -> None:
    meter = PixelMeter()
    black = np.zeros((480, 854, 4), dtype=np.uint8)
    blue = black.copy()
    blue[:, :, 2] = 255
    meter.measure(0.0, blue, 1, black)
    assert meter.frames[0].ink == 1.0


def test_the_trace_survives_writing_and_reading(media: Path) -> None:
    class Small(mn.Scene):
        def construct(self) -> None:
            self.play(mn.Write(mn.MathTex("x^2")), mn.Create(mn.Arrow()))

    trace = harness.record(Small, media)
    assert GeometryTrace.model_validate_json(trace.model_dump_json()) == trace
