"""What the loop needs of a renderer; the sandbox implements it, tests may record it."""

import threading
from pathlib import Path
from typing import Protocol

from pipeline.schema.render import RenderResult, RenderSettings


class CancelToken:
    """A cooperative stop sign that every long step watches."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask for an end; safe from any thread and from a signal handler."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether an end was asked for."""
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Sleep up to `seconds`; True as soon as an end is asked for."""
        return self._event.wait(seconds)

    def check(self) -> None:
        """Raise `CancelledError` if an end was asked for."""
        if self._event.is_set():
            raise CancelledError


class CancelledError(Exception):
    """The run was asked to stop; it can be resumed."""


class Renderer(Protocol):
    """Runs one program in the sandbox."""

    def render(
        self, program: str, scene: str, folder: Path, settings: RenderSettings, cancel: CancelToken
    ) -> RenderResult:
        """Render `scene` of `program` into `folder` (render.mp4, keyframes/*.png, geometry.json).

        Raises `CancelledError` within two seconds of a cancel, with the process group ended.
        """

    def close(self) -> None:
        """End all workers."""
