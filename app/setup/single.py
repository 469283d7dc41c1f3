"""One set-up at a time in one folder; a dead holder's lock is free at once."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from app.setup.console import SetupError, say

if sys.platform != "win32":
    import fcntl
else:
    import msvcrt

# A whole set-up over a slow line fits in this many seconds.
WAIT_LIMIT = float(os.environ.get("MANIMAGENT_SETUP_WAIT", "1800"))

GRACE = 2.0
"""Seconds for which nothing is said about a lock that is held."""


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[int]:
    """Hold the lock `path`; gives its file descriptor. Raises SetupError after WAIT_LIMIT."""
    with path.open("a+") as file:
        if not _taken_soon(file):
            holder = _holder(path)
            say(
                f"Another set-up is at work here ({holder}); "
                f"waiting for it, {WAIT_LIMIT / 60:.0f} minutes at most."
            )
            _wait(file, holder)
        file.seek(0)
        file.truncate()
        file.write(f"process {os.getpid()}")
        file.flush()
        yield file.fileno()


def _taken_soon(file: IO[str]) -> bool:
    """Take the lock; what an interrupted set-up started may need a moment to end and let go."""
    limit = time.monotonic() + GRACE
    while not _taken(file):
        if time.monotonic() > limit:
            return False
        time.sleep(0.1)
    return True


def _taken(file: IO[str]) -> bool:
    try:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _holder(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") or "process unknown"
    except OSError:
        return "process unknown"


def _wait(file: IO[str], holder: str) -> None:
    limit = time.monotonic() + WAIT_LIMIT
    while not _taken(file):
        if time.monotonic() > limit:
            raise SetupError(
                f"Another set-up ({holder}) has not finished.",
                "Wait until it has, or end that process, then run again.",
            )
        time.sleep(0.5)
