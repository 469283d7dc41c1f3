"""Settings: another data folder for the next start, in plain words and without moving anything."""

from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from app.data_folder import choose, chosen_folder
from app.errors import StudioError
from app.paths import HOME_VARIABLE, data_paths
from tests.ui.journeys.seen import cut_off
from ui import lost_folder
from ui.lost_folder import folder_is_there, question
from ui.views.settings.folder_part import FolderPart
from ui.window.session import Session

WAIT_MS = 10_000


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def part(own_settings: None, session: Session, qtbot: QtBot) -> FolderPart:
    """The part of Settings, on show."""
    session.window.enter("settings")
    room = session.assembly.settings
    assert room is not None
    room.sections.setCurrentRow(4)
    qtbot.waitUntil(lambda: bool(room.data.folder.hint.text()), timeout=WAIT_MS)
    return room.data.folder


def test_the_variable_is_named_where_it_decides(part: FolderPart, home: Path) -> None:
    assert HOME_VARIABLE in part.hint.text()
    assert "wins over" in part.hint.text()
    assert not part.next.isVisible()


def test_a_choice_says_what_stays_where_and_can_be_taken_back(
    own_settings: None,
    home: Path,
    part: FolderPart,
    session: Session,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = home / "preferences.json"
    kept.write_text("{}", "utf-8")
    wanted = tmp_path / "elsewhere"
    (wanted / "runs" / "one").mkdir(parents=True)
    part.choose(wanted)
    qtbot.waitUntil(part.next.isVisible, timeout=WAIT_MS)
    assert chosen_folder() == wanted
    assert part.folder.text() == str(wanted)
    assert "It holds 1 run and 0 memory banks" in part.stays.text()
    assert f"stay in {home}" in part.stays.text()
    assert "Nothing is moved" in part.stays.text()
    assert data_paths().root == home, "until the next start"
    assert kept.exists()
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    part.show_next.click()
    assert opened == [str(wanted)]
    for width, height in ((1440, 900), (1280, 720)):
        session.window.resize(width, height)
        qtbot.wait(60)
        assert list(cut_off(part)) == []
    part.undo.click()
    qtbot.waitUntil(lambda: not part.next.isVisible(), timeout=WAIT_MS)
    assert chosen_folder() is None


def test_without_the_variable_the_next_start_is_spoken_of(
    own_settings: None,
    part: FolderPart,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(HOME_VARIABLE)
    part.choose(tmp_path / "empty")
    qtbot.waitUntil(part.next.isVisible, timeout=WAIT_MS)
    assert part.told.text() == "From the next start the studio works in this folder:"
    assert "begin empty there" in part.stays.text()
    assert part.back.isVisible()
    part.back.click()
    qtbot.waitUntil(lambda: not part.back.isVisible(), timeout=WAIT_MS)
    assert chosen_folder() is None


def test_a_folder_that_cannot_be_written_is_refused_in_words(
    own_settings: None, part: FolderPart, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "file").write_text("no folder")
    part.choose(tmp_path / "file" / "below")
    qtbot.waitUntil(part.problem.isVisible, timeout=WAIT_MS)
    assert "cannot write to" in part.problem.text()
    assert "Nothing has changed." in part.problem.text()
    assert not part.next.isVisible()


def test_a_lost_folder_is_asked_about_before_the_window_opens(
    own_settings: None, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "")
    disk = choose(tmp_path / "disk", tmp_path / "usual")
    disk.rmdir()
    asked: list[StudioError] = []
    answers = ["again", "usual"]

    def answer(error: StudioError) -> str:
        asked.append(error)
        return answers.pop(0)

    monkeypatch.setattr(lost_folder, "_ask", answer)
    assert folder_is_there()
    assert len(asked) == 2, "a try that fails asks again"
    assert data_paths().root == tmp_path / "data" / "manimagent-studio"
    assert chosen_folder() == disk, "the choice itself stays"
    box = question(asked[0])
    qtbot.addWidget(box)
    assert str(disk) in box.text()
    assert "nothing of them is lost" in box.informativeText()
    assert {b.property("answer") for b in box.buttons()} == {"again", "usual", "leave"}
    monkeypatch.setenv(HOME_VARIABLE, "")
    answers.append("leave")
    assert not folder_is_there()
