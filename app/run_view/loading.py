"""Reading a run and its iterations from disk, for a window's worker thread."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.editing.broken_off import unfinished
from app.library.titles import read_title
from app.run_state import in_use
from app.run_view.projection import RunProjection
from app.runs import load_manifest, load_task
from pipeline.run.arrangement import ArrangedRun
from pipeline.run.folder import EVENTS, RETRIEVAL, STORYBOARD, RunFolder
from pipeline.run.journal import RunDamagedError, load_events, read_json, read_step
from pipeline.schema.iteration import Candidate
from pipeline.schema.memory import MemorySlots
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Review
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

ENDED = "the studio ended meanwhile"
"""Why a version is not finished where nobody had the time to say it; see `app.vocabulary`."""


@dataclass(frozen=True)
class Still:
    """One keyframe; `time` in seconds of the video."""

    path: Path
    time: float


@dataclass(frozen=True)
class IterationFiles:
    """What lies in the folder of an iteration; a part that is not there yet is empty or None."""

    program: str = ""
    candidate: Candidate | None = None
    result: RenderResult | None = None
    review: Review | None = None
    video: Path | None = None
    stills: tuple[Still, ...] = ()


@dataclass(frozen=True)
class RunFiles:
    """What lies at the top of a run folder. `section_task` is None where it cannot be read;
    `settings` are the defaults then. `bank` is the folder of the memory, empty without one;
    `specs` what each scene is to say, by its id, those made anew among them."""

    section_task: Task | None = None
    specs: dict[str, SceneSpec] = field(default_factory=dict)
    slots: MemorySlots = field(default_factory=MemorySlots)
    settings: RunSettings = field(default_factory=RunSettings)
    bank: str = ""


def replay(folder: Path) -> RunProjection:
    """A projection with every event of the log in it.

    Raises `RunDamagedError`.
    """
    projection = RunProjection(folder)
    for event in load_events(folder / EVENTS):
        projection.apply(event)
    projection.view.title = read_title(folder) or projection.view.title
    if projection.view.state == "finished":
        _note_broken_off(projection, RunFolder(folder))
    return projection


def _note_broken_off(projection: RunProjection, run: RunFolder) -> None:
    left = {scene.scene_id: unfinished(run, scene.scene_id) for scene in projection.view.scenes}
    if not any(left.values()) or in_use(run.root):
        return
    for scene_id, numbers in left.items():
        for t in numbers:
            projection.broken_off(scene_id, t, ENDED)


def load_run_files(folder: Path) -> RunFiles:
    """Task, cards, settings and what was retrieved; a part that is not there yet is empty.

    Raises `RunDamagedError` for a file that is there and cannot be read.
    """
    run = RunFolder(folder)
    specs: dict[str, SceneSpec] = {}
    if (board := read_step(run, folder / STORYBOARD, Storyboard)) is not None:
        specs = {f"s{number}": spec for number, spec in enumerate(board.scenes, start=1)}
    specs |= {rerun.scene_id: rerun.spec for rerun in ArrangedRun(run).reruns()}
    slots = MemorySlots()
    if (path := folder / RETRIEVAL).exists():
        slots = MemorySlots.model_validate(read_json(path).get("slots") or {})
    # A run that waits for its turn has neither; views show it all the same.
    task = manifest = None
    with suppress(RunDamagedError):
        task = load_task(run)
    with suppress(RunDamagedError):
        manifest = load_manifest(run)
    if manifest is None:
        return RunFiles(task, specs, slots)
    return RunFiles(task, specs, slots, manifest.settings, manifest.memory.path)


def load_iteration(folder: Path) -> IterationFiles:
    """Everything of one iteration that is there.

    Raises `RunDamagedError` for a file that is there and cannot be read.
    """
    run = RunFolder(folder.parents[2])
    program = folder / "scene.py"
    candidate = read_step(run, folder / "candidate.json", Candidate)
    result = read_step(run, folder / "render.json", RenderResult)
    review = None
    if (path := folder / "review.json").exists():
        stored = read_json(path).get("review")
        review = Review.model_validate(stored) if stored else None
    video = folder / result.video if result and result.video else None
    stills = tuple(Still(folder / k.file, k.time) for k in result.keyframes) if result else ()
    return IterationFiles(
        program=program.read_text("utf-8", errors="replace") if program.exists() else "",
        candidate=candidate,
        result=result,
        review=review,
        video=video if video is not None and video.exists() else None,
        stills=tuple(still for still in stills if still.path.exists()),
    )
