"""What a person does to a finished run, in a real window over a real offline run."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.editing.comments import Comments
from app.editing.human import render_by_hand
from app.editing.ratings import SCALES, Ratings
from app.run_state import locked_root
from pipeline.events import Event
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import EVENTS, RunFolder
from tests.ui.journeys.waiting import RUN_MS, wait_until_finished
from ui.views.rating.values import RatingDraft
from ui.views.studio.room import StudioRoom
from ui.window.session import Session

SECTION = """# Cooling

A hot body in a cold room cools. Its temperature falls by the law $T' = -k\\,(T - T_0)$.
The rate is proportional to the difference between the body and the room.
After 10 minutes the tea has 60 degrees, after 20 minutes it has 45 degrees.
"""


@pytest.fixture
def finished(studio: StudioRoom, qtbot: QtBot) -> Path:
    """A finished run of one scene, on show; returns its folder."""
    page = studio.new_page
    page.show_section(SECTION)
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page._start.click()
    return wait_until_finished(studio, qtbot).folder


def test_an_edit_becomes_a_version_that_can_be_put_into_the_animation(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    controller, page = studio.controller, studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=20_000)
    before = controller.pair.after
    assert before is not None
    page.code.edit()
    editor = page.code.editor
    program = editor.program
    assert "HOLD = " in program
    editor.field.setPlainText(program + "\n# A remark by the teacher.\n")
    qtbot.mouseClick(editor.submit_button, Qt.MouseButton.LeftButton)

    def made() -> bool:
        scene = controller.scene
        return scene is not None and any(i.loop == "human" and i.u for i in scene.iterations)

    qtbot.waitUntil(made, timeout=RUN_MS)
    qtbot.waitUntil(lambda: not studio.by_hand.work.at_work, timeout=20_000)
    scene = controller.scene
    assert scene is not None
    new = scene.iterations[-1].t
    assert (controller.pair.before, controller.pair.after) == (before, new)
    assert scene.shown == before, "the automatic choice stays until a person chooses"
    controller.choose(after=new)
    page.deliver_requested.emit(new)
    qtbot.waitUntil(lambda: scene.shown == new, timeout=60_000)
    assert scene.chosen
    assert scene.delivered == before
    qtbot.waitUntil(lambda: not studio.by_hand.work.at_work, timeout=20_000)


def test_a_program_that_is_refused_stays_in_the_editor(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    page = studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=20_000)
    page.code.edit()
    editor = page.code.editor
    editor.field.setPlainText("# only a remark\n" + editor.program)
    program = editor.program
    with locked_root(finished):
        qtbot.mouseClick(editor.submit_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "another process" in page.notice.words, timeout=20_000)
    assert page.code._stack.currentWidget() is editor
    assert editor.program == program


def test_a_program_that_is_no_python_makes_no_version(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    page = studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=20_000)
    scene = studio.controller.scene
    assert scene is not None
    versions = len(scene.iterations)
    page.code.edit()
    editor = page.code.editor
    editor.field.setPlainText("x = = 1\n" + editor.program)
    program = editor.program
    qtbot.mouseClick(editor.submit_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "not valid Python" in page.notice.words, timeout=20_000)
    assert page.notice.property("tone") == "bad"
    assert page.code._stack.currentWidget() is editor
    assert editor.program == program
    assert len(scene.iterations) == versions


def test_a_version_that_crashes_is_bad_news_and_stays_in_the_editor(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    page = studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=20_000)
    page.code.edit()
    editor = page.code.editor
    start, found, rest = editor.program.partition("def construct(self):\n")
    editor.field.setPlainText(f"{start}{found}        1 / 0\n{rest}")
    qtbot.mouseClick(editor.submit_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "does not render" in page.notice.words, timeout=RUN_MS)
    assert page.notice.property("tone") == "bad"
    assert page.code._stack.currentWidget() is editor
    scene = studio.controller.scene
    assert scene is not None
    assert studio.controller.pair.after == scene.iterations[-1].t


def test_the_picture_is_back_after_another_room_was_visited(
    session: Session, studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    track = studio.run_page.picture.player.transport.tracks["after"]
    qtbot.waitUntil(lambda: track.clip is not None, timeout=20_000)
    session.window.enter("library")
    assert track.clip is None, "videos are let go of"
    session.window.enter("studio")
    qtbot.waitUntil(lambda: track.image() is not None, timeout=20_000)


def test_a_comment_is_pinned_and_kept_with_the_run(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    page = studio.run_page
    qtbot.waitUntil(lambda: studio.controller.pair_files is not None, timeout=20_000)
    page.picture.comment_requested.emit("after", 2.0, 0.25, 0.75)
    assert page.side.tabs.choice == "comments"
    page.side.comments.added.emit("after", 2.0, 0.25, 0.75, "The formula comes too early.")
    folder = RunFolder(finished)
    qtbot.waitUntil(lambda: len(Comments(folder).all()) == 1, timeout=10_000)
    (comment,) = Comments(folder).all()
    assert (comment.seconds, comment.x, comment.y) == (2.0, 0.25, 0.75)
    qtbot.waitUntil(lambda: len(page.picture.player.stage.pins) == 1, timeout=10_000)


def test_a_comment_says_which_version_the_reviser_made_of_it(
    studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    page = studio.run_page
    qtbot.waitUntil(lambda: studio.controller.pair_files is not None, timeout=20_000)
    page.side.comments.added.emit("after", 2.0, 0.25, 0.75, "Make the title smaller.")
    qtbot.waitUntil(lambda: len(page.side.comments._items) == 1, timeout=10_000)
    page.side.comments.send_requested.emit(list(page.side.comments._items))

    def became() -> tuple[int, ...]:
        return next((item.pin.sent for item in page.side.comments._items.values()), ())

    qtbot.waitUntil(lambda: bool(became()), timeout=60_000)
    (item,) = page.side.comments._items.values()
    assert f"Became v{became()[0]}" in {part.text() for part in item.findChildren(QLabel)}


def test_a_rating_hides_what_the_machine_thinks_until_it_is_saved(
    session: Session, studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    studio.rate()
    qtbot.waitUntil(lambda: studio.rating_page.form is not None, timeout=20_000)
    assert studio.currentWidget() is studio.rating_page
    assert not studio.run_page.isVisible()
    form = studio.rating_page.form
    assert form is not None
    scene = studio.controller.scene
    assert scene is not None
    form.saved.emit(RatingDraft(True, dict.fromkeys(SCALES, 4), (), "Clear.", 12.0))
    ratings = Ratings(RunFolder(finished))
    first = scene.rendered[0].t
    qtbot.waitUntil(lambda: ratings.latest(scene.scene_id, first) is not None, timeout=10_000)
    assert studio.currentWidget() is studio.run_page


def test_the_library_lists_the_run_and_opens_it(
    session: Session, studio: StudioRoom, finished: Path, qtbot: QtBot
) -> None:
    studio.show_new_page()
    session.window.enter("library")
    library = session.assembly.library
    assert library is not None
    qtbot.waitUntil(lambda: library.model.rowCount() == 1, timeout=20_000)
    library.open_requested.emit(finished.name)
    assert session.window.room == "studio"
    assert studio.currentWidget() is studio.run_page
    qtbot.waitUntil(lambda: studio.controller.view is not None, timeout=10_000)


def test_an_edit_that_was_broken_off_is_finished_from_where_it_is_shown(
    studio: StudioRoom, session: Session, finished: Path, qtbot: QtBot
) -> None:
    controller, page = studio.controller, studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=20_000)
    scene, cancel = controller.scene, CancelToken()
    assert scene is not None
    assert scene.shown is not None

    def end(event: Event) -> None:
        if event.kind == "render_started":
            cancel.cancel()

    run, program = RunFolder(finished), page.code.diff.program + "\n# A remark.\n"
    with pytest.raises(CancelledError):
        render_by_hand(
            session.context.paths, run, scene.scene_id, scene.shown, program, cancel, end
        )
    log = run.file(EVENTS)
    lines = log.read_text("utf-8").splitlines(keepends=True)
    assert '"iteration_stopped"' in lines[-1]
    log.write_text("".join(lines[:-1]), "utf-8")  # a studio that is killed tells nothing
    new = scene.iterations[-1].t + 1
    assert page.review.take_up.isHidden()
    studio.open_run(finished, scene.scene_id, new)
    qtbot.waitUntil(lambda: controller.pair.after == new, timeout=20_000)
    qtbot.waitUntil(page.review.take_up.isVisible, timeout=10_000)

    def told() -> str:
        cards = page.timeline._cards
        return cards[-1].accessibleDescription() if cards else ""

    qtbot.waitUntil(lambda: "broken off" in told(), timeout=10_000)
    page.review.take_up.click()
    qtbot.waitUntil(
        lambda: getattr(controller.iteration(new), "u", None) is not None, timeout=RUN_MS
    )
    qtbot.waitUntil(lambda: not studio.by_hand.work.at_work, timeout=20_000)
    qtbot.waitUntil(page.review.take_up.isHidden, timeout=10_000)
    assert "is finished" in page.notice.words
    qtbot.waitUntil(lambda: bool(told()) and "broken off" not in told(), timeout=10_000)
    qtbot.waitUntil(lambda: page.picture.player.transport.tracks["after"].live, timeout=20_000)
