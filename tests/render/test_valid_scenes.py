"""Unusual but valid programs render."""

import av
import pytest
from PIL import Image

from tests.render.conftest import Studio, case, case_names

# Plays as Manim itself counts them, waits included.
PLAYS = {"A16": 3, "A18": 7, "A21": 3, "A25": 7}


@pytest.mark.parametrize("name", case_names("A"))
def test_a_valid_scene_gives_a_video_four_stills_and_its_geometry(
    studio: Studio, name: str
) -> None:
    program, scene = case(name)
    folder = studio.folder()
    result = studio.render(program, scene, folder)
    assert result.ok, result
    assert result.plays >= PLAYS.get(name, 2)
    with av.open(str(folder / "render.mp4")) as video:
        frames = sum(1 for _ in video.decode(video=0))
        stream = video.streams.video[0]
        assert (stream.width, stream.height) == (854, 480)
        assert float(stream.average_rate or 0) == 15
        assert stream.codec_context.pix_fmt == "yuv420p"
    assert result.duration == pytest.approx(frames / 15, abs=0.01)
    assert len(result.keyframes) == 4
    for path in result.keyframe_paths(folder):
        with Image.open(path) as still:
            assert still.size == (854, 480)
    assert result.geometry is not None
    assert (folder / result.geometry).stat().st_size > 0
    assert studio.leftovers() == []
