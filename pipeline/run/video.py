"""Joining the delivered scenes into one animation, without encoding again."""

from pathlib import Path

import av


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
        with av.open(str(temporary), "w", options={"movflags": "+faststart"}) as output:
            _copy_all(parts, output)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _copy_all(parts: tuple[Path, ...], output: av.container.OutputContainer) -> None:
    stream = None
    offset = 0
    for part in parts:
        with av.open(str(part)) as source:
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
