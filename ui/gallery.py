"""Every view of the window in turn, brought into a state worth looking at."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.library import Library
from app.paths import DataPaths
from pipeline.render_port import CancelToken
from ui.application import make_session, quiet_qt
from ui.theme.tokens import ThemeName
from ui.window.session import Session
from ui.window.shortcuts import ShortcutsDialog

LONGEST = 20.0
"""Seconds that a view may take until it is complete."""


class Gallery:
    """Takes one picture per view, theme and size."""

    def __init__(
        self, data: DataPaths, target: Path, say: Callable[[str], None], cancel: CancelToken
    ) -> None:
        self._data, self._target, self._say, self._cancel = data, target, say, cancel
        self._files: list[Path] = []
        self._suffix = ""
        quiet_qt()
        existing = QApplication.instance()
        self._application = existing if isinstance(existing, QApplication) else QApplication([])
        self._application.setStyle("Fusion")

    def write(
        self, themes: Sequence[ThemeName], sizes: Sequence[tuple[int, int]]
    ) -> tuple[Path, ...]:
        """All pictures; returns their files."""
        for width, height in sizes:
            for theme in themes:
                self._cancel.check()
                self._suffix = f"{theme}-{width}x{height}"
                self._say(f"{self._suffix} ...")
                self._tour(theme, width, height)
        return tuple(self._files)

    def _tour(self, theme: ThemeName, width: int, height: int) -> None:
        session = make_session(self._application)
        session.context.appearance.choose(theme)
        session.window.resize(width, height)
        session.show()
        session.window.resize(width, height)
        self._until(lambda: session.window.room == "studio")
        try:
            self._rooms(session)
        finally:
            session.window.close()
            self._until(lambda: not session.window.isVisible())
            session.window.deleteLater()
            self._wait(0.1)

    def _rooms(self, session: Session) -> None:
        assembly = session.assembly
        studio = assembly.studio
        assert studio is not None
        self._until(lambda: bool(studio.new_page.section))
        self._wait(0.6)
        self._take(session.window, "studio-new")
        newest = Library(self._data).entries()[0]
        assembly.open_run(self._data.runs / newest.run)
        self._until(lambda: studio.controller.pair_files is not None)
        self._wait(1.5)
        self._take(session.window, "studio-run")
        studio.run_page.side.show_tab("comments")
        self._wait(0.3)
        self._take(session.window, "studio-comments")
        studio.run_page.side.show_tab("review")
        studio.run_page.code._edit()
        self._wait(0.5)
        self._take(session.window, "studio-edit")
        studio.run_page.code._back()
        studio.run_page.notice.tell("The disk is full. Free some space, then go on.", "bad")
        self._wait(0.3)
        self._take(session.window, "studio-notice")
        studio.run_page.notice.hide()
        studio.rate()
        self._until(lambda: studio.rating_page.form is not None)
        self._wait(1.0)
        self._take(session.window, "rating")
        studio.rating_page.left.emit()
        assembly._export()
        self._wait(0.5)
        if assembly._exports is not None:
            self._take(assembly._exports, "export")
            assembly._exports.close()
        session.window.enter("library")
        self._wait(1.5)
        self._take(session.window, "library")
        session.window.enter("settings")
        settings = assembly.settings
        assert settings is not None
        for number in range(settings.sections.count()):
            settings.sections.setCurrentRow(number)
            self._wait(0.4)
            name = settings.sections.item(number).text().lower().replace(" ", "-")
            self._take(session.window, f"settings-{name}")
        session.window.show_keys()
        self._wait(0.2)
        dialog = session.window.findChild(ShortcutsDialog)
        if dialog is not None:
            self._take(dialog, "keys")
            dialog.close()

    def _take(self, widget: QWidget, name: str) -> None:
        path = self._target / f"{name}-{self._suffix}.png"
        widget.grab().save(str(path))
        self._files.append(path)

    def _until(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST
        while not ready() and time.monotonic() < end:
            self._wait(0.05)

    def _wait(self, seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1000), loop, partial(loop.exit, 0))
        loop.exec()
