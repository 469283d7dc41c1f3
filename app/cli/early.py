"""Ctrl-C while the program is still loading: an answer instead of a traceback.

Imports next to nothing, so that it is in force within milliseconds.
"""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
DOCUMENT = (
    b'{"ok": false, "error": {"kind": "interrupted", "message": "Stopped on request.", '
    b'"remedy": "Give the command again."}}\n'
)


def stop_quietly(arguments: list[str]) -> None:
    """Until the command sets its own handlers, SIGINT and SIGTERM end the process at once."""

    def end(_number: int, _frame: FrameType | None) -> None:
        if "--json" in arguments:
            os.write(sys.__stdout__.fileno() if sys.__stdout__ else 1, DOCUMENT)
        os._exit(INTERRUPTED)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
