"""Time of the player: both sides in step, playing, stepping, speed, loop."""

from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from ui.bridge import Bridge
from ui.views.player.track import Track
from ui.views.player.values import SIDES, Clip, Side

TICK_MS = 40
DRIFT_SECONDS = 0.12
"""Two frames of a draft; a side that is further off than this is put right."""
DRIFT_PATIENCE = 4
"""Ticks in a row that a side may be off, since a seek takes a moment itself."""
DRIFT_REST = 50
"""Ticks (two seconds) without another correction: on a busy computer they would only add work."""
SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)


class Transport(QObject):
    """Moves both tracks. The longer one that plays sets the time, the other one follows.

    Attributes:
        speed: one of `SPEEDS`.
        loop: begin again at the end.
    """

    moved = Signal(float)
    playing_changed = Signal(bool)
    length_changed = Signal(float)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tracks: dict[Side, Track] = {side: Track(bridge, self) for side in SIDES}
        self.speed = 1.0
        self.loop = False
        self.playing = False
        self.position = 0.0
        self.poster = False
        """Whether the moment shown was chosen for its looks: playing then starts at the front."""
        self._length = 0.0
        self._off = 0
        self._watch = QElapsedTimer()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        for track in self.tracks.values():
            track.changed.connect(self._check_length)
            track.ended.connect(partial(self._ended, track))

    @property
    def length(self) -> float:
        """Seconds of the longer side."""
        return self._length

    def open(
        self, before: Clip | None, after: Clip | None, seconds: float, unseen: bool = False
    ) -> None:
        """Show two clips at a moment; goes on playing if it was.

        Args:
            unseen: nobody looks, so that no video is opened before `reopen`.
        """
        self.position = seconds
        for side, clip in zip(SIDES, (before, after), strict=True):
            self.tracks[side].open(clip, seconds, unseen)
        self._check_length()
        self.moved.emit(self.position)
        if self.playing and not unseen:
            self._run()

    def toggle(self) -> None:
        """Play, or stop playing."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Run from here; from the front if the end is shown."""
        if self._length <= 0:
            return
        if self.poster or self.position >= self._length - 0.1:
            self.seek(0.0)
        self.playing = True
        self._run()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stand still."""
        self._timer.stop()
        for track in self.tracks.values():
            track.pause()
        if self.playing:
            self.playing = False
            self.playing_changed.emit(False)

    def seek(self, seconds: float) -> None:
        """Show another moment on both sides."""
        self.poster = False
        self.position = min(max(0.0, seconds), self._length)
        self._watch.restart()
        for track in self.tracks.values():
            track.seek(self.position)
            if self.playing:
                track.play(self.speed, self.position)
        self.moved.emit(self.position)

    def step(self, frames: int) -> None:
        """Move by whole frames, paused."""
        self.pause()
        master = self._master()
        frame = master.frame_seconds if master else 1 / 15
        at = master.position if master and master.live else self.position
        # The middle of a frame cannot be taken for its neighbour.
        self.seek(at + (frames + 0.5) * frame)
        self.position = min(max(0.0, at + frames * frame), self._length)
        self.moved.emit(self.position)

    def set_speed(self, speed: float) -> None:
        """Play faster or slower from now on."""
        self.speed = speed
        if self.playing:
            self._run()

    def release(self) -> None:
        """Let go of both files and stop all timers."""
        self.pause()
        for track in self.tracks.values():
            track.release()

    def reopen(self) -> None:
        """Take the files again, at the moment that was shown."""
        for track in self.tracks.values():
            track.reopen()

    def _run(self) -> None:
        self._watch.restart()
        self._timer.start()
        for track in self.tracks.values():
            track.play(self.speed, self.position)

    def _master(self) -> Track | None:
        live = [track for track in self.tracks.values() if track.live]
        return max(live, key=lambda track: track.length, default=None)

    def _tick(self) -> None:
        gone = self._watch.restart() / 1000 * self.speed
        master = self._master()
        if master is not None and master.length >= self._length - DRIFT_SECONDS:
            self.position = max(master.position, 0.0)
            over = master.position + 1.5 * master.frame_seconds >= master.length
        else:
            self.position = min(self.position + gone, self._length)
            over = self.position >= self._length
            for track in self.tracks.values():
                if not track.live:
                    track.seek(self.position)
        self._hold_together()
        self.moved.emit(self.position)
        if over:
            self._end()

    def _ended(self, track: Track) -> None:
        # A file may be a little shorter than it says.
        if self.playing and track is self._master() and track.length >= self._length - 0.5:
            self._end()

    def _hold_together(self) -> None:
        off = [
            track
            for track in self.tracks.values()
            if track.live
            and self.position < track.length - 2 * DRIFT_SECONDS
            and abs(track.position - self.position) > DRIFT_SECONDS * max(1.0, self.speed)
        ]
        self._off = self._off + 1 if off else min(self._off, 0)
        if self._off >= DRIFT_PATIENCE:
            self._off = -DRIFT_REST
            for track in off:
                track.seek(self.position)
                track.play(self.speed, self.position)

    def _end(self) -> None:
        if self.loop:
            self.seek(0.0)
            return
        self.pause()
        self.position = self._length
        self.moved.emit(self.position)

    def _check_length(self) -> None:
        length = max(track.length for track in self.tracks.values())
        if abs(length - self._length) > 0.001:
            self._length = length
            self.length_changed.emit(length)
