"""The rooms and what stands behind them, put together once the window is on the screen."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.context import StudioContext
from ui.jobs import Jobs
from ui.views.studio.room import StudioRoom
from ui.window.closing import Closing
from ui.window.main_window import MainWindow
from ui.window.status_facts import StatusFacts


class Assembly(QObject):
    """Makes rooms when they are entered and carries wishes from one to another."""

    def __init__(self, context: StudioContext, window: MainWindow) -> None:
        super().__init__(window)
        self._context, self._window = context, window
        self.jobs = Jobs(context.paths, context.bridge, self)
        self.studio: StudioRoom | None = None
        self._facts = StatusFacts(context, window.status)
        self._closing = Closing(window, context.bridge)
        self._closing.ready.connect(self._close)
        self._entered = ""
        window.room_entered.connect(self._room_entered)
        self.jobs.changed.connect(self._show_waiting)

    def room(self, key: str) -> QWidget:
        """A room by its key."""
        match key:
            case "studio":
                self.studio = StudioRoom(self._context, self.jobs)
                return self.studio
            case _:
                return QWidget()

    def open_run(self, folder: Path) -> None:
        """Show a run in the Studio room."""
        self._window.enter("studio")
        assert self.studio is not None
        self.studio.open_run(folder)

    def look_around(self) -> None:
        """Find out what the status line tells."""
        self._facts.look()

    def ask_to_close(self) -> None:
        """The person wants to close the window."""
        self._closing.ask(self.jobs)

    def _room_entered(self, key: str) -> None:
        if self.studio is not None:
            if key == "studio":
                self.studio.enter()
            else:
                self.studio.leave()

    def _show_waiting(self) -> None:
        waiting = sum(view.state == "queued" for view in self.jobs.views)
        words = {0: "", 1: "1 run waits"}.get(waiting, f"{waiting} runs wait")
        self._window.status.tell(words)

    def _close(self) -> None:
        if self.studio is not None:
            self.studio.close_room()
        self._context.bridge.close()
        self._window.allow_close()
