"""The area below the picture: the code, and in a low window the keyframes behind a second tab."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.texts import mark, tr, translated
from ui.widgets.basics import column, row
from ui.widgets.segmented import Segmented

TABS = (("code", mark("Code")), ("keyframes", mark("Keyframes")))


class LowerArea(QWidget):
    """Holds the code; takes the keyframes in where they have no room of their own."""

    def __init__(self, code: QWidget) -> None:
        super().__init__()
        self._code = code
        self._second: QWidget | None = None
        self._tabs = Segmented(translated(TABS), tr("Below the picture"))
        self._tabs.chosen.connect(self._show)
        self._stack = QStackedWidget()
        self._stack.addWidget(code)
        box = column(self, margin=0)
        line = row()
        line.addWidget(self._tabs)
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(self._stack, 1)
        self._tabs.hide()

    def take(self, keyframes: QWidget) -> None:
        """Show the keyframes behind a tab."""
        self._second = keyframes
        self._stack.addWidget(keyframes)
        self._tabs.show()
        self._show(self._tabs.choice)

    def give_back(self) -> QWidget | None:
        """Let go of the keyframes."""
        second, self._second = self._second, None
        if second is not None:
            self._stack.removeWidget(second)
            self._tabs.hide()
            self._stack.setCurrentWidget(self._code)
        return second

    def show_code(self) -> None:
        """Bring the code to the front."""
        self._tabs.choose("code")
        self._show("code")

    def show_keyframes(self) -> None:
        """Bring the keyframes to the front, where they are behind a tab."""
        if self._second is not None:
            self._tabs.choose("keyframes")
            self._show("keyframes")

    def _show(self, key: str) -> None:
        wanted = self._second if key == "keyframes" and self._second is not None else self._code
        self._stack.setCurrentWidget(wanted)
