"""From worker threads to the GUI thread: the one place where the two meet.

A worker never touches a widget. It puts a call into a queue; a timer of the GUI thread takes the
calls out in order, a few milliseconds' worth at a time.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")
BUSY_MS, IDLE_MS = 8, 30
SLICE_SECONDS = 0.006
"""Longest stretch of work on the queue before the GUI thread turns to its own events again."""


class Ticket:
    """One piece of background work. A dropped ticket delivers nothing any more."""

    def __init__(self) -> None:
        self.dropped = False

    def drop(self) -> None:
        """The result is not wanted any more; GUI thread only."""
        self.dropped = True


class Bridge(QObject):
    """Runs work beside the GUI thread and brings its results back to it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._pool = ThreadPoolExecutor(max_workers=3, thread_name_prefix="studio")
        self._timer = QTimer(self, interval=IDLE_MS)
        self._timer.timeout.connect(self._drain)
        self._timer.start()
        self._closed = threading.Event()

    def post(self, call: Callable[[], None]) -> None:
        """Run `call` on the GUI thread soon, in the order of posting; from any thread."""
        if not self._closed.is_set():
            self._calls.put(call)

    def submit(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> Ticket:
        """Do `work` in a thread, then call `done` or `failed` on the GUI thread.

        From the GUI thread only, which is also the one that closes.
        """
        ticket = Ticket()
        if self._closed.is_set():
            ticket.drop()  # what was about to be asked when the window closed is not wanted
            return ticket

        def deliver(call: Callable[[], None]) -> None:
            self.post(lambda: None if ticket.dropped else call())

        def run() -> None:
            if ticket.dropped:
                return
            try:
                value = work()
            except Exception as error:
                fault = error
                deliver(lambda: failed(fault))
            else:
                deliver(lambda: done(value))

        self._pool.submit(run)
        return ticket

    def close(self) -> None:
        """Deliver nothing more. Work under way ends by itself; nobody waits for it here."""
        self._closed.set()
        self._timer.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _drain(self) -> None:
        until = time.monotonic() + SLICE_SECONDS
        took = False
        while time.monotonic() < until:
            try:
                call = self._calls.get_nowait()
            except Empty:
                break
            took = True
            call()
        self._timer.setInterval(BUSY_MS if took else IDLE_MS)
