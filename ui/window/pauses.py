"""Keeps the garbage collector from holding up the window.

A full collection looks at every object of the process, in whichever thread it falls due, and no
other thread runs meanwhile: with the loop loaded that was 80 to 90 ms. What modules made while they
were loaded stays for good, so it is taken out of the collector's sight: once after the start, and
once when the first run has loaded the rest.
"""

import gc

from PySide6.QtCore import QObject, QTimer

from ui.jobs import Jobs

AFTER_MS = 1500
"""From the first paint until the rooms are there."""


class Pauses(QObject):
    """Freezes twice in the life of a window; what is garbage at those moments is not found again,
    so it is not done more often."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._first = QTimer(self, interval=AFTER_MS, singleShot=True)
        self._first.timeout.connect(gc.freeze)
        self._first.start()
        self._second = jobs.told.connect(self._run_told)

    def stop(self) -> None:
        """The window closes."""
        self._first.stop()

    def _run_told(self, _told: object) -> None:
        """The first event of the first run: what it needs has been loaded by now."""
        self._jobs.told.disconnect(self._second)
        gc.freeze()
