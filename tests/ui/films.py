"""Small real videos and stills for tests of the window."""

from pathlib import Path

import av
import numpy as np
from PIL import Image

from pipeline.schema.finding import Box
from ui.views.player.values import BoxMark, Clip

RATE = 15
SIZE = (320, 180)
BOX = Box(left=0.25, top=0.25, right=0.75, bottom=0.75)


def film(path: Path, seconds: float, colour: tuple[int, int, int]) -> Path:
    """A video of one colour with a bar that grows from left to right."""
    width, height = SIZE
    count = round(seconds * RATE)
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for number in range(count):
            picture = np.full((height, width, 3), colour, np.uint8)
            picture[-20:, : max(2, width * (number + 1) // count)] = 255
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        out.mux(stream.encode())
    return path


def still(path: Path, colour: tuple[int, int, int]) -> Path:
    """A picture of one colour."""
    Image.new("RGB", SIZE, colour).save(path)
    return path


def clip(
    folder: Path,
    name: str,
    seconds: float = 2.0,
    colour: tuple[int, int, int] = (180, 30, 30),
    boxes: tuple[BoxMark, ...] = (),
) -> Clip:
    """An iteration with a video and two keyframes, one in its middle and one at its end."""
    frames = tuple(
        (still(folder / f"{name}-{part}.png", colour), seconds * part / 2) for part in (1, 2)
    )
    video = film(folder / f"{name}.mp4", seconds, colour)
    return Clip(name, video, frames, seconds, boxes)
