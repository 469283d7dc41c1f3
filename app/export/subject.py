"""What of a run is exported: its delivered renditions, a person's choice before the automatic."""

from dataclasses import dataclass
from pathlib import Path

from app.editing.choice import current_video, delivered_iteration, load_trace
from app.errors import failed, wrong_use
from app.export.request import ExportRequest
from app.runs import load_manifest, load_outcome
from app.texts import tr
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.run.outcome import Learned
from pipeline.schema.iteration import Iteration, SceneTrace


@dataclass(frozen=True)
class Rendition:
    """The rendition of a scene that is shown, and its place in the animation from 1."""

    number: int
    trace: SceneTrace
    iteration: Iteration
    folder: Path

    @property
    def stem(self) -> str:
        """The name of its files, without ending."""
        return f"scene{self.number}"

    @property
    def video(self) -> Path:
        """Its video as the run made it."""
        return self.folder / (self.iteration.result.video or "")

    @property
    def program(self) -> str:
        """Its program."""
        return self.iteration.candidate.program


@dataclass(frozen=True)
class Subject:
    """A run, and the renditions that were asked for in the order of the animation.

    `whole` is the animation joined by the run; None if one scene was asked for.
    """

    folder: RunFolder
    manifest: Manifest
    outcome: RunOutcome
    renditions: tuple[Rendition, ...]
    whole: Path | None

    @property
    def stem(self) -> str:
        """The name of what is made of all of it."""
        return "animation" if self.whole is not None else self.renditions[0].stem


def subject_of(request: ExportRequest) -> Subject:
    """Read what a request is about.

    Raises:
        StudioError: the run is not finished and a whole animation was asked for, it delivered
            nothing, or has no such scene.
        RunDamagedError: a file of the run cannot be read.
    """
    folder = request.folder
    outcome = load_outcome(folder)
    if outcome is None and request.scene is not None:
        outcome = _so_far(folder)
    if outcome is None:
        raise failed(
            tr("Run {run_id} is not finished: there is no whole animation yet.").format(
                run_id=folder.run_id
            ),
            tr("Resume it, or export one of the scenes that are done."),
        )
    renditions = tuple(_renditions(folder, outcome))
    video = current_video(folder)
    if request.scene is not None:
        renditions, video = (_named(request.scene, renditions, outcome),), None
    elif request.format != "html" and (video is None or not renditions):
        raise failed(
            tr("Run {run_id} delivered no scene.").format(run_id=folder.run_id),
            tr("Look at `./run runs show`."),
        )
    whole = folder.file(video) if video else None
    return Subject(folder, load_manifest(folder), outcome, renditions, whole)


def _so_far(folder: RunFolder) -> RunOutcome | None:
    """The scenes that are done in a run that has ended early; None if there is none."""
    names = sorted(path.parent.name for path in folder.root.glob("scenes/*/scene.json"))
    traces = tuple(load_trace(folder, name) for name in names)
    if not traces:
        return None
    return RunOutcome(
        run=folder.run_id,
        video=None,
        rounds=sum(trace.rounds for trace in traces),
        seconds=0.0,
        scenes=traces,
        learned=Learned(),
    )


def _renditions(folder: RunFolder, outcome: RunOutcome) -> list[Rendition]:
    found = []
    for number, trace in enumerate(outcome.scenes, start=1):
        shown = delivered_iteration(folder, trace)
        if shown is not None and shown.result.video is not None:
            place = folder.iteration(trace.scene_id, shown.candidate.t)
            found.append(Rendition(number, trace, shown, place))
    return found


def _named(name: str, renditions: tuple[Rendition, ...], outcome: RunOutcome) -> Rendition:
    for rendition in renditions:
        if name in (rendition.trace.scene_id, str(rendition.number), rendition.trace.spec.name):
            return rendition
    known = ", ".join(f"{n} ({t.spec.name})" for n, t in enumerate(outcome.scenes, start=1))
    raise wrong_use(
        tr("Scene {name!r} is not in this run, or has no rendition.").format(name=name),
        tr("It has {known}.").format(known=known),
    )
