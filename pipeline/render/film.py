"""Writing the video: one H.264 file for the whole scene, encoded beside the drawing.

Manim writes one file per animation and joins them at the end; here every frame goes through a
bounded queue to one encoder thread that is joined once.
"""

import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from queue import Queue
from typing import Any

import av
import numpy as np
import numpy.typing as npt
from manim.scene.scene_file_writer import SceneFileWriter, _SceneFileWriterSettings

Picture = npt.NDArray[np.uint8]  # height x width x 4, RGBA, top row first

_QUEUE_FRAMES = 8
_DRAFT_SIDE = 480  # drafts are looked at for minutes: speed before size
_BT709, _MPEG_RANGE = 1, 1  # ITU-T H.273 codes, as in libavutil/pixfmt.h


class PictureSizeError(ValueError):
    """The program changed the size of the picture while it was being filmed."""


class Encoder:
    """Encodes frames to `path` in a thread of its own.

    The last frame is held back until the next one or `finish`, so that it can be replaced by
    the settled picture without changing the length of the video.
    """

    def __init__(self, path: Path, width: int, height: int, fps: int) -> None:
        self.path = path
        self.frames = 0
        self._size = (height, width, 4)
        self._fps = fps
        self._preset = "superfast" if min(width, height) <= _DRAFT_SIDE else "veryfast"
        self._held: tuple[Picture, int] | None = None
        self._queue: Queue[tuple[Picture, int] | None] = Queue(_QUEUE_FRAMES)
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="encoder", daemon=True)
        self._thread.start()

    def write(self, picture: Picture, repeats: int) -> None:
        """Add a frame, shown `repeats` times; the array must not be changed afterwards."""
        if picture.shape != self._size:
            raise PictureSizeError(
                f"the picture changed from {self._size[1]}x{self._size[0]} to "
                f"{picture.shape[1]}x{picture.shape[0]} pixels while rendering"
            )
        self._check()
        if self._held is not None:
            self._queue.put(self._held)
        self._held = (picture, repeats)
        self.frames += repeats

    def finish(self, last: Picture | None = None) -> None:
        """Write what is left, with `last` in place of the last frame, and close the file."""
        if self._held is not None:
            picture, repeats = self._held
            if last is None:
                self._queue.put((picture, repeats))
            else:
                if repeats > 1:
                    self._queue.put((picture, repeats - 1))
                self._queue.put((last, 1))
            self._held = None
        self._queue.put(None)
        self._thread.join()
        self._check()

    def _check(self) -> None:
        """Raise what went wrong in the encoder thread."""
        if isinstance(self._failure, MemoryError):
            raise MemoryError("while encoding the video") from self._failure
        if self._failure is not None:
            raise RuntimeError(f"the video encoder failed: {self._failure}") from self._failure

    def _work(self) -> None:
        try:
            self._encode()
        except BaseException as failure:
            self._failure = failure
            while self._queue.get() is not None:
                pass

    def _encode(self) -> None:
        with av.open(str(self.path), "w", options={"movflags": "+faststart"}) as container:
            stream = container.add_stream("libx264", rate=self._fps)
            stream.height, stream.width = self._size[0], self._size[1]
            stream.pix_fmt = "yuv420p"
            stream.options = {"crf": "20", "preset": self._preset, "tune": "animation"}
            context = stream.codec_context
            context.gop_size = 2 * self._fps
            context.colorspace = context.color_primaries = context.color_trc = _BT709
            context.color_range = _MPEG_RANGE
            at = 0
            while (entry := self._queue.get()) is not None:
                picture, repeats = entry
                source = av.VideoFrame.from_numpy_buffer(picture, format="rgba")
                frame = source.reformat(
                    format="yuv420p", dst_colorspace=_BT709, dst_color_range=_MPEG_RANGE
                )
                frame.time_base = Fraction(1, self._fps)
                for _ in range(repeats):
                    frame.pts = at
                    at += 1
                    container.mux(stream.encode(frame))
            container.mux(stream.encode())


class FilmWriter(SceneFileWriter):
    """Takes the place of Manim's writer: hands frames on, writes no partial files.

    `shoot` receives every frame; None mutes the writer (a scene that was not asked for).
    """

    shoot: Callable[[Picture, int], None] | None = None
    begun: Callable[[], None] | None = None

    def __init__(self, settings: _SceneFileWriterSettings) -> None:
        super().__init__(settings)

    def add_partial_movie_file(self, hash_animation: str | None) -> None:
        """There are no partial files."""

    def is_already_cached(self, hash_invocation: str) -> bool:
        """Nothing is cached by animation."""
        return False

    def begin_animation(self, allow_write: bool = False, **_: Any) -> None:
        """Animations are compiled and about to begin."""
        if allow_write and self.begun is not None:
            self.begun()

    def end_animation(self, allow_write: bool = False) -> None:
        """Nothing to seal."""

    def write_frame(self, pixels: Any, *, repeat: int = 1) -> None:
        """Hand on a frame."""
        if self.shoot is not None and repeat > 0:
            self.shoot(pixels, repeat)

    def save_image(self, pixels: Any) -> None:
        """A scene without animations leaves no picture of its own."""

    def finish(self) -> None:
        """The stage finishes the film."""

    def abort_encode_jobs(self, reraise_encoder_failures: bool = False) -> None:
        """There are no jobs per animation."""


def add_sound_track(video: Path, sound: Any) -> None:
    """Add `sound` (a pydub segment) to `video` as an AAC track, without re-encoding pictures."""
    silent = video.with_name("silent.mp4")
    video.rename(silent)
    sound = sound.set_frame_rate(44100).set_channels(2).set_sample_width(2)
    samples = np.frombuffer(sound.raw_data, dtype=np.int16).reshape(1, -1)
    with (
        av.open(str(silent)) as source,
        av.open(str(video), "w", options={"movflags": "+faststart"}) as target,
    ):
        pictures = source.streams.video[0]
        limit = int(float((pictures.duration or 0) * (pictures.time_base or 0)) * 44100)
        samples = samples[:, : 2 * limit] if limit else samples
        copied = target.add_stream_from_template(pictures)
        track = target.add_stream("aac", rate=44100, layout="stereo")
        for packet in source.demux(pictures):
            if packet.dts is not None:
                packet.stream = copied
                target.mux(packet)
        for start in range(0, samples.shape[1], 2048):
            block = np.ascontiguousarray(samples[:, start : start + 2048])
            frame = av.AudioFrame.from_ndarray(block, format="s16", layout="stereo")
            frame.rate, frame.pts = 44100, start // 2
            target.mux(track.encode(frame))
        target.mux(track.encode(None))
    silent.unlink()


def playable(video: Path) -> tuple[float, int]:
    """Length in seconds and number of frames of `video`, after decoding its first frame.

    Raises `OSError` or `ValueError` if it cannot be played.
    """
    with av.open(str(video)) as container:
        stream = container.streams.video[0]
        if next(container.decode(stream), None) is None:
            raise ValueError("the video has no frames")
        length = float((stream.duration or 0) * (stream.time_base or 0))
        return length, stream.frames
