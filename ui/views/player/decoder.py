"""One video file being decoded: the only file that knows QtMultimedia.

Frames come through a sink, so that what is shown can be drawn over and photographed.
"""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QImage
from PySide6.QtMultimedia import QMediaMetaData, QMediaPlayer, QVideoFrame, QVideoSink

from app.texts import tr

SEEK_PATIENCE_MS = 250
"""A seek that brings no frame within this time does not hold up the next one."""
FALLBACK_RATE = 15.0
_LOADED = (
    QMediaPlayer.MediaStatus.LoadedMedia,
    QMediaPlayer.MediaStatus.BufferingMedia,
    QMediaPlayer.MediaStatus.BufferedMedia,
)


class Decoder(QObject):
    """Plays one file without sound. Every position is in seconds.

    `frame_arrived` is sent for each frame, `ended` once the last one was shown, `failed` with a
    sentence where the file cannot be played.
    """

    frame_arrived = Signal()
    ended = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = QMediaPlayer(self)
        self._sink = QVideoSink(self)
        self._player.setVideoSink(self._sink)
        self._frame: QVideoFrame | None = None
        self._image: QImage | None = None
        self._wanted = self._loaded = False
        self._playing = False
        self._start = 0.0
        self._seeking = False
        self._next_seek: float | None = None
        self._patience = QTimer(self, interval=SEEK_PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self._seek_over)
        # Methods of this object, never plain functions: Qt then delivers on the GUI thread.
        self._sink.videoFrameChanged.connect(self._take_frame)
        self._player.mediaStatusChanged.connect(self._status_changed)
        self._player.errorOccurred.connect(self._error)

    @property
    def frame_rate(self) -> float:
        """Frames a second, as the file says."""
        rate = self._player.metaData().value(QMediaMetaData.Key.VideoFrameRate)
        return float(rate) if isinstance(rate, int | float) and rate > 0 else FALLBACK_RATE

    @property
    def duration(self) -> float:
        """Length in seconds, 0 while it is not known."""
        return self._player.duration() / 1000

    @property
    def has_frame(self) -> bool:
        """Whether a frame of the present file has arrived."""
        return self._frame is not None

    @property
    def position(self) -> float:
        """Start of the frame that is shown; what was asked for while a seek is under way."""
        if self._frame is None or self._seeking:
            return self._start
        return self._frame.startTime() / 1_000_000

    def image(self) -> QImage | None:
        """The frame that is shown; converted when it is asked for, once."""
        if self._image is None and self._frame is not None:
            made = self._frame.toImage()
            self._image = None if made.isNull() else made
        return self._image

    def open(self, path: Path, seconds: float) -> None:
        """Show the file's frame at this moment, paused."""
        self.close()
        self._start = max(0.0, seconds)
        self._wanted = True
        self._player.setSource(QUrl.fromLocalFile(str(path)))

    def close(self) -> None:
        """Let go of file, frames and decoding threads."""
        self._wanted = self._loaded = self._seeking = self._playing = False
        self._frame, self._image, self._next_seek = None, None, None
        self._patience.stop()
        self._player.stop()
        self._player.setSource(QUrl())

    def play(self, rate: float) -> None:
        """Run at `rate` times the normal speed."""
        self._playing = True
        self._player.setPlaybackRate(rate)
        if self._loaded:
            self._player.play()

    def pause(self) -> None:
        """Stand still on the frame that is shown."""
        self._playing = False
        # At the end of a file the player has stopped by itself; a pause would rewind it.
        if self._player.playbackState() == QMediaPlayer.PlaybackState.PlayingState:
            self._player.pause()

    def seek(self, seconds: float) -> None:
        """Show another moment; of many asked for in a row the last one counts."""
        self._start = seconds
        if not self._loaded:
            return
        if self._seeking:
            self._next_seek = seconds
        else:
            self._seek_now(seconds)

    def _seek_now(self, seconds: float) -> None:
        self._seeking = True
        self._patience.start()
        last = max(0.0, self.duration - 0.5 / self.frame_rate)
        self._player.setPosition(round(min(max(0.0, seconds), last) * 1000))
        if not self._playing:
            self._player.pause()
        elif self._player.playbackState() != QMediaPlayer.PlaybackState.PlayingState:
            self._player.play()

    def _seek_over(self) -> None:
        self._seeking = False
        self._patience.stop()
        if self._next_seek is not None:
            seconds, self._next_seek = self._next_seek, None
            self._seek_now(seconds)

    def _take_frame(self, frame: QVideoFrame) -> None:
        # The sink repeats the last frame of the former file while the next one loads.
        if not self._loaded or not frame.isValid():
            return
        self._frame, self._image = QVideoFrame(frame), None
        if self._seeking:
            self._seek_over()
        self.frame_arrived.emit()

    def _status_changed(self, status: QMediaPlayer.MediaStatus) -> None:
        if not self._wanted:
            # The former file says that it is loaded when it is stopped.
            return
        if status == QMediaPlayer.MediaStatus.EndOfMedia:
            self._playing = False
            self.ended.emit()
        elif status in _LOADED and not self._loaded:
            self._loaded = True
            self._seek_now(self._start)
            if self._playing:
                self._player.play()

    def _error(self, _error: QMediaPlayer.Error, words: str) -> None:
        if self._wanted:
            self.failed.emit(words or tr("The video cannot be played."))
