"""Two iterations side by side, played from real files."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.films import BOX, SIZE, clip
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import BoxMark, Clip, CommentPin

RED, GREEN = (180, 30, 30), (30, 160, 40)
LONG, SHORT = 2.0, 1.0
ERROR = BoxMark(1.0, 2.0, BOX, "error", "Title leaves the frame")


@pytest.fixture(scope="session")
def clips(tmp_path_factory: pytest.TempPathFactory) -> tuple[Clip, Clip]:
    folder = tmp_path_factory.mktemp("films")
    return clip(folder, "v0", SHORT, RED, (ERROR,)), clip(folder, "v1", LONG, GREEN)


@pytest.fixture
def player(qtbot: QtBot, appearance: Appearance) -> Iterator[BeforeAfterPlayer]:
    bridge = Bridge()
    made = BeforeAfterPlayer(appearance, bridge)
    made.resize(700, 480)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    bridge.close()


def both_live(player: BeforeAfterPlayer) -> bool:
    return all(track.live for track in player.transport.tracks.values())


def settled(player: BeforeAfterPlayer, seconds: float) -> bool:
    tracks = player.transport.tracks.values()
    return all(t.live and abs(t.position - min(seconds, t.length)) < 0.15 for t in tracks)


def colour_at(player: BeforeAfterPlayer, x: float, y: float) -> tuple[int, int, int]:
    """What is painted at a place in fractions of the stage."""
    image: QImage = player.stage.grab().toImage()
    colour = image.pixelColor(int(image.width() * x), int(image.height() * y))
    return colour.red(), colour.green(), colour.blue()


def close_to(seen: tuple[int, int, int], wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(seen, wanted, strict=True))


def open_files() -> list[str]:
    """Videos that this process has open."""
    found = []
    for number in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue
    return [name for name in found if name.endswith(".mp4")]


def test_both_videos_are_painted_on_their_side_of_the_wipe(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.4)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    assert close_to(colour_at(player, 0.15, 0.2), RED)
    assert close_to(colour_at(player, 0.85, 0.2), GREEN)
    player.stage.set_edge(0.05)
    assert close_to(colour_at(player, 0.15, 0.2), GREEN)


def test_the_first_picture_is_the_last_keyframe_and_playing_begins_at_the_front(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips)
    assert player.position == clips[1].keyframes[-1][1]
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


def test_a_crash_is_a_panel_that_says_what_happened(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    crash = Clip("v0", reason="LaTeX stopped at an unescaped % in line 12.")
    player.show_pair(crash, clips[1], at=0.4)
    qtbot.waitUntil(lambda: player.transport.tracks["after"].live, timeout=30_000)
    assert player.stage.effective_mode == "pair"
    enabled = [b.isEnabled() for b in player.controls.mode.findChildren(QPushButton)]
    assert enabled == [True, False, False]
    pictures = player.stage.pictures()
    assert pictures["before"].width() * 1.5 < pictures["after"].width()
    assert crash.reason in player.stage.accessibleDescription()
    player.transport.play()
    assert player.transport.playing
    player.transport.pause()


def test_a_file_that_is_no_video_is_replaced_by_its_stills_and_said_so(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip], tmp_path: Path
) -> None:
    broken = tmp_path / "render.mp4"
    broken.write_bytes(b"this is no video" * 50)
    bad = Clip("v0", broken, clips[0].keyframes, SHORT)
    player.show_pair(bad, clips[1], at=0.4)
    track = player.transport.tracks["before"]
    qtbot.waitUntil(lambda: bool(track.note) and track.image() is not None, timeout=30_000)
    assert track.note == "Stills only"
    assert track.reason
    middle = player.stage.pictures()["before"].center()
    assert "Stills only" in player.stage.words_at(QPointF(middle) - QPointF(60, 60))
    assert close_to(colour_at(player, 0.15, 0.2), RED)


def test_stills_alone_can_be_played(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(None, Clip("v1", None, clips[1].keyframes, LONG), at=1.2)
    qtbot.waitUntil(lambda: player.transport.tracks["after"].image() is not None, timeout=30_000)
    player.transport.play()
    qtbot.waitUntil(lambda: not player.transport.playing, timeout=30_000)
    assert player.position == pytest.approx(LONG)
    assert close_to(colour_at(player, 0.5, 0.5), GREEN)


def test_a_hidden_player_has_let_go_of_its_files_and_comes_back(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    assert open_files()
    player.hide()
    qtbot.waitUntil(lambda: not open_files(), timeout=30_000)
    player.show()
    qtbot.waitUntil(lambda: settled(player, 0.6), timeout=30_000)


def test_a_pair_set_while_hidden_opens_no_file_before_it_is_seen(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.hide()
    player.show_pair(*clips)
    qtbot.wait(100)
    assert not open_files()
    player.show()
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)


def test_many_switches_in_a_row_end_with_the_last_pair(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    for number in range(9):
        player.show_pair(*(clips if number % 2 else clips[::-1]), at=0.4)
        qtbot.wait(7 * number)
    qtbot.waitUntil(lambda: settled(player, 0.4), timeout=30_000)
    assert close_to(colour_at(player, 0.15, 0.2), GREEN)
    assert len(open_files()) == 2


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


def test_without_the_multimedia_part_of_qt_stills_are_shown_and_said_so(
    qtbot: QtBot,
    player: BeforeAfterPlayer,
    clips: tuple[Clip, Clip],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    monkeypatch.delitem(sys.modules, "ui.views.player.decoder", raising=False)
    player.show_pair(*clips, at=0.4)
    tracks = player.transport.tracks.values()
    qtbot.waitUntil(lambda: all(t.image() is not None for t in tracks), timeout=30_000)
    assert [t.note for t in tracks] == ["Stills only"] * 2
    assert all("cannot play videos" in t.reason for t in tracks)
    player.transport.play()
    qtbot.waitUntil(lambda: not player.transport.playing, timeout=30_000)
    assert player.position == pytest.approx(LONG)


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


def test_nothing_is_imported_for_videos_before_one_is_shown() -> None:
    program = "import sys, ui.views.player.player; print('PySide6.QtMultimedia' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "False"


def test_what_becomes_known_of_a_shown_video_does_not_load_it_again(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.show_pair(*clips, at=0.6)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    reviewed = replace(clips[1], boxes=(BoxMark(0.5, 1.0, BOX, "note", "Could be larger"),))
    player.set_mode("pair")
    player.show_pair(clips[0], reviewed)
    assert both_live(player)
    middle = player.stage.pictures()["after"].center()
    assert player.stage.words_at(QPointF(middle)) == "Note: Could be larger"


def test_a_pair_chosen_while_playing_goes_on_playing(
    qtbot: QtBot, player: BeforeAfterPlayer, clips: tuple[Clip, Clip]
) -> None:
    player.set_loop(True)
    player.show_pair(*clips, at=0.2)
    qtbot.waitUntil(lambda: both_live(player), timeout=30_000)
    player.transport.play()
    player.show_pair(clips[1], clips[0])
    seen: list[float] = []
    player.position_changed.connect(seen.append)
    qtbot.waitUntil(lambda: both_live(player) and len(set(seen)) > 8, timeout=30_000)
    assert player.transport.playing
    player.transport.pause()
