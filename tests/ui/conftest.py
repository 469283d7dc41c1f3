"""Real windows without a screen; tests fail on what a closed window leaves behind."""

import os
import threading
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from ui.theme.appearance import Appearance


@pytest.fixture(scope="session")
def appearance(qapp: QApplication) -> Appearance:
    """The look of the application, in the dark theme."""
    return Appearance(qapp, "dark")


@pytest.fixture(autouse=True)
def nothing_is_left_behind(qapp: QApplication) -> Iterator[None]:
    """Fails on threads and visible windows that a test did not end."""
    before = set(threading.enumerate())
    yield
    for widget in QApplication.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.processEvents()
    left = [t for t in threading.enumerate() if t not in before and t.is_alive()]
    for thread in left:
        thread.join(timeout=5)
    still = [t.name for t in left if t.is_alive()]
    assert not still, f"threads left running: {still}"
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    assert not shown, f"windows left open: {shown}"
