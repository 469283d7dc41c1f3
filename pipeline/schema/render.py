"""What came of running a program in the sandbox."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Category = Literal["static", "python", "latex", "manim_runtime", "timeout", "memory", "unknown"]
Quality = Literal["draft", "standard", "high"]


class RenderSettings(Value):
    """How a scene is rendered. Sizes in pixels, times in seconds, memory in bytes."""

    quality: Quality = "draft"
    keyframes: int = Field(default=4, ge=1)
    wall_seconds: float = Field(default=180.0, gt=0)
    cpu_seconds: int = Field(default=120, gt=0)
    memory_bytes: int = Field(default=4 * 1024**3, gt=0)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return {"draft": (854, 480), "standard": (1280, 720), "high": (1920, 1080)}[self.quality]

    @property
    def fps(self) -> int:
        """Frames a second."""
        return {"draft": 15, "standard": 30, "high": 60}[self.quality]


class Keyframe(Value):
    """A still of the render: `file` is relative to the iteration's folder, `time` in seconds."""

    file: str
    time: float


class RenderResult(Value):
    """The typed outcome of one render. `ok` means a playable video with at least two plays.

    Attributes:
        environment: the fault lies with this machine (e.g. TeX is missing), not the program;
            such a failure gives no retry and no lesson.
        line: line of the program the fault is on.
        signature: exception class, last frame of the program and normalised message, joined.
        traceback_tail: the end of the traceback, without host paths or control characters.
        tex_log: the part of the TeX log that matters.
        video, geometry: files relative to the iteration's folder, or None.
        seconds: wall time of the render; duration: length of the video, both in seconds.
        plays: animations that ran, waits included, as Manim counts them.
        cached: taken from the render cache.
    """

    ok: bool
    category: Category | None = None
    message: str = ""
    environment: bool = False
    line: int | None = None
    signature: str = ""
    traceback_tail: str = ""
    tex_log: str = ""
    video: str | None = None
    keyframes: tuple[Keyframe, ...] = ()
    geometry: str | None = None
    seconds: float = 0.0
    duration: float = 0.0
    plays: int = 0
    cached: bool = False

    def keyframe_paths(self, folder: Path) -> tuple[Path, ...]:
        """The stills as paths, given the iteration's folder."""
        return tuple(folder / keyframe.file for keyframe in self.keyframes)
