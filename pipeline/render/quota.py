"""How much a job keeps on disk, measured from outside while it runs.

Counted are its folder and what it holds open or mapped without a name. What cannot be looked into
counts as too much: a render hides nothing from the studio.
"""

import os
from collections.abc import Iterable
from typing import Literal

Excess = Literal["volume", "files"]
_DEEPEST = 40  # folders within folders; far deeper ones have paths that no call takes
_BLOCK = 512  # bytes, unit of st_blocks
_MAPPED = 256 * 1024**2  # bytes that a mapped file without a name is taken to hold


def passed(folder: str, family: Iterable[int], most_bytes: int, most_files: int) -> Excess | None:
    """Which quota a job has passed, if any.

    Args:
        folder: the job's folder.
        family: the processes of the job.
        most_bytes: bytes on disk, files without a name included.
        most_files: files and folders together.
    """
    total, entries, waiting = 0, 0, [(folder, 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            with os.scandir(path) as listing:
                for entry in listing:
                    entries += 1
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                    if total > most_bytes:
                        return "volume"
                    if entries > most_files or depth > _DEEPEST:
                        return "files"
        except PermissionError:
            return "files"
        except OSError:
            continue  # vanished meanwhile
    nameless = dict(pair for pid in family for pair in _nameless(pid, folder))
    return "volume" if total + sum(nameless.values()) > most_bytes else None


def _nameless(pid: int, folder: str) -> Iterable[tuple[tuple[int, int], int]]:
    """Files that a process holds though their names are gone: (device, inode) -> bytes."""
    try:
        numbers = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        numbers = []
    for number in numbers:
        try:
            status = os.stat(f"/proc/{pid}/fd/{number}")
        except OSError:
            continue
        if status.st_nlink == 0:
            yield (status.st_dev, status.st_ino), status.st_blocks * _BLOCK
    try:
        with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
            lines = [line.split(None, 5) for line in maps if line.endswith("(deleted)\n")]
    except OSError:
        return
    for words in lines:
        if len(words) == 6 and words[5].startswith(folder):
            yield (-1, int(words[4])), _MAPPED
