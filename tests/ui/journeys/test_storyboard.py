"""The storyboard in a person's hands: approved after an edit, and one scene made anew later."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.coverage import coverage
from app.run_view.values import SceneView
from pipeline.schema.storyboard import Storyboard
from tests.ui.journeys.waiting import RUN_MS, wait_until_finished
from ui.views.studio.pairing import Pair
from ui.views.studio.room import StudioRoom
from ui.views.studio.storyboard_panel import SceneCard

SECTION = """# Cooling

A hot body in a cold room cools. Its temperature falls by the law $T' = -k\\,(T - T_0)$.
The rate is proportional to the difference between the body and the room.
After 10 minutes the tea has 60 degrees, after 20 minutes it has 45 degrees.
"""
CLAIM = "A cup of tea cools fast first and slowly later."
LATER = "The difference to the room halves in equal times."


def test_what_a_person_wrote_on_a_card_is_what_the_scene_says(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page, controller = studio.new_page, studio.controller
    page.show_section(SECTION)
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    page.options.approve.setChecked(True)
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "paused", timeout=60_000
    )
    view = controller.view
    assert view is not None
    assert view.pause_reason == "approval"
    editor = studio.storyboard_editor
    qtbot.waitUntil(lambda: studio.currentWidget() is editor, timeout=10_000)
    qtbot.waitUntil(lambda: len(editor.editors) == 1, timeout=10_000)
    editor.editors[0].texts["claim"].setPlainText("")
    editor._approve.click()
    qtbot.waitUntil(lambda: "empty" in editor.editors[0]._hints["claim"][0].text(), timeout=10_000)
    editor.editors[0].texts["claim"].setPlainText(CLAIM)
    editor._approve.click()
    wait_until_finished(studio, qtbot)
    board = Storyboard.model_validate_json((view.folder / "storyboard.json").read_bytes())
    assert board.scenes[0].claim == CLAIM
    first = view.arranged[0]
    program = (first.iterations[0].folder / "scene.py").read_text("utf-8")
    assert "A cup of tea cools fast" in program

    studio.edit_storyboard()
    qtbot.waitUntil(lambda: len(editor.editors) == 1, timeout=10_000)
    card = editor.editors[0]
    assert not card._remake.isEnabled()
    card.name.setText("CoolingHalves")
    card.texts["takeaway"].setPlainText(LATER)
    assert card._remake.isEnabled()
    card._remake.click()
    qtbot.waitUntil(lambda: view.arranged[0].scene_id != first.scene_id, timeout=60_000)
    qtbot.waitUntil(lambda: studio._jobs.views == (), timeout=RUN_MS)
    qtbot.waitUntil(lambda: view.state == "finished", timeout=10_000)
    again = view.arranged[0]
    assert again.replaces == first.scene_id
    text = (again.iterations[0].folder / "scene.py").read_text("utf-8")
    assert "halves in equal times" in " ".join(text.split())
    assert first.iterations[0].folder.exists(), "the old scene stays"
    panel = studio.run_page.storyboard
    qtbot.waitUntil(lambda: "CoolingHalves" in panel._cards[0].accessibleName(), timeout=10_000)
    assert controller.pair.scene_id == again.scene_id, "what is made anew is followed"
    _both_scenes_are_compared(studio, first, again, qtbot)
    task = controller.files.section_task
    assert task is not None
    told = coverage(task, Storyboard(scenes=(controller.files.specs[again.scene_id],)))
    qtbot.waitUntil(lambda: panel.section._passages == told, timeout=20_000)
    assert any("halves in equal times" in _takeaway(card) for card in panel.cards)
    # What is on show while it is made is on show as well when the run is opened later.
    studio.open_run(view.folder)
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view is not view, timeout=20_000
    )
    reopened = controller.view
    assert reopened is not None
    qtbot.waitUntil(lambda: panel.section._passages == told, timeout=20_000)
    qtbot.waitUntil(lambda: "CoolingHalves" in panel.cards[0].accessibleName(), timeout=10_000)
    _both_scenes_are_compared(studio, first, reopened.arranged[0], qtbot)


def _takeaway(card: SceneCard) -> str:
    return " ".join(part.text() for part in card.findChildren(QLabel))


def _both_scenes_are_compared(
    studio: StudioRoom, first: SceneView, again: SceneView, qtbot: QtBot
) -> None:
    """The old scene stands before, the one made anew after, in the same player."""
    controller, page = studio.controller, studio.run_page
    qtbot.waitUntil(
        lambda: controller.pair == Pair(again.scene_id, first.shown, again.shown, first.scene_id),
        timeout=20_000,
    )
    tracks = page.picture.player.transport.tracks
    for side, scene in (("before", first), ("after", again)):
        video = scene.iterations[scene.shown or 0].folder / "render.mp4"
        qtbot.waitUntil(
            lambda s=side, v=video: (c := tracks[s].clip) is not None and c.video == v,
            timeout=20_000,
        )
    assert page.picture.player.stage.compares
    clip = tracks["before"].clip
    assert clip is not None
    assert clip.title == f"old v{first.shown} before"
    card = page.timeline._old[0]
    assert card.property("chosen") == "true"
    assert page.code.diff.header.versions.text().startswith(f"old v{first.shown} → ")


def test_a_removed_card_comes_back_and_leaving_keeps_what_was_written(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page, controller = studio.new_page, studio.controller
    page.show_section(SECTION)
    page.options.memory.choose("off")
    page.options.approve.setChecked(True)
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "paused", timeout=60_000
    )
    editor = studio.storyboard_editor
    qtbot.waitUntil(lambda: studio.currentWidget() is editor, timeout=20_000)
    qtbot.waitUntil(lambda: bool(editor.editors), timeout=10_000)
    before = editor.cards
    editor._append()
    assert len(editor.cards) == len(before) + 1
    editor._remove(len(before))
    assert editor.cards == before
    editor._remove(0)
    assert editor.cards == before[1:]
    editor.notice._action.click()
    assert editor.cards == before

    editor.editors[0].texts["takeaway"].setPlainText(LATER)
    editor._ask_to_leave()
    qtbot.waitUntil(lambda: studio.currentWidget() is studio.run_page, timeout=10_000)
    qtbot.waitUntil(lambda: "approve" in studio.run_page.notice.words, timeout=10_000)
    studio.edit_storyboard()
    qtbot.waitUntil(lambda: bool(editor.editors), timeout=10_000)
    assert editor.cards[0].takeaway == LATER, "leaving keeps what was written"
    editor.editors[0].texts["claim"].setPlainText("")
    editor._ask_to_leave()
    qtbot.waitUntil(lambda: "empty" in editor.editors[0]._hints["claim"][0].text(), timeout=10_000)
    assert studio.currentWidget() is editor, "what cannot be kept is not lost without a word"
    editor._leave()
