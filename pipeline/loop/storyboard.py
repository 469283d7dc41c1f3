"""The first step of a task: plan its scenes, and wait for a person where that is wanted."""

from pipeline.events import StoryboardApproved, StoryboardReady
from pipeline.loop.pause import Pause
from pipeline.loop.services import Services
from pipeline.models.port import PausedError
from pipeline.run.folder import APPROVAL, STORYBOARD, STORYBOARD_ORIGINAL
from pipeline.run.journal import Journal
from pipeline.schema.storyboard import Storyboard
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

WAITS = "The storyboard waits to be approved; no program has been written yet."


def plan_storyboard(
    task: Task, services: Services, settings: RunSettings, journal: Journal, pause: Pause
) -> Storyboard:
    """The storyboard that the scenes are made from, as a person left it.

    Raises:
        PausedError: of kind `approval` where it has to be approved first; else from the model.
    """

    def compute() -> Storyboard:
        with pause.asking(services.cancel):
            return services.cast.storyboarder.storyboard(task, settings.max_scenes)

    folder = journal.folder
    board = journal.step(folder.file(STORYBOARD), Storyboard, compute)
    journal.emit(StoryboardReady(scenes=_names(board)))
    approved = folder.file(APPROVAL).exists()
    edited = folder.file(STORYBOARD_ORIGINAL).exists()
    if settings.approve_storyboard and not approved:
        raise PausedError(WAITS, "Look at its scenes, change them, and approve.", kind="approval")
    if approved or edited:
        journal.emit(StoryboardApproved(scenes=_names(board), edited=edited))
    return board


def _names(board: Storyboard) -> tuple[str, ...]:
    return tuple(scene.name for scene in board.scenes)
