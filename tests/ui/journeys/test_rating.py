"""Rating the versions of a scene: the first one blind, then any; what was said stays in sight."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.editing.comments import Comments
from app.editing.ratings import SCALES, Rating, Ratings
from app.run_view.values import IterationView
from pipeline.run.folder import RunFolder
from tests.ui.journeys.waiting import wait_until_finished
from ui.views.rating.form import RatingForm
from ui.views.rating.values import RatingDraft
from ui.views.studio.rating_desk import next_place
from ui.views.studio.room import StudioRoom


@pytest.fixture
def revised(studio: StudioRoom, qtbot: QtBot) -> Path:
    """A finished run whose only scene was revised; returns its folder."""
    page = studio.new_page
    page.options.scenes.setValue(1)
    page.options.memory.choose("off")
    qtbot.waitUntil(page._start.isEnabled, timeout=20_000)
    page._start.click()
    folder = wait_until_finished(studio, qtbot).folder
    assert studio.controller.scene is not None
    assert len(studio.controller.scene.rendered) > 1
    return folder


def opened(studio: StudioRoom, qtbot: QtBot, act: Callable[[], object]) -> RatingForm:
    """The form that comes after `act`."""
    before = studio.rating_page.form
    act()
    page = studio.rating_page
    qtbot.waitUntil(lambda: page.form is not None and page.form is not before, timeout=20_000)
    assert page.form is not None
    return page.form


def test_the_first_version_is_rated_first_then_any_other_and_the_form_comes_back_filled(
    studio: StudioRoom, revised: Path, qtbot: QtBot
) -> None:
    scene, page = studio.controller.scene, studio.rating_page
    assert scene is not None
    first, second = scene.rendered[0].t, scene.rendered[1].t
    form = opened(studio, qtbot, studio.rate)
    assert page._place == (scene.scene_id, first)
    assert page.versions.currentText() == "Video A"
    assert not page.versions.isEnabled()
    form.saved.emit(RatingDraft(True, dict.fromkeys(SCALES, 4), (), "Clear.", 12.0))
    ratings = Ratings(RunFolder(revised))
    qtbot.waitUntil(lambda: (scene.scene_id, first) in ratings.all(), timeout=10_000)
    timeline = studio.run_page.timeline
    qtbot.waitUntil(lambda: "usable, 4.0" in timeline._cards[0]._below.text(), timeout=10_000)

    opened(studio, qtbot, studio.rate)
    assert page._place == (scene.scene_id, second), "the next one without a rating"
    assert page.versions.isEnabled()
    again = opened(studio, qtbot, lambda: page.versions.activated.emit(0))
    assert page._place == (scene.scene_id, first)
    assert again.questionnaire.draft().comment == "Clear."
    assert set(again.questionnaire.draft().scales.values()) == {4}
    assert not again.unsaved
    again.questionnaire.answer_usable(False)
    assert again.unsaved
    assert not page.versions.isEnabled(), "answers are not thrown away by choosing"
    again.try_to_save()
    qtbot.waitUntil(lambda: "not usable" in timeline._cards[0]._below.text(), timeout=10_000)
    assert len(ratings.of(scene.scene_id, first)) == 2
    studio.controller.choose(after=first)
    told = studio.run_page.review._rated
    qtbot.waitUntil(lambda: told.text() == "You: not usable, 4.0 of 5", timeout=10_000)


def test_a_deleted_comment_is_brought_back(studio: StudioRoom, revised: Path, qtbot: QtBot) -> None:
    page, comments = studio.run_page, Comments(RunFolder(revised))
    qtbot.waitUntil(lambda: studio.controller.pair_files is not None, timeout=20_000)
    page.side.comments.added.emit("after", 2.0, 0.25, 0.75, "Too early.")
    qtbot.waitUntil(lambda: len(comments.all()) == 1, timeout=10_000)
    (kept,) = comments.all()
    page.side.comments.deleted.emit(kept.id)
    qtbot.waitUntil(lambda: page.notice.words == "The comment is deleted.", timeout=10_000)
    assert comments.all() == ()
    page.notice._action.click()
    qtbot.waitUntil(lambda: comments.all() == (kept,), timeout=10_000)


def test_where_all_are_rated_the_version_on_show_comes_back() -> None:
    versions = tuple(IterationView(t, Path(), ok=True) for t in (0, 2, 3))
    rated = Rating(usable=True, **dict.fromkeys(SCALES, 3))
    assert next_place(versions, (None, None, None), 3) == 0
    assert next_place(versions, (rated, None, None), 3) == 1
    assert next_place(versions, (rated, rated, rated), 3) == 2
    assert next_place(versions, (rated, rated, rated), 1) == 0
