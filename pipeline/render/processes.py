"""Finding and ending every descendant of this process, also those with a session of their own.

Works together with `confine.become_subreaper`: a descendant whose parent died becomes a child
of the nearest subreaper, so it stays in the tree below us.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TEX_PROGRAMS = frozenset({"latex", "pdftex", "etex", "tex", "dvisvgm", "mf", "mf-nowin"})


def children(pid: int) -> list[int]:
    """Direct children by the kernel's own list; falls back to a scan of all processes."""
    found: list[int] = []
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        for task in tasks:
            text = Path(f"/proc/{pid}/task/{task}/children").read_text()
            found += [int(word) for word in text.split()]
    except FileNotFoundError:
        if os.path.exists(f"/proc/{pid}/task") and os.path.isdir("/proc"):
            return _scan(pid)
    except (ProcessLookupError, PermissionError):
        return found
    return found


def _scan(parent: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError, ValueError, IndexError):
                stat = Path(f"/proc/{entry}/stat").read_text()
                if int(stat.rsplit(")", 1)[1].split()[1]) == parent:
                    found.append(int(entry))
    return found


def descendants(pid: int) -> Iterator[int]:
    """Every living process below `pid`, parents before their children."""
    waiting, seen = children(pid), set[int]()
    while waiting:
        current = waiting.pop(0)
        if current not in seen:
            seen.add(current)
            yield current
            waiting += children(current)


def resident_bytes(pid: int) -> int:
    """Resident memory of one process in bytes, not counting pages shared with files."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text().split()
        return (int(words[1]) - int(words[2])) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def more_than(pids: list[int], most_bytes: int) -> bool:
    """Whether processes together hold more than `most_bytes` of memory of their own.

    The quick figures count a page that a fork left shared once for each process; only where they
    are too large is the exact share asked for, which takes some milliseconds.
    """
    if sum(map(resident_bytes, pids)) <= most_bytes:
        return False
    return sum(map(_proportional_bytes, pids)) > most_bytes


def _proportional_bytes(pid: int) -> int:
    """Anonymous memory of a process, each page divided by the number of its users."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return resident_bytes(pid)
    for line in lines:
        if line.startswith("Pss_Anon:"):
            return int(line.split()[1]) * 1024
    return resident_bytes(pid)


def runs_tex(pids: list[int]) -> bool:
    """Whether one of `pids` is a TeX program."""
    for pid in pids:
        with suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text().strip() in TEX_PROGRAMS:
                return True
    return False


def end_descendants(limit_seconds: float = 5.0) -> bool:
    """End and reap every descendant of this process; True when none is left.

    Each round first stops all, so that none can fork while the others are ended.
    """
    deadline = time.monotonic() + limit_seconds
    own = os.getpid()
    while time.monotonic() < deadline:
        living = list(descendants(own))
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in living:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        if not _reap_all():
            return True
        time.sleep(0.005)
    return False


def _reap_all() -> bool:
    """Collect ended children; False when there are no children at all any more."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
