"""Making one scene of a finished run anew, putting scenes in another order, and taking it back."""

import shutil
from collections.abc import Sequence

from app.editing.cards import Card
from app.editing.choice import current_video
from app.errors import failed
from app.run_state import locked_root
from app.texts import tr
from pipeline.events import Event, Rearranged, SceneStarted
from pipeline.run.arrangement import (
    REARRANGED,
    ArrangedRun,
    Arrangement,
    Rerun,
    is_open,
    open_reruns,
)
from pipeline.run.folder import EVENTS, OUTCOME, RunFolder, write_atomically
from pipeline.run.journal import Journal, load_events
from pipeline.schema.storyboard import SceneSpec

PATIENCE = 2.0


def plan(folder: RunFolder, scene_id: str, spec: SceneSpec) -> Rerun:
    """Write down that a scene is to be made anew as `spec` says; `run_session.rerun` then makes it.

    Raises:
        CardsError: `spec` makes no scene; it names every fault.
        StudioError: the run has not finished, has no such scene, or the name is taken.
        RunDamagedError, OSError: the run cannot be read or written.
    """
    from pipeline.loop.rerun import RerunRefusedError, plan_rerun

    try:
        return plan_rerun(folder, scene_id, Card.of(spec).spec)
    except RerunRefusedError as error:
        raise failed(
            tr("Run {run_id}: {error}").format(run_id=folder.run_id, error=error),
            tr("Let the run finish, or choose another scene or name."),
            kind="rerun_refused",
        ) from error


def waiting(folder: RunFolder) -> tuple[Rerun, ...]:
    """What is to be made anew and is not over, oldest first. Raises `RunDamagedError`."""
    ids = open_reruns(folder)
    return tuple(one for one in ArrangedRun(folder).reruns() if one.scene_id in ids)


def give_up(folder: RunFolder, scene_id: str) -> None:
    """Do not go on with a rerun: the animation stays as it is, and what was made is kept.

    Raises:
        StudioError: there is no such rerun, or the run is at work.
        RunDamagedError, OSError: the run cannot be read or written.
    """
    with locked_root(folder.root, PATIENCE):
        if not is_open(folder, scene_id):
            raise failed(
                tr("Run {run_id} makes no scene {scene_id} anew.").format(
                    run_id=folder.run_id, scene_id=scene_id
                ),
                tr("Look at the run."),
            )
        if not _has_begun(load_events(folder.file(EVENTS)), scene_id):
            shutil.rmtree(folder.scene(scene_id))
            return
        run = ArrangedRun(folder)
        rerun = next(one for one in run.reruns() if one.scene_id == scene_id)
        _tell(folder, run.current, current_video(folder), scene_id, rerun.replaces)
        now = run.current.model_dump_json(indent=1).encode()
        write_atomically(folder.scene(scene_id) / REARRANGED, now)


def arrange(folder: RunFolder, scenes: Sequence[str]) -> Arrangement:
    """Make the animation of these scenes, in this order, in a new file. Also takes a rerun back: by
    the ids that an earlier arrangement had.

    Raises:
        StudioError: the run has not finished or is at work, or there is no such scene.
        RunDamagedError, OSError: the run cannot be read or written.
    """
    from app.editing.choosing import join_choices
    from pipeline.run import joining

    with locked_root(folder.root, PATIENCE):
        if not folder.file(OUTCOME).exists():
            raise failed(
                tr("Run {run_id} has not finished.").format(run_id=folder.run_id),
                tr("Let it finish first."),
            )
        run = ArrangedRun(folder)
        if run.current.scenes == tuple(scenes):
            return run.current
        try:
            made = joining.arrange(run, tuple(scenes))
        except KeyError as error:
            raise failed(
                tr("Run {run_id} has no finished scene {args}.").format(
                    run_id=folder.run_id, args=error.args[0]
                ),
                tr("Look at the run."),
            ) from error
        _tell(folder, made, join_choices(folder))
        return made


def _tell(
    folder: RunFolder,
    holds: Arrangement,
    video: str | None,
    scene_id: str = "",
    replaces: str = "",
) -> None:
    Journal(folder, lambda _: None).emit(
        Rearranged(
            number=holds.number,
            scene_id=scene_id,
            replaces=replaces,
            scenes=holds.scenes,
            video=video,
        )
    )


def _has_begun(events: Sequence[Event], scene_id: str) -> bool:
    return any(isinstance(e, SceneStarted) and e.scene_id == scene_id for e in events)
