"""What a run has to export, read from its folder; for a worker thread."""

from pathlib import Path

from app.editing.choice import delivered_iteration
from app.errors import failed
from app.library.titles import read_title
from app.runs import load_manifest, load_outcome
from app.texts import tr
from pipeline.run.folder import RunFolder
from ui.views.export.wishes import ExportScene, ExportSubject


def load_subject(folder: Path) -> ExportSubject:
    """The scenes of a run that have a rendition, its title and its quality.

    Raises:
        StudioError: the run is not finished or delivered nothing.
        RunDamagedError: a file of the run cannot be read.
    """
    run = RunFolder(folder)
    manifest, outcome = load_manifest(run), load_outcome(run)
    if outcome is None:
        raise failed(
            tr("This run is not finished, so there is nothing to export."), tr("Resume it first.")
        )
    scenes = []
    for number, trace in enumerate(outcome.scenes, start=1):
        shown = delivered_iteration(run, trace)
        if shown is not None and shown.result.video is not None:
            scenes.append(ExportScene(trace.scene_id, number, trace.spec.name))
    if not scenes:
        raise failed(
            tr("This run delivered no scene, so there is nothing to export."),
            tr("Make its scenes anew, or edit one by hand."),
        )
    render = manifest.settings.render
    title = read_title(folder) or manifest.title or folder.name
    return ExportSubject(folder, title, tuple(scenes), render.quality, render.aspect)
