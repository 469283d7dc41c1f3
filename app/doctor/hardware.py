"""Cores and memory."""

import os
import sys
from pathlib import Path

from app.doctor.check import CheckFailed

# The main process, one render and the encoder together, in bytes.
MEMORY_NEEDED = 3_000_000_000
CORES_WANTED = 2
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")


def machine_is_large_enough() -> str:
    """Enough memory for a render beside the encoder; fewer than two cores work, slowly."""
    cores = usable_cores()
    memory = memory_bytes()
    slow = "" if cores >= CORES_WANTED else "; one core works, but slowly"
    if memory is None:
        return f"{cores} cores, memory unknown{slow}"
    detail = f"{cores} cores, {memory / 1e9:.1f} GB of memory{slow}"
    if memory < MEMORY_NEEDED:
        raise CheckFailed(
            detail, f"Rendering beside the encoder needs {MEMORY_NEEDED / 1e9:.0f} GB of memory."
        )
    return detail


def usable_cores() -> int:
    """Cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_bytes() -> int | None:
    """Memory of the machine, or of the container if that has less; None where unknown."""
    if sys.platform == "win32":
        return None
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None
    try:
        limit = CGROUP_LIMIT.read_text(encoding="ascii").strip()
    except OSError:
        return total
    return min(total, int(limit)) if limit.isdigit() else total
