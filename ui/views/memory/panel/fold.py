"""A part of the panel that opens and closes; what is inside is made when it is first opened."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.widgets.basics import column


class Fold(QWidget):
    """A heading with a chevron over what it hides."""

    def __init__(
        self,
        appearance: Appearance,
        title: str,
        make: Callable[[], QWidget],
        is_open: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance, self._make = appearance, make
        self._inside: QWidget | None = None
        self.head = QPushButton(title.replace("&", "&&"))
        self.head.setProperty("role", "fold")
        self.head.setCheckable(True)
        self.head.setAutoDefault(False)
        self.head.setCursor(Qt.CursorShape.PointingHandCursor)
        self.head.setAccessibleName(title)
        self._box = column(self, 0, 4)
        self._box.addWidget(self.head, 0, Qt.AlignmentFlag.AlignLeft)
        self.head.toggled.connect(self._toggle)
        appearance.changed.connect(self._draw)
        self._draw()
        if is_open:
            self.head.setChecked(True)

    def _toggle(self, is_open: bool) -> None:
        if is_open and self._inside is None:
            self._inside = self._make()
            self._box.addWidget(self._inside)
        if self._inside is not None:
            self._inside.setVisible(is_open)
        self._draw()

    def _draw(self) -> None:
        name = "chevron-down" if self.head.isChecked() else "chevron-right"
        self.head.setIcon(icon(name, self._appearance.theme, "muted"))
