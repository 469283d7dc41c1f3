"""Confinement of the current process by the Linux kernel: Landlock, seccomp, capabilities.

Needs no package and no root; everything goes through ctypes. The rules are inherited by every
process started later (TeX too) and cannot be lifted. Sources: kernel documentation
`userspace-api/landlock` and `userspace-api/seccomp_filter`; system call numbers from
`arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_ABI1 = (1 << 13) - 1

# Calls a render never needs. Names are the kernel's.
_DENIED = {
    "x86_64": {
        "socket": 41, "shmget": 29, "semget": 64, "msgget": 68, "ptrace": 101, "mount": 165,
        "umount2": 166, "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164,
        "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170, "setdomainname": 171,
        "init_module": 175, "delete_module": 176, "quotactl": 179, "clock_settime": 227,
        "mq_open": 240, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250,
        "unshare": 272, "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310,
        "process_vm_writev": 311, "finit_module": 313, "memfd_create": 319,
        "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
    },
    "aarch64": {
        "socket": 198, "shmget": 194, "semget": 190, "msgget": 186, "ptrace": 117, "mount": 40,
        "umount2": 39, "pivot_root": 41, "chroot": 51, "acct": 89, "settimeofday": 170,
        "swapon": 224, "swapoff": 225, "reboot": 142, "sethostname": 161, "setdomainname": 162,
        "init_module": 105, "delete_module": 106, "quotactl": 60, "clock_settime": 112,
        "mq_open": 180, "kexec_load": 104, "add_key": 217, "request_key": 218, "keyctl": 219,
        "unshare": 97, "perf_event_open": 241, "fanotify_init": 262, "name_to_handle_at": 264,
        "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270,
        "process_vm_writev": 271, "finit_module": 273, "memfd_create": 279,
        "kexec_file_load": 294, "bpf": 280, "userfaultfd": 282,
    },
}  # fmt: skip
# Same numbers on every architecture (all system calls since 5.1): io_uring, the newer mount
# calls, pidfd_getfd.
_DENIED_COMMON = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442)
# Sending signals, refused where Landlock cannot scope them to the job.
_SIGNALS = {"x86_64": (62, 200, 234, 424), "aarch64": (129, 130, 131, 424)}
_CLONE = {"x86_64": 56, "aarch64": 220}
_PRLIMIT = {"x86_64": 302, "aarch64": 261}
_CLONE3 = 435
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_NAMESPACE_FLAGS = 0x7E020000  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET}

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_X32_BIT = 0x40000000


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


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int = 0) -> bool:
    """Call prctl(2); False where it is refused or does not exist."""
    if not sys.platform.startswith("linux"):
        return False
    zero = ctypes.c_ulong(0)
    return bool(_libc().prctl(option, ctypes.c_ulong(value), zero, zero, zero) == 0)


def landlock_version() -> int:
    """The Landlock version of this kernel; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    version = _libc().syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    return max(int(version), 0)


def seccomp_available() -> bool:
    """Whether seccomp filters work and the numbers of this machine's calls are known."""
    if not sys.platform.startswith("linux") or platform.machine() not in _DENIED:
        return False
    if struct.calcsize("P") != 8:
        return False
    # A null filter fails with EFAULT where filters are supported, with EINVAL elsewhere.
    ctypes.set_errno(0)
    _libc().prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), None)
    return ctypes.get_errno() == errno.EFAULT


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
    result = int(_libc().syscall(ctypes.c_long(number), *arguments))
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


def apply_seccomp(deny_signals: bool) -> None:
    """Refuse sockets and the calls in `_DENIED` with EPERM, for this process and its children.

    Args:
        deny_signals: also refuse sending signals (where Landlock cannot scope them).

    Raises `OSError` if the filter is not accepted.
    """
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    program = b"".join(_filter(platform.machine(), deny_signals))
    buffer = ctypes.create_string_buffer(program, len(program))
    length = len(program) // 8
    header = struct.pack("HxxxxxxP", length, ctypes.addressof(buffer))
    if _libc().prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.c_char_p(header)):
        code = ctypes.get_errno()
        raise OSError(code, f"seccomp filter: {os.strerror(code)}")


def _filter(machine: str, deny_signals: bool) -> list[bytes]:
    """The filter as classic BPF instructions (code, jump-true, jump-false, value)."""

    def load(offset: int) -> bytes:
        return struct.pack("HBBI", 0x20, 0, 0, offset)

    def jump(code: int, value: int, true: int, false: int) -> bytes:
        return struct.pack("HBBI", code, true, false, value)

    def answer(value: int) -> bytes:
        return struct.pack("HBBI", 0x06, 0, 0, value)

    equal, at_least, any_bit = 0x15, 0x35, 0x45
    refused, absent = answer(_ERRNO | errno.EPERM), answer(_ERRNO | errno.ENOSYS)
    numbers = [*_DENIED[machine].values(), *_DENIED_COMMON]
    numbers += _SIGNALS[machine] if deny_signals else ()
    # seccomp_data: call number at 0, architecture at 4, arguments of 8 bytes from 16.
    code = [load(4), jump(equal, _AUDIT_ARCH[machine], 1, 0), answer(_KILL), load(0)]
    if machine == "x86_64":
        code += [jump(at_least, _X32_BIT, 0, 1), refused]
    for number in numbers:
        code += [jump(equal, number, 0, 1), refused]
    # clone3 hides its flags behind a pointer: say it does not exist, libc falls back to clone.
    code += [jump(equal, _CLONE3, 0, 1), absent]
    code += [jump(equal, _CLONE[machine], 0, 3), load(16), jump(any_bit, _NAMESPACE_FLAGS, 0, 1)]
    code += [refused, load(0)]
    # prlimit64 on another process (first argument not 0).
    code += [jump(equal, _PRLIMIT[machine], 0, 3), load(16), jump(equal, 0, 1, 0), refused]
    return [*code, answer(_ALLOW)]


def drop_capabilities() -> bool:
    """Give up every capability, so that root inside a job is an ordinary user."""
    if not sys.platform.startswith("linux"):
        return False
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    for capability in range(64):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_SECUREBITS, 0x2F)  # root gains nothing by exec, and this is locked
    header = struct.pack("Ii", 0x20080522, 0)
    return bool(_libc().capset(header, bytes(24)) == 0)


def confine(access: Access) -> dict[str, str]:
    """Apply every layer this kernel has; returns layer -> detail of those that hold."""
    active: dict[str, str] = {}
    if drop_capabilities():
        active["capabilities"] = "all dropped"
    version = apply_landlock(access)
    if version:
        active["landlock"] = f"version {version}"
    if seccomp_available():
        apply_seccomp(deny_signals=version < 6)
        active["seccomp"] = f"{len(_DENIED[platform.machine()]) + len(_DENIED_COMMON)} calls"
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
