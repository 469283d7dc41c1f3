"""A whole task as a generator of typed events; the work happens in threads of its own."""

import queue
import threading
import time
from collections.abc import Generator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from pipeline.events import (
    Event,
    RunFinished,
    RunResumed,
    RunStarted,
)
from pipeline.loop.attempt import SceneWork
from pipeline.loop.consolidate import Consolidator
from pipeline.loop.ending import tell_of_the_end
from pipeline.loop.pause import Pause
from pipeline.loop.retrieve import Retriever
from pipeline.loop.scene import SceneLoop
from pipeline.loop.services import Services
from pipeline.loop.storyboard import plan_storyboard
from pipeline.models.cost import cost_table
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError
from pipeline.run.folder import EVENTS, MANIFEST, OUTCOME, TASK, VIDEO, RunFolder
from pipeline.run.journal import Journal, load_events
from pipeline.run.manifest import Manifest, Tokens, utc_now
from pipeline.run.outcome import Learned, RunOutcome
from pipeline.run.video import join_videos
from pipeline.schema.iteration import SceneTrace
from pipeline.schema.storyboard import Storyboard
from pipeline.schema.task import Task

__all__ = ["RunOutcome", "run_task"]


def run_task(
    task: Task, folder: RunFolder, manifest: Manifest, services: Services
) -> Generator[Event, None, RunOutcome]:
    """Run or resume a task; yields events as they happen and returns the outcome.

    Closing the generator cancels the run. A run that is cancelled or fails can be resumed by
    calling this again with the same folder and manifest.

    Raises:
        CancelledError: a cancel was asked for through `services.cancel`.
        EnvironmentFaultError: this machine lacks something that renders need.
        PausedError: no model can be asked until a person has done something.
        ModelError: the Storyboarder gave no storyboard.
        RunDamagedError: a file of the run folder cannot be read back.
    """
    events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
    run = _Run(task, folder, manifest, services, events)
    thread = threading.Thread(target=run.execute, name=f"run-{folder.run_id}", daemon=True)
    thread.start()
    try:
        while (event := events.get()) is not None:
            yield event
    except GeneratorExit:
        services.cancel.cancel()
        raise
    finally:
        thread.join()
    return run.result()


class _Run:
    """The worker behind `run_task`."""

    def __init__(
        self,
        task: Task,
        folder: RunFolder,
        manifest: Manifest,
        services: Services,
        events: "queue.SimpleQueue[Event | None]",
    ) -> None:
        self._task = task
        self._folder = folder
        self._manifest = manifest
        self._settings = manifest.settings
        self._services = services
        self._events = events
        self._pause = Pause()
        self._outcome: RunOutcome | None = None
        self._error: BaseException | None = None

    def result(self) -> RunOutcome:
        """The outcome, or the error that ended the run."""
        if self._error is not None:
            raise self._error
        assert self._outcome is not None
        return self._outcome

    def execute(self) -> None:
        """Do everything; an error is kept for `result`."""
        try:
            journal = Journal(self._folder, self._events.put)
            self._execute(journal)
        except BaseException as error:
            # Handed to the caller's thread, which raises it there.
            self._error = error
        finally:
            self._events.put(None)

    def _execute(self, journal: Journal) -> None:
        began = time.monotonic()
        if self._services.ledger is not None:
            self._services.ledger.open(journal)
        try:
            self._open(journal)
            board = plan_storyboard(
                self._task, self._services, self._settings, journal, self._pause
            )
            works = self._scene_works(journal, board)
            traces = self._scenes(works)
            learned = Consolidator(
                self._task, self._services, self._settings, journal, self._pause
            ).run(traces)
            self._finish(journal, traces, learned, time.monotonic() - began)
        except BaseException as error:
            tell_of_the_end(journal, error, self._services.cancel)
            raise

    def _open(self, journal: Journal) -> None:
        if journal.resumed:
            journal.emit(RunResumed(count=journal.count("run_resumed")))
            journal.keep(self._folder.file(MANIFEST), self._manifest)
            return
        journal.keep(self._folder.file(TASK), self._task)
        journal.keep(self._folder.file(MANIFEST), self._manifest)
        journal.emit(
            RunStarted(
                run=self._folder.run_id,
                title=self._task.title,
                cast=self._manifest.cast,
                memory_mode=self._settings.memory_mode,
            )
        )

    def _scene_works(self, journal: Journal, board: Storyboard) -> list[SceneWork]:
        """All scenes read the memory as it is now, so their order does not matter."""
        retriever = Retriever(self._task, self._services, self._settings, journal)
        return [
            SceneWork(
                task=self._task,
                spec=spec,
                scene_id=f"s{number}",
                slots=retriever.slots(f"s{number}", spec),
                services=self._services,
                settings=self._settings,
                journal=journal,
                pause=self._pause,
            )
            for number, spec in enumerate(board.scenes, start=1)
        ]

    def _scenes(self, works: list[SceneWork]) -> tuple[SceneTrace, ...]:
        with ThreadPoolExecutor(self._settings.parallel_scenes, "scene") as pool:
            futures = [pool.submit(SceneLoop(work).run) for work in works]
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            failure = _first_failure(list(done))
            if failure is not None:
                # The other scenes stop at their next step; nothing of theirs is lost. In a pause
                # they first end what they have begun and paid for.
                if not isinstance(failure, (PausedError, CancelledError)):
                    self._services.cancel.cancel()
                wait(futures)
                raise _first_failure(futures) or failure
        return tuple(future.result() for future in futures)

    def _finish(
        self,
        journal: Journal,
        traces: tuple[SceneTrace, ...],
        learned: Learned,
        seconds: float,
    ) -> None:
        video = self._join(traces)
        outcome = RunOutcome(
            run=self._folder.run_id,
            video=video,
            rounds=sum(trace.rounds for trace in traces),
            seconds=seconds,
            scenes=traces,
            learned=learned,
            retrieved=_retrieved(traces),
        )
        self._outcome = journal.step(self._folder.file(OUTCOME), RunOutcome, lambda: outcome)
        cost = cost_table(load_events(self._folder.file(EVENTS)))
        journal.keep(
            self._folder.file(MANIFEST),
            self._manifest.model_copy(
                update={
                    "ended": utc_now(),
                    "rounds": outcome.rounds,
                    "repairs": outcome.repairs,
                    "tokens": Tokens(input=cost.total.input, output=cost.total.output),
                    "cost": cost,
                }
            ),
        )
        journal.emit(
            RunFinished(
                video=video, rounds=outcome.rounds, repairs=outcome.repairs, seconds=seconds
            )
        )

    def _join(self, traces: tuple[SceneTrace, ...]) -> str | None:
        parts = tuple(
            self._folder.iteration(trace.scene_id, trace.delivered) / best.result.video
            for trace in traces
            if trace.delivered is not None and (best := trace.best) and best.result.video
        )
        if not parts:
            return None
        join_videos(parts, self._folder.file(VIDEO))
        return VIDEO


def _first_failure(futures: list[Future[SceneTrace]]) -> BaseException | None:
    """The most telling exception: a cancel or a pause only if there is no other."""
    failures = [e for future in futures if (e := future.exception()) is not None]
    failures.sort(key=lambda e: (isinstance(e, CancelledError), isinstance(e, PausedError)))
    return failures[0] if failures else None


def _retrieved(traces: tuple[SceneTrace, ...]) -> tuple[int, ...]:
    """Ids of all records that any scene saw, in order of first appearance."""
    ids = [id_ for trace in traces for i in trace.iterations[:1] for id_ in i.candidate.retrieved]
    return tuple(dict.fromkeys(ids))
