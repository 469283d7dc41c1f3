"""Mouse, keys, boxes, pins and full screen."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.films import SIZE
from tests.ui.watching import LONG, both_live, open_files, settled
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip, CommentPin


def test_keys_play_loop_choose_a_mode_and_move_the_edge(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.2)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    stage = player.stage
    QTest.keyClick(stage, Qt.Key.Key_Space)
    assert player.transport.playing
    QTest.keyClick(stage, Qt.Key.Key_Space)
    assert not player.transport.playing
    QTest.keyClick(stage, Qt.Key.Key_L)
    assert player.transport.loop
    QTest.keyClick(stage.handle, Qt.Key.Key_Right)
    assert stage.edge > 0.5
    QTest.keyClick(stage, Qt.Key.Key_1)
    assert (stage.effective_mode, player.controls.mode.choice) == ("pair", "pair")
    assert len(stage.visible_sides()) == 2
    QTest.keyClick(stage, Qt.Key.Key_B)
    assert not stage.boxes_shown


def test_the_edge_follows_the_mouse(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    stage = player.stage
    picture = stage.pictures()["after"]
    grip = QPoint(picture.center().x(), picture.top() + 5)
    QTest.mousePress(stage, Qt.MouseButton.LeftButton, pos=grip)
    QTest.mouseMove(stage, QPoint(picture.x() + picture.width() // 4, grip.y()))
    QTest.mouseRelease(stage, Qt.MouseButton.LeftButton)
    assert stage.edge == pytest.approx(0.25, abs=0.02)


def test_boxes_tell_what_was_found_and_answer_to_a_click(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=1.5)
    player.set_mode("pair")
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    middle = player.stage.pictures()["before"].center()
    assert player.stage.words_at(QPointF(middle)) == "Error: Title leaves the frame"
    with qtbot.waitSignal(player.box_activated) as sent:
        QTest.mouseClick(player.stage, Qt.MouseButton.LeftButton, pos=middle)
    assert sent.args == ["before", 0]
    player.show_boxes(False)
    assert player.stage.words_at(QPointF(middle)) == ""
    player.show_boxes(True)
    player.seek(0.2)
    assert player.stage.words_at(QPointF(middle)) == ""


def test_a_double_click_asks_for_a_comment_at_its_moment_and_place(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    picture = player.stage.pictures()["after"]
    place = QPoint(picture.x() + picture.width() * 3 // 4, picture.y() + picture.height() // 4)
    with qtbot.waitSignal(player.comment_requested) as sent:
        QTest.mouseDClick(player.stage, Qt.MouseButton.LeftButton, pos=place)
    side, seconds, x, y = sent.args
    assert side == "after"
    assert seconds == pytest.approx(0.6)
    assert (x, y) == (pytest.approx(0.75, abs=0.01), pytest.approx(0.25, abs=0.01))


def test_a_pin_is_found_at_its_moment_only(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    player.set_comments([CommentPin("a7", 0.6, 0.75, 0.25, "Larger, please")])
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    picture = player.stage.pictures()["after"]
    place = QPoint(picture.x() + picture.width() * 3 // 4, picture.y() + picture.height() // 4)
    assert player.stage.words_at(QPointF(place)) == "Larger, please"
    with qtbot.waitSignal(player.pin_activated) as sent:
        QTest.mouseClick(player.stage, Qt.MouseButton.LeftButton, pos=place)
    assert sent.args == ["a7"]
    player.seek(1.8)
    assert player.stage.pin_at(QPointF(place)) is None


def test_full_screen_takes_the_picture_and_gives_it_back(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    QTest.keyClick(player.stage, Qt.Key.Key_F)
    window = player.stage.window()
    assert window is not player.window()
    assert window.isFullScreen()
    QTest.keyClick(player.stage, Qt.Key.Key_Escape)
    assert player.stage.window() is player.window()
    assert both_live(player)


def test_the_slider_seeks_and_says_where_it_is(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.0)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    scrub = player.controls.scrub
    QTest.mouseClick(
        scrub, Qt.MouseButton.LeftButton, pos=QPoint(scrub.width() // 2, scrub.height() // 2)
    )
    assert player.position == pytest.approx(LONG / 2, abs=0.05)
    qtbot.waitUntil(lambda: settled(player, LONG / 2), timeout=30_000)
    QTest.keyClick(scrub, Qt.Key.Key_Right)
    assert player.position == pytest.approx(LONG / 2 + 0.1, abs=0.05)
    assert "of 0:02.0" in scrub.accessibleDescription()


def test_what_is_copied_is_the_whole_picture(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    player.stage.copy("before")
    copied = QGuiApplication.clipboard().image()
    assert (copied.width(), copied.height()) == SIZE


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    named: list[tuple[QWidget, str]] = [
        (button, button.accessibleName() or button.text())
        for button in player.findChildren(QAbstractButton)
    ]
    named += [(s, s.accessibleName()) for s in player.findChildren(QAbstractSlider)]
    shown = [(widget, name) for widget, name in named if widget.isVisible()]
    assert len(shown) > 10
    for widget, name in shown:
        assert name, widget
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, widget


def test_leaving_the_view_in_full_screen_brings_the_picture_home(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    player.toggle_full_screen()
    assert player.stage.window() is not player.window()
    player.hide()
    assert player.stage.window() is player.window()
    qtbot.waitUntil(lambda: not open_files(), timeout=30_000)
