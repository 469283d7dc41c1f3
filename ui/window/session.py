"""One session of the window: what is made when, and who tells whom. No part knows the whole."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.texts import mark
from ui.context import StudioContext
from ui.window.keeping import PlaceKeeper
from ui.window.main_window import MainWindow
from ui.window.rail import RailEntry
from ui.window.rooms import RoomSpec

if TYPE_CHECKING:
    from ui.window.assembly import Assembly

ROOMS = (
    RailEntry("studio", mark("Studio"), "monitor"),
    RailEntry("library", mark("Library"), "library"),
    RailEntry("memory", mark("Memory"), "brain"),
    RailEntry("settings", mark("Settings"), "settings"),
)


class Session(QObject):
    """Owns the window. Whatever is heavy (the loop, the memory) loads after the first paint."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.context = context
        self._assembly: Assembly | None = None
        rooms = [RoomSpec(entry, partial(self._make, entry.key)) for entry in ROOMS]
        self.window = MainWindow(context.appearance, context.remembered, rooms)
        self.window.closing.connect(self._ask_to_close)
        self._keeper = PlaceKeeper(self.window, context.remembered)

    @property
    def assembly(self) -> "Assembly":
        """The rooms and what stands behind them; made when first asked for."""
        if self._assembly is None:
            from ui.window.assembly import Assembly

            self._assembly = Assembly(self.context, self.window)
        return self._assembly

    def show(self) -> None:
        """The window first, then the Studio room, then what the status line tells."""
        self.window.show()
        self.window.enter_soon("studio")
        QTimer.singleShot(0, self, lambda: self.assembly.look_around())

    def _make(self, key: str) -> QWidget:
        return self.assembly.room(key)

    def _ask_to_close(self) -> None:
        self.assembly.ask_to_close()
