"""A run that cannot begin says so, however quickly it ends."""

import errno
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.paths import data_paths
from app.run_view.loading import replay
from app.run_view.projection import RunProjection
from ui.views.studio.room import StudioRoom


def test_a_data_folder_that_cannot_be_written_is_told_when_a_run_is_asked_for(
    studio: StudioRoom, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = studio.new_page
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    section = page.section

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(data_paths().runs))

    def slowly(folder: Path) -> RunProjection:
        time.sleep(0.5)
        return replay(folder)

    monkeypatch.setattr("app.jobs.work.reserve", refuse)
    monkeypatch.setattr("ui.views.studio.controller.replay", slowly)
    page._start.click()
    qtbot.waitUntil(lambda: bool(page.notice.words), timeout=10_000)
    assert "Read-only" in page.notice.words or "read-only" in page.notice.words
    assert studio.currentWidget() is page
    assert page.section == section, "what was to be made is still there"
