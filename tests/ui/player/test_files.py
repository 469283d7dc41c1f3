"""What is loaded and let go of, and what stands in where no video plays."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.films import BOX
from tests.ui.watching import (
    GREEN,
    LONG,
    RED,
    SHORT,
    both_live,
    close_to,
    colour_at,
    open_files,
    settled,
)
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import BoxMark, Clip


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
