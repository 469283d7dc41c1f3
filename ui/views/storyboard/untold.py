"""What of the section no card tells, under the cards: so that nothing is left out unnoticed."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.coverage import Passage, coverage
from app.editing.cards import Card, CardsError
from app.runs import load_task
from app.texts import ngettext, tr
from pipeline.run.folder import RunFolder
from pipeline.schema.storyboard import SceneSpec
from ui.bridge import Bridge, Ticket
from ui.theme.tokens import px
from ui.widgets.basics import column, heading, label
from ui.widgets.scroll import UprightScroll

LISTED = 40
"""More sentences than this are counted and not listed."""
HIGHEST = 150
"""Logical pixels; the cards are what the page is about."""
SETTLE_MS = 400


class Untold(QFrame):
    """Sentences that no card tells; hidden while every one is told. Reads the section and compares
    it with the cards beside the GUI thread, a moment after a change."""

    def __init__(
        self, bridge: Bridge, cards: Callable[[], tuple[Card, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._bridge, self._cards = bridge, cards
        self._folder: RunFolder | None = None
        self._ticket: Ticket | None = None
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._look)
        self._head: QLabel = heading("")
        self.listed = label("", "muted", wrap=True)
        self.listed.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.listed.setAccessibleName(tr("What no card tells"))
        inside = QWidget()
        column(inside, margin=0).addWidget(self.listed)
        area = UprightScroll()
        area.setWidget(inside)
        box = column(self, margin=px("gap"), gap=px("hair"))
        box.addWidget(self._head)
        box.addWidget(area)
        self.setMaximumHeight(HIGHEST)
        self.hide()

    def begin(self, folder: RunFolder) -> None:
        """Watch the cards of another run."""
        self.end()
        self._folder = folder
        self._timer.start()

    def changed(self) -> None:
        """The cards are others."""
        if self._folder is not None:
            self._timer.start()

    def end(self) -> None:
        """Nothing is on show."""
        self._timer.stop()
        if self._ticket is not None:
            self._ticket.drop()
        self._folder = None
        self.hide()

    def _look(self) -> None:
        if (folder := self._folder) is None:
            return
        specs = [spec for card in self._cards() if (spec := _spec(card)) is not None]
        if self._ticket is not None:
            self._ticket.drop()
        # A section that cannot be read is told of where the run is shown.
        self._ticket = self._bridge.submit(
            lambda: coverage(load_task(folder), specs), self._show, lambda _: self.hide()
        )

    def _show(self, passages: tuple[Passage, ...]) -> None:
        sentences = [passage for passage in passages if passage.kind == "sentence"]
        untold = [" ".join(p.text.split()) for p in sentences if not p.covered]
        self._head.setText(
            ngettext(
                "Not told: {n} of {count} sentence", "Not told: {n} of {count} sentences",
                len(sentences),
            ).format(n=len(untold), count=len(sentences))
        )  # fmt: skip
        lines = [f"\u00b7 {text}" for text in untold[:LISTED]]
        if len(untold) > LISTED:
            lines.append("\u2026")
        self.listed.setText("\n".join(lines))
        self.setVisible(bool(untold))


def _spec(card: Card) -> SceneSpec | None:
    """The scene of a card; None while it is none."""
    try:
        return card.spec
    except CardsError:
        return None
