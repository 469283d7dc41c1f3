"""A row of joined buttons of which one is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from ui.widgets.basics import row


class Segmented(QWidget):
    """Choice among a few; arrow keys move within it. `chosen` carries the key of the choice."""

    chosen = Signal(str)

    def __init__(
        self, choices: Sequence[tuple[str, str]], name: str, parent: QWidget | None = None
    ) -> None:
        """`choices` are pairs of key and words; `name` says aloud what is chosen here."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._keys = [key for key, _ in choices]
        line = row(self, gap=0)
        line.setAlignment(Qt.AlignmentFlag.AlignLeft)
        for number, (_, words) in enumerate(choices):
            button = QPushButton(words)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setAccessibleName(f"{name}: {words}")
            button.setProperty("role", "segment")
            button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
            button.setProperty("place", _place(number, len(choices)))
            self._group.addButton(button, number)
            line.addWidget(button)
        self._group.idClicked.connect(lambda number: self.chosen.emit(self._keys[number]))
        if choices:
            self.choose(self._keys[0])

    @property
    def choice(self) -> str:
        """The key of what is chosen."""
        return self._keys[self._group.checkedId()]

    def choose(self, key: str) -> None:
        """Choose without telling anybody."""
        self._group.button(self._keys.index(key)).setChecked(True)

    def set_words(self, key: str, words: str, tip: str = "") -> None:
        """Show other words on one of the choices."""
        button = self._group.button(self._keys.index(key))
        button.setText(words)
        button.setAccessibleName(f"{self.accessibleName()}: {words}")
        button.setToolTip(tip)

    def can_choose(self, key: str) -> bool:
        """Whether one of the choices is allowed."""
        return self._group.button(self._keys.index(key)).isEnabled()

    def set_enabled(self, key: str, enabled: bool, why: str = "") -> None:
        """Allow or refuse one of the choices; `why` becomes its tip."""
        button = self._group.button(self._keys.index(key))
        button.setEnabled(enabled)
        button.setToolTip(why)


def _place(number: int, count: int) -> str:
    if count == 1:
        return "only"
    return {0: "first", count - 1: "last"}.get(number, "middle")
