"""One export in a worker thread, watched and cancelled from the GUI thread."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.export.naming import NamesTakenError
from app.export.request import ExportProgress, ExportRequest, Progress
from app.faults import words_of
from app.paths import DataPaths
from pipeline.render_port import CancelledError, CancelToken
from ui.bridge import Bridge

Exporting = Callable[[ExportRequest, Progress, CancelToken], list[Path]]


class ExportJob(QObject):
    """At most one export at a time; it goes on when the dialog is closed.

    Signals:
        progressed: an `ExportProgress`.
        finished: the paths that were written. taken: the paths that are there already.
        failed: a sentence with what to do. cancelled: nothing was written.
    """

    progressed = Signal(object)
    finished = Signal(object)
    taken = Signal(object)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(
        self,
        bridge: Bridge,
        paths: DataPaths,
        exporting: Exporting | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`exporting` does the work; left out, it is the studio's own export."""
        super().__init__(parent)
        self._bridge = bridge
        self._exporting = exporting or partial(_export, paths)
        self._token: CancelToken | None = None

    @property
    def is_running(self) -> bool:
        """Whether an export is under way."""
        return self._token is not None

    def start(self, request: ExportRequest) -> None:
        """Begin; one that is under way goes on alone and this one is refused."""
        if self.is_running:
            return
        token = CancelToken()
        self._token = token
        tell = partial(self._pass_on, token)
        self._bridge.submit(lambda: self._exporting(request, tell, token), self._done, self._ended)

    def cancel(self) -> None:
        """Ask it to end; `cancelled` follows."""
        if self._token is not None:
            self._token.cancel()

    def _pass_on(self, token: CancelToken, progress: ExportProgress) -> None:
        """From the worker thread."""

        def show() -> None:
            if self._token is token:
                self.progressed.emit(progress)

        self._bridge.post(show)

    def _done(self, paths: list[Path]) -> None:
        self._token = None
        self.finished.emit(paths)

    def _ended(self, error: Exception) -> None:
        self._token = None
        if isinstance(error, CancelledError):
            self.cancelled.emit()
        elif isinstance(error, NamesTakenError):
            self.taken.emit(error.files)
        else:
            self.failed.emit(words_of(error))


def _export(
    paths: DataPaths, request: ExportRequest, progress: Progress, cancel: CancelToken
) -> list[Path]:
    # Imported in the worker: reading and writing videos is nothing the window starts with.
    from app.export.exporting import export

    return export(request, progress, cancel, paths)
