"""How late the GUI thread is, and waiting while it works."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

BEAT_MS = 5


class Heart(QObject):
    """Notes how late a steady timer of the GUI thread comes, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self, interval=BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to listen."""
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Listen no more."""
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - BEAT_MS))
        self._last = now


def until(ready: Callable[[], bool], seconds: float) -> None:
    """Let the window work until something is there, or the time is over."""
    end = time.monotonic() + seconds
    while not ready() and time.monotonic() < end:
        wait(0.002)


def wait(seconds: float) -> None:
    """Let the window work for a while."""
    loop = QEventLoop()
    QTimer.singleShot(max(1, round(seconds * 1000)), loop, partial(loop.exit, 0))
    loop.exec()
