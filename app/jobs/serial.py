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
        """Do this after everything that was put before; nothing is taken after `close`."""
        with self._lock:
            if self._closed:
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._waiting.put(work)

    def close(self, timeout: float) -> bool:
        """End after what was put so far; False if that takes longer than `timeout` seconds."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is None:
            return True
        self._waiting.put(None)
        thread.join(timeout)
        return not thread.is_alive()

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            work()
