"""Keeps `None`, `True` and `False` alive under Python 3.11 and older.

PySide6 6.12 is built against the stable interface of Python 3.12, where these objects never die
and are therefore returned without being counted (PEP 683). Older Pythons do count: each call of Qt
that returns nothing takes one reference of `None` away and each signal one of `True`, until the
interpreter ends itself with "deallocating None" after some thousand calls.
"""

import ctypes
import sys

PLENTY = 1 << 40
"""References lent to each object: enough for years of calls, far from the end of the counter."""


def keep_alive() -> None:
    """Lend the constants so many references that no count reaches zero. Harmless when repeated."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    for constant in (None, True, False, NotImplemented, Ellipsis):
        if sys.getrefcount(constant) < PLENTY // 2:
            # The count is the first word of an object (Include/object.h).
            ctypes.c_ssize_t.from_address(id(constant)).value += PLENTY
