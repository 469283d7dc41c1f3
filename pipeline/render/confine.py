"""Confinement of the current process by the Linux kernel: Landlock, seccomp, capabilities.

Needs no package and no root; everything goes through ctypes. The rules are inherited by every
process started later (TeX too) and cannot be lifted. Source: kernel documentation
`userspace-api/landlock`; the filter of system calls is in `seccomp`.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from pipeline.render.kernel import (
    PR_CAPBSET_DROP,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    PR_SET_SECUREBITS,
    libc,
    prctl,
)
from pipeline.render.seccomp import apply_seccomp, refused_count, seccomp_available

_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_ABI1 = (1 << 13) - 1


@dataclass
class Access:
    """What a job may touch. Paths that do not exist are skipped.

    Attributes:
        write: folders with full access (no execution).
        read: folders and files that may be read.
        execute: single programs that may be started.
    """

    write: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    execute: list[str] = field(default_factory=list)


def landlock_version() -> int:
    """The Landlock version of this kernel; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    version = libc().syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    return max(int(version), 0)


def apply_landlock(access: Access) -> int:
    """Limit files, TCP and signals of this process to `access`; returns the version used.

    Raises `OSError` if the kernel has Landlock but refuses the rules.
    """
    version = landlock_version()
    if version == 0:
        return 0
    handled = _ABI1
    handled |= _REFER if version >= 2 else 0
    handled |= _TRUNCATE if version >= 3 else 0
    handled |= _IOCTL_DEV if version >= 5 else 0
    network = 3 if version >= 4 else 0  # bind and connect of TCP: handled, nothing allowed
    scope = 3 if version >= 6 else 0  # abstract sockets and signals stay in the job
    attributes = struct.pack("QQQ", handled, network, scope)
    attributes = attributes[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = _call(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    try:
        for path in access.read:
            _allow(ruleset, path, (_READ_FILE | _READ_DIR) & handled)
        for path in access.execute:
            _allow(ruleset, path, (_READ_FILE | _EXECUTE) & handled)
        for path in access.write:
            _allow(ruleset, path, handled & ~_EXECUTE & ~_IOCTL_DEV)
        for path in ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"):
            _allow(ruleset, path, (_READ_FILE | _WRITE_FILE) & handled)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        _call(_LANDLOCK_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint(0))
    finally:
        os.close(ruleset)
    return version


def _call(number: int, *arguments: object) -> int:
    result = int(libc().syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"Landlock call {number}: {os.strerror(code)}")
    return result


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    try:
        if not os.path.isdir(path):
            rights &= _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
        rule = struct.pack("=Qi", rights, target)
        _call(_LANDLOCK_ADD, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint(0))
    finally:
        os.close(target)


def drop_capabilities() -> bool:
    """Give up every capability, so that root inside a job is an ordinary user."""
    if not sys.platform.startswith("linux"):
        return False
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    for capability in range(64):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_SECUREBITS, 0x2F)  # root gains nothing by exec, and this is locked
    header = struct.pack("Ii", 0x20080522, 0)
    return bool(libc().capset(header, bytes(24)) == 0)


def confine(
    access: Access, capabilities: bool = True, landlock: bool = True, seccomp: bool = True
) -> dict[str, str]:
    """Apply the wanted layers that this kernel has; returns layer -> detail of those that hold."""
    active: dict[str, str] = {}
    if capabilities and drop_capabilities():
        active["capabilities"] = "all dropped"
    version = apply_landlock(access) if landlock else 0
    if version:
        active["landlock"] = f"version {version}"
    if seccomp and seccomp_available():
        apply_seccomp(deny_signals=version < 6)
        active["seccomp"] = f"{refused_count()} calls"
    return active


def become_subreaper() -> bool:
    """Adopt orphaned descendants, so that none can slip away by making its own session."""
    return prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(signal_number: int) -> None:
    """Receive `signal_number` when the parent *thread* ends."""
    prctl(PR_SET_PDEATHSIG, signal_number)


def existing(paths: Iterable[str]) -> list[str]:
    """Those of `paths` that exist, resolved, without repeats."""
    return list(dict.fromkeys(os.path.realpath(path) for path in paths if os.path.exists(path)))
