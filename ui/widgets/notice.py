"""A line over the room that says what happened and what to do; never a box in the way."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QLabel

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.widgets.basics import IconButton, Tone, button, label, row, set_property

_SIGNS: dict[str, str] = {
    "": "info", "good": "circle-check", "warn": "triangle-alert", "bad": "circle-x",
}  # fmt: skip


class Notice(QFrame):
    """Hidden until there is something to say; its cross puts it away."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setProperty("role", "band")
        line = row(self)
        line.setContentsMargins(px("gap"), 6, px("tight"), 6)
        self._sign = QLabel()
        self._words = label("", wrap=True)
        self._action = button("", "link")
        self._action.hide()
        self._call: Callable[[], None] | None = None
        self._action.clicked.connect(self._act)
        away = IconButton("x", tr("Put this message away"), appearance)
        away.clicked.connect(self.hide)
        line.addWidget(self._sign)
        line.addWidget(self._words, 1)
        line.addWidget(self._action)
        line.addWidget(away)
        self.hide()

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def tell(
        self,
        words: str,
        tone: Tone = "",
        action: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        """Say something, perhaps with one thing to do about it."""
        self._words.setText(words)
        self.setAccessibleName(words)
        set_property(self, "tone", tone)
        colour = self._appearance.theme[tone or "accent"]
        self._sign.setPixmap(pixmap(_SIGNS[tone], colour, 16, self.devicePixelRatio()))
        self._action.setVisible(action is not None)
        self._call = None
        if action is not None:
            title, self._call = action
            self._action.setText(title)
        self.show()

    def forget(self) -> None:
        """Say nothing any more."""
        self._words.clear()
        self.hide()

    def _act(self) -> None:
        if self._call is not None:
            self._call()
