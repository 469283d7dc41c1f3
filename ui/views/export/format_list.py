"""The formats, each with what it is good for."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from app.export.request import Format
from app.texts import tr
from ui.theme.tokens import px
from ui.views.export.wishes import FORMATS
from ui.widgets.basics import label


class FormatList(QWidget):
    """One of the formats is chosen; arrow keys move. `chosen` when another is."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Format"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px("gap"))
        grid.setVerticalSpacing(px("tight"))
        grid.setColumnStretch(1, 1)
        self._group = QButtonGroup(self)
        for number, (_, name, purpose) in enumerate(FORMATS):
            words, use = tr(name), tr(purpose)
            radio = QRadioButton(words)
            radio.setAccessibleDescription(use)
            self._group.addButton(radio, number)
            grid.addWidget(radio, number, 0)
            grid.addWidget(label(use, "faint", wrap=True), number, 1)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(lambda _, on: self.chosen.emit() if on else None)

    @property
    def choice(self) -> Format:
        """The format that is chosen."""
        return FORMATS[self._group.checkedId()][0]

    def choose(self, wanted: Format) -> None:
        """Choose a format."""
        number = [key for key, _, _ in FORMATS].index(wanted)
        self._group.button(number).setChecked(True)
