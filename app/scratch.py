"""Working folders named by their process: what a kill leaves behind is found and removed."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.paths import DataPaths


@contextmanager
def scratch_folder(paths: DataPaths) -> Iterator[Path]:
    """A folder for this piece of work alone; removed at the end, with those of dead processes."""
    paths.scratch.mkdir(parents=True, exist_ok=True)
    sweep(paths.scratch)
    own = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=paths.scratch))
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def sweep(scratch: Path) -> None:
    """Remove the folders of processes that no longer exist."""
    for folder in scratch.iterdir():
        process = folder.name.partition("-")[0]
        if process.isdigit() and not _alive(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def _alive(pid: int) -> bool:
    if os.name == "nt":
        # Signal 0 would end a process there; a folder too many does no harm.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
