"""A studio that was killed finds its work again."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.ui.journeys.waiting import wait_until_finished
from ui.views.studio.room import StudioRoom


def test_a_run_that_was_cut_off_is_offered_at_the_next_start(
    cut_off_run: Path, studio: StudioRoom, qtbot: QtBot
) -> None:
    notice = studio.new_page.notice
    qtbot.waitUntil(lambda: "was cut off" in notice.words, timeout=20_000)
    assert "Cooling" in notice.words
    notice._action.click()
    assert wait_until_finished(studio, qtbot).folder == cut_off_run
