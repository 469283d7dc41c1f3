"""The cards one below the other: added, moved, removed and brought back."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from app.editing.cards import MOST_CARDS, Card, CardsError, added, blank, moved, removed
from ui.theme.appearance import Appearance
from ui.views.storyboard.card_editor import CardEditor
from ui.views.storyboard.dragging import CardDrag
from ui.widgets.basics import column


class CardList(QScrollArea):
    """Signals:
    changed: something on the cards, or their order, is different.
    removal: a card was removed, or one that was is back; see `last_removed`.
    renewed(int), remade(int): wishes about the card at a place.
    """

    changed = Signal()
    removal = Signal()
    renewed = Signal(int)
    remade = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.finished = False
        self.editors: list[CardEditor] = []
        self._removed: list[tuple[int, Card]] = []
        self._inside = QWidget()
        self._box = column(self._inside)
        self._box.addStretch(1)
        self.setWidgetResizable(True)
        self.setWidget(self._inside)
        self._drag = CardDrag(self, lambda: self.editors)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they stand in the fields."""
        return tuple(editor.card for editor in self.editors)

    @property
    def is_full(self) -> bool:
        """Whether no card can be added."""
        return len(self.editors) >= MOST_CARDS

    @property
    def last_removed(self) -> str:
        """The name of the card that `bring_back` would bring back; empty for none."""
        return self._removed[-1][1].name if self._removed else ""

    @property
    def allowed(self) -> bool:
        """Whether the cards may be changed now."""
        return self._inside.isEnabled()

    def allow(self, allowed: bool) -> None:
        """While cards are planned anew nothing else may change them."""
        self._inside.setEnabled(allowed)

    def begin(self, cards: Sequence[Card], *, finished: bool) -> None:
        """Show the cards of a run."""
        self.finished = finished
        self._removed.clear()
        self.fill(cards)

    def fill(self, cards: Sequence[Card]) -> None:
        """Show other cards of the same run."""
        self._drag.give_up()
        for editor in self.editors:
            self._box.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
        self.editors = [self._make(number, card) for number, card in enumerate(cards)]
        self.changed.emit()

    def append(self) -> None:
        """A new, empty card at the end."""
        cards = self.cards
        self.fill(added(cards, len(cards), blank(cards)))
        self.editors[-1].first_field().setFocus()
        self._look_at(self.editors[-1])

    def move_card(self, place: int, target: int, *, dragged: bool = False) -> None:
        """Take a card to another place; the focus goes with it."""
        if not 0 <= target < len(self.editors):
            return
        by_grip = dragged or self.editors[place].grip.hasFocus()
        self.fill(moved(self.cards, place, target))
        there = self.editors[target]
        (there.grip if by_grip else there.first_field()).setFocus()
        self._look_at(there)

    def remove(self, place: int) -> None:
        """Take a card away; `bring_back` brings it back."""
        before = self.cards
        self._removed.append((place, before[place]))
        self.fill(removed(before, place))
        if self.editors:
            # Not into a text: there Ctrl+Z would mean what was typed.
            self.editors[min(place, len(self.editors) - 1)].grip.setFocus()
        self.removal.emit()

    def bring_back(self) -> None:
        """The card that was removed last stands at its place again; the others stay as they are."""
        if not self._removed or not self.allowed or self.is_full:
            return
        place, card = self._removed.pop()
        place = min(place, len(self.editors))
        self.fill(added(self.cards, place, card))
        self.editors[place].grip.setFocus()
        self._look_at(self.editors[place])
        self.removal.emit()

    def show_faults(self, error: CardsError | None) -> None:
        """Say at each field what is wrong with it; None takes that back."""
        for number, editor in enumerate(self.editors):
            editor.show_faults({} if error is None else by_field(error, number))
        faulty = [] if error is None else [f.card for f in error.faults if f.card >= 0]
        if faulty and min(faulty) < len(self.editors):
            self.ensureWidgetVisible(self.editors[min(faulty)])

    def _make(self, number: int, card: Card) -> CardEditor:
        editor = CardEditor(self._appearance, number + 1, card, finished=self.finished)
        editor.moved.connect(lambda step: self.move_card(number, number + step))
        editor.removed.connect(lambda: self.remove(number))
        editor.renewed.connect(lambda: self.renewed.emit(number))
        editor.remade.connect(lambda: self.remade.emit(number))
        editor.changed.connect(self.changed)
        editor.grip.pulled.connect(self._drag.pull)
        editor.grip.given_up.connect(self._drag.give_up)
        editor.grip.dropped.connect(lambda: self._drop(number))
        self._box.insertWidget(number, editor)
        editor.show()  # now, so that the focus can go to it
        return editor

    def _drop(self, place: int) -> None:
        """A card was dragged to where the line is."""
        if (target := self._drag.drop(place)) is not None:
            # The grip whose card goes away is the sender.
            QTimer.singleShot(0, self, lambda: self.move_card(place, target, dragged=True))

    def _look_at(self, editor: CardEditor) -> None:
        QTimer.singleShot(0, editor, lambda: self.ensureWidgetVisible(editor))


def by_field(error: CardsError, card: int) -> dict[str, str]:
    """What is wrong with one card, by the field it is wrong with."""
    found: dict[str, str] = {}
    for fault in error.faults:
        if fault.card == card:
            words = f"{fault.message[:1].upper()}{fault.message[1:]}."
            found[fault.field] = f"{found.get(fault.field, '')} {words}".strip()
    return found
