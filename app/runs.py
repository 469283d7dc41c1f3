"""The runs in the data folder: list, find, read, lock, export."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from app.editing.choice import current_video, delivered_iteration
from app.errors import failed, wrong_use
from app.paths import DataPaths
from app.run_state import PATIENCE, in_use, locked_root
from app.run_state import RunState as RunState
from app.texts import tr
from pipeline.events import Event, RunResumed
from pipeline.model_events import ModelEvent, ReplyNoted
from pipeline.run.arrangement import ArrangedRun, arranged_outcome, open_reruns
from pipeline.run.folder import EVENTS, MANIFEST, OUTCOME, TASK, RunFolder
from pipeline.run.journal import RunDamagedError, load_events
from pipeline.run.manifest import Manifest
from pipeline.run.outcome import RunOutcome
from pipeline.schema.task import Task

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True)
class RunSummary:
    """One line of the list of runs. `rounds` is None until the run has finished."""

    run: str
    title: str
    state: RunState
    cast: str
    started: str
    rounds: int | None
    folder: Path


def list_runs(paths: DataPaths) -> list[RunSummary]:
    """All runs, newest first; one that cannot be read is listed as damaged."""
    if not paths.runs.is_dir():
        return []
    folders = sorted((p for p in paths.runs.iterdir() if p.is_dir()), reverse=True)
    return [_summary(RunFolder(folder)) for folder in folders]


def _summary(folder: RunFolder) -> RunSummary:
    try:
        manifest = load_manifest(folder)
        state = run_state(folder)
    except RunDamagedError:
        return RunSummary(folder.run_id, "", "damaged", "", "", None, folder.root)
    return RunSummary(
        run=folder.run_id,
        title=manifest.title,
        state=state,
        cast=manifest.cast,
        started=manifest.started,
        rounds=manifest.rounds,
        folder=folder.root,
    )


def find_run(paths: DataPaths, run_id: str) -> RunFolder:
    """The folder of a run, by its id or an unambiguous beginning of it."""
    exact = paths.runs / run_id
    if run_id and Path(run_id).name == run_id and exact.is_dir():
        return RunFolder(exact)
    near = [r.run for r in list_runs(paths) if run_id and r.run.startswith(run_id)]
    if len(near) == 1:
        return RunFolder(paths.runs / near[0])
    words = tr("Run {run_id!r}: no run has this id.")
    if near:
        words = tr("Run {run_id!r}: more than one run begins so.")
    raise wrong_use(
        words.format(run_id=run_id),
        tr("See `./run runs list`."),
        kind="run_missing",
    )


def load_manifest(folder: RunFolder) -> Manifest:
    """Raises `RunDamagedError`."""
    return _load(folder, MANIFEST, Manifest)


def load_task(folder: RunFolder) -> Task:
    """Raises `RunDamagedError`."""
    return _load(folder, TASK, Task)


def load_outcome(folder: RunFolder) -> RunOutcome | None:
    """What the run delivers as its scenes are arranged now; see `RunOutcome`. None until the run
    has finished. Raises `RunDamagedError`."""
    if not folder.file(OUTCOME).exists():
        return None
    return arranged_outcome(ArrangedRun(folder))


def _load(folder: RunFolder, name: str, kind: type[T]) -> T:
    path = folder.file(name)
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RunDamagedError(
            tr(
                "{path} cannot be read ({name}); the run was never begun "
                "or was made by another version of the studio"
            ).format(path=path, name=type(error).__name__)
        ) from error


def run_state(folder: RunFolder) -> RunState:
    """Finished, stopped on request or by a fault, paused for a person, running now, cut off, or
    queued: it has not begun. A finished run of which a scene is made anew is what that work is."""
    finished = folder.file(OUTCOME).exists()
    anew = open_reruns(folder) if finished else ()
    if finished and not anew:
        return "finished"
    if in_use(folder.root):
        return "running"
    events = load_events(folder.file(EVENTS))
    if finished and not any(isinstance(e, RunResumed) and e.scene_id in anew for e in events):
        return "finished"  # a rerun is planned and waits for its turn
    last = last_step(events)
    if last is None:
        return "queued"
    match last.kind:
        case "run_stopped":
            return "stopped"
        case "run_paused":
            return "paused"
    return "interrupted"


def last_step(events: Sequence[Event]) -> Event | None:
    """What happened last, calls of models apart: a person may have a card of the storyboard written
    anew while the run waits."""
    return next((e for e in reversed(events) if not isinstance(e, (ModelEvent, ReplyNoted))), None)


@contextmanager
def locked(folder: RunFolder, patience: float = PATIENCE) -> Iterator[None]:
    """Work on a run alone; waits up to `patience` seconds. The lock of a dead process is void.

    Raises:
        StudioError: another process works on the run.
    """
    with locked_root(folder.root, patience):
        yield


def export_run(folder: RunFolder, outcome: RunOutcome, target: Path) -> list[Path]:
    """Copy the animation, and each delivered scene's video and program, into `target`.

    A person's choice of a rendition counts before the automatic one. Nothing that is there
    already is overwritten: a name that is taken gets a number.

    Raises:
        StudioError: the run delivered nothing.
        RunDamagedError: a choice, or an iteration that was chosen, cannot be read.
    """
    video = current_video(folder)
    if video is None:
        raise failed(
            tr("Run {run_id} delivered no scene.").format(run_id=folder.run_id),
            tr("Look at `./run runs show`."),
        )
    target.mkdir(parents=True, exist_ok=True)
    copied = [_copy(folder.file(video), target / "animation.mp4")]
    for number, trace in enumerate(outcome.scenes, start=1):
        best = delivered_iteration(folder, trace)
        if best is None or best.result.video is None:
            continue
        iteration = folder.iteration(trace.scene_id, best.candidate.t)
        copied.append(_copy(iteration / best.result.video, target / f"scene{number}.mp4"))
        copied.append(_copy(iteration / "scene.py", target / f"scene{number}.py"))
    return copied


def _copy(source: Path, target: Path) -> Path:
    free = target
    number = 2
    while free.exists():
        free = target.with_stem(f"{target.stem}-{number}")
        number += 1
    shutil.copyfile(source, free)
    return free
