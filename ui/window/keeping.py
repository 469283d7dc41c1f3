"""Keeps the window's size and place soon after they change: a kill asks nobody."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QMainWindow

from ui.window.remembered import Remembered

AFTER_MS = 500
"""Pause after the last change; a window that is dragged changes at every frame."""
_CHANGES = (QEvent.Type.WindowStateChange, QEvent.Type.Resize, QEvent.Type.Move)


class PlaceKeeper(QObject):
    """Watches one window."""

    def __init__(self, window: QMainWindow, remembered: Remembered) -> None:
        super().__init__(window)
        self._window, self._remembered = window, remembered
        self._soon = QTimer(self, interval=AFTER_MS, singleShot=True)
        self._soon.timeout.connect(self._keep)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the last of several changes."""
        if watched is self._window:
            if event.type() in _CHANGES and self._window.isVisible():
                self._soon.start()
            elif event.type() == QEvent.Type.Hide:
                self._soon.stop()
        return super().eventFilter(watched, event)

    def _keep(self) -> None:
        if self._window.isVisible() and not self._window.isMinimized():
            self._remembered.keep_window(self._window)
