"""A thread that does short pieces of work one after another; it begins with the first of them."""

import queue
import threading
from collections.abc import Callable

Work = Callable[[], None]


class SerialThread:
    """For disk work that must not hold up whoever asks for it. Work must not raise."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def put(self, work: Work) -> None:
        """Do this after everything that was put before; nothing is taken after `end`."""
        with self._lock:
            if self._closed:
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._waiting.put(work)

    def end(self) -> None:
        """Take nothing more and end after what was put so far; does not wait for that."""
        with self._lock:
            if not self._closed and self._thread is not None:
                self._waiting.put(None)
            self._closed = True

    def join(self, timeout: float) -> bool:
        """Wait for the end; False if it takes longer than `timeout` seconds."""
        if self._thread is None:
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            work()
