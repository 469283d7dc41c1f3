"""A studio that was killed finds its work again."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from ui.views.studio.room import StudioRoom


def test_a_run_that_was_cut_off_is_offered_at_the_next_start(
    cut_off_run: Path, studio: StudioRoom, qtbot: QtBot
) -> None:
    notice = studio.new_page.notice
    qtbot.waitUntil(lambda: "was cut off" in notice.words, timeout=20_000)
    assert "Cooling" in notice.words
    notice._action.click()
    controller = studio.controller
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "finished",
        timeout=150_000,
    )
    assert controller.view is not None
    assert controller.view.folder == cut_off_run
    qtbot.waitUntil(lambda: studio._jobs.views == (), timeout=10_000)
