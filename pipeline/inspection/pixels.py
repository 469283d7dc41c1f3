"""How much each written frame differs from the one before, and how much is drawn on it."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pipeline.schema.trace import FrameChange

ROWS = 120
"""Rows of the picture that are looked at; the columns are as dense. Every fourth pixel at 480p:
an object of the size of a dot still covers several, and a frame costs well under a millisecond."""

INK_STEP = 10
"""Smallest difference of a channel (of 255) from the background that a viewer may see as ink."""

Picture: TypeAlias = npt.NDArray[np.uint8]


class PixelMeter:
    """Keeps the frames' measurements; equal neighbours are merged into one entry."""

    def __init__(self) -> None:
        self.frames: list[FrameChange] = []
        self._last: Picture | None = None
        self._empty: Picture | None = None
        self._empty_of: Any = None

    def measure(self, time: float, rgba: Picture, repeats: int, background: Any) -> None:
        """Add a frame shown from `time` (seconds) for `repeats` frames.

        `rgba` is the picture (rows, columns, 4 channels, 0-255) and may be reused by the caller
        afterwards; `background` is the camera's empty picture of the same shape.
        """
        small = _thin(rgba)
        last = self._last
        comparable = last is not None and last.shape == small.shape
        if last is not None and comparable and np.array_equal(last, small):
            before = self.frames[-1]
            total = before.repeats + repeats
            self.frames[-1] = _entry(before.time, before.change, before.ink, total)
            return
        change = 0.0
        if last is not None and comparable:
            difference = int(_distance(small, last).sum(dtype=np.uint32))
            change = difference / (small.size * 0.75 * 255)  # alpha never differs
        self._last = small
        self.frames.append(_entry(time, change, self._ink(small, background), repeats))

    def _ink(self, small: Picture, background: Any) -> float:
        if self._empty is None or self._empty_of is not background:
            self._empty, self._empty_of = _thin(background), background
        if self._empty.shape != small.shape:
            self._empty = np.broadcast_to(small[0, 0], small.shape).copy()
        seen = (_distance(small, self._empty) > INK_STEP).view(np.uint32)
        return float(np.count_nonzero(seen)) / seen.size


def _thin(rgba: Picture) -> Picture:
    """Every n-th pixel of every n-th row, with four channels, as a copy."""
    if rgba.shape[2] != 4 or not rgba.flags.c_contiguous:
        opaque = np.full((*rgba.shape[:2], 4), 255, dtype=np.uint8)
        opaque[..., :3] = rgba[..., :3]
        rgba = opaque
    step = max(1, rgba.shape[0] // ROWS)
    # As whole pixels: copying 32-bit words is several times faster than single bytes.
    words = rgba.view(np.uint32)[::step, ::step].copy()
    return words.view(np.uint8)


def _distance(one: Picture, other: Picture) -> Picture:
    """Absolute difference of bytes without a detour over wider integers."""
    return np.asarray(np.maximum(one, other) - np.minimum(one, other))


def _entry(time: float, change: float, ink: float, repeats: int) -> FrameChange:
    # model_construct: thousands of frames of our own making need no validation.
    return FrameChange.model_construct(
        time=round(time, 4), change=change, ink=round(ink, 6), repeats=repeats
    )
