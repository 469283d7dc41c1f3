"""What stands where there is nothing yet: why, and what to do about it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.widgets.basics import button, column, label


class EmptyState(QWidget):
    """A drawing, a sentence, a remedy and perhaps a button, in the middle of the room."""

    def __init__(
        self,
        appearance: Appearance,
        drawing: str,
        title: str,
        text: str,
        action: tuple[str, Callable[[], None]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance, self._drawing = appearance, drawing
        box = column(self)
        box.addStretch(1)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = label(title, "title")
        self.text = label(text, "muted", wrap=True)
        for part in (self._picture, self.title, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            box.addWidget(part)
        if action is not None:
            words, call = action
            self.button = button(words, "primary")
            self.button.clicked.connect(call)
            box.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        box.addStretch(2)
        appearance.changed.connect(self._draw)
        self._draw()

    def set_words(self, title: str, text: str) -> None:
        """Say something else."""
        self.title.setText(title)
        self.text.setText(text)

    def _draw(self) -> None:
        theme = self._appearance.theme
        self._picture.setPixmap(pixmap(self._drawing, theme["faint"], 36, self.devicePixelRatio()))
