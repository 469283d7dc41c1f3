"""The run on show as the export dialog offers it."""

from app.run_view.values import RunView
from app.texts import tr
from pipeline.schema.render import RenderSettings
from ui.views.export.wishes import ExportScene, ExportSubject


def subject_of(view: RunView, render: RenderSettings) -> ExportSubject:
    """The scenes of the animation, in order, without those that nothing rendered of."""
    shown = [scene for scene in view.arranged if scene.shown is not None]
    scenes = tuple(
        ExportScene(scene.scene_id, number, scene.name)
        for number, scene in enumerate(shown, start=1)
    )
    return ExportSubject(
        view.folder, view.title or tr("Untitled"), scenes, render.quality, render.aspect
    )
