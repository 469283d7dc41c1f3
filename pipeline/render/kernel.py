"""The few Linux calls that Python's standard library does not offer, through ctypes."""

import ctypes
import sys
from functools import cache

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38


@cache
def libc() -> ctypes.CDLL:
    """The C library this process already has."""
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int = 0) -> bool:
    """Call prctl(2); False where it is refused or does not exist."""
    if not sys.platform.startswith("linux"):
        return False
    zero = ctypes.c_ulong(0)
    return bool(libc().prctl(option, ctypes.c_ulong(value), zero, zero, zero) == 0)
