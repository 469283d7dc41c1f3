"""What the window remembers of itself: size, place, theme, splitters. A file in the data folder."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from ui.theme.appearance import CHOICES, Choice


class Remembered:
    """A thin, typed wrapper around the window's own settings file."""

    def __init__(self, folder: Path) -> None:
        self._store = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> Choice:
        """The chosen theme; a value that is none counts as `system`."""
        value = str(self._store.value("theme", "system"))
        return value if value in CHOICES else "system"

    @theme.setter
    def theme(self, choice: Choice) -> None:
        self._store.setValue("theme", choice)

    @property
    def reduced_motion(self) -> bool:
        """Whether movement that only decorates is left out."""
        return str(self._store.value("reduced_motion", "false")) == "true"

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self._store.setValue("reduced_motion", "true" if reduced else "false")

    def text(self, key: str, default: str = "") -> str:
        """A remembered word."""
        return str(self._store.value(key, default))

    def set_text(self, key: str, value: str) -> None:
        """Remember a word."""
        self._store.setValue(key, value)

    def restore_window(self, window: QMainWindow) -> None:
        """Size and place of last time; Qt keeps it on a screen that exists."""
        geometry = self._store.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)

    def keep_window(self, window: QMainWindow) -> None:
        """Remember size and place."""
        self._store.setValue("geometry", window.saveGeometry())
        self._store.sync()

    def restore_splitter(self, name: str, splitter: QSplitter) -> None:
        """How a person divided the room last time."""
        state = self._store.value(f"splitter/{name}")
        if isinstance(state, QByteArray):
            splitter.restoreState(state)

    def keep_splitter(self, name: str, splitter: QSplitter) -> None:
        """Remember how the room is divided."""
        self._store.setValue(f"splitter/{name}", splitter.saveState())
