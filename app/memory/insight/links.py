"""From a record to where it was learned, and to every run that used it and why.

The origin is found from the record's run, scene, source and ordinal alone: the ordinal counts the
transitions of a source as the run did when it consolidated, so the same count names the pair.
Nothing is guessed: where the run is not on this machine, or its files say something else, the
origin says so and holds only what is certain.
"""

import hashlib
import math
from dataclasses import dataclass, replace
from pathlib import Path

from app.editing.choice import whole_trace
from app.memory.insight.uses import BankMark, Runs, Use
from app.paths import DataPaths
from app.runs import load_manifest
from memory_store.records import Record, SuccessRecord
from pipeline.events import LearnedFrom
from pipeline.loop.transitions import transitions
from pipeline.run.arrangement import ArrangedRun
from pipeline.run.folder import EVENTS, OUTCOME, RunFolder
from pipeline.run.journal import RunDamagedError, load_events
from pipeline.run.manifest import Manifest
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.render import RenderResult


@dataclass(frozen=True)
class Rendition:
    """An iteration as one can look at it. Paths are absolute and exist; None where nothing
    rendered. `frames` are the keyframes in order, the last being the end of the video."""

    t: int
    score: float | None
    video: Path | None
    frames: tuple[Path, ...]
    program: Path | None

    @property
    def frame(self) -> Path | None:
        """The keyframe that stands for it: the last one, whose hash an M+ keeps."""
        return self.frames[-1] if self.frames else None


@dataclass(frozen=True)
class Origin:
    """Where a record was learned.

    Attributes:
        run, scene_id: as the record says.
        folder: of the run, None if it is not on this machine.
        trashed: the run lies in the trash of the library.
        before, after: the iterations of a lesson; of an M+ only `after`, the delivered one.
        same_frame: of an M+: whether the frame is the very one that was remembered; None where
            that cannot be told.
        problem: in a sentence, why a part is missing; empty if nothing is.
    """

    run: str
    scene_id: str
    scene: str = ""
    title: str = ""
    folder: Path | None = None
    trashed: bool = False
    before: Rendition | None = None
    after: Rendition | None = None
    same_frame: bool | None = None
    problem: str = ""


@dataclass(frozen=True)
class Links:
    """Both ways from a record."""

    origin: Origin
    uses: tuple[Use, ...]


def links_of(paths: DataPaths, record: Record, mark: BankMark, runs: Runs) -> Links:
    """Where a record came from, and every use of it, newest first."""
    return Links(origin_of(paths, record), runs.uses(mark).get(record.id, ()))


def origin_of(paths: DataPaths, record: Record) -> Origin:
    """Where a record was learned; reads the files of one run, so it takes some hundredths of a
    second."""
    run, scene_id = record.provenance.run_id, record.provenance.scene_id
    root, trashed = _folder(paths, run)
    if root is None:
        return Origin(run, scene_id, problem=f"Run {run} is not on this machine.")
    folder = RunFolder(root)
    known = Origin(run, scene_id, folder=root, trashed=trashed)
    try:
        manifest = load_manifest(folder)
        trace = _trace(folder, scene_id)
        if trace is None:
            return replace(known, problem=f"Run {run} has no finished scene {scene_id}.")
        known = replace(known, scene=trace.spec.name, title=manifest.title)
        pair = _pair(record, folder, trace, manifest)
    except RunDamagedError as error:
        return replace(known, problem=str(error))
    if pair is None:
        lost = f"Run {run} holds no such step of scene {scene_id}: its files were changed since."
        return replace(known, problem=lost)
    before, after = pair
    shown = None if before is None else _rendition(folder, scene_id, before)
    last = _rendition(folder, scene_id, after)
    return replace(known, before=shown, after=last, same_frame=_same(record, last))


def _folder(paths: DataPaths, run: str) -> tuple[Path | None, bool]:
    """The folder of a run and whether it lies in the trash. An imported record may name anything
    as its run: only a plain name is looked for."""
    if run in ("", ".", "..") or Path(run).name != run or "\\" in run or "\0" in run:
        return None, False
    try:
        for root, trashed in ((paths.runs, False), (paths.trash, True)):
            if (root / run).is_dir():
                return (root / run).absolute(), trashed
    except OSError:  # a name that no file can have
        return None, False
    return None, False


def _trace(folder: RunFolder, scene_id: str) -> SceneTrace | None:
    if Path(scene_id).name != scene_id or not folder.scene(scene_id).is_dir():
        return None
    if not folder.file(OUTCOME).exists():
        return None
    try:
        return ArrangedRun(folder).trace(scene_id)
    except KeyError:
        return None


Pair = tuple[Iteration | None, Iteration]


def _pair(record: Record, folder: RunFolder, trace: SceneTrace, manifest: Manifest) -> Pair | None:
    """The iterations that the record was learned from."""
    source, ordinal = record.provenance.source, record.provenance.ordinal
    if source == "success":
        return (None, trace.best) if trace.best is not None else None
    if source == "human":
        return _by_hand(record, folder, trace)
    gated = manifest.settings.gate_failures
    for found in transitions(trace, -math.inf, gated=gated):
        if found.source == source and found.ordinal == ordinal:
            return found.before, found.after
    return None


def _by_hand(record: Record, folder: RunFolder, trace: SceneTrace) -> Pair | None:
    """Of a record that a person asked for, the ordinal is the iteration's number; the log says
    what it was compared with."""
    t, scene_id = record.provenance.ordinal, record.provenance.scene_id
    told = [
        event
        for event in load_events(folder.file(EVENTS))
        if isinstance(event, LearnedFrom) and (event.scene_id, event.t) == (scene_id, t)
        if event.polarity == record.polarity
    ]
    iterations = {i.candidate.t: i for i in whole_trace(folder, trace).iterations}
    after = iterations.get(t)
    if after is None:
        return None
    base = told[-1].base if told else after.candidate.base
    before = None if base is None or record.polarity == "success" else iterations.get(base)
    return before, after


def _rendition(folder: RunFolder, scene_id: str, iteration: Iteration) -> Rendition:
    t = iteration.candidate.t
    place = folder.iteration(scene_id, t)
    result: RenderResult = iteration.result
    video = place / result.video if result.video else None
    program = place / "scene.py"
    return Rendition(
        t=t,
        score=iteration.u,
        video=video if video is not None and video.exists() else None,
        frames=tuple(path for path in result.keyframe_paths(place) if path.exists()),
        program=program if program.exists() else None,
    )


def _same(record: Record, last: Rendition) -> bool | None:
    if not isinstance(record, SuccessRecord) or not record.frame_hash or last.frame is None:
        return None
    return hashlib.sha256(last.frame.read_bytes()).hexdigest() == record.frame_hash
