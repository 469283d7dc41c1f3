"""The before/after player: stage, controls, keys, full screen."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.texts import tr
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.controls import Controls
from ui.views.player.full_screen import FullScreen
from ui.views.player.pointing import PointingStage
from ui.views.player.transport import SPEEDS, Transport
from ui.views.player.values import SIDES, Clip, CommentPin, Mode, clock
from ui.widgets.basics import column, label

MODES: tuple[Mode, ...] = ("pair", "wipe", "blink")


POSTER = 3
"""The keyframe that stands for a video, from 1: all that a scene shows is there by then."""
POSTER_SHARE, POSTER_SECONDS = 0.6, 4.0
"""Where no keyframe is known: this share of the video, but not so far in that a long one seems to
begin in its middle."""


def poster_of(clip: Clip) -> float:
    """The moment that stands for a video, in seconds."""
    if clip.keyframes:
        return clip.keyframes[min(POSTER, len(clip.keyframes)) - 1][1]
    return min(clip.duration * POSTER_SHARE, POSTER_SECONDS)


class BeforeAfterPlayer(QWidget):
    """Shows two iterations in step.

    Signals:
        position_changed: seconds, while playing and after every move.
        comment_requested: side, seconds, x and y in picture fractions.
        box_activated: side and number of the box in its clip.
        pin_activated: id of a comment.
        mode_changed: `pair`, `wipe` or `blink`.
    """

    position_changed = Signal(float)
    comment_requested = Signal(str, float, float, float)
    box_activated = Signal(str, int)
    pin_activated = Signal(str)
    mode_changed = Signal(str)

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        compare: bool = True,
    ) -> None:
        """Without `compare` it is a plain player of one video: no modes, boxes or comments."""
        super().__init__(parent)
        self._appearance = appearance
        self._released: bool | None = None
        self._full: FullScreen | None = None
        self.transport = Transport(bridge, self)
        self.body = QWidget()
        self.stage = PointingStage(appearance, self.transport.tracks)
        self.controls = Controls(appearance)
        inside = column(self.body, margin=0)
        inside.addWidget(self.stage, 1)
        inside.addWidget(self.controls)
        self._outside = column(self, margin=0)
        self._outside.addWidget(self.body)
        self._elsewhere = label(tr("Shown in full screen. Esc brings it back."), "muted")
        self._elsewhere.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._elsewhere.hide()
        self._outside.addWidget(self._elsewhere)
        self.setFocusProxy(self.stage)
        self.controls.mode.setVisible(compare)
        self.controls.boxes.setVisible(compare)
        self.stage.comments_allowed = compare
        self._connect()
        self.set_mode("wipe")
        self._clips_changed()

    def _connect(self) -> None:
        transport, controls, stage = self.transport, self.controls, self.stage
        transport.moved.connect(self._moved)
        transport.length_changed.connect(self._length_changed)
        transport.playing_changed.connect(self._playing_changed)
        controls.play.clicked.connect(transport.toggle)
        controls.back.clicked.connect(lambda: transport.step(-1))
        controls.forward.clicked.connect(lambda: transport.step(1))
        controls.scrub.sought.connect(self.seek)
        controls.speed.chosen.connect(self.set_speed)
        controls.loop.toggled.connect(self.set_loop)
        controls.mode.chosen.connect(self.set_mode)
        controls.boxes.toggled.connect(self.show_boxes)
        controls.full.clicked.connect(self.toggle_full_screen)
        stage.comment_requested.connect(
            lambda side, x, y: self.comment_requested.emit(side, self.position, x, y)
        )
        stage.box_activated.connect(self.box_activated)
        stage.pin_activated.connect(self.pin_activated)
        for side in SIDES:
            transport.tracks[side].noted.connect(self._clips_changed)

    @property
    def position(self) -> float:
        """The moment shown, in seconds."""
        return self.transport.position

    def show_pair(self, before: Clip | None, after: Clip | None, at: float | None = None) -> None:
        """Compare two iterations; with one of them None only the other is shown.

        Args:
            at: the moment to show in seconds. Without it the moment stays as it was, or, where
                nothing was shown, it is one at which the picture is full: a scene begins with an
                empty one and ends with its takeaway. Playing begins at the front then.
        """
        shown = any(track.clip for track in self.transport.tracks.values())
        poster = at is None and (not shown or self.transport.poster)
        if poster:
            # Of two the earlier moment: what both show there, none has hidden again yet.
            at = min(
                filter(None, (poster_of(clip) for clip in (before, after) if clip)), default=0.0
            )
        unseen = self._released is not False
        self.transport.open(before, after, self.position if at is None else at, unseen)
        self.transport.poster = poster
        self._clips_changed()

    def clear(self) -> None:
        """Show nothing and let go of all files."""
        self.transport.pause()
        self.transport.open(None, None, 0.0, unseen=True)
        self._clips_changed()

    def set_comments(self, pins: Sequence[CommentPin]) -> None:
        """Draw these comments at their moments and places; the first has number 1."""
        self.stage.pins = tuple(pins)
        self._mark()
        self.stage.update()

    def seek(self, seconds: float) -> None:
        """Show another moment of both videos."""
        self.transport.seek(seconds)

    def set_speed(self, speed: float) -> None:
        """Play at `speed` times the normal speed, one of `SPEEDS`."""
        self.transport.set_speed(speed)
        self.controls.speed.set_speed(speed)

    def set_loop(self, loop: bool) -> None:
        """Begin again at the end."""
        self.transport.loop = loop
        self.controls.loop.setChecked(loop)

    def set_mode(self, mode: Mode) -> None:
        """Compare as a pair, under a wipe, or blinking."""
        self.controls.mode.choose(mode)
        self.stage.set_mode(mode)
        self._describe()
        self.mode_changed.emit(mode)

    def show_boxes(self, shown: bool) -> None:
        """Show the boxes of findings, or hide them."""
        self.stage.boxes_shown = shown
        self.controls.boxes.setChecked(shown)
        self.stage.update()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or come back."""
        if self._full is not None:
            self._full.close()
            return
        self._elsewhere.show()
        self._full = FullScreen(self.body, self._key, self.window().windowTitle())
        self._full.closed.connect(self._back_from_full_screen)
        self.controls.full.set_drawing("minimize", tr("Leave full screen (Esc)"))
        self._full.showFullScreen()
        self.stage.setFocus()

    def _back_from_full_screen(self) -> None:
        if self._full is None:
            return
        self._full.deleteLater()
        self._full = None
        self._elsewhere.hide()
        self._outside.insertWidget(0, self.body)
        self.body.show()
        self.controls.full.set_drawing("maximize", tr("Full screen (F)"))
        self.stage.setFocus()

    def _moved(self, seconds: float) -> None:
        self.stage.seconds = seconds
        self.stage.refresh()
        self.controls.scrub.set_seconds(seconds)
        self.controls.show_time(seconds, self.transport.length)
        self.position_changed.emit(seconds)

    def _length_changed(self, seconds: float) -> None:
        self.controls.scrub.set_length(seconds)
        self.controls.scrub.set_seconds(self.position)
        self.controls.show_time(self.position, seconds)
        self._enable()

    def _playing_changed(self, playing: bool) -> None:
        self.stage.playing = playing
        self.controls.show_playing(playing)
        self.stage.update()
        self._describe()

    def _clips_changed(self) -> None:
        self._mark()
        self._enable()
        self.stage.arrange()
        self._describe()

    def _mark(self) -> None:
        times = []
        for side in SIDES:
            clip = self.transport.tracks[side].clip
            times.append([time for _, time in clip.keyframes] if clip else [])
        self.controls.scrub.set_marks(times[0], times[1], [p.seconds for p in self.stage.pins])

    def _enable(self) -> None:
        there = self.transport.length > 0
        for part in (self.controls.play, self.controls.back, self.controls.forward):
            part.setEnabled(there)
        self.controls.scrub.setEnabled(there)
        two = all(track.clip for track in self.transport.tracks.values())
        self.controls.mode.set_enabled("pair", two, "" if two else tr("Needs two iterations"))
        why = "" if self.stage.compares else tr("Needs a picture on both sides")
        for mode in ("wipe", "blink"):
            self.controls.mode.set_enabled(mode, not why, why)
        self.controls.mode.choose(self.stage.effective_mode)
        boxes = any(t.clip and t.clip.boxes for t in self.transport.tracks.values())
        self.controls.boxes.setEnabled(boxes)

    def _describe(self) -> None:
        """The picture in words, for those who do not see it."""
        words = []
        for side in SIDES:
            track = self.transport.tracks[side]
            if track.clip is not None:
                words.append(", ".join(w for w in (track.clip.title, track.reason) if w))
        state = (
            tr("playing")
            if self.transport.playing
            else tr("at {clock}").format(clock=clock(self.position))
        )
        self.stage.setAccessibleDescription("; ".join([*words, state]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the player, from wherever in it the focus is."""
        if not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        call = self._keys().get(event.key())
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if call is None or held:
            return False
        call()
        return True

    def _keys(self) -> dict[int, Callable[[], object]]:
        key = Qt.Key
        transport = self.transport
        keys: dict[int, Callable[[], object]] = {
            key.Key_Space: transport.toggle,
            key.Key_Comma: lambda: transport.step(-1),
            key.Key_Period: lambda: transport.step(1),
            key.Key_Left: lambda: self.seek(self.position - 1),
            key.Key_Right: lambda: self.seek(self.position + 1),
            key.Key_Home: lambda: self.seek(0),
            key.Key_End: lambda: self.seek(transport.length),
            key.Key_Less: lambda: self._faster(-1),
            key.Key_Greater: lambda: self._faster(1),
            key.Key_L: lambda: self.set_loop(not transport.loop),
            key.Key_B: lambda: self.show_boxes(not self.stage.boxes_shown),
            key.Key_S: self.stage.switch,
            key.Key_C: self.stage.comment_in_the_middle,
            key.Key_F: self.toggle_full_screen,
        }
        for number, mode in enumerate(MODES):
            keys[key.Key_1 + number] = partial(self._choose, mode)
        if self._full is not None:
            keys[key.Key_Escape] = self.toggle_full_screen
        return keys

    def _choose(self, mode: Mode) -> None:
        if mode == "pair" or self.stage.compares:
            self.set_mode(mode)

    def _faster(self, steps: int) -> None:
        place = SPEEDS.index(self.transport.speed) + steps
        self.set_speed(SPEEDS[min(max(0, place), len(SPEEDS) - 1)])

    def showEvent(self, event: QShowEvent) -> None:
        """Take the files again that were let go."""
        super().showEvent(event)
        if self._released is not False:
            self._released = False
            self.transport.reopen()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: files, decoders and timers are let go."""
        super().hideEvent(event)
        self.release()

    def release(self) -> None:
        """Let go of files, decoders and timers; showing the player takes them again."""
        if self._full is not None:
            self._full.close()
        self._released = True
        self.transport.release()
