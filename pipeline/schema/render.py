"""What came of running a program in the sandbox."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Category = Literal["static", "python", "latex", "manim_runtime", "timeout", "memory", "unknown"]
Quality = Literal["draft", "standard", "high", "ultra"]
Aspect = Literal["16:9", "9:16", "1:1"]

_SIDES: dict[Quality, tuple[int, int]] = {
    "draft": (480, 854),
    "standard": (720, 1280),
    "high": (1080, 1920),
    "ultra": (2160, 3840),
}
FRAME_SIDE = 8.0
"""The shorter side of the frame in Manim units, whatever the aspect ratio."""


def frame_of(aspect: Aspect) -> tuple[float, float]:
    """Width and height of the frame in Manim units: the shorter side is 8."""
    long = FRAME_SIDE * 16 / 9
    match aspect:
        case "9:16":
            return FRAME_SIDE, long
        case "1:1":
            return FRAME_SIDE, FRAME_SIDE
    return long, FRAME_SIDE


class RenderSettings(Value):
    """How a scene is rendered. Sizes in pixels, times in seconds, memory in bytes.

    `ultra` (2160p) is for exports: a scene needs some thirty times as long as in `draft`.
    """

    quality: Quality = "draft"
    aspect: Aspect = "16:9"
    keyframes: int = Field(default=4, ge=1)
    wall_seconds: float = Field(default=180.0, gt=0)
    cpu_seconds: int = Field(default=120, gt=0)
    memory_bytes: int = Field(default=4 * 1024**3, gt=0)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        short, long = _SIDES[self.quality]
        match self.aspect:
            case "9:16":
                return short, long
            case "1:1":
                return short, short
        return long, short

    @property
    def fps(self) -> int:
        """Frames a second."""
        return {"draft": 15, "standard": 30, "high": 60, "ultra": 60}[self.quality]


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
