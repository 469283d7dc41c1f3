"""A person's own rating: blind, complete by keyboard, never lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.films import BOX, clip
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.values import BoxMark
from ui.views.rating.form import RatingForm
from ui.views.rating.scale_row import ScaleRow
from ui.views.rating.values import Questions, RatingDraft, Scale

QUESTIONS = Questions(
    "Could you use it?",
    "A major repair means to plan anew.",
    ("very poor", "very good"),
    tuple(Scale(key, key.title(), f"How is its {key}?") for key in ("a", "b", "c", "d", "e")),
    (("cropped", "Something is cut off."), ("other", "Something else.")),
)


@pytest.fixture
def form(qtbot: QtBot, appearance: Appearance, tmp_path: Path) -> Iterator[RatingForm]:
    bridge = Bridge()
    mark = BoxMark(0, 2, BOX, "error", "Title leaves the frame")
    made = RatingForm(
        appearance, bridge, QUESTIONS, clip(tmp_path, "AllPairs", boxes=(mark,)), "All about it."
    )
    made.resize(1000, 640)
    made.show()
    made.activateWindow()
    yield made
    made.close()
    made.deleteLater()
    bridge.close()


def answer_all(form: RatingForm) -> None:
    form.questionnaire.answer_usable(True)
    for number, scale in enumerate(form.questionnaire.scales, 1):
        scale.choose(number)


def test_a_complete_rating_is_handed_over(qtbot: QtBot, form: RatingForm) -> None:
    answer_all(form)
    form.questionnaire.flags["cropped"].setChecked(True)
    form.questionnaire.comment.setPlainText(" good ")
    with qtbot.waitSignal(form.saved) as sent:
        QTest.mouseClick(form.save, Qt.MouseButton.LeftButton)
    draft = sent.args[0]
    assert isinstance(draft, RatingDraft)
    assert draft.usable
    assert dict(draft.scales) == {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}
    assert (draft.flags, draft.comment) == (("cropped",), "good")
    assert draft.values()["c"] == 3


def test_nothing_is_answered_beforehand_and_what_is_missing_is_named(
    qtbot: QtBot, form: RatingForm
) -> None:
    assert form.questionnaire.answered == (0, 6)
    with qtbot.assertNotEmitted(form.saved):
        form.try_to_save()
    assert "use it" in form.message.text()
    form.questionnaire.answer_usable(False)
    with qtbot.assertNotEmitted(form.saved):
        form.try_to_save()
    assert "\u201cA\u201d" in form.message.text()


def test_another_fault_has_to_be_described(qtbot: QtBot, form: RatingForm) -> None:
    answer_all(form)
    form.questionnaire.flags["other"].setChecked(True)
    with qtbot.assertNotEmitted(form.saved):
        form.try_to_save()
    assert "comment" in form.message.text()
    form.questionnaire.comment.setPlainText("The sound of it")
    with qtbot.waitSignal(form.saved):
        form.try_to_save()


def test_it_can_be_filled_in_and_saved_by_keyboard(qtbot: QtBot, form: RatingForm) -> None:
    first = form.questionnaire.first_field()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)

    def focus() -> QWidget:
        found = form.window().focusWidget()
        assert found is not None
        return found

    for digit in "54321":
        for _ in range(12):
            QTest.keyClick(focus(), Qt.Key.Key_Tab)
            row = scale_of(focus())
            if row is not None and row.value is None:
                break
        QTest.keyClicks(focus(), digit)
    assert form.questionnaire.answered == (6, 6)
    with qtbot.waitSignal(form.saved) as sent:
        QTest.keyClick(focus(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert list(sent.args[0].scales.values()) == [5, 4, 3, 2, 1]


def scale_of(widget: QWidget | None) -> ScaleRow | None:
    """The scale that a button belongs to."""
    while widget is not None and not isinstance(widget, ScaleRow):
        widget = widget.parentWidget()
    return widget


def test_answers_are_not_thrown_away_unasked(qtbot: QtBot, form: RatingForm) -> None:
    answer_all(form)
    with qtbot.assertNotEmitted(form.cancelled):
        QTest.keyClick(form, Qt.Key.Key_Escape)
    assert form.discard.isVisible()
    form.cancel.click()
    assert not form.discard.isVisible()
    assert form.questionnaire.answered == (6, 6)
    QTest.keyClick(form, Qt.Key.Key_Escape)
    with qtbot.waitSignal(form.cancelled):
        form.discard.click()


def test_an_empty_form_is_left_at_once(qtbot: QtBot, form: RatingForm) -> None:
    with qtbot.waitSignal(form.cancelled):
        QTest.keyClick(form, Qt.Key.Key_Escape)


def test_a_rating_that_could_not_be_kept_can_be_saved_again(qtbot: QtBot, form: RatingForm) -> None:
    answer_all(form)
    form.try_to_save()
    form.show_problem("The disk is full. Make room and save again.")
    assert form.message.text().startswith("The disk is full")
    with qtbot.waitSignal(form.saved):
        form.save.click()


def test_the_form_is_blind(qtbot: QtBot, form: RatingForm) -> None:
    qtbot.waitUntil(lambda: form.player.transport.tracks["after"].live, timeout=30_000)
    shown = form.player.transport.tracks["after"].clip
    assert shown is not None
    assert shown.boxes == ()
    words = " ".join(label.text() for label in form.findChildren(QLabel))
    assert "Title leaves the frame" not in words
    assert not form.player.controls.mode.isVisible()
    assert QUESTIONS.major_repair in words


def test_a_telling_frame_stands_there_until_play_begins_at_the_front(
    qtbot: QtBot, form: RatingForm
) -> None:
    player = form.player
    qtbot.waitUntil(lambda: all(t.live for t in player.transport.tracks.values() if t.clip),
                    timeout=10_000)  # fmt: skip
    last = player.transport.tracks["after"].clip
    assert last is not None
    assert player.position == last.keyframes[-1][1], "a settled moment, not the empty first frame"
    picture = player.transport.tracks["after"].image()
    assert picture is not None
    assert picture.pixelColor(picture.width() // 2, picture.height() - 8).lightness() > 200
    moments: list[float] = []
    player.position_changed.connect(moments.append)
    player.controls.play.click()
    assert moments[0] == 0.0
    player.transport.pause()
    player.seek(1.0)
    player.controls.play.click()
    assert player.position == 1.0, "a moment that the person chose is where it goes on"
    player.transport.pause()
