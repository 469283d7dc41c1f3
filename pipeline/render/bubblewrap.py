"""Where the kernel has no Landlock: the fork server in a bubblewrap of its own.

Namespaces of its own (processes, network, System V memory, users), the system read-only, and of
the rest only what the server needs. Jobs of one renderer share them, so one job could reach the
folder of another one that runs at the same time; the audit hook alone is between these two.
"""

import shutil
import subprocess
from collections.abc import Iterable
from functools import cache

from pipeline.render.confine import landlock_version

_TRIAL_SECONDS = 10.0
_SYSTEM = (
    "/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/alternatives",
    "/etc/localtime", "/etc/papersize", "/etc/texmf", "/etc/texlive", "/var/lib/texmf",
    "/etc/fonts", "/sys/devices/system/cpu",
)  # fmt: skip
_BASE = (
    "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev",
    "--tmpfs", "/tmp",
)  # fmt: skip


def wanted() -> bool:
    """Whether this machine needs bubblewrap and has one that works."""
    return landlock_version() == 0 and works()


@cache
def works() -> bool:
    """Whether bubblewrap is installed and may make namespaces here; tried once."""
    program = shutil.which("bwrap")
    if program is None:
        return False
    command = [program, *_BASE, *_binds("--ro-bind-try", _SYSTEM), "/usr/bin/env", "true"]
    try:
        done = subprocess.run(
            command,
            env={},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def prefix(readable: Iterable[str], writable: Iterable[str]) -> list[str]:
    """What goes before the command of the server.

    Args:
        readable: further files and folders to show, read-only.
        writable: folders to show as they are. Paths stay the same inside.
    """
    program = shutil.which("bwrap") or "bwrap"
    shown = _binds("--ro-bind-try", (*_SYSTEM, *readable))
    return [program, *_BASE, *shown, *_binds("--bind", writable), "--"]


def _binds(option: str, paths: Iterable[str]) -> list[str]:
    return [word for path in dict.fromkeys(paths) for word in (option, path, path)]
