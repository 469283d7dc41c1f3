"""A whole task as a generator of typed events; the work happens in threads of its own."""

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
from pipeline.loop.driving import drive
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
from pipeline.run.joining import join_scenes
from pipeline.run.journal import Journal, load_events
from pipeline.run.manifest import Manifest, Tokens, utc_now
from pipeline.run.outcome import Learned, RunOutcome, retrieved_by
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
    run = _Run(task, folder, manifest, services)
    return (yield from drive(run.execute, folder, services.cancel))


class _Run:
    """The worker behind `run_task`."""

    def __init__(
        self,
        task: Task,
        folder: RunFolder,
        manifest: Manifest,
        services: Services,
    ) -> None:
        self._task = task
        self._folder = folder
        self._manifest = manifest
        self._settings = manifest.settings
        self._services = services
        self._pause = Pause()

    def execute(self, journal: Journal) -> RunOutcome:
        """Do everything; how it ends early is told in the log."""
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
            return self._finish(journal, traces, learned, time.monotonic() - began)
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
    ) -> RunOutcome:
        video = join_scenes(self._folder, traces, VIDEO)
        outcome = RunOutcome(
            run=self._folder.run_id,
            video=video,
            rounds=sum(trace.rounds for trace in traces),
            seconds=seconds,
            scenes=traces,
            learned=learned,
            retrieved=retrieved_by(traces),
        )
        kept = journal.step(self._folder.file(OUTCOME), RunOutcome, lambda: outcome)
        keep_cost(
            journal,
            self._manifest.model_copy(
                update={"ended": utc_now(), "rounds": kept.rounds, "repairs": kept.repairs}
            ),
        )
        journal.emit(
            RunFinished(video=video, rounds=kept.rounds, repairs=kept.repairs, seconds=seconds)
        )
        return kept


def keep_cost(journal: Journal, manifest: Manifest) -> None:
    """Write the manifest with what all calls of the run have cost so far."""
    cost = cost_table(load_events(journal.folder.file(EVENTS)))
    tokens = Tokens(input=cost.total.input, output=cost.total.output)
    journal.keep(
        journal.folder.file(MANIFEST), manifest.model_copy(update={"tokens": tokens, "cost": cost})
    )


def _first_failure(futures: list[Future[SceneTrace]]) -> BaseException | None:
    """The most telling exception: a cancel or a pause only if there is no other."""
    failures = [e for future in futures if (e := future.exception()) is not None]
    failures.sort(key=lambda e: (isinstance(e, CancelledError), isinstance(e, PausedError)))
    return failures[0] if failures else None
