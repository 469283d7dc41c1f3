"""Which scenes make the animation: those of the storyboard, or others that were made anew.

A rerun of a scene is a scene with an id of its own. Its folder holds `rerun.json` from the moment
it is planned, and `rearranged.json` once the work on it is over, whatever came of it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pipeline.run.folder import CONSOLIDATION, OUTCOME, RunFolder
from pipeline.run.journal import read_step
from pipeline.run.outcome import Learned, RunOutcome, retrieved_by
from pipeline.schema.base import Value
from pipeline.schema.iteration import SceneTrace
from pipeline.schema.storyboard import SceneSpec

ARRANGEMENT = "arrangement.json"
RERUN = "rerun.json"
REARRANGED = "rearranged.json"
SCENE = "scene.json"

T = TypeVar("T")


class Rerun(Value):
    """A scene that is to be made anew as `spec` says, in place of the scene `replaces`."""

    scene_id: str
    replaces: str
    spec: SceneSpec
    planned: str


class Arrangement(Value):
    """One arrangement: `number` counts from 1, `video` is relative to the run folder."""

    number: int
    scenes: tuple[str, ...]
    video: str | None


class Arrangements(Value):
    """All arrangements of a run; the last one holds."""

    arrangements: tuple[Arrangement, ...]


class ArrangedRun:
    """Reads how a finished run is arranged. Every method raises `RunDamagedError`."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder

    def _read(self, path: Path, kind: type[T]) -> T | None:
        return read_step(self.folder, path, kind)

    def outcome(self) -> RunOutcome:
        """What the run itself delivered; it must have finished."""
        found = self._read(self.folder.file(OUTCOME), RunOutcome)
        assert found is not None
        return found

    def all(self) -> tuple[Arrangement, ...]:
        """Every arrangement so far, the first being that of the run itself."""
        known = self._read(self.folder.file(ARRANGEMENT), Arrangements)
        if known is not None:
            return known.arrangements
        first = self.outcome()
        ids = tuple(trace.scene_id for trace in first.scenes)
        return (Arrangement(number=1, scenes=ids, video=first.video),)

    @property
    def current(self) -> Arrangement:
        """The one that holds."""
        return self.all()[-1]

    def trace(self, scene_id: str) -> SceneTrace:
        """The trace of a scene of the storyboard, or of a rerun that has ended.

        Raises `KeyError` if there is none.
        """
        for trace in self.outcome().scenes:
            if trace.scene_id == scene_id:
                return trace
        found = self._read(self.folder.scene(scene_id) / SCENE, SceneTrace)
        if found is None:
            raise KeyError(scene_id)
        return found

    def reruns(self) -> tuple[Rerun, ...]:
        """Every scene that was or is to be made anew, in the order they were planned."""
        found = self.folder.root.glob(f"scenes/s*/{RERUN}")
        reruns = [self._read(path, Rerun) for path in found]
        return tuple(
            sorted((r for r in reruns if r is not None), key=lambda r: number_of(r.scene_id))
        )

    def learned_anew(self) -> tuple[Learned, ...]:
        """What reruns have taught."""
        paths = [self.folder.scene(r.scene_id) / CONSOLIDATION for r in self.reruns()]
        found = [self._read(path, Learned) for path in paths]
        return tuple(learned for learned in found if learned is not None)

    def place_of(self, scene_id: str) -> int | None:
        """Where in the present arrangement a scene stands, or what has taken its place since, or
        what it is to take the place of; None if that was left out."""
        origin = {one.scene_id: one.replaces for one in self.reruns()}

        def first(of: str) -> str:
            while of in origin:
                of = origin[of]
            return of

        firsts = [first(one) for one in self.current.scenes]
        return firsts.index(first(scene_id)) if first(scene_id) in firsts else None


def arranged_outcome(run: ArrangedRun) -> RunOutcome:
    """What the run delivers as it is arranged now."""
    outcome = run.outcome()
    every = run.all()
    if len(every) == 1:
        return outcome
    traces = tuple(run.trace(scene_id) for scene_id in every[-1].scenes)
    ids = dict.fromkeys(id_ for one in every for id_ in one.scenes)
    replaced = tuple(run.trace(id_) for id_ in ids if id_ not in every[-1].scenes)
    learned = [outcome.learned, *run.learned_anew()]
    return outcome.model_copy(
        update={
            "video": every[-1].video,
            "scenes": traces,
            "replaced": replaced,
            "learned": _sum(learned),
            "retrieved": retrieved_by(traces),
        }
    )


def _sum(parts: Iterable[Learned]) -> Learned:
    parts = tuple(parts)
    return Learned(
        added=tuple(id_ for part in parts for id_ in part.added),
        pending=tuple(id_ for part in parts for id_ in part.pending),
        duplicates=sum(part.duplicates for part in parts),
        skipped="" if any(part.added for part in parts) else parts[0].skipped,
        unwritten=tuple(reason for part in parts for reason in part.unwritten),
    )


def number_of(scene_id: str) -> int:
    """The number in a scene's id."""
    return int(scene_id[1:])


def is_open(folder: RunFolder, scene_id: str) -> bool:
    """Whether a scene is to be made anew and the work on it is not over."""
    scene = folder.scene(scene_id)
    return (scene / RERUN).exists() and not (scene / REARRANGED).exists()


def open_reruns(folder: RunFolder) -> tuple[str, ...]:
    """Ids of the scenes whose rerun is planned or under way, oldest first."""
    found = [path.parent.name for path in folder.root.glob(f"scenes/s*/{RERUN}")]
    return tuple(sorted((id_ for id_ in found if is_open(folder, id_)), key=number_of))
