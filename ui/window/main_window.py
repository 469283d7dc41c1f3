"""The main window: rail, rooms, status line, and how it closes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.theme.appearance import Appearance
from ui.widgets.notice import Notice
from ui.window.fitting import SMALLEST, fit
from ui.window.rail import Rail
from ui.window.remembered import Remembered
from ui.window.rooms import RoomSpec
from ui.window.status_line import StatusLine

if TYPE_CHECKING:
    from ui.window.shortcuts import ShortcutsDialog

USUAL = (1440, 900)
LEAST_ROOM = SMALLEST - QSize(84, 70)
"""What is left for a room, beside the rail and over the status line, in the smallest window."""


class _Pane(QWidget):
    """Fills itself with the rooms. It has no layout: a room that would like to be higher, say for
    the lines of a text, makes do with the window and is not scrolled for that. In a window smaller
    than the smallest one usual the room has at least the size at which nothing in it overlaps."""

    def __init__(self, rooms: QStackedWidget) -> None:
        super().__init__()
        self._rooms = rooms
        self._view = LEAST_ROOM
        rooms.setParent(self)
        rooms.installEventFilter(self)
        rooms.currentChanged.connect(lambda _: self._take_least())

    def show_in(self, view: QSize) -> None:
        """The part of it that can be seen has this size now."""
        self._view = view
        self._take_least()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The rooms take all of it."""
        self._rooms.setGeometry(self.rect())
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A room is laid out anew: it may need another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._take_least()
        return super().eventFilter(watched, event)

    def _take_least(self) -> None:
        room = self._rooms.currentWidget()
        small = self._view.width() < LEAST_ROOM.width() or self._view.height() < LEAST_ROOM.height()
        none = QSize(0, 0)
        least = room.minimumSizeHint() if small and room is not None else none
        self.setMinimumSize(least.expandedTo(none))


class _Scroll(QScrollArea):
    """Scrolls the room where the window is smaller than it."""

    def __init__(self, pane: _Pane) -> None:
        super().__init__()
        self._pane = pane
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(pane)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The room learns how much of it can be seen."""
        self._pane.show_in(self.maximumViewportSize())
        super().resizeEvent(event)


class MainWindow(QMainWindow):
    """Shows one room at a time; a room is made when it is first entered.

    Signals:
        room_entered: the key of the room now on show.
        closing: the person wants to close; `allow_close` lets it happen.
    """

    room_entered = Signal(str)
    closing = Signal()

    def __init__(
        self, appearance: Appearance, remembered: Remembered, rooms: Sequence[RoomSpec]
    ) -> None:
        super().__init__()
        self.setWindowTitle("ManimAgent Studio")
        self.setProperty("role", "page")
        self.resize(*USUAL)
        self._remembered = remembered
        self._specs = {room.entry.key: room for room in rooms}
        self._made: dict[str, QWidget] = {}
        self._may_close = False
        self.rail = Rail(appearance, [room.entry for room in rooms])
        self.status = StatusLine(appearance)
        self._stack = QStackedWidget()
        self._stack.addWidget(QWidget())
        self._scroll = _Scroll(_Pane(self._stack))
        inside = QWidget()
        across = QHBoxLayout(inside)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.rail)
        right = QVBoxLayout()
        right.setSpacing(0)
        self.notice = Notice(appearance)
        right.addWidget(self.notice)
        right.addWidget(self._scroll, 1)
        right.addWidget(self.status)
        across.addLayout(right, 1)
        self.setCentralWidget(inside)
        self.rail.chosen.connect(self.enter)
        for number, room in enumerate(rooms, start=1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(lambda key=room.entry.key: self.enter(key))
        self._keys: ShortcutsDialog | None = None
        QShortcut(QKeySequence("F1"), self).activated.connect(self.show_keys)
        remembered.restore_window(self)
        self._fitted = False

    @property
    def room(self) -> str:
        """The key of the room on show, empty before the first."""
        shown = self._stack.currentWidget()
        return next((key for key, room in self._made.items() if room is shown), "")

    def enter(self, key: str) -> QWidget:
        """Show a room, making it if this is the first time."""
        if key not in self._made:
            self._made[key] = self._specs[key].make()
            self._stack.addWidget(self._made[key])
        self._stack.setCurrentWidget(self._made[key])
        self.rail.choose(key)
        self.room_entered.emit(key)
        return self._made[key]

    def show_keys(self) -> None:
        """List all keys."""
        from ui.window.shortcuts import ShortcutsDialog

        if self._keys is None:
            self._keys = ShortcutsDialog(self)
        self._keys.show()
        self._keys.raise_()

    def show_page(self, page: QWidget) -> None:
        """Show something that is no room of its own, in the place of the room."""
        if self._stack.indexOf(page) < 0:
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)

    def enter_soon(self, key: str) -> None:
        """Show a room once the window itself has been painted."""
        QTimer.singleShot(0, self, lambda: self.enter(key))

    def showEvent(self, event: QShowEvent) -> None:
        """The first time: no larger than the screen."""
        if not self._fitted:
            self._fitted = True
            fit(self)
        super().showEvent(event)

    def allow_close(self) -> None:
        """Close without asking any more."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the place; the first time somebody else decides whether it may close."""
        self._remembered.keep_window(self)
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.closing.emit()
