"""A window of its own that borrows the player's body."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.texts import tr
from ui.theme.tokens import px
from ui.widgets.basics import column


class FullScreen(QWidget):
    """Shows a widget on the whole screen; `closed` says that it is to be taken back."""

    closed = Signal()

    def __init__(self, body: QWidget, key: Callable[[QKeyEvent], bool], title: str) -> None:
        """`key` answers to keys as the player itself does."""
        super().__init__(None, Qt.WindowType.Window)
        self._key = key
        self.setProperty("role", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(title or tr("Before and after"))
        column(self, margin=px("tight")).addWidget(body)
        body.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The player's keys work here too."""
        if not self._key(event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """However it is closed, the body goes home."""
        self.closed.emit()
        super().closeEvent(event)
