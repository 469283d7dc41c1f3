"""A run page over runs of a scripted cast."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.paths import DataPaths
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.views.studio.controller import RunController
from ui.views.studio.run_page import RunPage
from ui.window.remembered import Remembered

WAIT_MS = 10_000


@contextmanager
def shown_page(paths: DataPaths, appearance: Appearance, qtbot: QtBot) -> Iterator[RunPage]:
    """A run page on the (offscreen) screen, 1440 x 820; it is closed at the end."""
    bridge = Bridge()
    paths.root.mkdir(parents=True, exist_ok=True)
    context = StudioContext(paths, appearance, bridge, Remembered(paths.root))
    controller = RunController(bridge)
    page = RunPage(context, controller)
    page.resize(1376, 872)
    page.show()
    page.enter()
    try:
        yield page
    finally:
        page.leave()
        controller.close()
        page.close()
        page.deleteLater()
        bridge.close()


def open_run(page: RunPage, folder: Path, qtbot: QtBot) -> None:
    """Show a run and wait until its programs are there."""
    page.controller.open(folder)
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: bool(page.storyboard.cards), timeout=WAIT_MS)
