"""Whether a run is being worked on, asked cheaply: this file imports nothing of the pipeline."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from app.errors import environment_fault
from app.texts import tr

RunState = Literal["finished", "stopped", "paused", "running", "queued", "interrupted", "damaged"]
LOCK = ".lock"
PATIENCE = 0.5
"""Seconds that work on a run waits for its lock: a list that only looks holds it for an instant."""


@contextmanager
def locked_root(root: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Work alone on the run in the folder `root`; waits up to `patience` seconds for its lock.

    The lock of a dead process is void.

    Raises:
        StudioError: somebody else works on the run, in this process or in another one.
    """
    try:
        with FileLock(root / LOCK, timeout=patience):
            yield
    except Timeout as error:
        raise environment_fault(
            tr("Run {name} is being worked on by another process.").format(name=root.name),
            tr("Wait until that one has ended."),
            kind="run_in_use",
        ) from error


def in_use(root: Path) -> bool:
    """Whether somebody works on the run in the folder `root` at this moment."""
    if not (root / LOCK).exists():
        return False
    lock = FileLock(root / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError:
        return False  # a folder that cannot be written: nobody can work there
    lock.release()
    return False
