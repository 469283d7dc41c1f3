"""Comments beside the player."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from ui.theme.appearance import Appearance
from ui.views.player.comments import CommentList
from ui.views.player.values import CommentPin

PINS = (
    CommentPin("a", 1.5, 0.5, 0.5, "Larger, please"),
    CommentPin("b", 3.0, None, None, "Slower", resolved=True),
    CommentPin("c", 4.0, 0.1, 0.2, "Another colour"),
)


@pytest.fixture
def comments(qtbot: QtBot, appearance: Appearance) -> Iterator[CommentList]:
    made = CommentList(appearance)
    made.resize(300, 600)
    made.show()
    made.set_comments(PINS)
    yield made
    made.close()
    made.deleteLater()


def press(comments: CommentList, words: str) -> None:
    """Click the button that is called so; of several the first."""
    for found in comments.findChildren(QAbstractButton):
        if words in (found.accessibleName() or found.text()) and found.isVisible():
            QTest.mouseClick(found, Qt.MouseButton.LeftButton)
            return
    raise AssertionError(f"no button {words!r}")


def test_choosing_a_comment_jumps_to_its_moment(qtbot: QtBot, comments: CommentList) -> None:
    with qtbot.waitSignal(comments.jump) as sent:
        press(comments, "Show comment 3")
    assert sent.args == [4.0]


def test_a_new_comment_carries_its_moment_and_place(qtbot: QtBot, comments: CommentList) -> None:
    comments.begin_new("after", 2.5, 0.25, 0.75, "v1")
    assert not comments.field.save.isEnabled()
    QTest.keyClicks(comments.field.edit, "Move it up")
    with qtbot.waitSignal(comments.added) as sent:
        QTest.keyClick(comments.field.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent.args == ["after", 2.5, 0.25, 0.75, "Move it up"]
    assert not comments.field.isVisible()


def test_escape_leaves_a_new_comment(qtbot: QtBot, comments: CommentList) -> None:
    comments.begin_new("before", 2.5, 0.25, 0.75)
    with qtbot.assertNotEmitted(comments.added):
        QTest.keyClick(comments.field.edit, Qt.Key.Key_Escape)
    assert not comments.field.isVisible()


def test_a_comment_is_edited_in_its_place(qtbot: QtBot, comments: CommentList) -> None:
    press(comments, "Edit comment 1")
    edit = comments.window().focusWidget()
    assert edit is not None
    QTest.keyClicks(edit, "Much larger")
    with qtbot.waitSignal(comments.edited) as sent:
        press(comments, "Save")
    assert sent.args == ["a", "Much larger"]


def test_what_is_being_written_outlives_a_change_of_the_list(comments: CommentList) -> None:
    press(comments, "Edit comment 1")
    edit = comments.window().focusWidget()
    assert edit is not None
    QTest.keyClicks(edit, "Half a sent")
    comments.set_comments((*PINS, CommentPin("d", 5.0, 0.1, 0.1, "One more")))
    assert comments.unsaved() == {"a": "Half a sent"}


def test_resolving_reopening_and_deleting_are_asked_for(
    qtbot: QtBot, comments: CommentList
) -> None:
    with qtbot.waitSignal(comments.resolved) as sent:
        press(comments, "Resolve comment 1")
    assert sent.args == ["a", True]
    with qtbot.waitSignal(comments.resolved) as sent:
        press(comments, "Reopen comment 2")
    assert sent.args == ["b", False]
    with qtbot.waitSignal(comments.deleted) as sent:
        press(comments, "Delete comment 3")
    assert sent.args == ["c"]


def test_one_or_all_open_comments_go_to_the_reviser(qtbot: QtBot, comments: CommentList) -> None:
    with qtbot.waitSignal(comments.send_requested) as sent:
        press(comments, "Send to the reviser")
    assert sent.args == [["a"]]
    with qtbot.waitSignal(comments.send_requested) as sent:
        press(comments, "Send all open")
    assert sent.args == [["a", "c"]]


def test_where_the_reviser_cannot_be_asked_the_button_says_why(comments: CommentList) -> None:
    comments.set_comments(PINS, cannot_send="The run is still working")
    send = [b for b in comments.findChildren(QAbstractButton) if "reviser" in b.text()]
    assert send
    assert all(not b.isEnabled() for b in send if b.isVisible())
    assert all(b.toolTip() == "The run is still working" for b in send if b.isVisible())


def test_a_text_that_is_too_long_is_not_saved(qtbot: QtBot, comments: CommentList) -> None:
    comments.begin_new("after", 2.5, 0.25, 0.75)
    comments.field.edit.setPlainText("x" * 2001)
    with qtbot.assertNotEmitted(comments.added):
        comments.field.try_to_save()
    assert "2,001" in comments.field.problem.text()
