"""Choosing another rendition of a scene, or the automatic one again, and joining the animation."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.editing.choice import CHOICE, Choice, delivered, joined_name, read_choice, whole_trace
from app.errors import environment_fault, failed, wrong_use
from app.runs import load_outcome, locked
from app.texts import tr
from pipeline.events import Event, RenditionChosen
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import RunFolder, write_atomically
from pipeline.run.journal import Journal
from pipeline.run.video import join_videos, load_av
from pipeline.schema.iteration import Iteration, SceneTrace


@dataclass(frozen=True)
class Chosen:
    """What a choice changed: `t` is shown now and `before` was; `video` is the animation with it,
    None if no scene is left. Choosing `before` is the undo."""

    scene_id: str
    t: int | None
    before: int | None
    video: Path | None


def choose(
    folder: RunFolder,
    scene_id: str,
    t: int | None,
    sink: Callable[[Event], None] = lambda event: None,
) -> Chosen:
    """Show iteration `t` of a scene instead of the one shown now; None means the automatic one.

    The animation is joined anew into a file of its own; earlier files stay. The automatic choice
    stays recorded, and what the run learned stays as it is. If anything fails, nothing changed.

    Args:
        sink: is given the event, as it goes into the log.

    Raises:
        StudioError: the run is not finished, is being worked on, or `t` has no video.
        RunDamagedError: a file of the run cannot be read.
    """
    with locked(folder):
        outcome = finished(folder)
        trace = _trace(outcome, scene_id)
        wanted = trace.delivered if t is None else t
        before = delivered(folder, trace)
        if wanted is not None:
            _require_video(folder, trace, wanted)
        video = _joined(folder, outcome, scene_id, wanted)
        if wanted == before and read_choice(folder, scene_id) is None:
            return Chosen(scene_id, wanted, before, folder.file(video) if video else None)
        journal = Journal(folder, sink)
        choice = Choice(t=wanted, when=datetime.now(UTC).isoformat(), video=video)
        path = folder.scene(scene_id) / CHOICE
        write_atomically(path, choice.model_dump_json(indent=1).encode())
        journal.emit(
            RenditionChosen(
                scene_id=scene_id,
                t=wanted,
                automatic=trace.delivered,
                video=video,
                count=journal.count("rendition_chosen"),
            )
        )
    return Chosen(scene_id, wanted, before, folder.file(video) if video else None)


def finished(folder: RunFolder) -> RunOutcome:
    """The outcome of a run. Raises `StudioError` while it has none, `RunDamagedError`."""
    outcome = load_outcome(folder)
    if outcome is None:
        raise wrong_use(
            tr(
                "Run {run_id} is not finished, so nothing can be chosen or edited in it yet."
            ).format(run_id=folder.run_id),
            tr("Resume it, and choose when it has come to its end."),
            kind="run_unfinished",
        )
    return outcome


def _trace(outcome: RunOutcome, scene_id: str) -> SceneTrace:
    for trace in outcome.scenes:
        if trace.scene_id == scene_id:
            return trace
    known = ", ".join(trace.scene_id for trace in outcome.scenes)
    raise wrong_use(
        tr("Run {run} has no scene {scene_id}.").format(run=outcome.run, scene_id=scene_id),
        tr("It has {known}.").format(known=known),
    )


def _require_video(folder: RunFolder, trace: SceneTrace, t: int) -> None:
    made = {i.candidate.t: i for i in whole_trace(folder, trace).iterations}
    if t not in made:
        raise wrong_use(
            tr("Scene {name} has no finished iteration {t}.").format(name=trace.spec.name, t=t),
            _choose_one(made),
        )
    result = made[t].result
    if not result.ok or result.video is None:
        raise failed(
            tr("Iteration {t} of scene {name} did not render: {message}").format(
                t=t, name=trace.spec.name, message=result.message
            ),
            _choose_one(made),
        )
    if not (folder.iteration(trace.scene_id, t) / result.video).is_file():
        raise environment_fault(
            tr("The video of iteration {t} of scene {name} is missing in {root}.").format(
                t=t, name=trace.spec.name, root=folder.root
            ),
            tr("Put it back, or render the iteration again from its code."),
        )


def _choose_one(made: dict[int, Iteration]) -> str:
    rendered = [str(t) for t, iteration in sorted(made.items()) if iteration.result.ok]
    if not rendered:
        return tr("Choose one that rendered: there is none yet.")
    return tr("Choose one that rendered: {iterations}").format(iterations=", ".join(rendered))


def join_choices(folder: RunFolder) -> str | None:
    """The animation as the scenes are arranged and chosen now; joined if it is not there yet.

    Raises:
        StudioError: the run is not finished, or its scenes could not be joined.
        RunDamagedError: a file of the run cannot be read.
    """
    return _joined(folder, finished(folder), "", None)


def _joined(folder: RunFolder, outcome: RunOutcome, changed: str, t: int | None) -> str | None:
    """The file with the scenes as they are shown once `t` is; made if it is not there."""
    shown = [
        (trace, t if trace.scene_id == changed else delivered(folder, trace))
        for trace in outcome.scenes
    ]
    if all(shown_t == trace.delivered for trace, shown_t in shown):
        return outcome.video
    name = joined_name((trace.scene_id, shown_t) for trace, shown_t in shown)
    if name is not None and not folder.file(name).exists():
        places = [(trace.scene_id, shown_t) for trace, shown_t in shown if shown_t is not None]
        parts = tuple(folder.iteration(scene, number) / "render.mp4" for scene, number in places)
        try:
            join_videos(parts, folder.file(name))
        except (ValueError, load_av().FFmpegError) as error:
            raise environment_fault(
                tr("The animation could not be joined with this choice: {error}.").format(
                    error=error
                ),
                tr("Nothing was changed. Choose another rendition, or render this one again."),
            ) from error
    return name
