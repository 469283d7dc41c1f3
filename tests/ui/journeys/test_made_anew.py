"""A scene made anew stands beside what it was, and other pairs can be chosen from there."""

from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from app.run_view.values import RunView
from pipeline.schema.storyboard import SceneSpec
from tests.jobs.conftest import Script, plan, script
from tests.loop.scripted import program
from ui.views.studio.pairing import Pair
from ui.views.studio.room import StudioRoom

__all__ = ["script"]
WAIT_MS = 20_000


@pytest.fixture
def twice_anew(script: Script, studio: StudioRoom, qtbot: QtBot) -> StudioRoom:
    """A run whose scene was made anew two times: s1 (v0, v1), then s2 (v0), then s3 (v0, v1)."""
    jobs = studio._jobs
    studio.start(plan("Pendulum"))
    qtbot.waitUntil(lambda: jobs.views == (), timeout=WAIT_MS)
    view = studio.controller.view
    assert view is not None
    qtbot.waitUntil(lambda: view.state == "finished", timeout=WAIT_MS)
    made = (
        [program("u=95", "Swing", "a")],
        [program("u=60", "Swing", "b"), program("u=96", "Swing", "c")],
    )
    for number, programs in enumerate(made, start=2):
        script.programs = {"Swing": programs}
        claim = f"It says {number}."
        spec = SceneSpec(name="Swing", claim=claim, evidence="", takeaway="So it is.")
        jobs.rerun(view.run_id, view.arranged[0].scene_id, spec)
        qtbot.waitUntil(lambda: jobs.views == (), timeout=WAIT_MS)
        qtbot.waitUntil(partial(_made, view, f"s{number}"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: view.state == "finished", timeout=WAIT_MS)
    return studio


def _made(view: RunView, scene_id: str) -> bool:
    return view.arranged[0].scene_id == scene_id and view.arranged[0].ended


def test_the_old_scene_is_shown_before_and_older_ones_can_be_chosen(
    twice_anew: StudioRoom, qtbot: QtBot
) -> None:
    controller, timeline = twice_anew.controller, twice_anew.run_page.timeline
    qtbot.waitUntil(lambda: controller.pair == Pair("s3", 0, 1, "s2"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: len(timeline._old) == 2, timeout=WAIT_MS)
    oldest, newer = timeline._old
    assert newer.property("chosen") == "true"
    oldest.picked.emit(oldest.t, False)
    assert controller.pair == Pair("s3", 1, 1, "s1")
    qtbot.waitUntil(lambda: oldest.property("chosen") == "true", timeout=WAIT_MS)
    assert newer.property("chosen") == "false"
    before = controller.side("before")
    assert before is not None
    assert before.name == "old v1"
    controller.choose(after=0)
    assert controller.pair == Pair("s3", 1, 0, "s1"), "the old scene stays before"
    controller.choose(before=0, after=1)
    assert controller.pair == Pair("s3", 0, 1), "both of the scene itself"
    qtbot.waitUntil(lambda: oldest.property("chosen") == "false", timeout=WAIT_MS)


def test_a_comment_on_the_old_scene_belongs_to_it(twice_anew: StudioRoom, qtbot: QtBot) -> None:
    controller, page = twice_anew.controller, twice_anew.run_page
    qtbot.waitUntil(lambda: controller.pair == Pair("s3", 0, 1, "s2"), timeout=WAIT_MS)
    page.side.comments.added.emit("before", 0.5, 0.5, 0.5, "It was calmer here.")
    pins = page.picture.player.stage
    qtbot.waitUntil(lambda: [p.side for p in pins.pins] == ["before"], timeout=WAIT_MS)
    (comment,) = twice_anew.by_hand._comments
    assert (comment.scene_id, comment.t) == ("s2", 0)
    controller.choose(before=0)
    qtbot.waitUntil(lambda: not pins.pins, timeout=WAIT_MS)


def test_cards_and_check_marks_tell_the_new_card(twice_anew: StudioRoom, qtbot: QtBot) -> None:
    panel = twice_anew.run_page.storyboard
    qtbot.waitUntil(lambda: "It says 3." in panel.cards[0].toolTip(), timeout=WAIT_MS)
    assert [spec.claim for spec in twice_anew.run_page._told] == ["It says 3."]
