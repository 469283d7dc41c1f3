"""A seccomp filter: system calls that no render needs are refused with EPERM.

What Landlock leaves open is closed here: sockets of every family, System V memory and queues,
other processes, the owner, mode and times of files (Landlock only guards their contents), other
processes' scheduling, and watching folders. Sources: kernel documentation
`userspace-api/seccomp_filter` and `userspace-api/landlock` ("Filesystem actions" that are not
restricted); call numbers from `arch/x86/entry/syscalls/syscall_64.tbl` and
`include/uapi/asm-generic/unistd.h`.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

from pipeline.render.kernel import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_SECCOMP,
    libc,
    prctl,
)

# Calls a render never needs. Names are the kernel's.
_DENIED = {
    "x86_64": {
        "socket": 41, "connect": 42, "bind": 49, "socketpair": 53,
        "shmget": 29, "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "semctl": 66,
        "semtimedop": 220, "msgget": 68, "msgsnd": 69, "msgrcv": 70, "msgctl": 71,
        "mq_open": 240, "mq_unlink": 241,
        "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260,
        "fchmodat": 268, "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280,
        "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197,
        "lremovexattr": 198, "fremovexattr": 199, "mknod": 133, "mknodat": 259,
        "inotify_init": 253, "inotify_add_watch": 254, "inotify_init1": 294,
        "setpriority": 141, "sched_setparam": 142, "sched_setscheduler": 144,
        "sched_setaffinity": 203, "ioprio_set": 251, "sched_setattr": 314, "migrate_pages": 256,
        "move_pages": 279, "personality": 135, "uselib": 134, "modify_ldt": 154, "iopl": 172,
        "ioperm": 173, "syslog": 103, "vhangup": 153, "adjtimex": 159, "clock_adjtime": 305,
        "kcmp": 312,
        "ptrace": 101, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
        "acct": 163, "settimeofday": 164, "swapon": 167, "swapoff": 168, "reboot": 169,
        "sethostname": 170, "setdomainname": 171, "init_module": 175, "delete_module": 176,
        "quotactl": 179, "clock_settime": 227, "kexec_load": 246, "add_key": 248,
        "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298,
        "fanotify_init": 300, "name_to_handle_at": 303, "open_by_handle_at": 304, "setns": 308,
        "process_vm_readv": 310, "process_vm_writev": 311, "finit_module": 313,
        "memfd_create": 319, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
    },
    "aarch64": {
        "socket": 198, "socketpair": 199, "bind": 200, "connect": 203,
        "shmget": 194, "shmctl": 195, "shmat": 196, "semget": 190, "semctl": 191,
        "semtimedop": 192, "semop": 193, "msgget": 186, "msgctl": 187, "msgrcv": 188,
        "msgsnd": 189, "mq_open": 180, "mq_unlink": 181,
        "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55, "utimensat": 88,
        "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15,
        "fremovexattr": 16, "mknodat": 33, "inotify_init1": 26, "inotify_add_watch": 27,
        "setpriority": 140, "sched_setparam": 118, "sched_setscheduler": 119,
        "sched_setaffinity": 122, "ioprio_set": 30, "sched_setattr": 274, "migrate_pages": 238,
        "move_pages": 239, "personality": 92, "syslog": 116, "vhangup": 58, "adjtimex": 171,
        "clock_adjtime": 266, "kcmp": 272,
        "ptrace": 117, "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "acct": 89,
        "settimeofday": 170, "swapon": 224, "swapoff": 225, "reboot": 142, "sethostname": 161,
        "setdomainname": 162, "init_module": 105, "delete_module": 106, "quotactl": 60,
        "clock_settime": 112, "kexec_load": 104, "add_key": 217, "request_key": 218,
        "keyctl": 219, "unshare": 97, "perf_event_open": 241, "fanotify_init": 262,
        "name_to_handle_at": 264, "open_by_handle_at": 265, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "finit_module": 273,
        "memfd_create": 279, "kexec_file_load": 294, "bpf": 280, "userfaultfd": 282,
    },
}  # fmt: skip
# Same numbers on every architecture (all system calls since 5.1): io_uring (425-427), the newer
# mount calls (428-433, 442), pidfd_getfd, process_madvise, quotactl_fd, memfd_secret,
# process_mrelease, fchmodat2, setxattrat, removexattrat, open_tree_attr, file_setattr.
_DENIED_COMMON = (
    425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 443, 447, 448, 452, 463, 466,
    467, 469,
)  # fmt: skip
# Sending signals, refused where Landlock cannot scope them to the job.
_SIGNALS = {"x86_64": (62, 200, 234, 129, 297, 424), "aarch64": (129, 130, 131, 138, 240, 424)}
_CLONE = {"x86_64": 56, "aarch64": 220}
_PRLIMIT = {"x86_64": 302, "aarch64": 261}
_PRCTL = {"x86_64": 157, "aarch64": 167}
_CLONE3 = 435
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_NAMESPACE_FLAGS = 0x7E020000  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET}

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_X32_BIT = 0x40000000


def seccomp_available() -> bool:
    """Whether seccomp filters work and the numbers of this machine's calls are known."""
    if not sys.platform.startswith("linux") or platform.machine() not in _DENIED:
        return False
    if struct.calcsize("P") != 8:
        return False
    # A null filter fails with EFAULT where filters are supported, with EINVAL elsewhere.
    ctypes.set_errno(0)
    libc().prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), None)
    return ctypes.get_errno() == errno.EFAULT


def denied_calls() -> dict[str, int]:
    """Names and numbers of the refused calls on this machine that have names here."""
    return dict(_DENIED.get(platform.machine(), {}))


def refused_count() -> int:
    """How many calls the filter refuses on this machine."""
    return len(denied_calls()) + len(_DENIED_COMMON)


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
    if libc().prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.c_char_p(header)):
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
    # A process must not hide its open files and memory from the supervisor.
    code += [jump(equal, _PRCTL[machine], 0, 3), load(16), jump(equal, PR_SET_DUMPABLE, 0, 1)]
    code += [refused, load(0)]
    # prlimit64 on another process (first argument not 0).
    code += [jump(equal, _PRLIMIT[machine], 0, 3), load(16), jump(equal, 0, 1, 0), refused]
    return [*code, answer(_ALLOW)]
