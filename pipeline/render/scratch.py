"""Removing a job's folder, whatever the job has made of it."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

_LONGEST = 3000  # characters of a path; no call takes more than 4096


def remove_folder(folder: Path) -> None:
    """Remove a folder with all it holds: without permissions, or nested beyond any path's length.

    Never raises; what the system refuses to remove stays.
    """
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    lifted = -1
    while folder.is_dir() and lifted != 0:
        lifted = _clear(str(folder))


def _clear(top: str) -> int:
    """Remove what is in reach; what lies too deep is moved up, to be reached the next time.

    Returns how many folders were moved.
    """
    lifted = 0
    waiting = [(top, False)]
    while waiting:
        path, emptied = waiting.pop()
        with suppress(OSError):
            if emptied:
                os.rmdir(path)
                continue
            waiting.append((path, True))
            os.chmod(path, 0o700)
            for entry in list(os.scandir(path)):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                elif len(entry.path) < _LONGEST:
                    waiting.append((entry.path, False))
                else:
                    lifted += 1
                    os.rename(entry.path, os.path.join(top, f".lifted-{os.urandom(8).hex()}"))
    return lifted
