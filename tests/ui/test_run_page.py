"""What the page of a run shows, and what it shows no more."""

import shutil
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.editing.made import data, make_run
from tests.loop.scripted import program
from tests.ui.run_pages import WAIT_MS, open_run, shown_page
from ui.theme.appearance import Appearance
from ui.views.player.keyframe_cell import KeyframeCell
from ui.views.studio.review_panel import RecordCard
from ui.views.studio.run_page import RunPage


def keyframes(page: RunPage) -> list[KeyframeCell]:
    return [c for c in page.picture.keyframes.findChildren(KeyframeCell) if c.isEnabled()]


def words_of(page: RunPage) -> str:
    return "\n".join(part.text() for part in page.findChildren(QLabel) if part.isVisibleTo(page))


def test_nothing_of_the_run_before_stays_when_another_one_is_opened(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    waiting = paths.runs / "20260301-000000-cccc"
    waiting.mkdir()
    with shown_page(paths, appearance, qtbot) as page:
        open_run(page, run.root, qtbot)
        assert keyframes(page)
        page.controller.open(waiting)
        assert page.code.diff.program == ""
        assert keyframes(page) == []
        assert page.storyboard.cards == ()
        page.code.edit()
        assert page.code._stack.currentWidget() is page.code.diff, "nothing there to be edited"
        qtbot.waitUntil(lambda: page.controller.view is not None, timeout=WAIT_MS)
        assert page.code.diff.program == ""
        assert "Swing" not in words_of(page)


def test_the_whole_animation_has_a_card_and_the_room_for_itself(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    with shown_page(paths, appearance, qtbot) as page:
        open_run(page, run.root, qtbot)
        assert page.storyboard.whole.isVisibleTo(page)
        qtbot.mouseClick(page.storyboard.whole, Qt.MouseButton.LeftButton)
        clip = page.picture.player.transport.tracks["after"].clip
        assert clip is not None
        assert clip.video == run.root / "animation.mp4"
        whole = page.storyboard.whole
        qtbot.waitUntil(lambda: whole.property("chosen") == "true", timeout=WAIT_MS)
        with qtbot.waitSignal(page.storyboard.play_requested):
            QTest.keyClick(page.storyboard.whole, Qt.Key.Key_Space)  # it is chosen: play
        assert page.picture.player.position <= 4, "a film does not seem to begin in its middle"
        assert not page.timeline.isVisibleTo(page)
        assert not page.below.isVisibleTo(page)
        joined = run.root / "animation-anew.mp4"
        shutil.copy(run.root / "animation.mp4", joined)
        assert page.controller.view is not None
        page.controller.view.video = joined.name
        page.controller.run_changed.emit()
        qtbot.waitUntil(lambda: page.picture.shows(joined), timeout=WAIT_MS)
        assert page.picture.shows(joined), "the film on show is the one of now"
        page.storyboard.cards[0].chosen.emit("s1")
        qtbot.waitUntil(lambda: page.below.isVisibleTo(page), timeout=WAIT_MS)
        assert bool(page.code.diff.program)


def test_an_edit_belongs_to_its_scene_and_waits_there(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    scenes = {"Swing": [program("u=95")], "Period": [program("u=96", "Period")]}
    run, _ = make_run(paths, scenes)
    other, _ = make_run(paths, {"Swing": [program("u=95")]}, run="20260102-000000-bbbb")
    with shown_page(paths, appearance, qtbot) as page:
        code = page.code

        def editing() -> bool:
            return code._stack.currentWidget() is code.editor

        def shows(scene: str) -> None:
            page.controller.choose_scene(scene)
            qtbot.waitUntil(lambda: code._place == (str(run.root), scene), timeout=WAIT_MS)

        open_run(page, run.root, qtbot)
        shows("s1")
        qtbot.waitUntil(lambda: bool(code.diff.program), timeout=WAIT_MS)
        code.edit()
        mine = code.editor.program + "\n# By the teacher.\n"
        code.editor.field.setPlainText(mine)
        shows("s2")
        assert not editing(), "what is rendered now would go to another scene"
        shows("s1")
        assert editing()
        assert code.editor.program == mine
        open_run(page, other.root, qtbot)
        assert not editing()
        open_run(page, run.root, qtbot)
        shows("s1")
        qtbot.waitUntil(editing, timeout=WAIT_MS)
        assert code.editor.program == mine
        with qtbot.waitSignal(code.render_requested) as asked:
            code.editor.submit_button.click()
        assert asked.args == [0, mine]


def test_an_upright_picture_has_the_height_of_the_keyframes_too(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    with shown_page(paths, appearance, qtbot) as page:
        open_run(page, run.root, qtbot)
        stage, controller = page.picture.player.stage, page.controller
        qtbot.waitUntil(lambda: stage.height() > 100, timeout=WAIT_MS)
        before = stage.height()
        settings = controller.files.settings
        upright = settings.render.model_copy(update={"aspect": "9:16"})
        controller.files = replace(
            controller.files, settings=settings.model_copy(update={"render": upright})
        )
        controller.files_changed.emit()
        qtbot.waitUntil(lambda: stage.height() > before + 60, timeout=WAIT_MS)


def test_two_videos_have_at_least_520_pixels_each_in_the_usual_window(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=70"), program("u=95", note="again")]})
    with shown_page(paths, appearance, qtbot) as page:
        open_run(page, run.root, qtbot)
        page.picture.player.set_mode("pair")
        assert page.controller.pair.before is not None
        stage = page.picture.player.stage
        qtbot.waitUntil(lambda: len(stage.pictures()) == 2, timeout=WAIT_MS)
        assert (stage.width() - 6) // 2 >= 520
        assert stage.height() >= 520 * 9 // 16 + 26


def test_records_of_a_run_without_a_known_similarity_have_a_dash(
    appearance: Appearance, qtbot: QtBot
) -> None:
    card = RecordCard(7, "M+", None, "Stage the arcs.", ())
    qtbot.addWidget(card)
    assert any(part.text() == "similarity –" for part in card.findChildren(QLabel))
