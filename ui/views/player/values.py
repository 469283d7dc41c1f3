"""What the player shows. Seconds count from the start of a video; places are picture fractions."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline.schema.finding import Box, Severity

Side = Literal["before", "after"]
SIDES: tuple[Side, Side] = ("before", "after")
Mode = Literal["pair", "wipe", "blink"]
MOMENT_SECONDS = 0.5
"""A finding or comment without a stretch of time is shown this long before and after it."""


@dataclass(frozen=True)
class BoxMark:
    """Where something was found.

    Attributes:
        start, end: seconds it holds; without an end it is of one moment.
        box: in fractions of the picture, may reach outside [0, 1].
        text: one plain sentence.
    """

    start: float
    end: float | None
    box: Box
    severity: Severity
    text: str

    def holds_at(self, seconds: float) -> bool:
        """Whether it is to be shown at this moment of the video."""
        if self.end is None:
            return abs(seconds - self.start) <= MOMENT_SECONDS
        return self.start - MOMENT_SECONDS / 2 <= seconds <= self.end


@dataclass(frozen=True)
class Clip:
    """One iteration as the player shows it.

    Attributes:
        title: a few words, such as `v1 before`.
        keyframes: stills with their seconds, in order.
        duration: of the video in seconds; 0 where it is not known.
        reason: what happened where there is no video, one or two plain sentences.
        name: the shortest way to say which it is, such as `v1`; empty where the title is short.
        pending: whether there is no video because it is still being made.
    """

    title: str
    video: Path | None = None
    keyframes: tuple[tuple[Path, float], ...] = ()
    duration: float = 0.0
    boxes: tuple[BoxMark, ...] = ()
    reason: str = ""
    name: str = ""
    pending: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see, as after a crash."""
        return self.video is None and not self.keyframes

    def keyframe_at(self, seconds: float) -> Path | None:
        """The still that was on screen last at this moment; the first one before that."""
        found = None
        for path, time in self.keyframes:
            if found is None or time <= seconds + 0.05:
                found = path
        return found

    @property
    def length(self) -> float:
        """Seconds, taken from the keyframes where nothing else says it."""
        return self.duration or max((time for _, time in self.keyframes), default=0.0)


@dataclass(frozen=True)
class CommentPin:
    """A person's comment at a moment and a place.

    Attributes:
        x, y: picture fractions in [0, 1] from the top left; None for the whole picture.
        side: the iteration it belongs to.
        sent: the versions that the reviser made for it.
    """

    id: str
    seconds: float
    x: float | None
    y: float | None
    text: str
    resolved: bool = False
    side: Side = "after"
    sent: tuple[int, ...] = ()

    def holds_at(self, seconds: float) -> bool:
        """Whether it is to be shown at this moment of the video."""
        return abs(seconds - self.seconds) <= MOMENT_SECONDS


def clock(seconds: float) -> str:
    """Minutes, seconds and tenths, such as `0:05.0`."""
    tenths = max(0, round(seconds * 10))
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"
