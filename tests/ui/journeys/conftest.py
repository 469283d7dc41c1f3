"""A whole window over a data folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.paths import HOME_VARIABLE, data_paths
from app.run_plan import RunPlan, reserve
from pipeline.events import RunStarted
from pipeline.intake.reading import read_task
from pipeline.run.journal import Journal
from pipeline.settings import RunSettings
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.views.studio.room import StudioRoom
from ui.window.remembered import Remembered
from ui.window.session import Session


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the window."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture
def session(
    home: Path, qapp: QApplication, appearance: Appearance, qtbot: QtBot
) -> Iterator[Session]:
    """A window on the (offscreen) screen; closed at the end, whatever happened."""
    paths = data_paths()
    context = StudioContext(paths, appearance, Bridge(), Remembered(paths.root))
    made = Session(context)
    made.show()
    qtbot.waitUntil(lambda: made.window.room == "studio", timeout=10_000)
    yield made
    faults = made.window.notice.words
    if made.window.isVisible():
        made.window.close()
        if (asked := qapp.activeModalWidget()) is not None:
            asked.close()
        made.assembly.jobs.close()
        if made.assembly.memory is not None:
            made.assembly.memory.close_room()
        made.window.allow_close()
    context.bridge.close()
    assert not faults, faults


@pytest.fixture
def studio(session: Session, qtbot: QtBot) -> StudioRoom:
    """Its Studio room, ready to be used."""
    room = session.assembly.studio
    assert room is not None
    qtbot.waitUntil(lambda: room.new_page.ready and bool(room.new_page.section), timeout=30_000)
    return room


@pytest.fixture
def cut_off_run(home: Path) -> Path:
    """A run of which a kill left only the beginning; returns its folder."""
    text = (
        "# Cooling\n\nA hot body in a cold room cools. Its temperature falls by the law "
        "$T' = -k\\,(T - T_0)$.\nThe rate is proportional to the difference.\n"
    )
    plan = RunPlan(read_task(text), RunSettings(max_scenes=1, memory_mode="off"))
    folder = reserve(plan, data_paths(), "20260101-120000-abcd")
    started = RunStarted(run=folder.run_id, title="Cooling", cast="offline", memory_mode="off")
    Journal(folder, lambda event: None).emit(started)
    return folder.root
