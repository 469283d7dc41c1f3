"""The storyboard on a page of its own: before the scenes are made, or of a finished run."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from app.editing import storyboard
from app.editing.cards import Card, CardsError
from app.editing.choice import load_trace
from app.editing.regenerate import Regenerated, regenerate, regenerate_unlocked
from app.faults import words_of
from app.texts import tr
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.storyboard import SceneSpec
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.storyboard.card_editor import CardEditor
from ui.views.storyboard.card_list import CardList, by_field
from ui.views.storyboard.drafts import DraftKeeper, WaitingCards
from ui.views.storyboard.untold import Untold
from ui.widgets.arranging import NARROW_PX, page_bar
from ui.widgets.basics import ElidedLabel, button, column
from ui.widgets.notice import Notice


@dataclass(frozen=True)
class Shown:
    """A scene of a finished run with its present card."""

    scene_id: str
    spec: SceneSpec


@dataclass(frozen=True)
class Found:
    """What was read of a run: its cards, its scenes if it is finished, and a draft if there is one
    that says something else."""

    cards: tuple[Card, ...]
    scenes: tuple[Shown, ...]
    draft: tuple[Card, ...] | None = None


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
        self._waiting = WaitingCards()
        self._finished = False
        self._work: Ticket | None = None
        self._cancel = CancelToken()
        self.list = CardList(context.appearance)
        self.notice = Notice(context.appearance)
        self.untold = Untold(context.bridge, lambda: self.cards)
        self._lay_out()
        self.drafts = DraftKeeper(context.bridge, lambda: self.cards, self._complain, self)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.list.bring_back)
        self.list.changed.connect(self._changed)
        self.list.removal.connect(self._tell_removed)
        self.list.renewed.connect(self._renew_one)
        self.list.remade.connect(self._remake)

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar(tr("Storyboard"))
        self._hint = ElidedLabel("", "muted")
        line.addWidget(self._hint, 1)
        self._add, self._renew = button(tr("Add a scene")), button(tr("Plan unlocked cards anew"))
        self._approve = button(tr("Approve and write the scenes"), "primary")
        back = button(tr("Back to the run"))
        self._add.clicked.connect(self.list.append)
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
        outer.addWidget(self.list, 1)
        foot = QWidget()
        column(foot, margin=px("gap")).addWidget(self.untold)
        outer.addWidget(foot)

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
        return self.list.cards

    @property
    def editors(self) -> list[CardEditor]:
        """The forms of the cards, in order."""
        return self.list.editors

    def open(self, folder: Path, scene_ids: Sequence[str], *, finished: bool) -> None:
        """Read the cards of a run; `scene_ids` are those of its animation, once it is finished."""
        self._remember()
        self._folder = run = RunFolder(folder)
        self._finished = finished
        for part in (self._add, self._renew, self._approve):
            part.setVisible(not finished)
        self._hint.setText(
            tr("Change a card and make that scene anew. Changes of other cards wait here.")
            if finished
            else tr("Nothing is written before you approve; your changes are kept.")
        )
        self.notice.hide()
        self.drafts.end()
        self._allow(True)
        self.list.begin((), finished=finished)
        ids = tuple(scene_ids)

        def read() -> Found:
            if not finished:
                return Found(storyboard.load(run), (), storyboard.draft(run))
            shown = tuple(Shown(scene_id, load_trace(run, scene_id).spec) for scene_id in ids)
            return Found(tuple(Card.of(scene.spec) for scene in shown), shown)

        self._work = self._context.bridge.submit(read, self._read, self._complain)

    def close_editor(self) -> None:
        """Let go of what is under way."""
        self.drafts.keep()
        self._remember()
        self.untold.end()
        self._cancel.cancel()
        if self._work is not None:
            self._work.drop()

    def _read(self, found: Found) -> None:
        self._scenes, self._kept = found.scenes, found.cards
        cards = found.cards if found.draft is None else found.draft
        self.list.begin(cards, finished=self._finished)
        if self._folder is not None:
            for place, card in self._waiting.take(self._folder.root, self._kept).items():
                self.editors[place].take(card)
            self.untold.begin(self._folder)
        if self._folder is not None and not self._finished:
            self.drafts.begin(self._folder, cards)
        if found.draft is not None:
            self.notice.tell(
                tr("Your changes are here as you left them. They are not approved yet."),
                action=(tr("Discard them"), self._discard_draft),
            )

    def _remember(self) -> None:
        if self._folder is not None and self._finished:
            self._waiting.keep(self._folder.root, self._kept, self.cards)

    def _discard_draft(self) -> None:
        """Back to the cards as they were last kept; that can be undone as well."""
        draft = self.cards
        self.list.begin(self._kept, finished=False)
        self.drafts.discard()
        if self._folder is not None:
            self.drafts.begin(self._folder, self._kept)
        self.notice.tell(
            tr("Your changes are discarded."), action=(tr("Undo"), lambda: self._undo(draft))
        )

    def _changed(self) -> None:
        self._add.setEnabled(self.list.allowed and not self.list.is_full)
        self.drafts.changed()
        self.untold.changed()

    def _tell_removed(self) -> None:
        """Offer to bring the card back that was removed last."""
        if not (name := self.list.last_removed):
            self.notice.hide()
            return
        words = tr("The card \u201c{name}\u201d is removed.")
        self.notice.tell(words.format(name=name), action=(tr("Undo"), self.list.bring_back))

    def _undo(self, cards: tuple[Card, ...]) -> None:
        self.list.fill(cards)
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
        self.list.allow(allowed)
        for part in (self._renew, self._approve):
            part.setEnabled(allowed)
        self._add.setEnabled(allowed and not self.list.is_full)

    def _renewed(self, before: tuple[Card, ...], cards: tuple[Card, ...], told: str) -> None:
        self._allow(True)
        self.list.fill(cards)
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
        self.list.show_faults(None)

        def keep() -> None:
            storyboard.save(folder, cards)
            storyboard.approve(folder)

        work = self.drafts.in_turn(keep)
        self._work = self._context.bridge.submit(work, lambda _: self._saved(), self._not_saved)

    def _saved(self) -> None:
        self.drafts.end()
        self.approved.emit()

    def _keep_and_leave(self) -> None:
        folder, cards = self._folder, self.cards
        if folder is None:
            return
        self._work = self._context.bridge.submit(
            self.drafts.in_turn(lambda: storyboard.save(folder, cards)),
            lambda _: self._left_kept(),
            self._not_kept,
        )

    def _left_kept(self) -> None:
        self.drafts.end()
        self._leave()

    def _not_kept(self, error: Exception) -> None:
        self._not_saved(error)
        words = self.notice.words
        self.notice.tell(words, "warn", (tr("Leave without these changes"), self._leave_without))

    def _not_saved(self, error: Exception) -> None:
        if not isinstance(error, CardsError):
            self._complain(error)
            return
        self.list.show_faults(error)
        general = [fault.message for fault in error.faults if fault.card < 0]
        self.notice.tell(" ".join(general) or tr("Some cards need another look."), "bad")

    def _remake(self, place: int) -> None:
        try:
            spec = self.editors[place].card.spec
        except CardsError as error:
            self.editors[place].show_faults(by_field(error, error.faults[0].card))
            return
        self.remade.emit(self._scenes[place].scene_id, spec)

    def _ask_to_leave(self) -> None:
        if self._finished or not self.list.allowed or self.cards == self._kept:
            self._leave()
        else:
            self._keep_and_leave()

    def _leave_without(self) -> None:
        self.drafts.discard()
        self._leave()

    def _leave(self) -> None:
        self.close_editor()
        self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page or room is entered: what was changed is kept."""
        self.drafts.keep()
        super().hideEvent(event)
