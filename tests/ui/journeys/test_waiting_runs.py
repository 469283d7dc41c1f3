"""Several runs at once: the Studio room shows which one is at work and which ones wait."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.library import Library
from app.paths import data_paths
from pipeline.schema.storyboard import SceneSpec
from tests.jobs.conftest import Script, plan, script
from tests.jobs.test_queue import Gate
from tests.loop.scripted import program
from tests.ui.journeys.seen import cut_off
from ui.jobs import Jobs
from ui.views.studio.queue_strip import QueueItem
from ui.views.studio.room import StudioRoom

__all__ = ["script"]
WAIT_MS = 20_000


@pytest.fixture
def gate(script: Script) -> Iterator[Gate]:
    """Holds the first render; opened at the end, whatever happened."""
    script.before = made = Gate()
    yield made
    made.open.set()


@pytest.fixture
def queued(gate: Gate, studio: StudioRoom, jobs: Jobs, qtbot: QtBot) -> StudioRoom:
    """The room with four runs handed in; the first one is at work, the last one is on show."""
    for title in ("First", "Second", "Third & last but one", "Fourth"):
        studio.start(plan(title))
    qtbot.waitUntil(lambda: jobs.views[0].state == "running", timeout=WAIT_MS)
    gate.wait()
    qtbot.waitUntil(lambda: studio.controller.view is not None, timeout=WAIT_MS)
    return studio


@pytest.fixture
def jobs(studio: StudioRoom) -> Jobs:
    return studio._jobs


def items(studio: StudioRoom) -> tuple[QueueItem, ...]:
    return studio.run_page.queue.items


def titles(studio: StudioRoom) -> list[str]:
    return [item.title.toolTip().removeprefix("<qt>").removesuffix("</qt>")
            for item in items(studio)]  # fmt: skip


def test_nothing_is_shown_while_nothing_waits(
    gate: Gate, studio: StudioRoom, jobs: Jobs, qtbot: QtBot
) -> None:
    studio.start(plan("Alone"))
    gate.wait()
    qtbot.waitUntil(lambda: jobs.views[0].state == "running", timeout=WAIT_MS)
    qtbot.wait(50)
    assert not studio.run_page.queue.isVisible()
    assert not studio.new_page.queue.isVisibleTo(studio.new_page)
    assert items(studio) == ()


def test_the_run_at_work_and_those_that_wait_stand_in_order(
    queued: StudioRoom, gate: Gate, jobs: Jobs, qtbot: QtBot
) -> None:
    strip = queued.run_page.queue
    assert strip.isVisible()
    assert titles(queued) == ["First", "Second", "Third &amp; last but one", "Fourth"]
    shown = items(queued)
    assert shown[0]._place.text() == "at work"
    assert [item._place.text() for item in shown[1:]] == ["1", "2", "3"]
    assert not shown[0].out.isVisible()
    assert [item.up.isEnabled() for item in shown[1:]] == [False, True, True]
    assert shown[2].title.accessibleName() == "Open Third & last but one, waits, place 2"
    assert shown[3].property("chosen") == "true", "the one on show"
    assert list(cut_off(strip)) == []
    queued.show_new_page()
    assert queued.new_page.queue.isVisible(), "also beside a new animation"
    gate.open.set()
    qtbot.waitUntil(lambda: jobs.views == (), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not queued.new_page.queue.isVisible(), timeout=WAIT_MS)


def test_a_waiting_run_is_moved_up_and_the_one_clicked_is_opened(
    queued: StudioRoom, jobs: Jobs, qtbot: QtBot
) -> None:
    fourth = items(queued)[3]
    fourth.up.click()
    assert titles(queued)[2:] == ["Fourth", "Third &amp; last but one"]
    assert items(queued)[2] is fourth, "it is the same widget, so the focus stays on it"
    fourth.up.click()
    assert not fourth.up.isEnabled()
    order = [view.handle.title for view in jobs.views]
    assert order == ["First", "Fourth", "Second", "Third & last but one"]
    first = items(queued)[0]
    first.title.click()
    qtbot.waitUntil(lambda: queued.controller.folder == first.handle.folder, timeout=WAIT_MS)
    assert first.property("chosen") == "true"
    assert fourth.property("chosen") == "false"


def test_a_run_taken_out_stays_in_the_library_and_can_be_put_back_at_its_place(
    queued: StudioRoom, jobs: Jobs, qtbot: QtBot
) -> None:
    second = items(queued)[1].handle
    items(queued)[1].out.click()
    assert titles(queued) == ["First", "Third &amp; last but one", "Fourth"]
    notice = queued.run_page.notice
    assert "“Second” is out of the queue" in notice.words
    states = {entry.run: entry.state for entry in Library(data_paths()).entries()}
    assert states[second.run_id] == "queued"
    notice._action.click()
    order = [view.handle.run_id for view in jobs.views]
    assert order[1] == second.run_id
    qtbot.waitUntil(lambda: titles(queued)[1] == "Second", timeout=WAIT_MS)
    assert not notice.isVisible()


def test_a_scene_to_be_made_anew_is_taken_out_and_put_back_with_its_card(
    script: Script, studio: StudioRoom, jobs: Jobs, qtbot: QtBot
) -> None:
    studio.start(plan("Pendulum"))
    qtbot.waitUntil(lambda: jobs.views == (), timeout=WAIT_MS)
    view = studio.controller.view
    assert view is not None
    qtbot.waitUntil(lambda: view.state == "finished", timeout=WAIT_MS)
    script.before = gate = Gate()
    try:
        script.programs = {"Swing": [program("u=95", "Swing", "42")]}
        studio.start(plan("Another"))
        gate.wait()
        spec = SceneSpec(name="Swing", claim="It says 42.", evidence="", takeaway="So it is.")
        waiting = jobs.rerun(view.run_id, view.arranged[0].scene_id, spec)
        qtbot.waitUntil(lambda: titles(studio)[1:] == ["Pendulum · Swing"], timeout=WAIT_MS)
        qtbot.waitUntil(lambda: (waiting.folder / "scenes" / "s2").exists(), timeout=WAIT_MS)
        items(studio)[1].out.click()
        assert not studio.run_page.queue.isVisible()
        assert "the scene stays as it was" in studio.run_page.notice.words
        qtbot.waitUntil(lambda: not (waiting.folder / "scenes" / "s2").exists(), timeout=WAIT_MS)
        studio.run_page.notice._action.click()
    finally:
        gate.open.set()
    qtbot.waitUntil(lambda: jobs.views == (), timeout=WAIT_MS)
    studio.open_run(waiting.folder)
    qtbot.waitUntil(lambda: bool(studio.controller.files.specs.get("s2")), timeout=WAIT_MS)
    assert studio.controller.files.specs["s2"].claim == "It says 42."
