"""One scene of a finished run made anew, from its plan to the animation that holds it."""

from collections.abc import Callable, Generator

from pipeline.events import Event, Rearranged, RunResumed
from pipeline.loop.attempt import SceneWork
from pipeline.loop.consolidate import Consolidator
from pipeline.loop.driving import drive
from pipeline.loop.ending import tell_of_the_end
from pipeline.loop.pause import Pause
from pipeline.loop.retrieve import Retriever
from pipeline.loop.scene import SceneLoop
from pipeline.loop.services import Services
from pipeline.loop.task import keep_cost
from pipeline.run.arrangement import (
    REARRANGED,
    RERUN,
    ArrangedRun,
    Arrangement,
    Rerun,
    arranged_outcome,
    number_of,
)
from pipeline.run.folder import MANIFEST, OUTCOME, RunFolder, write_atomically
from pipeline.run.joining import take_in
from pipeline.run.journal import Journal
from pipeline.run.manifest import Manifest, utc_now
from pipeline.run.outcome import RunOutcome
from pipeline.schema.iteration import SceneTrace
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task


class RerunRefusedError(Exception):
    """A scene cannot be made anew as it was asked for; the message says why."""


def plan_rerun(folder: RunFolder, replaces: str, spec: SceneSpec) -> Rerun:
    """Write down that a scene is to be made anew, under a new id; the run may be at work meanwhile.

    Args:
        replaces: id of a scene of the run, be it of the storyboard or made anew itself.
        spec: the scene as it is to be; its name may be the old one.

    Raises:
        RerunRefusedError: the run has not finished, has no such scene, or another of its scenes
            has this name.
        RunDamagedError, OSError: the run cannot be read or written.
    """
    if not folder.file(OUTCOME).exists():
        raise RerunRefusedError("The run has not finished, so no scene of it can be made anew yet.")
    run = ArrangedRun(folder)
    try:
        run.trace(replaces)
    except KeyError as error:
        raise RerunRefusedError(f"The run has no finished scene {replaces}.") from error
    place = run.place_of(replaces)
    others = [run.trace(id_) for n, id_ in enumerate(run.current.scenes) if n != place]
    if spec.name in {trace.spec.name for trace in others}:
        raise RerunRefusedError(f"Another scene of the animation is named {spec.name}.")
    rerun = Rerun(scene_id=_new_id(folder), replaces=replaces, spec=spec, planned=utc_now())
    path = folder.scene(rerun.scene_id) / RERUN
    write_atomically(path, rerun.model_dump_json(indent=1).encode())
    return rerun


def _new_id(folder: RunFolder) -> str:
    """An id that no scene of the run has had; its folder is made."""
    used = [path.name for path in folder.root.glob("scenes/s*") if path.name[1:].isdigit()]
    number = max((number_of(name) for name in used), default=0)
    number = max(number, len(ArrangedRun(folder).outcome().scenes))
    while True:
        number += 1
        try:
            folder.scene(f"s{number}").mkdir(parents=True)
        except FileExistsError:
            continue
        return f"s{number}"


def rerun_scene(
    rerun: Rerun,
    task: Task,
    folder: RunFolder,
    manifest: Manifest,
    services: Services,
    join: Callable[[], str | None] | None = None,
) -> Generator[Event, None, RunOutcome]:
    """Make a scene anew, or go on with it; yields events and returns what the run delivers then.

    The loop runs for this scene alone, with the settings of the manifest. What it teaches passes
    the gates of any scene. Raises as `run_task` does; it can be called again after any end.
    Args:
        rerun: from `plan_rerun`.
        join: joins the animation with what a person chose, once the scenes are arranged, and names
            the file to show; None shows what the studio makes of it.
    """
    work = _Rerun(rerun, task, folder, manifest, services, join)
    return (yield from drive(work.execute, folder, services.cancel))


class _Rerun:
    """The worker behind `rerun_scene`."""

    def __init__(
        self,
        rerun: Rerun,
        task: Task,
        folder: RunFolder,
        manifest: Manifest,
        services: Services,
        join: Callable[[], str | None] | None,
    ) -> None:
        self._rerun = rerun
        self._task = task
        self._folder = folder
        self._manifest = manifest
        self._services = services
        self._join = join

    def execute(self, journal: Journal) -> RunOutcome:
        """Do everything; how it ends early is told in the log."""
        if self._services.ledger is not None:
            self._services.ledger.open(journal)
        scene_id = self._rerun.scene_id
        try:
            journal.emit(RunResumed(count=journal.count("run_resumed"), scene_id=scene_id))
            journal.keep(self._folder.file(MANIFEST), self._manifest)
            trace = self._scene(journal)
            run = ArrangedRun(self._folder)
            holds = take_in(run, self._rerun, trace)
            keep_cost(journal, self._manifest)
            self._tell(journal, holds, trace)
            journal.keep(self._folder.scene(scene_id) / REARRANGED, holds)
            return arranged_outcome(run)
        except BaseException as error:
            tell_of_the_end(journal, error, self._services.cancel, scene_id)
            raise

    def _scene(self, journal: Journal) -> SceneTrace:
        rerun, settings, pause = self._rerun, self._manifest.settings, Pause()
        retriever = Retriever(self._task, self._services, settings, journal)
        trace = SceneLoop(
            SceneWork(
                task=self._task,
                spec=rerun.spec,
                scene_id=rerun.scene_id,
                slots=retriever.slots_anew(rerun.scene_id, rerun.spec),
                services=self._services,
                settings=settings,
                journal=journal,
                pause=pause,
                replaces=rerun.replaces,
            )
        ).run()
        Consolidator(self._task, self._services, settings, journal, pause, rerun.scene_id).run(
            (trace,)
        )
        return trace

    def _tell(self, journal: Journal, holds: Arrangement, trace: SceneTrace) -> None:
        journal.emit(
            Rearranged(
                number=holds.number,
                scene_id=self._rerun.scene_id,
                replaces=self._rerun.replaces,
                scenes=holds.scenes,
                video=self._join() if self._join else holds.video,
                rounds=trace.rounds,
            )
        )
