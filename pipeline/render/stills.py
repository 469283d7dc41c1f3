"""Choosing keyframes while a scene is being rendered.

A settled moment is the screen right after an animation has finished, or the still picture of
the wait that follows; pictures of moving frames are never taken. Only references to a few
pictures are kept, thinned so that they stay spread over the video.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pipeline.render.film import Picture

_KEPT = 24
_STEP = 16  # pixels between samples when two pictures are compared
# Weights against the squared distance from the even spread, as a share of the whole length:
# a blank still, or one equal to its neighbour, loses to any other within half a video.
_BLANK_COST, _REPEAT_COST = 0.25, 0.1


@dataclass(frozen=True, eq=False)
class Still:
    """A picture at `time` seconds that may become a keyframe."""

    time: float
    picture: Picture

    @property
    def sample(self) -> Picture:
        """A coarse grid of its pixels."""
        return self.picture[::_STEP, ::_STEP, :3]

    def same(self, other: "Still") -> bool:
        """Whether both show the same."""
        return equal(self.picture, other.picture)

    @property
    def blank(self) -> bool:
        """Whether it shows a single colour."""
        return bool((self.sample == self.sample[0, 0]).all())


@dataclass
class _Stretch:
    """A stretch of equal frames, in seconds."""

    start: float
    end: float
    picture: Picture


class Stills:
    """Collects candidates during a render and picks the keyframes at its end.

    Args:
        fps: frames a second.
        count: how many keyframes are wanted.
    """

    def __init__(self, fps: int, count: int) -> None:
        self._step = 1 / fps
        self._count = count
        self._settled: list[Still] = []
        self._calm: list[Still] = []
        self._stretches: list[_Stretch] = []
        self._now: _Stretch | None = None
        self._fresh = True
        self._latest: Still | None = None

    def play_begins(self) -> None:
        """The next frame is the first of an animation."""
        self._fresh = True

    def frame(self, time: float, picture: Picture, repeats: int) -> None:
        """A frame was written at `time` and stays for `repeats` frames."""
        end = time + repeats * self._step
        now = self._now
        if now is not None and equal(now.picture, picture):
            now.end = end
        else:
            self._close_stretch()
            self._now = _Stretch(time, end, picture)
        if self._fresh:
            self._fresh = False
            self._keep_calm(time, picture)
        self._latest = Still(end - self._step, picture)

    def play_ends(self) -> None:
        """The frame before was the last of an animation."""
        if self._latest is not None:
            self._keep_calm(self._latest.time, self._latest.picture)

    def wants(self, time: float) -> bool:
        """Whether a settled picture at `time` is worth drawing."""
        last = self._settled[-1].time if self._settled else -1.0
        return time - last >= max(time / _KEPT, self._step)

    def settled(self, time: float, picture: Picture) -> None:
        """The screen at `time`, an animation having just finished."""
        self._settled.append(Still(time, picture))
        _thin(self._settled)

    def rest(self, start: float, end: float, picture: Picture) -> None:
        """A still wait from `start` to `end`."""
        still = Still((start + end) / 2, picture)
        if self._settled:
            previous = self._settled[-1]
            if start - previous.time < 1.5 * self._step and previous.same(still):
                self._settled.pop()
        self._settled.append(still)
        _thin(self._settled)

    def choose(self, length: float, last: Picture) -> list[Still]:
        """The keyframes, in order; the last shows the end of the video.

        Args:
            length: of the video in seconds.
            last: its last picture.
        """
        self._close_stretch()
        final = Still(max(length - self._step, 0.0), last)
        usable = [still for still in self._settled if still.time < final.time - self._step / 2]
        wanted = self._count - 1
        distinct = [still for still in usable if not still.same(final)]
        usable = distinct if len(distinct) >= wanted else usable
        chosen = _spread(usable, wanted, length) if len(usable) > wanted else usable
        chosen = [*chosen, final]
        self._fill_from_stretches(chosen)
        self._fill_from_calm(chosen)
        return sorted(chosen, key=lambda still: still.time)

    def _keep_calm(self, time: float, picture: Picture) -> None:
        self._calm.append(Still(time, picture))
        _thin(self._calm)

    def _close_stretch(self) -> None:
        if self._now is not None and self._now.end - self._now.start > 1.5 * self._step:
            self._stretches.append(self._now)
            self._stretches.sort(key=lambda stretch: stretch.start - stretch.end)
            del self._stretches[_KEPT:]
        self._now = None

    def _fill_from_stretches(self, chosen: list[Still]) -> None:
        """Add midpoints of the longest still stretches between what is chosen already."""
        while len(chosen) < self._count:
            gaps: list[tuple[float, float, Picture]] = []
            for stretch in self._stretches:
                inside = sorted(s.time for s in chosen if stretch.start < s.time < stretch.end)
                edges = [stretch.start, *inside, stretch.end]
                for left, right in pairwise(edges):
                    gaps.append((right - left, (left + right) / 2, stretch.picture))
            gaps = [gap for gap in gaps if gap[0] > 1.5 * self._step]
            if not gaps:
                return
            _, time, picture = max(gaps, key=lambda gap: (gap[0], -gap[1]))
            chosen.append(Still(time, picture))

    def _fill_from_calm(self, chosen: list[Still]) -> None:
        """Add first and last frames of animations, where nothing moves yet or any more."""
        pool = list(self._calm)
        while len(chosen) < self._count and pool:
            taken = [still.time for still in chosen]
            best = max(pool, key=lambda still: min(abs(still.time - time) for time in taken))
            pool.remove(best)
            if min(abs(best.time - time) for time in taken) > self._step / 2:
                chosen.append(best)


def equal(one: Picture, other: Picture) -> bool:
    """Whether two pictures are the same; a coarse grid decides most cases."""
    if not np.array_equal(one[::_STEP, ::_STEP], other[::_STEP, ::_STEP]):
        return False
    return bool(np.array_equal(one.view(np.uint32), other.view(np.uint32)))


def _thin(stills: list[Still]) -> None:
    """Drop the still with the closest neighbours once there are too many."""
    if len(stills) > _KEPT:
        gaps = [stills[i + 1].time - stills[i - 1].time for i in range(1, len(stills) - 1)]
        del stills[1 + gaps.index(min(gaps))]


def _spread(stills: list[Still], count: int, length: float) -> list[Still]:
    """The `count` stills nearest to an even spread over `length`, in order."""
    if count <= 0:
        return []
    targets = [length * (i + 1) / (count + 1) for i in range(count)]

    def cost(still: Still, target: float) -> float:
        distance = (still.time - target) / max(length, 1e-6)
        return distance * distance + (_BLANK_COST if still.blank else 0.0)

    best: list[tuple[float, list[int]]] = [
        (cost(still, targets[0]), [index]) for index, still in enumerate(stills)
    ]
    for target in targets[1:]:
        following: list[tuple[float, list[int]]] = []
        for index, still in enumerate(stills):
            options = [
                (total + (_REPEAT_COST if still.same(stills[path[-1]]) else 0.0), path)
                for total, path in best
                if path[-1] < index
            ]
            if options:
                total, path = min(options, key=lambda option: option[0])
                following.append((total + cost(still, target), [*path, index]))
        best = following
    _, path = min(best, key=lambda option: option[0])
    return [stills[index] for index in path]
