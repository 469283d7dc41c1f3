"""Frames on a pipe: a length, a JSON head, and raw bytes after it.

A frame is two unsigned 32-bit little-endian lengths (head, body), then the head in UTF-8, then the
body. Nothing is pickled.
"""

import json
import struct
from typing import Any, BinaryIO

LENGTHS = struct.Struct("<II")
LARGEST = 1 << 30
"""Bytes; a longer frame means that the two sides are out of step."""


def write_frame(pipe: BinaryIO, head: dict[str, Any], body: bytes = b"") -> None:
    """Send one frame and flush it."""
    text = json.dumps(head).encode()
    pipe.write(LENGTHS.pack(len(text), len(body)) + text)
    pipe.write(body)
    pipe.flush()


def _read(pipe: BinaryIO, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        part = pipe.read(count)
        if not part:
            raise EOFError("the pipe was closed")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def read_frame(pipe: BinaryIO) -> tuple[dict[str, Any], bytes]:
    """Receive one frame.

    Raises:
        EOFError: the other side closed the pipe.
        ValueError: the bytes are not a frame.
    """
    head_size, body_size = LENGTHS.unpack(_read(pipe, LENGTHS.size))
    if head_size > LARGEST or body_size > LARGEST:
        raise ValueError("a frame of impossible size")
    head = json.loads(_read(pipe, head_size))
    if not isinstance(head, dict):
        raise ValueError("a frame without a head")
    return head, _read(pipe, body_size)
