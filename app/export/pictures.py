"""A video as single pictures and as a GIF."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
from PIL import Image

from app.errors import failed
from app.export.request import ExportProgress, Progress
from app.texts import tr
from pipeline.render_port import CancelToken

_GIF_TRIES = ((80, 640), (100, 560), (120, 480), (160, 400), (200, 320), (250, 240))
"""Milliseconds a frame and pixels of the longer side, from good to small."""

_COLOURS = 128
_SAMPLES = 12  # frames that the palette is made from
_EVERY = 10  # frames between two reports of progress


def frames(
    video: Path, cancel: CancelToken, every: float = 0.0, side: int | None = None
) -> Iterator[tuple[float, float, Image.Image]]:
    """Frames with their time and the length of the video, both in seconds.

    Args:
        every: seconds from one frame to the next; 0 gives all.
        side: pixels that the longer side is made smaller to, None leaves it.
    """
    with av.open(str(video)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        length = float((stream.duration or 0) * (stream.time_base or 0)) or 1.0
        following = 0.0
        frame: Any
        for frame in container.decode(stream):
            cancel.check()
            time = float(frame.time or 0.0)
            if every and time + 1e-6 < following:
                continue
            following = max(following + every, time)
            if side is not None and max(frame.width, frame.height) > side:
                scale = side / max(frame.width, frame.height)
                frame = frame.reformat(
                    width=round(frame.width * scale), height=round(frame.height * scale)
                )
            yield time, length, frame.to_image()


def write_frames(
    video: Path, folder: Path, start: float, progress: Progress, cancel: CancelToken
) -> int:
    """Every frame as `frame-00001.png`...; how many there are. `start` is the share done before."""
    folder.mkdir(parents=True)
    number = 0
    for number, (time, length, picture) in enumerate(frames(video, cancel), start=1):
        picture.save(folder / f"frame-{number:05}.png", compress_level=3)
        if number % _EVERY == 0:
            share = start + (1 - start) * min(time / length, 1.0)
            progress(ExportProgress(share, tr("writing frame {number}").format(number=number)))
    return number


def write_gif(
    video: Path,
    target: Path,
    most_bytes: int,
    start: float,
    progress: Progress,
    cancel: CancelToken,
) -> None:
    """A GIF that repeats for ever, made slower and smaller until it has at most `most_bytes`.

    Raises:
        StudioError: even the smallest is larger.
    """
    for attempt, (milliseconds, side) in enumerate(_GIF_TRIES):
        low = start + (1 - start) * (1 - 0.5**attempt)
        high = start + (1 - start) * (1 - 0.5 ** (attempt + 1))

        def show(part: float, low: float = low, high: float = high) -> None:
            progress(ExportProgress(low + part * (high - low), tr("making the GIF")))

        _gif(video, target, milliseconds, side, show, cancel)
        size = target.stat().st_size
        if size <= most_bytes:
            return
        if size > 6 * most_bytes and attempt < len(_GIF_TRIES) - 2:
            continue
    target.unlink()
    raise failed(
        tr("The GIF would have more than {most_bytes:.1f} MB even when it is small.").format(
            most_bytes=most_bytes / 1024**2
        ),
        tr("Export a single scene, or an MP4."),
        kind="too_large",
    )


def _gif(
    video: Path, target: Path, milliseconds: int, side: int, show: Any, cancel: CancelToken
) -> None:
    small: list[Image.Image] = []
    for time, length, picture in frames(video, cancel, milliseconds / 1000, side):
        small.append(picture)
        if len(small) % _EVERY == 0:
            show(0.6 * min(time / length, 1.0))
    palette = _palette(small)
    told: list[Image.Image] = []
    for number, picture in enumerate(small):
        cancel.check()
        told.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        if number % _EVERY == 0:
            show(0.6 + 0.3 * number / len(small))
    told[0].save(
        target,
        save_all=True,
        append_images=told[1:],
        duration=milliseconds,
        loop=0,
        optimize=False,
        disposal=1,
    )
    show(1.0)


def _palette(pictures: list[Image.Image]) -> Image.Image:
    """Colours of frames from all over the video, so that no object changes its colour midway."""
    step = max(1, len(pictures) // _SAMPLES)
    chosen = pictures[step // 2 :: step] or pictures
    width, height = chosen[0].size
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for place, picture in enumerate(chosen):
        sheet.paste(picture, (0, place * height))
    return sheet.quantize(colors=_COLOURS, method=Image.Quantize.MEDIANCUT)
