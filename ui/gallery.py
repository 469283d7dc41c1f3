"""Every view of the window in turn, brought into a state worth looking at."""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.errors import failed
from app.library import Library, LibraryEntry
from app.paths import HOME_VARIABLE, DataPaths, data_paths
from pipeline.render_port import CancelToken
from ui.application import make_session, quiet_qt
from ui.theme.tokens import ThemeName
from ui.tour import VIEWS, Tour, add_a_crash
from ui.window.session import Session

LONGEST = 20.0
"""Seconds that a view may take until it is complete."""
LARGE = ("studio-new", "studio-run")
"""Views of which there is a picture at 200% too."""


class Gallery:
    """Takes one picture per view, theme and size; `wanted` names views, none of them means all.

    Raises:
        StudioError: a view of that name does not exist.
    """

    def __init__(
        self,
        data: DataPaths,
        target: Path,
        say: Callable[[str], None],
        cancel: CancelToken,
        wanted: frozenset[str] = frozenset(),
    ) -> None:
        if unknown := sorted(wanted - set(VIEWS)):
            raise failed(f"There is no view {unknown[0]}.", f"There are: {', '.join(VIEWS)}.")
        self._data, self._target, self._say, self._cancel = data, target, say, cancel
        self._wanted = wanted or frozenset(VIEWS)
        self._files: list[Path] = []
        self._suffix = ""
        quiet_qt()
        existing = QApplication.instance()
        self._application = existing if isinstance(existing, QApplication) else QApplication([])
        self._application.setStyle("Fusion")

    def write(
        self, themes: Sequence[ThemeName], sizes: Sequence[tuple[int, int]], note: str = ""
    ) -> tuple[Path, ...]:
        """All pictures; returns their files, whose names end with theme, size and `note`."""
        shown = self._shown()
        if self.wants("studio-crash"):
            self._say("A version that crashes ...")
            add_a_crash(self._data, shown.run, self._cancel)
        for width, height in sizes:
            for theme in themes:
                self._suffix = f"{theme}-{width}x{height}{note}"
                self._say(f"{self._suffix} ...")
                with self._window(theme, width, height) as session:
                    Tour(self, session, self._data).rooms(shown.run)
                self._first_start(theme, width, height)
        return tuple(self._files)

    def wants(self, *names: str) -> bool:
        """Whether one of these views is to be taken."""
        self._cancel.check()
        return not self._wanted.isdisjoint(names)

    def take(self, widget: QWidget, name: str) -> None:
        """Keep a picture of a view, if it is wanted."""
        if self.wants(name) or (name.startswith("settings-") and self.wants("settings")):
            path = self._target / f"{name}-{self._suffix}.png"
            if not widget.grab().save(str(path)):
                raise failed(f"{path} could not be written.", "Is there room on the disk?")
            self._files.append(path)

    def until(self, ready: Callable[[], bool], longest: float = LONGEST) -> bool:
        """Let the window work until something is there; False if it did not come."""
        end = time.monotonic() + longest
        while not ready() and time.monotonic() < end:
            self.wait(0.03)
        return ready()

    def wait(self, seconds: float) -> None:
        """Let the window work for a while."""
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1000), loop, partial(loop.exit, 0))
        loop.exec()

    def _shown(self) -> LibraryEntry:
        """The newest finished run; one that was revised goes first."""
        done = [entry for entry in Library(self._data).entries() if entry.state == "finished"]
        return next((entry for entry in done if entry.rounds), done[0])

    @contextmanager
    def _window(self, theme: ThemeName, width: int, height: int) -> Iterator[Session]:
        session = make_session(self._application)
        session.context.appearance.choose(theme)
        session.show()
        session.window.resize(width, height)
        self.until(lambda: session.window.room == "studio")
        try:
            yield session
        finally:
            session.window.close()
            self.until(lambda: not session.window.isVisible())
            session.window.deleteLater()
            self.wait(0.1)

    def _first_start(self, theme: ThemeName, width: int, height: int) -> None:
        """A window over a data folder in which there is nothing yet."""
        if not self.wants("studio-first", "studio-blank", "studio-refused", "library-empty"):
            return
        usual = os.environ.get(HOME_VARIABLE, "")
        with tempfile.TemporaryDirectory(prefix="studio-pictures-") as folder:
            os.environ[HOME_VARIABLE] = folder
            try:
                with self._window(theme, width, height) as session:
                    Tour(self, session, data_paths()).nothing_yet()
            finally:
                os.environ[HOME_VARIABLE] = usual


def main(target: str) -> None:
    """Two views as they are scaled from outside; the names of their files are printed."""
    gallery = Gallery(data_paths(), Path(target), _to_stderr, CancelToken(), frozenset(LARGE))
    for path in gallery.write(("dark",), ((1280, 720),), "-200pc"):
        print(path)


def _to_stderr(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
