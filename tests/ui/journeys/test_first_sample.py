"""What a newcomer finds on a first start can be made at once and gives something to compare."""

from pytestqt.qtbot import QtBot

from tests.ui.journeys.waiting import wait_until_finished
from ui.views.studio.room import StudioRoom


def test_the_sample_of_the_first_start_gives_two_versions_to_compare(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page, controller = studio.new_page, studio.controller
    qtbot.waitUntil(page._start.isEnabled, timeout=20_000)
    page._start.click()
    first = wait_until_finished(studio, qtbot).arranged[0]
    assert len(first.rendered) > 1
    assert first.shown == first.rendered[-1].t
    assert controller.pair.before is not None
