"""Stills as PNG data URLs, no larger than the profile says."""

import base64
import io
from dataclasses import dataclass
from pathlib import Path

from pipeline.models.port import ModelError

BIGGEST_FILE = 64 * 1024**2
"""Bytes; a keyframe has less than one megabyte."""


@dataclass(frozen=True)
class Encoded:
    """A picture as it is sent; sizes in pixels."""

    url: str
    width: int
    height: int


def data_url(path: Path, longest_edge: int) -> Encoded:
    """The picture as a PNG data URL whose longer edge has at most `longest_edge` pixels.

    Raises `ModelError` of kind `picture` if the file is missing or no picture.
    """
    from PIL import Image

    try:
        if path.stat().st_size > BIGGEST_FILE:
            raise OSError("the file is larger than 64 MB")
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        picture.thumbnail((longest_edge, longest_edge), Image.Resampling.LANCZOS)
        file = io.BytesIO()
        picture.save(file, "PNG", optimize=False)
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise ModelError(
            f"The still {path} cannot be sent to the reviewer: {error}.",
            "Render the scene again: delete its iteration folder and resume the run.",
            kind="picture",
        ) from None
    text = base64.b64encode(file.getvalue()).decode("ascii")
    return Encoded(f"data:image/png;base64,{text}", *picture.size)
