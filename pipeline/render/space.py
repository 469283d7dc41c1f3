"""A disk that filled while a job ran: the machine's fault, whatever the program died of.

Libraries do not always say that a file could not be written: an SVG or a DVI file is then empty or
cut short, and what fails is the program that reads it. So the room that is left counts too.
"""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from pipeline.render.intake import IntakeError, read_file
from pipeline.schema.render import RenderResult

FULL = "the disk is full"
"""How the message of every such result begins."""
FLOOR_BYTES = 1024**2
"""With less room than this a failure is blamed on the disk: the drawings, TeX files and video of
one job need more."""
_NUMBERS = (errno.ENOSPC, errno.EDQUOT)
_DRAWINGS = 2_000
_SVG_BYTES = 4_000_000


def says_full(error: BaseException) -> bool:
    """Whether the system refused to write for lack of space."""
    return isinstance(error, OSError) and error.errno in _NUMBERS


def is_short(folder: Path) -> bool:
    """Whether the file system of `folder` has no room left, for bytes or for new files."""
    try:
        total, _, free = shutil.disk_usage(folder)
        if total and free < FLOOR_BYTES:
            return True
        if sys.platform == "win32":
            return False
        status = os.statvfs(folder)
    except OSError:
        return False
    return status.f_files > 0 and status.f_favail == 0


def blamed(result: RenderResult, folder: Path) -> RenderResult:
    """`result` as a fault of the disk of `folder`; what the program met stays in the message."""
    try:
        room = f"{shutil.disk_usage(folder).free / 1024**2:.1f} MB are free there"
    except OSError:
        room = "how much is free there cannot be read"
    said = result.message.removeprefix(FULL).strip(": ")
    message = (
        f"{FULL}: {folder} has no room left for the files of a render ({room}); "
        "free some space and try again"
    )
    return RenderResult(
        ok=False,
        category="unknown",
        environment=True,
        message=f"{message}. What failed then: {said}" if said else message,
        signature="disk full",
        traceback_tail=result.traceback_tail,
        plays=result.plays,
        duration=result.duration,
    )


def is_cut_short(result: RenderResult, job: Path) -> bool:
    """Whether a drawing could not be parsed, and Manim's own drawings of the job are unfinished.

    Such a file shows that the disk was full even where there is room again by now.
    """
    if not result.signature.startswith("ParseError |"):
        return False
    return any(not whole(path) for path in _drawings(job))


def whole(drawing: Path) -> bool:
    """Whether an SVG file has been written to its end."""
    try:
        return read_file(drawing, _SVG_BYTES).rstrip().endswith(b"</svg>")
    except IntakeError:
        return True  # not one of Manim's


def _drawings(job: Path) -> Iterator[Path]:
    left = _DRAWINGS
    for folder in (job / "tmp" / "text", job / "tex"):
        if folder.is_symlink() or not folder.is_dir():
            continue
        with os.scandir(folder) as listing:
            for entry in listing:
                left -= 1
                if left < 0:
                    return
                if entry.name.endswith(".svg"):
                    yield Path(entry.path)
