"""From the first start to a finished animation, with a real offline run."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui.journeys.waiting import wait_until_finished
from ui.views.studio.room import StudioRoom
from ui.window.session import Session

SECTION = """# Cooling

A hot body in a cold room cools. Its temperature falls by the law $T' = -k\\,(T - T_0)$.
The rate is proportional to the difference between the body and the room.
After 10 minutes the tea has 60 degrees, after 20 minutes it has 45 degrees.
The difference halves in equal times, so the curve falls steeply first and slowly later.
"""


def test_a_first_start_holds_a_sample_and_one_button_makes_it_move(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page = studio.new_page
    qtbot.waitUntil(lambda: bool(page.section) and page._start.isEnabled(), timeout=20_000)
    assert "heat engine" in page.section
    assert page.options.title.placeholderText() == "The limit of every heat engine"
    assert page.options.role.currentData() == "conclusion"


def test_a_pasted_section_becomes_an_animation_that_shows_its_versions(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    page = studio.new_page
    page.show_section(SECTION)
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    qtbot.mouseClick(page._start, Qt.MouseButton.LeftButton)

    controller = studio.controller
    view = wait_until_finished(studio, qtbot)
    assert view.title == "Cooling"
    scene = view.arranged[0]
    assert scene.shown is not None
    assert scene.score is not None
    qtbot.waitUntil(lambda: controller.pair_files is not None, timeout=10_000)
    assert controller.pair.after == scene.shown
    assert controller.pair_files is not None
    assert controller.pair_files.after.video is not None
    qtbot.waitUntil(lambda: session.assembly.jobs.views == (), timeout=10_000)
    assert studio.run_page.bar._state.text() == "finished"


def test_a_run_is_paused_and_goes_on_where_it_was(studio: StudioRoom, qtbot: QtBot) -> None:
    page = studio.new_page
    page.show_section(SECTION)
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    controller = studio.controller
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "running", timeout=60_000
    )
    studio.run_page.bar.pause_requested.emit()
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "paused", timeout=20_000
    )
    bar = studio.run_page.bar
    qtbot.waitUntil(lambda: bar._buttons["resume"].isVisibleTo(bar), timeout=10_000)
    assert controller.view is not None
    bar.resume_requested.emit()
    wait_until_finished(studio, qtbot)


def test_closing_during_a_run_asks_and_keeps_everything(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    page = studio.new_page
    page.show_section(SECTION)
    page.options.memory.choose("off")
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    qtbot.waitUntil(lambda: bool(session.assembly.jobs.views), timeout=10_000)
    session.window.close()
    assert session.window.isVisible()
    box = next(w for w in session.window.findChildren(QMessageBox) if w.isVisible())
    keep = next(b for b in box.buttons() if b.text() == "Keep working")
    keep.click()
    assert session.window.isVisible()
    session.window.close()
    box = next(w for w in session.window.findChildren(QMessageBox) if w.isVisible())
    leave = next(b for b in box.buttons() if b.text() == "Pause and close")
    leave.click()
    qtbot.waitUntil(lambda: not session.window.isVisible(), timeout=10_000)
    run = next(iter((session.context.paths.runs).iterdir()))
    assert (run / "task.json").exists()
