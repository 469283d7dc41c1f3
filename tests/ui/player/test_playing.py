"""Two videos side by side, played in step from real files."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from tests.ui.watching import GREEN, LONG, RED, SHORT, both_live, close_to, colour_at, settled
from ui.theme.appearance import Appearance
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip


def test_both_videos_are_painted_on_their_side_of_the_wipe(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    assert close_to(colour_at(player, 0.15, 0.2), RED)
    assert close_to(colour_at(player, 0.85, 0.2), GREEN)
    player.stage.set_edge(0.05)
    assert close_to(colour_at(player, 0.15, 0.2), GREEN)


def test_the_edge_of_the_wipe_follows_the_mouse(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    stage, handle = player.stage, player.stage.handle
    picture = stage.pictures()["after"]
    moves = QSignalSpy(stage.edge_moved)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    shares = (0.42, 0.3, 0.123, 0.777)
    for share in shares:
        aim = QPoint(picture.x() + round(share * picture.width()), handle.geometry().center().y())
        QTest.mouseMove(handle, handle.mapFrom(stage, aim))
        assert stage.edge == pytest.approx(share, abs=0.01)
        assert abs(handle.geometry().center().x() - aim.x()) <= 2
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)
    assert moves.count() <= 2 * len(shares)
    assert stage.edge == pytest.approx(shares[-1], abs=0.01)


def test_the_first_picture_is_a_full_one_and_playing_begins_at_the_front(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips)
    thirds = [clip.keyframes[:3][-1][1] for clip in clips]
    assert player.position == min(thirds)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    player.transport.play()
    assert player.position == 0.0


def test_another_pair_is_shown_at_the_same_moment(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    player.show_pair(clips[1], clips[0])
    assert player.position == pytest.approx(0.6)
    qtbot.waitUntil(lambda: settled(player, 0.6), timeout=30_000)
    assert close_to(colour_at(player, 0.15, 0.2), GREEN)


def test_the_shorter_video_holds_its_last_frame_until_the_longer_one_ends(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.5)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    player.transport.play()
    qtbot.waitUntil(lambda: not player.transport.playing, timeout=30_000)
    assert player.position == pytest.approx(LONG, abs=0.1)
    assert player.transport.tracks["before"].position > SHORT - 0.2
    assert close_to(colour_at(player, 0.15, 0.2), RED)


def test_a_loop_begins_again(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.set_loop(True)
    player.show_pair(*clips, at=1.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    seen: list[float] = []
    player.position_changed.connect(seen.append)
    player.transport.play()
    qtbot.waitUntil(lambda: any(s < 0.5 for s in seen), timeout=30_000)
    assert player.transport.playing
    player.transport.pause()


def test_a_step_is_one_frame_on_both_sides(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    before = player.transport.tracks["after"].position
    QTest.keyClick(player.stage, Qt.Key.Key_Period)
    qtbot.waitUntil(
        lambda: all(
            t.position == pytest.approx(before + 1 / 15, abs=0.01)
            for t in player.transport.tracks.values()
        ),
        timeout=30_000,
    )
    QTest.keyClick(player.stage, Qt.Key.Key_Comma)
    qtbot.waitUntil(
        lambda: player.transport.tracks["after"].position == pytest.approx(before, abs=0.01),
        timeout=30_000,
    )


def test_blinking_is_left_to_the_hand_where_motion_is_reduced(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip], appearance: Appearance
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    appearance.set_reduced_motion(True)
    try:
        player.set_mode("blink")
        shown = player.stage.blinked
        qtbot.wait(1000)
        assert player.stage.blinked == shown
        QTest.keyClick(player.stage, Qt.Key.Key_S)
        assert player.stage.blinked != shown
    finally:
        appearance.set_reduced_motion(False)
    player.set_mode("blink")
    shown = player.stage.blinked
    qtbot.waitUntil(lambda: player.stage.blinked != shown, timeout=30_000)
