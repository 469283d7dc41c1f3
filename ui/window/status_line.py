"""The line at the bottom: what the studio stands on, always in sight."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.widgets.basics import ElidedLabel, Tone, row
from ui.widgets.speech import plain_tip

_SIGNS = {"": "clock", "good": "circle-check", "warn": "triangle-alert", "bad": "circle-x"}
_SIGN_PX = 13
LEAST_WORDS = 44
"""Logical pixels of a fact's words, however narrow the window is."""


class StatusFact(QFrame):
    """A sign and a few words; the sign differs in shape, not only in colour."""

    def __init__(self, appearance: Appearance, words: str) -> None:
        super().__init__()
        self._appearance = appearance
        self._tone: Tone = ""
        line = row(self, gap=5)
        self._sign = QLabel()
        # As wide as its words where there is room, cut where there is none.
        self._words = ElidedLabel(words, "faint")
        self._words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._words.setMinimumWidth(LEAST_WORDS)
        line.addWidget(self._sign)
        line.addWidget(self._words)
        appearance.changed.connect(self._draw)
        self._draw()

    def say(self, words: str, tone: Tone, tip: str = "") -> None:
        """Show a fact; `tip` says more."""
        self._tone = tone
        self._words.setText(words)
        self._words.setToolTip(plain_tip(f"{words}\n{tip}".strip()))
        self.setToolTip(tip)
        self.setAccessibleName(words)
        self.setAccessibleDescription(tip)
        self._draw()

    def _draw(self) -> None:
        colour = self._appearance.theme[self._tone or "faint"]
        picture = pixmap(_SIGNS[self._tone], colour, _SIGN_PX, self.devicePixelRatio())
        self._sign.setPixmap(picture)


class StatusLine(QFrame):
    """Isolation, LaTeX, memory, models, and what waits; each a dash until it is known."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setProperty("role", "status")
        self.setAccessibleName(tr("Status"))
        self.setFixedHeight(px("status_height"))
        line = row(self, margin=0, gap=px("gap") + px("hair"))
        line.setContentsMargins(px("gap"), 0, px("gap"), 0)
        self.isolation = StatusFact(appearance, tr("Isolation –"))
        self.latex = StatusFact(appearance, tr("LaTeX –"))
        self.memory = StatusFact(appearance, tr("Memory –"))
        self.cast = StatusFact(appearance, tr("Cast –"))
        for fact in (self.isolation, self.latex, self.memory, self.cast):
            line.addWidget(fact)
        self._news = ElidedLabel(role="faint")
        self._news.setAlignment(Qt.AlignmentFlag.AlignRight)
        line.addWidget(self._news, 1)

    def tell(self, words: str) -> None:
        """What waits or has just happened, at the right end."""
        self._news.setText(words)
