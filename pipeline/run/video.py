"""Joining the delivered scenes into one animation, without encoding again.

PyAV is loaded on first use: nothing needs it before the last scene is delivered.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import av


@cache
def load_av() -> Any:
    """The PyAV module; also to be called where there is time for it before it is needed."""
    import av

    return av


def join_videos(parts: tuple[Path, ...], target: Path) -> None:
    """Write the parts one after another into `target` (mp4), packets copied as they are.

    All parts must come from one renderer with one quality, so that codec parameters agree.

    Raises:
        ValueError: `parts` is empty or the pictures differ in size.
        OSError, av.error.FFmpegError: a part cannot be read or the target not be written.
    """
    if not parts:
        raise ValueError("there is no video to join")
    temporary = target.with_name(f".{target.name}.part.mp4")
    try:
        with load_av().open(str(temporary), "w", options={"movflags": "+faststart"}) as output:
            _copy_all(parts, output)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _copy_all(parts: tuple[Path, ...], output: "av.container.OutputContainer") -> None:
    stream = None
    offset = 0
    for part in parts:
        with load_av().open(str(part)) as source:
            picture = source.streams.video[0]
            if stream is None:
                stream = output.add_stream_from_template(picture)
            if (stream.width, stream.height) != (picture.width, picture.height):
                raise ValueError(f"{part.name} has another picture size than the first scene")
            end = offset
            for packet in source.demux(picture):
                if packet.dts is None or packet.pts is None:
                    continue
                packet.pts += offset
                packet.dts += offset
                end = max(end, packet.pts + (packet.duration or 0))
                packet.stream = stream
                output.mux(packet)
            offset = end
