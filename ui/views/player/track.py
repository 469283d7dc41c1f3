"""One side of the player: a video, or stills where no video can be had."""

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLoggingCategory, QObject, Signal
from PySide6.QtGui import QImage, QImageReader

from app.texts import mark, tr
from ui.bridge import Bridge, Ticket
from ui.views.player.values import Clip

if TYPE_CHECKING:
    from ui.views.player.decoder import Decoder

STILLS_KEPT = 3
STILLS_NOTE = mark("Stills only")
QUIET = "qt.multimedia*=false"
"""It tells every file's details; what goes wrong is told by the decoder's `failed`."""


class Track(QObject):
    """Shows one `Clip`: at once the still next to the moment, then the video itself.

    `changed` says that another picture is there, `ended` that the last frame is shown, `noted`
    that `note` or `reason` have changed.
    """

    changed = Signal()
    ended = Signal()
    noted = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._clip: Clip | None = None
        self._decoder: Decoder | None = None
        self._video = False
        self._seconds = 0.0
        self._still: QImage | None = None
        self._stills: OrderedDict[Path, QImage] = OrderedDict()
        self._loading: tuple[Path, Ticket] | None = None
        self.note = ""
        """Two words where stills stand in for the video, else empty."""
        self.reason = ""
        """Why there is no video, or nothing at all, to see; may be empty."""

    @property
    def clip(self) -> Clip | None:
        """What is shown."""
        return self._clip

    @property
    def live(self) -> bool:
        """Whether a video is shown and its frames have begun to arrive."""
        return self._video and self._decoder is not None and self._decoder.has_frame

    @property
    def position(self) -> float:
        """Seconds of the shown picture."""
        return self._decoder.position if self._decoder and self.live else self._seconds

    @property
    def length(self) -> float:
        """Seconds from the first to the last frame."""
        measured = self._decoder.duration if self._decoder and self._video else 0.0
        return measured or (self._clip.length if self._clip else 0.0)

    @property
    def frame_seconds(self) -> float:
        """How long one frame stands."""
        return 1 / self._decoder.frame_rate if self._decoder and self.live else 1 / 15

    def image(self) -> QImage | None:
        """The picture of the moment; None while none has arrived."""
        frame = self._decoder.image() if self._decoder and self.live else None
        return frame if frame is not None else self._still

    def open(self, clip: Clip | None, seconds: float, unseen: bool = False) -> None:
        """Show another clip, paused, at a moment; `unseen` leaves the video to `reopen`."""
        if self._goes_on_with(clip, unseen):
            self._clip = clip
            if abs(self.position - min(seconds, self.length)) > 0.2:
                self.seek(seconds)
            self.noted.emit()
            return
        self._stop_loading()
        self._clip, self._seconds = clip, seconds
        self._video, self._still, self.note = False, None, ""
        self.reason = clip.reason if clip else ""
        self._stills.clear()
        if clip is not None:
            self._show_still()
        if unseen:
            self._close_video()
        else:
            self._open_video()
        self.noted.emit()
        self.changed.emit()

    def _goes_on_with(self, clip: Clip | None, unseen: bool) -> bool:
        """Whether it is the same video, of which only more is known now, as in a live run."""
        if clip is None or self._clip is None or unseen or not self._video:
            return False
        return (clip.video, clip.keyframes) == (self._clip.video, self._clip.keyframes)

    def release(self) -> None:
        """Let go of the file; the last picture stays until `reopen`."""
        self._still = self.image()
        self._stop_loading()
        if self._decoder is not None:
            self._seconds = self.position
            self._decoder.close()
        self._video = False

    def reopen(self) -> None:
        """Take the file again after `release`."""
        if not self._video:
            self._open_video()

    def play(self, rate: float, seconds: float) -> None:
        """Run from this moment, if there is a video that has not reached its end by then."""
        unknown = not self.live
        if self._decoder and self._video and (unknown or seconds < self.length - 0.05):
            self._decoder.play(rate)

    def pause(self) -> None:
        """Stand still."""
        if self._decoder and self._video:
            self._decoder.pause()

    def seek(self, seconds: float) -> None:
        """Show another moment; past the end that is the last frame."""
        self._seconds = seconds
        if self._decoder and self._video:
            self._decoder.seek(seconds)
        if not self.live:
            self._show_still()

    def _open_video(self) -> None:
        clip = self._clip
        if clip is None or clip.video is None:
            self._close_video()
            if clip is not None and not clip.empty:
                self.note = tr(STILLS_NOTE)
            return
        if not clip.video.is_file():
            self._fall_back(
                tr("{name} is not in its folder any more.").format(name=clip.video.name)
            )
            return
        decoder = self._decoder or self._make_decoder()
        if decoder is not None:
            self._video = True
            decoder.open(clip.video, self._seconds)

    def _close_video(self) -> None:
        if self._decoder is not None:
            self._decoder.close()

    def _make_decoder(self) -> "Decoder | None":
        # Only here: the window starts without the multimedia part, and does without it for good
        # where it is not installed.
        QLoggingCategory.setFilterRules(QUIET)
        try:
            from ui.views.player.decoder import Decoder
        except ImportError as error:
            self._fall_back(
                tr("This computer's Qt cannot play videos ({error}).").format(error=error)
            )
            return None
        self._decoder = Decoder(self)
        self._decoder.frame_arrived.connect(self._frame_arrived)
        self._decoder.ended.connect(self.ended)
        self._decoder.failed.connect(self._fall_back)
        return self._decoder

    def _frame_arrived(self) -> None:
        self._still = None
        self.changed.emit()

    def _fall_back(self, words: str) -> None:
        """Stills from now on, and why."""
        self._video = False
        self._close_video()
        self.note = tr(STILLS_NOTE)
        self.reason = words
        self._show_still()
        self.noted.emit()
        self.changed.emit()

    def _show_still(self) -> None:
        path = self._clip.keyframe_at(self._seconds) if self._clip else None
        if path is None or (self._loading and self._loading[0] == path):
            return
        if path in self._stills:
            self._stills.move_to_end(path)
            self._still = self._stills[path]
            self.changed.emit()
            return
        self._stop_loading()
        ticket = self._bridge.submit(
            lambda: read_still(path),
            lambda image: self._still_read(path, image),
            lambda _: self._still_read(path, QImage()),
        )
        self._loading = (path, ticket)

    def _still_read(self, path: Path, image: QImage) -> None:
        self._loading = None
        if image.isNull():
            return
        self._stills[path] = image
        while len(self._stills) > STILLS_KEPT:
            self._stills.popitem(last=False)
        if not self.live:
            self._still = image
            self.changed.emit()

    def _stop_loading(self) -> None:
        if self._loading is not None:
            self._loading[1].drop()
            self._loading = None


def read_still(path: Path) -> QImage:
    """A picture from a file, empty where it cannot be read; for worker threads."""
    return QImageReader(str(path)).read()
