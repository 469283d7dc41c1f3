"""The storyboard at the left: what each scene says, how far it is, how good it has become."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.coverage import Passage
from app.readable import readable, shortened
from app.run_view.times import scene_times
from app.run_view.values import DASH, STAGE_WORDS, RunView, SceneView
from app.texts import mark, ngettext, tr, translated
from pipeline.schema.storyboard import SceneSpec
from ui.theme.tokens import px
from ui.views.studio.clocks import clock
from ui.views.studio.section_panel import SectionPanel
from ui.widgets.basics import (
    ElidedLabel,
    button,
    column,
    label,
    row,
    set_property,
)
from ui.widgets.segmented import Segmented
from ui.widgets.speech import plain_tip

TABS = (("storyboard", mark("Storyboard")), ("section", mark("Section")))
LEAST_WIDTH = 236
"""Logical pixels."""
_STAGES = ("code", "check", "render", "review", "done")


@dataclass(frozen=True)
class CardView:
    """A scene as its card shows it; `scene` is None before the work on it has begun. `halted` says
    in a word why nobody works on it though it is not done; empty while somebody does."""

    name: str
    spec: SceneSpec | None
    scene: SceneView | None
    halted: str = ""


class SceneCard(QFrame):
    """One scene: name, score, claim, evidence, takeaway, and the stage of the work on it."""

    chosen = Signal(str)
    played = Signal()

    def __init__(self, number: int, spec: SceneSpec | None, name: str) -> None:
        super().__init__()
        self.scene_id = self._halted = self._stage = ""
        self.setProperty("role", "inset")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        box = column(self, gap=px("hair"))
        top = row()
        self._name = ElidedLabel(f"{number} · {name}", "strong")
        self._score = label(DASH, "strong")
        top.addWidget(self._name, 1)
        top.addWidget(self._score)
        box.addLayout(top)
        self._more: list[QWidget] = []
        if spec is not None:
            self._claim = ElidedLabel(readable(spec.claim), "muted")
            box.addWidget(self._claim)
            for words in _sentences(spec):
                self._more.append(label(words, "muted", wrap=True))
                box.addWidget(self._more[-1])
            self.setToolTip(plain_tip(f"{spec.claim}\n\n{spec.evidence}\n\n{spec.takeaway}"))
        self._open(False)
        self._state = ElidedLabel(tr("waiting"), "faint")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, len(_STAGES))
        box.addWidget(self._state)
        box.addWidget(self._bar)
        self._title = tr("Scene {number}, {name}").format(number=number, name=name)
        self.setAccessibleName(self._title)

    def show_scene(self, scene: SceneView, chosen: bool, halted: str = "") -> None:
        """Bring the card up to date; the chosen one says all that the scene is to tell."""
        self.scene_id, self._halted = scene.scene_id, halted
        self._open(chosen)
        score = DASH if scene.score is None else f"{scene.score:.0f}"
        self._score.setText(score)
        words = self._words(scene)
        self._state.setText(words)
        self._bar.setValue(_step(scene))
        set_property(self, "chosen", "true" if chosen else "false")
        self.setAccessibleName(
            tr("{title}, score {score}, {words}").format(
                title=self._title, score=score, words=words
            )
        )

    def show_time(self, seconds: float) -> None:
        """How long the stage under way has taken."""
        if self._stage:
            self._state.setText(f"{self._stage} · {clock(seconds)}")

    def _open(self, whole: bool) -> None:
        if self._more:
            self._claim.setVisible(not whole)
        for part in self._more:
            part.setVisible(whole)

    def _words(self, scene: SceneView) -> str:
        self._stage = ""
        if scene.skipped:
            return tr("skipped: no attempt rendered")
        if not scene.ended:
            words = tr(STAGE_WORDS[scene.stage])
            if self._halted:
                return f"{self._halted} · {words}"
            self._stage = words
            return words
        versions = len(scene.iterations)
        seconds = scene.iteration(scene.shown).duration if scene.shown is not None else 0
        return ngettext(
            "{seconds:.0f} s · {count} version · shows v{shown}",
            "{seconds:.0f} s · {count} versions · shows v{shown}",
            versions,
        ).format(seconds=seconds, count=versions, shown=scene.shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses the scene."""
        self._choose()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space choose it too; on the chosen one Space plays."""
        if event.key() == Qt.Key.Key_Space and self.property("chosen") == "true":
            self.played.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        if self.scene_id:
            self.chosen.emit(self.scene_id)


class WholeCard(SceneCard):
    """Stands for the animation as a whole."""

    def __init__(self) -> None:
        super().__init__(0, None, "")
        self.scene_id = "whole"
        self._name.setText(tr("Whole animation"))
        self._score.hide()
        self._bar.hide()

    def show_length(self, scenes: int, seconds: float, chosen: bool) -> None:
        """How long it is, and whether it is what the player shows."""
        words = ngettext("{clock} · {count} scene", "{clock} · {count} scenes", scenes).format(
            clock=clock(seconds), count=scenes
        )
        self._state.setText(words)
        set_property(self, "chosen", "true" if chosen else "false")
        self.setAccessibleName(tr("Watch the whole animation, {words}").format(words=words))


class StoryboardPanel(QFrame):
    """All cards in order; `edit_requested` asks for the storyboard's editor."""

    scene_chosen = Signal(str)
    whole_chosen = Signal()
    play_requested = Signal()
    edit_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Storyboard"))
        box = column(self)
        top = row()
        self.tabs = Segmented(translated(TABS), tr("Left side"))
        self.tabs.chosen.connect(self._show_tab)
        top.addWidget(self.tabs)
        top.addStretch(1)
        box.addLayout(top)
        self._covered = label("", "faint")
        self._covered.hide()
        box.addWidget(self._covered)
        self._inside = QWidget()
        self._cards_box = QVBoxLayout(self._inside)
        self._cards_box.setContentsMargins(0, 0, 0, 0)
        self._cards_box.setSpacing(px("tight"))
        self.whole = WholeCard()
        self.whole.chosen.connect(lambda _: self.whole_chosen.emit())
        self.whole.played.connect(self.play_requested)
        self.whole.hide()
        self._cards_box.addWidget(self.whole)
        self._cards_box.addStretch(1)
        self._area = area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._inside)
        self.section = SectionPanel()
        self._stack = QStackedWidget()
        self._stack.addWidget(area)
        covering = QWidget()
        lines = column(covering, margin=0)
        self._told = label("", "muted", wrap=True)
        lines.addWidget(self._told)
        lines.addWidget(self.section, 1)
        self._stack.addWidget(covering)
        box.addWidget(self._stack, 1)
        self.edit = button(
            tr("Edit storyboard…"), tip=tr("Change a card, then rerun only that scene")
        )
        self.edit.clicked.connect(self.edit_requested)
        box.addWidget(self.edit)
        self._chosen = ""
        self._cards: list[SceneCard] = []
        self._said: list[tuple[str, SceneSpec | None]] = []

    def minimumSizeHint(self) -> QSize:
        """Wide enough for cards, and for the words of its buttons."""
        hint = super().minimumSizeHint()
        return QSize(max(LEAST_WIDTH, hint.width()), hint.height())

    def show_cards(self, cards: Sequence[CardView], chosen: str) -> None:
        """Bring all cards up to date; they are laid out anew only where they say something else."""
        said = [(card.name, card.spec) for card in cards]
        if said != self._said:
            self._lay_out(cards)
            self._said = said
        if chosen != self._chosen:
            self._chosen = chosen
            # After the layout: the chosen card is higher than it was.
            QTimer.singleShot(0, self, self._look_at_chosen)
        for shown, card in zip(self._cards, cards, strict=True):
            if card.scene is not None:
                shown.show_scene(card.scene, card.scene.scene_id == chosen, card.halted)

    def _look_at_chosen(self) -> None:
        for card in self._cards:
            if card.scene_id == self._chosen:
                self._cards_box.activate()
                self._area.ensureWidgetVisible(card, 0, px("hair"))
                if card.height() > self._area.viewport().height():
                    self._area.verticalScrollBar().setValue(card.y())  # its head first

    def show_whole(self, view: RunView, chosen: bool) -> None:
        """Offer the animation, once there is one."""
        self.whole.setVisible(view.video is not None)
        if view.video is not None:
            shown = [s.iteration(s.shown) for s in view.arranged if s.shown is not None]
            self.whole.show_length(len(shown), sum(i.duration for i in shown), chosen)

    def show_times(self, view: RunView) -> None:
        """The clocks of the stages under way."""
        scenes = {scene.scene_id: scene for scene in view.arranged if not scene.ended}
        for card in self._cards:
            if (scene := scenes.get(card.scene_id)) is not None:
                card.show_time(scene_times(view, scene).get(scene.stage, 0.0))

    @property
    def cards(self) -> tuple[SceneCard, ...]:
        """The cards on show."""
        return tuple(self._cards)

    def clear(self) -> None:
        """No run is on show."""
        self.show_cards((), "")
        self.whole.hide()
        self.section.show_passages(())
        self._told.clear()
        self._covered.hide()

    def _lay_out(self, cards: Sequence[CardView]) -> None:
        for shown in self._cards:
            shown.hide()
            shown.deleteLater()
        self._cards = []
        for number, card in enumerate(cards, start=1):
            shown = SceneCard(number, card.spec, card.name)
            shown.chosen.connect(self.scene_chosen)
            shown.played.connect(self.play_requested)
            self._cards_box.insertWidget(self._cards_box.count() - 1, shown)
            self._cards.append(shown)

    def show_coverage(self, passages: tuple[Passage, ...]) -> None:
        """Which passages of the section the storyboard tells."""
        covered = sum(passage.covered for passage in passages)
        words = ngettext(
            "{covered} of {count} sentence or formula is told by a scene",
            "{covered} of {count} sentences and formulas are told by a scene",
            len(passages),
        ).format(covered=covered, count=len(passages))
        self.tabs.set_words("section", tr("Section"), words)
        self._covered.setText(
            tr("{covered} of {count} covered").format(covered=covered, count=len(passages))
        )
        self._covered.setToolTip(words)
        self._told.setText(words)
        self._covered.setVisible(bool(passages))
        self.section.show_passages(passages)

    def _show_tab(self, key: str) -> None:
        self._stack.setCurrentIndex([name for name, _ in TABS].index(key))


def _sentences(spec: SceneSpec) -> tuple[str, ...]:
    return (
        tr("Claim: {claim}").format(claim=shortened(spec.claim)),
        tr("Shows: {evidence}").format(evidence=shortened(spec.evidence)),
        tr("Takeaway: {takeaway}").format(takeaway=shortened(spec.takeaway)),
    )


def _step(scene: SceneView) -> int:
    if scene.ended:
        return len(_STAGES)
    stage = "review" if scene.stage == "revise" else scene.stage
    return _STAGES.index(stage) if stage in _STAGES else 0
