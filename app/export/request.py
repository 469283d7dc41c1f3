"""What a person asks to export."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline.run.folder import RunFolder
from pipeline.schema.render import Quality

Format = Literal["mp4", "gif", "png", "py", "html", "bundle"]


@dataclass(frozen=True)
class ExportRequest:
    """An export of a finished run.

    Attributes:
        folder: of the run.
        format: `png` is a folder of frames; `bundle` a zip of video, scenes, programs, GIF,
            keyframes, report and the run's own description.
        target: a folder, made if missing; or a file, if its name has the format's ending.
        scene: its id (`s1`), its number from 1 or its name; None is the whole animation.
        quality: of videos and pictures. None, or the quality of the run, copies what is there;
            any other is rendered again in the sandbox.
        overwrite: existing files may be replaced.
        stem: what the result is called, without its ending; several programs get `-scene1` and so
            on after it. Empty for `animation`, `scene1` and the like. A name in `target` wins.
        ratings: whether a report (also the one in a bundle) holds the person's own ratings.
        gif_bytes: most that a GIF may have; it is made slower and smaller until it fits.
    """

    folder: RunFolder
    format: Format
    target: Path
    scene: str | None = None
    quality: Quality | None = None
    overwrite: bool = False
    stem: str = ""
    ratings: bool = True
    gif_bytes: int = 8 * 1024**2


@dataclass(frozen=True)
class ExportProgress:
    """How far an export is: a share in [0, 1] that never falls, and what is being done."""

    share: float
    doing: str


Progress = Callable[[ExportProgress], None]


def silent(progress: ExportProgress) -> None:
    """Nobody looks."""
