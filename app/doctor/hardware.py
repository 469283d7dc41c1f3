"""Cores and memory."""

import os
import sys
from pathlib import Path

from app.doctor.check import CheckFailed
from app.texts import ngettext, tr

# The main process, one render and the encoder together, in bytes.
MEMORY_NEEDED = 3_000_000_000
CORES_WANTED = 2
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")


def machine_is_large_enough() -> str:
    """Enough memory for a render beside the encoder; fewer than two cores work, slowly."""
    cores = usable_cores()
    memory = memory_bytes()
    detail = ngettext("{count} core", "{count} cores", cores).format(count=cores)
    if memory is None:
        detail = tr("{cores}, memory unknown").format(cores=detail)
    else:
        detail = tr("{cores}, {memory:.1f} GB of memory").format(cores=detail, memory=memory / 1e9)
    if cores < CORES_WANTED:
        detail = tr("{machine}; one core works, but slowly").format(machine=detail)
    if memory is None:
        return detail
    if memory < MEMORY_NEEDED:
        raise CheckFailed(
            detail,
            tr("Rendering beside the encoder needs {memory_needed:.0f} GB of memory.").format(
                memory_needed=MEMORY_NEEDED / 1e9
            ),
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
