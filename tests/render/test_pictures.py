"""What is in the video and in the stills."""

import hashlib
import json
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from tests.render.conftest import Studio, case

Picture = npt.NDArray[np.uint8]


def frames(video: Path) -> list[Picture]:
    """All frames as RGB arrays."""
    with av.open(str(video)) as container:
        decoded = container.decode(video=0)
        return [np.asarray(frame.to_ndarray(format="rgb24"), np.uint8) for frame in decoded]


def still(path: Path) -> Picture:
    """A still as an RGB array."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def difference(one: Picture, other: Picture) -> float:
    """Mean absolute difference of two pictures."""
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


def test_frames_have_even_timestamps_and_the_file_can_be_played_while_it_loads(
    studio: Studio,
) -> None:
    folder = studio.folder()
    body = "self.play(Create(Circle()))\nself.wait(1)\nself.play(FadeIn(Dot()), run_time=0.4)"
    result = studio.construct(body, folder=folder)
    assert result.duration == pytest.approx(2.4)
    with av.open(str(folder / "render.mp4")) as container:
        times = [frame.time or 0.0 for frame in container.decode(video=0)]
    assert times == pytest.approx([index / 15 for index in range(36)])
    data = (folder / "render.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")


def test_the_same_program_gives_the_same_frames_twice(studio: Studio) -> None:
    program, scene = case("A10")
    unseeded = program.replace("default_rng(7)", "default_rng()").replace("random.seed(7)", "")
    digests = set()
    for _ in range(2):
        folder = studio.folder()
        assert studio.render(unseeded, scene, folder).ok
        digests.add(hashlib.sha256((folder / "render.mp4").read_bytes()).hexdigest())
    assert len(digests) == 1


def test_stills_show_finished_animations_and_the_last_one_the_end(studio: Studio) -> None:
    folder = studio.folder()
    body = """
    shapes = [Square(side_length=2, fill_opacity=1, color=c) for c in (RED, GREEN, BLUE, YELLOW)]
    for n, shape in enumerate(shapes):
        shape.move_to(LEFT * 4.5 + RIGHT * 3 * n)
        self.play(FadeIn(shape), run_time=1)
        self.wait(0.5)
    """
    result = studio.construct(body, folder=folder)
    seen = [still(path) for path in result.keyframe_paths(folder)]
    counts = [sum(bool(p[240, x].max() > 100) for x in (157, 337, 517, 697)) for p in seen]
    assert counts == [1, 2, 3, 4]
    for picture in seen:  # every square is either whole or not there, never half faded
        for x in (157, 337, 517, 697):
            assert picture[240, x].max() == 0 or (picture[240, x] == seen[-1][240, x]).all()
    assert result.keyframes[-1].time == pytest.approx(result.duration - 1 / 15)
    video = frames(folder / "render.mp4")
    for keyframe, picture in zip(result.keyframes, seen, strict=True):
        assert difference(video[round(keyframe.time * 15)], picture) < 3


def test_the_last_frame_of_the_video_shows_the_finished_animation(studio: Studio) -> None:
    folder = studio.folder()
    body = "self.play(FadeIn(s := Square(6, fill_opacity=1)))\nself.play(FadeOut(s))"
    studio.construct(body, folder=folder)
    assert frames(folder / "render.mp4")[-1].max() < 10


@pytest.mark.parametrize(
    "body",
    [
        "self.play(Write(Text('one')))\nself.play(Create(Circle()))",
        "self.play(Create(Circle()), run_time=0.1)\nself.play(Create(Square()), run_time=0.1)",
        "self.play(FadeIn(Dot()))\nself.wait(20)",
        "for n in range(60):\n    self.play(FadeIn(Dot(RIGHT * n / 9)), run_time=0.2)",
        "d = Dot()\nd.add_updater(lambda m, dt: m.rotate(dt))\nself.add(d)\n"
        "self.wait(2)\nself.play(FadeIn(Square()))",
    ],
)
def test_there_are_four_stills_in_order_spread_over_the_video(studio: Studio, body: str) -> None:
    folder = studio.folder()
    result = studio.construct(body, folder=folder)
    times = [keyframe.time for keyframe in result.keyframes]
    assert times == sorted(times)
    assert len(set(times)) == len(times) == (4 if result.duration > 0.3 else len(times))
    assert 0 <= times[0] <= result.duration / 2
    assert times[-1] == pytest.approx(result.duration - 1 / 15, abs=1e-3)
    assert all(path.exists() for path in result.keyframe_paths(folder))


def test_a_long_wait_costs_no_drawing(studio: Studio) -> None:
    folder = studio.folder()
    body = "self.play(FadeIn(Square()))\nself.wait(300)"
    result = studio.construct(body, folder=folder)
    assert result.duration == pytest.approx(301)
    trace = json.loads((folder / "geometry.json").read_text())
    assert len(trace["frames"]) < 1000 or (folder / "geometry.json").stat().st_size < 2_000_000


def test_sound_of_a_scene_ends_up_in_the_video(studio: Studio) -> None:
    folder = studio.folder()
    result = studio.render(
        "import wave\n\nfrom manim import *\n\n\nclass Scene1(Scene):\n    def construct(self):\n"
        "        with wave.open('tone.wav', 'wb') as file:\n"
        "            file.setparams((1, 2, 8000, 0, 'NONE', ''))\n"
        "            wav = (8000 * np.sin(np.arange(8000) / 4)).astype('<i2')\n"
        "            file.writeframes(wav.tobytes())\n"
        "        self.add_sound('tone.wav')\n"
        "        self.play(Create(Circle()))\n        self.play(Create(Square()))\n",
        folder=folder,
    )
    assert result.ok, result
    with av.open(str(folder / "render.mp4")) as container:
        assert len(container.streams.video) == len(container.streams.audio) == 1
        heard = [frame.to_ndarray() for frame in container.decode(audio=0)]
    assert max(float(np.abs(block).max()) for block in heard) > 0.1


def test_text_is_set_in_the_shipped_face_on_every_machine(studio: Studio) -> None:
    folder = studio.folder()
    body = """
    default, named = Text("Same face -> 0123"), Text("Same face -> 0123", font="Inter")
    print(len(default), round(default.width, 6) == round(named.width, 6))
    self.play(FadeIn(default))
    self.wait(0.2)
    """
    assert studio.construct(body, folder=folder).ok
    assert (folder / "program_output.txt").read_text().split() == ["14", "True"]
