"""What the loop needs of a renderer; the sandbox implements it, tests may record it."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # a command that renders nothing needs the token alone
    from pipeline.schema.render import RenderResult, RenderSettings


class CancelToken:
    """A cooperative stop sign that every long step watches."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._to_pause = False

    def cancel(self, *, to_pause: bool = False) -> None:
        """Ask for an end; safe from any thread and from a signal handler.

        Args:
            to_pause: whoever asks means to go on later. A later cancel without it prevails.
        """
        self._to_pause = to_pause and (self._to_pause or not self._event.is_set())
        self._event.set()

    @property
    def to_pause(self) -> bool:
        """Whether the end that was asked for is meant as a pause."""
        return self._to_pause

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
        self,
        program: str,
        scene: str,
        folder: Path,
        settings: "RenderSettings",
        cancel: CancelToken,
    ) -> "RenderResult":
        """Render `scene` of `program` into `folder` (render.mp4, keyframes/*.png, geometry.json).

        Raises `CancelledError` within two seconds of a cancel, with the process group ended.
        """

    def close(self) -> None:
        """End all workers."""
