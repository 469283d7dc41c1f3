"""A window that closes leaves nothing behind, also after a run was begun and stopped."""

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.paths import data_paths
from app.run_plan import RunPlan
from pipeline.intake.reading import read_task
from pipeline.settings import RunSettings
from tests.ui.journeys.test_first_animation import SECTION
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.window.remembered import Remembered
from ui.window.session import Session


def children() -> set[int]:
    """Processes below this one, at any depth; empty where the system does not tell."""
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        parent = waiting.pop()
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                born = {int(number) for number in task.read_text().split()}
            except OSError:
                continue
            waiting.extend(born - found)
            found |= born
    return found


def timers(session: Session, bridge: Bridge) -> list[str]:
    """Whose timers of a window still run, and how often, in milliseconds."""
    roots = (session, session.window, bridge)
    running = [t for root in roots for t in root.findChildren(QTimer) if t.isActive()]
    return [f"{type(t.parent()).__name__} {t.interval()} ms" for t in running]


@pytest.mark.parametrize("with_run", [False, True], ids=["idle", "after a stopped run"])
def test_a_closed_window_leaves_no_thread_process_or_timer(
    home: Path, qapp: QApplication, appearance: Appearance, qtbot: QtBot, with_run: bool
) -> None:
    threads, processes = set(threading.enumerate()), children()
    paths = data_paths()
    context = StudioContext(paths, appearance, Bridge(), Remembered(paths.root))
    session = Session(context)
    session.show()
    qtbot.waitUntil(lambda: session.window.room == "studio", timeout=20_000)
    assert timers(session, context.bridge), "the test would see no timer"
    if with_run:
        jobs, studio = session.assembly.jobs, session.assembly.studio
        assert studio is not None
        studio.start(RunPlan(read_task(SECTION), RunSettings(max_scenes=1, memory_mode="off")))
        qtbot.waitUntil(lambda: bool(children() - processes), timeout=60_000)
        jobs.stop(jobs.views[0].handle)
        qtbot.waitUntil(lambda: not jobs.views, timeout=30_000)
    session.window.close()
    qtbot.waitUntil(lambda: not session.window.isVisible(), timeout=20_000)
    qtbot.waitUntil(lambda: not children() - processes, timeout=10_000)
    qtbot.waitUntil(
        lambda: not [t for t in threading.enumerate() if t not in threads and t.is_alive()],
        timeout=10_000,
    )
    assert timers(session, context.bridge) == []
    session.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.processEvents()
    assert session.window not in QApplication.topLevelWidgets()
