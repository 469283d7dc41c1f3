"""The queue of runs: one at a time, in a thread of its own, begun, resumed, stopped, moved."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from app.errors import wrong_use
from app.jobs import work
from app.jobs.ending import ended_by, ended_well
from app.jobs.serial import SerialThread
from app.jobs.updates import (
    JobEnded,
    JobEvent,
    JobHandle,
    JobKind,
    JobQueued,
    JobRemoved,
    JobStarted,
    JobUpdate,
    JobView,
)
from app.paths import DataPaths
from app.run_plan import RunPlan
from app.texts import tr
from pipeline.events import Event
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import new_run_id
from pipeline.schema.storyboard import SceneSpec

LONGEST_CLOSE = 2.0
Sink = Callable[[JobUpdate], None]
_log = logging.getLogger(__name__)


@dataclass
class _Job:
    """A job with what does it. `filed` is set once the folder is there, or cannot be had."""

    handle: JobHandle
    work: work.Work
    cancel: CancelToken = field(default_factory=CancelToken)
    discard: Callable[[], None] = lambda: None
    filed: threading.Event = field(default_factory=threading.Event)
    trouble: BaseException | None = None


class RunQueue:
    """Runs wait here for their turn. Every method returns at once and may be called from any
    thread; disk and models are touched in threads of the queue alone.

    Args:
        paths: the data folder.
        sink: is given every update, from threads of the queue, in the order of what happened to a
            job. It should only hand the value on.
    """

    def __init__(self, paths: DataPaths, sink: Sink) -> None:
        self._paths = paths
        self._sink = sink
        self._changed = threading.Condition()
        self._clerk = SerialThread("run-queue-files")
        self._thread: threading.Thread | None = None
        self._waiting: list[_Job] = []
        self._running: _Job | None = None
        self._count = 0
        self._closed = False

    def submit(self, plan: RunPlan) -> JobHandle:
        """A new run. Its folder is made right away and lists as `queued`, so that it can be
        resumed even if the studio is killed before its turn."""
        run_id = new_run_id()
        job = self._add("new", run_id, plan.task.title, work.begin(plan, run_id))
        job.discard = lambda: work.discard(job.handle.folder)
        self._clerk.put(lambda: self._file(job, lambda: work.reserve(plan, self._paths, run_id)))
        return job.handle

    def resume(
        self,
        run_id: str,
        *,
        budget_tokens: int | None = None,
        budget_money: float | None = None,
        profile: str | None = None,
        reviewer_profile: str | None = None,
        title: str = "",
    ) -> JobHandle:
        """Go on with a run, perhaps with another budget or other models; None leaves them. The
        title is for whoever shows the queue.

        A run that waits or works here already keeps its place and its handle.
        """
        going_on = work.resume(run_id, budget_tokens, budget_money, profile, reviewer_profile)
        with self._changed:
            known = self._known(run_id)
            if known is not None:
                return known
            job = self._add("resume", run_id, title, going_on)
        self._clerk.put(lambda: self._file(job, lambda: None))
        return job.handle

    def rerun(self, run_id: str, scene_id: str, spec: SceneSpec) -> JobHandle:
        """Make one scene of a finished run anew, as `spec` says. It becomes a new scene and takes
        the other one's place in a new animation; both old ones stay. If the studio ends first, the
        run is resumed like any other.

        A run that has not finished, or a name that another scene has, ends the job with `work`.
        """
        doing = work.Rerun(self._paths.runs / run_id, scene_id, spec)
        job = self._add("rerun", run_id, spec.name, doing, scene_id)
        job.discard = doing.discard
        self._clerk.put(lambda: self._file(job, doing.plan))
        return job.handle

    def stop(self, job: JobHandle) -> None:
        """End a job within about two seconds; what it has done is kept and can be resumed.

        One that waits is taken out of the queue; its run stays in the list.
        """
        self._end(job, to_pause=False)

    def pause(self, job: JobHandle) -> None:
        """As `stop`, by someone who means to go on: the run's log and state say `paused`."""
        self._end(job, to_pause=True)

    def remove(self, job: JobHandle) -> bool:
        """Take a waiting job out, with the folder of a run that never began; False if its turn
        has come already (then it can be stopped)."""
        with self._changed:
            found = self._find_waiting(job)
            if found is None:
                return False
            self._waiting.remove(found)
        self._clerk.put(lambda: self._discard(found))
        return True

    def withdraw(self, job: JobHandle) -> bool:
        """Take a waiting job out and keep its run, which can be resumed; False if its turn has
        come already. A scene that was to be made anew is given up: the run stays as it is."""
        if job.kind == "rerun":
            return self.remove(job)
        with self._changed:
            found = self._find_waiting(job)
            if found is None:
                return False
            self._waiting.remove(found)
        self._clerk.put(lambda: self._tell(JobRemoved(job)))
        return True

    def move(self, job: JobHandle, position: int) -> None:
        """Put a waiting job at a place among those that wait, 0 being next; places past the ends
        mean the ends. A job that does not wait stays where it is."""
        with self._changed:
            found = self._find_waiting(job)
            if found is not None:
                self._waiting.remove(found)
                self._waiting.insert(max(0, position), found)

    def jobs(self) -> tuple[JobView, ...]:
        """What runs and what waits, in order."""
        with self._changed:
            views = [JobView(job.handle, "queued") for job in self._waiting]
            if (running := self._running) is not None:
                views.insert(0, JobView(running.handle, _state(running.cancel)))
        return tuple(views)

    def close(self, timeout: float = LONGEST_CLOSE) -> bool:
        """Pause what runs and take nothing more; waiting runs stay in the list as `queued`.

        Blocks for `timeout` seconds, 2 at the most. True if every thread of the queue has ended;
        else the process may end all the same: a run survives that, and no child outlives it.
        """
        deadline = time.monotonic() + min(timeout, LONGEST_CLOSE)
        with self._changed:
            self._closed = True
            if self._running is not None:
                self._running.cancel.cancel(to_pause=True)
            thread = self._thread
            self._changed.notify_all()
        self._clerk.end()
        if thread is not None:
            thread.join(max(0.0, deadline - time.monotonic()))
        filed = self._clerk.join(max(0.0, deadline - time.monotonic()))
        return filed and (thread is None or not thread.is_alive())

    def _add(
        self, kind: JobKind, run_id: str, title: str, doing: work.Work, scene_id: str = ""
    ) -> _Job:
        with self._changed:
            if self._closed:
                raise wrong_use(tr("The studio is closing."), tr("Start it again."), kind="closing")
            self._count += 1
            folder = self._paths.runs / run_id
            handle = JobHandle(self._count, kind, run_id, folder, title, scene_id)
            job = _Job(handle, doing)
            self._waiting.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="run-queue", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return job

    def _known(self, run_id: str) -> JobHandle | None:
        jobs = [*self._waiting, *([self._running] if self._running else [])]
        return next((job.handle for job in jobs if job.handle.run_id == run_id), None)

    def _find_waiting(self, handle: JobHandle) -> _Job | None:
        return next((job for job in self._waiting if job.handle.id == handle.id), None)

    def _end(self, handle: JobHandle, *, to_pause: bool) -> None:
        with self._changed:
            if self._running is not None and self._running.handle.id == handle.id:
                self._running.cancel.cancel(to_pause=to_pause)
                return
            found = self._find_waiting(handle)
            if found is None:
                return  # it has ended, and its end was told
            self._waiting.remove(found)
            found.cancel.cancel(to_pause=to_pause)
        ended = ended_by(found.handle, CancelledError(), found.cancel, self._paths)
        self._clerk.put(lambda: self._tell(ended))

    def _file(self, job: _Job, make: Callable[[], object]) -> None:
        """In the clerk's thread: make the folder, then let the job have its turn."""
        try:
            make()
        except BaseException as error:
            job.trouble = error
        else:
            self._tell(JobQueued(job.handle))
        finally:
            job.filed.set()

    def _discard(self, job: _Job) -> None:
        try:
            job.discard()
        except Exception as error:
            _log.warning("%s: what waited could not be removed: %s", job.handle.folder, error)
        self._tell(JobRemoved(job.handle))

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                ended = self._do(job)
            finally:
                with self._changed:
                    self._running = None
            self._tell(ended)

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._closed and not self._waiting:
                self._changed.wait()
            if self._closed:
                return None
            self._running = self._waiting.pop(0)
            return self._running

    def _do(self, job: _Job) -> JobEnded:
        """One job to its end; whatever it raises becomes the end that is told."""
        handle = job.handle
        job.filed.wait()

        def show(event: Event) -> None:
            self._tell(JobEvent(handle, handle.run_id, event))

        try:
            if job.trouble is not None:
                raise job.trouble
            self._tell(JobStarted(handle, handle.run_id, handle.folder))
            job.cancel.check()
            return ended_well(handle, job.work(self._paths, job.cancel, show))
        except BaseException as error:
            return ended_by(handle, error, job.cancel, self._paths)

    def _tell(self, update: JobUpdate) -> None:
        try:
            self._sink(update)
        except Exception:
            _log.exception("an update of a run was not taken: %s", type(update).__name__)


def _state(cancel: CancelToken) -> Literal["running", "stopping", "pausing"]:
    if not cancel.cancelled:
        return "running"
    return "pausing" if cancel.to_pause else "stopping"
