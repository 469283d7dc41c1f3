"""The stop of a whole run that one agent caused: quota, login, budget, or an endpoint that is gone.

Scenes side by side stop before they ask the next agent. What they have under way, a render or a
reply, comes to its end first: it is paid for, and a resumed run finds it finished.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.models.port import PausedError
from pipeline.render_port import CancelToken
from pipeline.run.step import working_on


class Pause:
    """Shared by all scenes of a run. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._error: PausedError | None = None

    @property
    def error(self) -> PausedError | None:
        """What paused the run, None while it goes on."""
        return self._error

    def check(self) -> None:
        """Raise the `PausedError` of the run if there was one."""
        if self._error is not None:
            raise self._error

    @contextmanager
    def asking(
        self, cancel: CancelToken, scene_id: str = "", t: int | None = None
    ) -> Iterator[None]:
        """Around every call of an agent: not begun in a run that stops, and counted where it is.

        Raises:
            CancelledError: the run was cancelled.
            PausedError: the run pauses, now or since another scene said so.
        """
        cancel.check()
        self.check()
        try:
            with working_on(scene_id, t):
                yield
        except PausedError as error:
            with self._lock:
                self._error = self._error or error
            raise
