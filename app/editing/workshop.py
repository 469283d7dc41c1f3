"""What an iteration that a person asks for needs: the run's own cast, renderer and journal."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace

from app.editing.choice import whole_trace
from app.editing.choosing import finished
from app.errors import StudioError, wrong_use
from app.paths import DataPaths
from app.run_plan import plan_of_run
from app.runs import load_manifest, load_task, locked
from app.studio import make_cast, open_services
from app.texts import tr
from pipeline.events import Event, IterationStopped
from pipeline.loop.attempt import SceneWork
from pipeline.loop.retrieve import recorded_slots
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.journal import Journal
from pipeline.run.manifest import Manifest
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.task import Task

Sink = Callable[[Event], None]


def ignore(event: Event) -> None:
    """A sink for callers that read the log instead."""


@dataclass(frozen=True)
class Workshop:
    """A finished run, held alone, with everything to add an iteration to it."""

    folder: RunFolder
    manifest: Manifest
    task: Task
    outcome: RunOutcome
    services: Services
    journal: Journal

    def trace(self, scene_id: str) -> SceneTrace:
        """A scene with all finished iterations. Raises `StudioError` for an unknown one."""
        for trace in self.outcome.scenes:
            if trace.scene_id == scene_id:
                return whole_trace(self.folder, trace)
        raise wrong_use(
            tr("Run {run_id} has no scene {scene_id}.").format(
                run_id=self.folder.run_id, scene_id=scene_id
            ),
            tr("It has {known}.").format(
                known=", ".join(trace.scene_id for trace in self.outcome.scenes)
            ),
        )

    def work(self, trace: SceneTrace) -> SceneWork:
        """What every step on a scene shares, with the memory as the run read it."""
        settings = self.manifest.settings
        return SceneWork(
            task=self.task,
            spec=trace.spec,
            scene_id=trace.scene_id,
            slots=recorded_slots(self.journal, trace.scene_id, settings),
            services=self.services,
            settings=settings,
            journal=self.journal,
        )

    @contextmanager
    def making(self, scene_id: str, t: int) -> Iterator[None]:
        """Around the work on iteration `t`: an early end is told in the log, then raised.

        Before there is a program nothing was begun, and nothing is told.
        """
        try:
            yield
        except StudioError:
            raise
        except BaseException as error:
            if (self.folder.iteration(scene_id, t) / "candidate.json").exists():
                with suppress(OSError):  # a full disk has no room; the error itself matters
                    self._tell(scene_id, t, error)
            raise

    def _tell(self, scene_id: str, t: int, error: BaseException) -> None:
        reason, remedy = _why(error)
        count = self.journal.count_of("iteration_stopped", scene_id, t)
        self.journal.emit(
            IterationStopped(scene_id=scene_id, t=t, reason=reason, remedy=remedy, count=count)
        )


@contextmanager
def open_workshop(
    paths: DataPaths,
    folder: RunFolder,
    cancel: CancelToken,
    sink: Sink = ignore,
    services: Services | None = None,
) -> Iterator[Workshop]:
    """Hold a finished run and start what it takes to add an iteration; ends it afterwards.

    Args:
        services: those to use; None opens the cast that the manifest names and the sandbox. The
            memory stays closed.

    Raises:
        StudioError: the run is not finished or in use, a profile or key is missing, or the disk
            is full.
        RunDamagedError: a file of the run cannot be read.
    """
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        outcome = finished(folder)
        manifest, task = load_manifest(folder), load_task(folder)
        if services is None:
            plan = plan_of_run(manifest, task)
            settings = plan.settings.model_copy(update={"memory_mode": "off"})
            plan = replace(plan, settings=settings, memory=None)
            players = make_cast(plan, paths, cancel)
            services, _ = stack.enter_context(open_services(plan, paths, folder, cancel, players))
        journal = Journal(folder, sink)
        if services.ledger is not None:
            services.ledger.open(journal)
        yield Workshop(folder, manifest, task, outcome, services, journal)


def next_t(folder: RunFolder, trace: SceneTrace) -> int:
    """The number of a new iteration: after every one that was ever begun."""
    names = [found.name[1:] for found in folder.scene(trace.scene_id).glob("i*")]
    begun = [int(name) for name in names if name.isdigit()]
    return max([*begun, *(i.candidate.t for i in trace.iterations)], default=-1) + 1


def iteration_of(trace: SceneTrace, t: int) -> Iteration:
    """Iteration `t` of a scene. Raises `StudioError` if there is no such finished one."""
    for iteration in trace.iterations:
        if iteration.candidate.t == t:
            return iteration
    known = ", ".join(str(i.candidate.t) for i in trace.iterations)
    raise wrong_use(
        tr("Scene {name} has no finished iteration {t}.").format(name=trace.spec.name, t=t),
        tr("It has {known}.").format(known=known or tr("none")),
    )


def _why(error: BaseException) -> tuple[str, str]:
    if isinstance(error, CancelledError):
        return "stopped on request", "Take it up again: what is done of it is kept."
    if isinstance(error, PausedError):
        return error.message, error.remedy
    return str(error) or type(error).__name__, "Take it up again once that is mended."
