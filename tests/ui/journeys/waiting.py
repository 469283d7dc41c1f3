"""Waiting for a run in a window, and saying what it did instead if it does not come to its end."""

import sys
import traceback

from pytestqt.qtbot import QtBot

from app.jobs.updates import JobEnded
from app.run_view.values import RunView
from ui.views.studio.room import StudioRoom

RUN_MS = 170_000


def wait_until_finished(studio: StudioRoom, qtbot: QtBot) -> RunView:
    """The view of the run on show once it has finished and its job has ended."""
    ends: list[JobEnded] = []
    connection = studio._jobs.ended.connect(ends.append)

    def over() -> bool:
        view = studio.controller.view
        return bool(ends) or (view is not None and view.state == "finished")

    try:
        qtbot.waitUntil(over, timeout=RUN_MS)
        qtbot.waitUntil(lambda: studio._jobs.views == (), timeout=20_000)
        qtbot.wait(60)
    except BaseException as error:
        raise AssertionError(f"the run did not end: {_told(studio)}\n{_threads()}") from error
    finally:
        studio._jobs.ended.disconnect(connection)
    view = studio.controller.view
    assert view is not None, (ends, studio.run_page.notice.words)
    assert view.state == "finished", (ends, _told(studio))
    return view


def _told(studio: StudioRoom) -> str:
    view = studio.controller.view
    stages = None if view is None else (view.state, view.stage, [s.stage for s in view.scenes])
    return f"{stages}, jobs {studio._jobs.views}, notice {studio.run_page.notice.words!r}"


def _threads() -> str:
    stacks = sys._current_frames()
    return "\n".join(
        f"--- {thread}\n" + "".join(traceback.format_stack(frame)[-6:])
        for thread, frame in stacks.items()
    )
