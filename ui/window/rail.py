"""The navigation rail at the left: one button per room."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.theme.tokens import px
from ui.widgets.basics import column


@dataclass(frozen=True)
class RailEntry:
    """A room as the rail shows it: its key, its word and the name of its drawing."""

    key: str
    word: str
    drawing: str


class Rail(QFrame):
    """Rooms from top to bottom; Ctrl+1, Ctrl+2, ... go to them. `chosen` carries the key."""

    chosen = Signal(str)

    def __init__(self, appearance: Appearance, entries: Sequence[RailEntry]) -> None:
        super().__init__()
        self.setProperty("role", "rail")
        self.setAccessibleName(tr("Rooms"))
        self.setMinimumWidth(px("rail_width"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._appearance, self._entries = appearance, entries
        self._group = QButtonGroup(self)
        box = column(self, margin=px("hair"), gap=px("hair"))
        box.setContentsMargins(0, px("hair"), 0, px("hair"))  # the buttons stand in the middle
        box.addSpacing(px("tight"))
        for number, entry in enumerate(entries):
            button = QToolButton()
            word = tr(entry.word)
            button.setText(word)
            button.setAccessibleName(word)
            button.setProperty("role", "rail")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(px("icon_px"), px("icon_px")))
            button.setCheckable(True)
            button.setToolTip(tr("{word} (Ctrl+{number})").format(word=word, number=number + 1))
            self._group.addButton(button, number)
            box.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addStretch(1)
        self._group.idClicked.connect(lambda number: self.chosen.emit(entries[number].key))
        appearance.changed.connect(self._draw)
        self._group.idToggled.connect(lambda _number, _on: self._draw())
        self.choose(entries[0].key)

    def choose(self, key: str) -> None:
        """Mark a room without going there."""
        number = [entry.key for entry in self._entries].index(key)
        self._group.button(number).setChecked(True)
        self._draw()

    def _draw(self) -> None:
        theme = self._appearance.theme
        for number, entry in enumerate(self._entries):
            button = self._group.button(number)
            token = "accent" if button.isChecked() else "muted"
            button.setIcon(icon(entry.drawing, theme, token))
