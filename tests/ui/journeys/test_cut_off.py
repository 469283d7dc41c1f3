"""A studio that was killed finds its work again."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.ui.journeys.waiting import wait_until_finished
from ui.views.studio.room import StudioRoom
from ui.window.session import Session


def test_the_offer_goes_when_the_run_is_resumed_elsewhere(
    cut_off_run: Path, session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    notice = studio.new_page.notice
    qtbot.waitUntil(lambda: "was cut off" in notice.words, timeout=20_000)
    session.assembly._resume(cut_off_run.name)
    qtbot.waitUntil(lambda: not notice.words, timeout=10_000)
    wait_until_finished(studio, qtbot)


def test_a_run_that_was_cut_off_is_offered_at_the_next_start(
    cut_off_run: Path, studio: StudioRoom, qtbot: QtBot
) -> None:
    notice = studio.new_page.notice
    qtbot.waitUntil(lambda: "was cut off" in notice.words, timeout=20_000)
    assert "Cooling" in notice.words
    notice._action.click()
    assert wait_until_finished(studio, qtbot).folder == cut_off_run
