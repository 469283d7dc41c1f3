"""The storyboard on a page of its own: before the scenes are made, or of a finished run."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

from app.editing import storyboard
from app.editing.cards import MOST_CARDS, Card, CardsError, added, blank, moved, removed
from app.editing.choice import load_trace
from app.editing.regenerate import Regenerated, regenerate, regenerate_unlocked
from app.faults import words_of
from app.texts import tr
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.storyboard import SceneSpec
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.views.storyboard.card_editor import CardEditor
from ui.widgets.arranging import NARROW_PX, page_bar
from ui.widgets.basics import ElidedLabel, button, column
from ui.widgets.notice import Notice


@dataclass(frozen=True)
class Shown:
    """A scene of a finished run with its present card."""

    scene_id: str
    spec: SceneSpec


class StoryboardEditor(QWidget):
    """Signals:
    approved: the cards are kept and may become scenes.
    remade(scene_id, spec): make one scene of a finished run anew.
    left: back to the run.
    """

    approved = Signal()
    remade = Signal(str, object)
    left = Signal()

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context = context
        self._folder: RunFolder | None = None
        self._scenes: tuple[Shown, ...] = ()
        self._kept: tuple[Card, ...] = ()
        self._finished = False
        self._work: Ticket | None = None
        self._cancel = CancelToken()
        self.editors: list[CardEditor] = []
        self.notice = Notice(context.appearance)
        self._lay_out()

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar(tr("Storyboard"))
        self._hint = ElidedLabel("", "muted")
        line.addWidget(self._hint, 1)
        self._add, self._renew = button(tr("Add a scene")), button(tr("Plan unlocked cards anew"))
        self._approve = button(tr("Approve and write the scenes"), "primary")
        back = button(tr("Back to the run"))
        self._add.clicked.connect(self._append)
        self._renew.clicked.connect(self._renew_all)
        self._approve.clicked.connect(self._save)
        back.clicked.connect(self._ask_to_leave)
        self._words: dict[QPushButton, tuple[str, str]] = {
            self._add: (self._add.text(), tr("Add")),
            self._renew: (self._renew.text(), tr("Plan anew")),
            back: (back.text(), tr("Back")),
            self._approve: (self._approve.text(), tr("Approve")),
        }
        for part, (whole, _) in self._words.items():
            part.setAccessibleName(whole)
            line.addWidget(part)
        outer.addWidget(bar)
        outer.addWidget(self.notice)
        self._inside = QWidget()
        self._box = column(self._inside)
        self._box.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(self._inside)
        outer.addWidget(self._area, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the buttons say less; the whole words are their tips."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW_PX
        for part, (whole, short) in self._words.items():
            part.setText(short if narrow else whole)
            part.setToolTip(whole if narrow else "")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they stand in the fields."""
        return tuple(editor.card for editor in self.editors)

    def open(self, folder: Path, scene_ids: Sequence[str], *, finished: bool) -> None:
        """Read the cards of a run; `scene_ids` are those of its animation, once it is finished."""
        self._folder = run = RunFolder(folder)
        self._finished = finished
        for part in (self._add, self._renew, self._approve):
            part.setVisible(not finished)
        self._hint.setText(
            tr("Change a card and make that scene anew. Changes of other cards are not kept.")
            if finished
            else tr("Nothing is written before you approve. Your changes are kept when you leave.")
        )
        self.notice.hide()
        self._allow(True)
        self._fill(())
        ids = tuple(scene_ids)

        def read() -> tuple[tuple[Card, ...], tuple[Shown, ...]]:
            if not finished:
                return storyboard.load(run), ()
            shown = tuple(Shown(scene_id, load_trace(run, scene_id).spec) for scene_id in ids)
            return tuple(Card.of(scene.spec) for scene in shown), shown

        self._work = self._context.bridge.submit(read, self._read, self._complain)

    def close_editor(self) -> None:
        """Let go of what is under way."""
        self._cancel.cancel()
        if self._work is not None:
            self._work.drop()

    def _read(self, found: tuple[tuple[Card, ...], tuple[Shown, ...]]) -> None:
        cards, self._scenes = found
        self._kept = cards
        self._fill(cards)

    def _fill(self, cards: Sequence[Card]) -> None:
        for editor in self.editors:
            self._box.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
        self.editors = []
        for number, card in enumerate(cards):
            editor = CardEditor(self._context.appearance, number + 1, card, finished=self._finished)
            editor.moved.connect(lambda step, n=number: self._move(n, n + step))
            editor.removed.connect(lambda n=number: self._remove(n))
            editor.renewed.connect(lambda n=number: self._renew_one(n))
            editor.remade.connect(lambda n=number: self._remake(n))
            self._box.insertWidget(number, editor)
            self.editors.append(editor)
        self._add.setEnabled(len(cards) < MOST_CARDS)

    def _move(self, place: int, target: int) -> None:
        if 0 <= target < len(self.editors):
            self._fill(moved(self.cards, place, target))
            self.editors[target].first_field().setFocus()

    def _append(self) -> None:
        cards = self.cards
        self._fill(added(cards, len(cards), blank(cards)))
        last = self.editors[-1]
        last.first_field().setFocus()
        QTimer.singleShot(0, last, lambda: self._area.ensureWidgetVisible(last))

    def _remove(self, place: int) -> None:
        before = self.cards
        self._fill(removed(before, place))
        name = before[place].name
        self.notice.tell(
            tr("The card \u201c{name}\u201d is removed.").format(name=name),
            "",
            (tr("Undo"), lambda: self._undo(before)),
        )

    def _undo(self, cards: tuple[Card, ...]) -> None:
        self._fill(cards)
        self.notice.hide()

    def _renew_one(self, place: int) -> None:
        before, folder = self.cards, self._folder
        if folder is None:
            return

        def done(card: Card) -> None:
            cards = list(before)
            cards[place] = card
            self._renewed(before, tuple(cards), "")

        cancel = self._begin(tr("Looking for another scene in the section…"))
        self._work = self._context.bridge.submit(
            lambda: regenerate(folder, self._context.paths, before, place, cancel),
            done,
            self._complain,
        )

    def _renew_all(self) -> None:
        before, folder = self.cards, self._folder
        if folder is None:
            return

        def done(found: Regenerated) -> None:
            told = " ".join(
                tr("Scene {number}: {why}").format(number=n + 1, why=why)
                for n, why in found.unchanged.items()
            )
            self._renewed(before, found.cards, told)

        cancel = self._begin(tr("Planning the unlocked cards anew…"))
        self._work = self._context.bridge.submit(
            lambda: regenerate_unlocked(folder, self._context.paths, before, cancel),
            done,
            self._complain,
        )

    def _begin(self, words: str) -> CancelToken:
        self._cancel = CancelToken()
        self.notice.tell(words, action=(tr("Stop"), self._cancel.cancel))
        self._allow(False)
        return self._cancel

    def _allow(self, allowed: bool) -> None:
        """While cards are planned anew nothing else may change them."""
        for part in (self._inside, self._renew, self._approve):
            part.setEnabled(allowed)
        self._add.setEnabled(allowed and len(self.editors) < MOST_CARDS)

    def _renewed(self, before: tuple[Card, ...], cards: tuple[Card, ...], told: str) -> None:
        self._allow(True)
        self._fill(cards)
        self.notice.tell(
            tr("Planned anew. {told}").format(told=told).strip(),
            "",
            (tr("Undo"), lambda: self._undo(before)),
        )

    def _complain(self, error: Exception) -> None:
        self._allow(True)
        self.notice.tell(words_of(error), "bad")

    def _save(self) -> None:
        folder, cards = self._folder, self.cards
        if folder is None:
            return
        for editor in self.editors:
            editor.show_faults({})

        def keep() -> None:
            storyboard.save(folder, cards)
            storyboard.approve(folder)

        self._work = self._context.bridge.submit(
            keep, lambda _: self.approved.emit(), self._not_saved
        )

    def _keep_and_leave(self) -> None:
        folder, cards = self._folder, self.cards
        if folder is None:
            return
        self._work = self._context.bridge.submit(
            lambda: storyboard.save(folder, cards), lambda _: self._leave(), self._not_kept
        )

    def _not_kept(self, error: Exception) -> None:
        self._not_saved(error)
        words = self.notice.words
        self.notice.tell(words, "warn", (tr("Leave without these changes"), self._leave))

    def _not_saved(self, error: Exception) -> None:
        if not isinstance(error, CardsError):
            self._complain(error)
            return
        for number, editor in enumerate(self.editors):
            editor.show_faults(_by_field(error, number))
        first = min((f.card for f in error.faults if f.card >= 0), default=-1)
        if 0 <= first < len(self.editors):
            self._area.ensureWidgetVisible(self.editors[first])
        general = [fault.message for fault in error.faults if fault.card < 0]
        self.notice.tell(" ".join(general) or tr("Some cards need another look."), "bad")

    def _remake(self, place: int) -> None:
        try:
            spec = self.editors[place].card.spec
        except CardsError as error:
            self.editors[place].show_faults(_by_field(error, error.faults[0].card))
            return
        self.remade.emit(self._scenes[place].scene_id, spec)

    def _ask_to_leave(self) -> None:
        if self._finished or not self._inside.isEnabled() or self.cards == self._kept:
            self._leave()
        else:
            self._keep_and_leave()

    def _leave(self) -> None:
        self.close_editor()
        self.left.emit()


def _by_field(error: CardsError, card: int) -> dict[str, str]:
    """What is wrong with one card, by the field it is wrong with."""
    found: dict[str, str] = {}
    for fault in error.faults:
        if fault.card == card:
            words = f"{fault.message[:1].upper()}{fault.message[1:]}."
            found[fault.field] = f"{found.get(fault.field, '')} {words}".strip()
    return found
