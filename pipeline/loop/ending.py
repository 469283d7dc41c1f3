"""What the log says of a run that ends before it is finished."""

from contextlib import suppress

from pipeline.events import RunPaused, RunStopped
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.journal import Journal


def tell_of_the_end(
    journal: Journal, error: BaseException, cancel: CancelToken, scene_id: str = ""
) -> None:
    """One event: the run was stopped, paused by a person, paused for one, or failed.

    `scene_id` is the scene that a finished run was making anew.
    """
    pauses, stops = journal.count("run_paused"), journal.count("run_stopped")
    if isinstance(error, CancelledError) and cancel.to_pause:
        journal.emit(
            RunPaused(
                count=pauses, reason="person", message="Paused on request.", scene_id=scene_id
            )
        )
    elif isinstance(error, CancelledError):
        journal.emit(RunStopped(count=stops, reason="stopped on request", scene_id=scene_id))
    elif isinstance(error, PausedError):
        journal.emit(
            RunPaused(
                count=pauses,
                reason="approval" if error.kind == "approval" else "model",
                message=error.message,
                remedy=error.remedy,
                scene_id=scene_id,
            )
        )
    else:
        with suppress(OSError):  # on a full disk the log has no room; the error itself matters
            journal.emit(RunStopped(count=stops, reason=str(error), scene_id=scene_id))
