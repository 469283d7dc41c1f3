"""The queue of runs as the window sees it: its updates as signals on the GUI thread."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.jobs.queue import RunQueue
from app.jobs.updates import (
    JobEnded,
    JobEvent,
    JobHandle,
    JobQueued,
    JobRemoved,
    JobStarted,
    JobUpdate,
    JobView,
)
from app.paths import DataPaths
from app.run_plan import RunPlan
from pipeline.schema.storyboard import SceneSpec
from ui.bridge import Bridge


class Jobs(QObject):
    """Hands work to the queue and says what becomes of it.

    Signals:
        changed: what runs or waits is different.
        started: a `JobStarted`; told: a `JobEvent`; ended: a `JobEnded`.
    """

    changed = Signal()
    started = Signal(object)
    told = Signal(object)
    ended = Signal(object)

    def __init__(self, paths: DataPaths, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._queue = RunQueue(paths, self._take)
        self._specs: dict[int, SceneSpec] = {}
        """What scenes that wait to be made anew are to be, by the id of the job."""

    @property
    def views(self) -> tuple[JobView, ...]:
        """What runs and what waits, in order."""
        return self._queue.jobs()

    def of_run(self, run_id: str) -> JobView | None:
        """The job of a run, None where it neither runs nor waits."""
        return next((view for view in self.views if view.handle.run_id == run_id), None)

    def submit(self, plan: RunPlan) -> JobHandle:
        """A new run at the end of the queue."""
        handle = self._queue.submit(plan)
        self.changed.emit()
        return handle

    def resume(self, run_id: str, title: str = "") -> JobHandle:
        """Go on with a run; `title` is for the list of what waits."""
        handle = self._queue.resume(run_id, title=title)
        self.changed.emit()
        return handle

    def rerun(self, run_id: str, scene_id: str, spec: SceneSpec) -> JobHandle:
        """Make one scene of a finished run anew."""
        handle = self._queue.rerun(run_id, scene_id, spec)
        self._specs[handle.id] = spec
        self.changed.emit()
        return handle

    def pause(self, handle: JobHandle) -> None:
        """End it for now."""
        self._queue.pause(handle)
        self.changed.emit()

    def stop(self, handle: JobHandle) -> None:
        """End it; it can still be resumed."""
        self._queue.stop(handle)
        self.changed.emit()

    def move(self, handle: JobHandle, position: int) -> None:
        """Put a waiting job at another place among those that wait, 0 being next."""
        self._queue.move(handle, position)
        self.changed.emit()

    def take_out(self, handle: JobHandle) -> Callable[[], None] | None:
        """Take a waiting job out of the queue; nothing that was made is lost.

        Returns:
            what puts it back at its place; None if its turn had come already.
        """
        waiting = [view.handle.id for view in self.views if view.state == "queued"]
        if not self._queue.withdraw(handle):
            return None
        self.changed.emit()
        place = waiting.index(handle.id) if handle.id in waiting else 0

        def put_back() -> None:
            spec = self._specs.get(handle.id)
            if handle.kind == "rerun" and spec is not None:
                again = self.rerun(handle.run_id, handle.scene_id, spec)
            else:
                again = self.resume(handle.run_id, handle.title)
            self.move(again, place)

        return put_back

    def close(self) -> bool:
        """Pause everything; blocks up to 2 s, so call it from a worker thread."""
        return self._queue.close()

    def _take(self, update: JobUpdate) -> None:
        """From a thread of the queue."""
        self._bridge.post(partial(self._tell, update))

    def _tell(self, update: JobUpdate) -> None:
        match update:
            case JobEvent():
                self.told.emit(update)
            case JobStarted():
                self.started.emit(update)
                self.changed.emit()
            case JobEnded():
                self.ended.emit(update)
                self.changed.emit()
            case JobQueued() | JobRemoved():
                self.changed.emit()
