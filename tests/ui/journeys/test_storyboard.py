"""The storyboard in a person's hands: approved after an edit, and one scene made anew later."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.coverage import coverage
from app.editing.storyboard import DRAFT, draft, is_approved, load
from app.run_view.values import SceneView
from pipeline.run.folder import RunFolder
from pipeline.schema.storyboard import Storyboard
from tests.ui.journeys.waiting import RUN_MS, wait_until_finished
from ui.views.player.track import Track
from ui.views.storyboard.dragging import Grip
from ui.views.storyboard.editor import StoryboardEditor
from ui.views.studio.pairing import Pair
from ui.views.studio.room import StudioRoom
from ui.views.studio.storyboard_panel import SceneCard
from ui.window.session import Session

SECTION = """# Cooling

A hot body in a cold room cools. Its temperature falls by the law $T' = -k\\,(T - T_0)$.
The rate is proportional to the difference between the body and the room.
After 10 minutes the tea has 60 degrees, after 20 minutes it has 45 degrees.
"""
CLAIM = "A cup of tea cools fast first and slowly later."
LATER = "The difference to the room halves in equal times."


def _plan(studio: StudioRoom, qtbot: QtBot) -> None:
    """Have the section in the form planned; the run waits for approval then."""
    page, controller = studio.new_page, studio.controller
    page.options.approve.setChecked(True)
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    qtbot.waitUntil(
        lambda: controller.view is not None and controller.view.state == "paused", timeout=60_000
    )


def test_what_a_person_wrote_on_a_card_is_what_the_scene_says(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page, controller = studio.new_page, studio.controller
    page.show_section(SECTION)
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    _plan(studio, qtbot)
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
    editor._ask_to_leave()
    qtbot.waitUntil(lambda: studio.currentWidget() is studio.run_page, timeout=10_000)
    studio.edit_storyboard()
    qtbot.waitUntil(
        lambda: [e.name.text() for e in editor.editors] == ["CoolingHalves"], timeout=10_000
    )
    card = editor.editors[0]
    assert card._remake.isEnabled(), "what was written on a card waits for its writer"
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
    told = coverage(task, (controller.files.specs[again.scene_id],))
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

    def shows(track: Track, scene: SceneView) -> bool:
        video = scene.iterations[scene.shown or 0].folder / "render.mp4"
        return track.clip is not None and track.clip.video == video

    qtbot.waitUntil(
        lambda: shows(tracks["before"], first) and shows(tracks["after"], again), timeout=20_000
    )
    assert page.picture.player.stage.compares
    clip = tracks["before"].clip
    assert clip is not None
    assert clip.title == f"old v{first.shown} before"
    qtbot.waitUntil(
        lambda: [c.property("chosen") for c in page.timeline._old] == ["true"], timeout=10_000
    )
    assert page.code.diff.header.versions.text().startswith(f"old v{first.shown} → ")


def test_a_removed_card_comes_back_and_leaving_keeps_what_was_written(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page = studio.new_page
    page.show_section(SECTION)
    page.options.memory.choose("off")
    _plan(studio, qtbot)
    editor = studio.storyboard_editor
    qtbot.waitUntil(lambda: studio.currentWidget() is editor, timeout=20_000)
    qtbot.waitUntil(lambda: bool(editor.editors), timeout=10_000)
    before = editor.cards
    editor.list.append()
    assert len(editor.cards) == len(before) + 1
    editor.list.remove(len(before))
    assert editor.cards == before
    editor.list.remove(0)
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


@pytest.fixture
def planned(studio: StudioRoom, qtbot: QtBot) -> StoryboardEditor:
    """The editor over three planned cards that wait for approval."""
    page = studio.new_page
    page.show_section(SECTION * 3)
    page.options.memory.choose("off")
    _plan(studio, qtbot)
    editor = studio.storyboard_editor
    qtbot.waitUntil(lambda: studio.currentWidget() is editor, timeout=20_000)
    qtbot.waitUntil(lambda: bool(editor.editors), timeout=10_000)
    while len(editor.editors) < 3:
        editor.list.append()
    for number, card in enumerate(editor.editors):
        card.name.setText(f"Card{number}")
    window = editor.window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5_000)
    return editor


def names(editor: StoryboardEditor) -> list[str]:
    return [card.name for card in editor.cards]


def test_cards_that_were_removed_come_back_one_by_one_and_later_edits_stay(
    planned: StoryboardEditor, qtbot: QtBot
) -> None:
    planned.list.remove(1)
    planned.list.remove(1)
    assert names(planned) == ["Card0"]
    assert "Card2" in planned.notice.words
    planned.editors[0].texts["takeaway"].setPlainText(LATER)
    planned.editors[0].grip.setFocus()
    QTest.keyClick(planned.editors[0].grip, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert names(planned) == ["Card0", "Card2"]
    assert "Card1" in planned.notice.words
    planned.notice._action.click()
    assert names(planned) == ["Card0", "Card1", "Card2"]
    assert planned.cards[0].takeaway == LATER, "what was written after the removal stays"
    assert planned.notice.isHidden()


def _drag(grip: Grip, onto: QWidget, share: float, *, let_go: bool = True) -> None:
    """Pull a grip to a place in another card, in shares of its height from its top."""
    at = QPoint(grip.width() // 2, grip.height() // 2)
    there = onto.mapToGlobal(QPoint(at.x(), round(onto.height() * share)))
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(grip, at + QPoint(0, 15))
    QTest.mouseMove(grip, grip.mapFromGlobal(there))
    if let_go:
        QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=grip.mapFromGlobal(there))


def test_a_card_is_dragged_to_another_place(
    planned: StoryboardEditor, session: Session, qtbot: QtBot
) -> None:
    session.window.resize(1100, 1000)
    qtbot.wait(80)
    line = planned.list._drag
    first, last = planned.editors[0], planned.editors[2]
    _drag(first.grip, last, 0.9, let_go=False)
    assert line.isVisible()
    assert line.gap == 3
    assert line.y() > last.geometry().bottom() - 2
    there = last.mapToGlobal(QPoint(10, round(last.height() * 0.9)))
    QTest.mouseRelease(first.grip, Qt.MouseButton.LeftButton, pos=first.grip.mapFromGlobal(there))
    qtbot.waitUntil(lambda: names(planned) == ["Card1", "Card2", "Card0"], timeout=5_000)
    assert line.isHidden()
    assert session.window.focusWidget() is planned.editors[2].grip, "the focus goes with the card"
    qtbot.wait(80)
    _drag(planned.editors[2].grip, planned.editors[0], 0.1)
    qtbot.waitUntil(lambda: names(planned) == ["Card0", "Card1", "Card2"], timeout=5_000)
    qtbot.wait(80)
    _drag(planned.editors[1].grip, planned.editors[1], 0.9)
    qtbot.wait(80)
    assert names(planned) == ["Card0", "Card1", "Card2"], "put down where it was"
    _drag(planned.editors[0].grip, planned.editors[2], 0.9, let_go=False)
    QTest.keyClick(planned.editors[0].grip, Qt.Key.Key_Escape)
    QTest.mouseRelease(planned.editors[0].grip, Qt.MouseButton.LeftButton)
    qtbot.wait(80)
    assert names(planned) == ["Card0", "Card1", "Card2"], "Esc gives it up"
    assert line.isHidden()


def test_a_card_is_moved_with_the_keyboard_from_its_grip_and_from_its_fields(
    planned: StoryboardEditor,
) -> None:
    planned.editors[0].grip.setFocus()
    QTest.keyClick(planned.editors[0].grip, Qt.Key.Key_Down)
    QTest.keyClick(planned.editors[1].grip, Qt.Key.Key_Down)
    assert names(planned) == ["Card1", "Card2", "Card0"]
    assert planned.editors[2].grip.hasFocus()
    QTest.keyClick(planned.editors[2].grip, Qt.Key.Key_Down)
    assert names(planned) == ["Card1", "Card2", "Card0"], "there is no place below the last"
    planned.editors[2].texts["claim"].setFocus()
    QTest.keyClick(
        planned.editors[2].texts["claim"], Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier
    )
    assert names(planned) == ["Card1", "Card0", "Card2"]
    assert planned.editors[1].first_field().hasFocus()


def test_edits_survive_a_kill_as_a_draft_that_is_not_approved(
    planned: StoryboardEditor, studio: StudioRoom, qtbot: QtBot
) -> None:
    view = studio.controller.view
    assert view is not None
    folder = RunFolder(view.folder)
    kept = load(folder)
    planned.editors[0].texts["claim"].setPlainText("")
    planned.list.move_card(2, 0)
    wanted = planned.cards
    qtbot.waitUntil(lambda: draft(folder) == wanted, timeout=10_000)
    assert load(folder) == kept, "nothing is approved, and nothing is made from it"
    assert not is_approved(folder)
    # The window that was killed left the files; a new one opens the run.
    studio.open_run(view.folder)
    qtbot.waitUntil(lambda: studio.controller.view is not None, timeout=10_000)
    studio.run_page.approve_requested.emit()
    qtbot.waitUntil(lambda: studio.currentWidget() is planned, timeout=10_000)
    qtbot.waitUntil(lambda: planned.cards == wanted, timeout=10_000)
    assert not is_approved(folder), "what would leave the changes out is not approved unseen"
    assert "as you left them" in planned.notice.words
    planned.notice._action.click()
    assert planned.cards == kept
    qtbot.waitUntil(lambda: draft(folder) is None, timeout=10_000)
    planned.notice._action.click()
    assert planned.cards == wanted, "discarding can be undone"
    qtbot.waitUntil(lambda: draft(folder) == wanted, timeout=10_000)


def test_a_draft_is_written_when_another_room_is_entered_and_ends_with_approval(
    planned: StoryboardEditor, session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    view = studio.controller.view
    assert view is not None
    folder = RunFolder(view.folder)
    planned.drafts._pause.setInterval(60_000)
    planned.editors[0].texts["takeaway"].setPlainText(LATER)
    session.window.enter("library")
    qtbot.waitUntil(lambda: (folder.file(DRAFT)).exists(), timeout=10_000)
    session.window.enter("studio")
    for number, card in enumerate(planned.editors):
        for text in card.texts.values():
            text.setPlainText(text.toPlainText() or f"Sentence {number}.")
    planned._ask_to_leave()
    qtbot.waitUntil(lambda: studio.currentWidget() is studio.run_page, timeout=10_000)
    assert not folder.file(DRAFT).exists()
    assert load(folder)[0].takeaway == LATER
