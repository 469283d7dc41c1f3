"""Reading a run and its iterations from disk, for a window's worker thread."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from app.run_view.projection import RunProjection
from app.runs import load_manifest, load_task
from pipeline.run.folder import EVENTS, RETRIEVAL, STORYBOARD, RunFolder
from pipeline.run.journal import RunDamagedError, load_events, read_json
from pipeline.schema.iteration import Candidate
from pipeline.schema.memory import MemorySlots
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Review
from pipeline.schema.storyboard import Storyboard
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

V = TypeVar("V", Storyboard, Candidate, RenderResult)


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
    `settings` are the defaults then. `bank` is the folder of the memory, empty without one."""

    section_task: Task | None = None
    storyboard: Storyboard | None = None
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
    return projection


def load_run_files(folder: Path) -> RunFiles:
    """Task, storyboard and what was retrieved.

    Raises `RunDamagedError` for a file that is there and cannot be read.
    """
    storyboard = slots = None
    path = folder / STORYBOARD
    if path.exists():
        storyboard = _parsed(path, Storyboard)
    path = folder / RETRIEVAL
    if path.exists():
        slots = MemorySlots.model_validate(read_json(path).get("slots") or {})
    try:
        task = load_task(RunFolder(folder))
    except RunDamagedError:
        task = None
    try:
        manifest = load_manifest(RunFolder(folder))
    except RunDamagedError:
        return RunFiles(task, storyboard, slots or MemorySlots())
    return RunFiles(
        task, storyboard, slots or MemorySlots(), manifest.settings, manifest.memory.path
    )


def load_iteration(folder: Path) -> IterationFiles:
    """Everything of one iteration that is there.

    Raises `RunDamagedError` for a file that is there and cannot be read.
    """
    program = folder / "scene.py"
    candidate = result = review = None
    if (path := folder / "candidate.json").exists():
        candidate = _parsed(path, Candidate)
    if (path := folder / "render.json").exists():
        result = _parsed(path, RenderResult)
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


def _parsed(path: Path, kind: type[V]) -> V:
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RunDamagedError(f"{path} cannot be read ({type(error).__name__})") from error
