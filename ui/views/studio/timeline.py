"""The iterations of a scene from first to last, crashes included, with what led to each."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QSizePolicy, QWidget

from app.run_view.values import IterationView, SceneView
from app.texts import mark, tr
from ui.theme.tokens import px
from ui.views.studio.pairing import Pair
from ui.widgets.basics import ElidedLabel, column, label, row, set_property
from ui.widgets.speech import plain_tip

_LOOPS = {
    "text": mark("retry"),
    "visual": mark("revision"),
    "repair": mark("mended"),
    "human": mark("by hand"),
}
_HEIGHT = 74


class VersionCard(QFrame):
    """One iteration. A click shows it as `after`; with Shift, or from its menu, as `before`."""

    picked = Signal(int, bool)

    def __init__(self, t: int) -> None:
        super().__init__()
        self.t = t
        self.setProperty("role", "inset")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box = column(self, margin=px("tight"), gap=1)
        self._head = label("", "strong")
        self._below = label("", "faint")
        box.addWidget(self._head)
        box.addWidget(self._below)

    def show_iteration(self, iteration: IterationView, scene: SceneView, pair: Pair) -> None:
        """Bring it up to date."""
        star = " ★" if scene.shown == iteration.t else ""
        cross = "✕ " if iteration.ok is False else ""
        self._head.setText(f"{iteration.name} · {cross}{iteration.verdict_line}{star}")
        set_property(self._head, "tone", "bad" if iteration.ok is False else "")
        sides = []
        before = iteration.t == pair.before and not pair.old_scene
        if before:
            sides.append(tr("before"))
        if iteration.t == pair.after and pair.before is not None:
            sides.append(tr("after"))
        if iteration.t == scene.shown:
            sides.append(tr("your choice") if scene.chosen else tr("delivered"))
        elif iteration.t == scene.delivered:
            sides.append(tr("automatic choice"))
        broken = [tr("broken off")] if iteration.stopped and sides else []
        self._below.setText(" · ".join([*sides, *broken]) or _origin(iteration))
        shown = "true" if before or iteration.t == pair.after else "false"
        set_property(self, "chosen", shown)
        self.setAccessibleName(
            tr("Version {t}, {verdict_line}").format(
                t=iteration.t, verdict_line=iteration.verdict_line
            )
        )
        self.setAccessibleDescription(self._below.text())
        happened = f"{iteration.message}\n" if iteration.message else ""
        how = tr("Click: show as after. Shift+click: show as before.")
        self.setToolTip(plain_tip(f"{happened}{how}"))

    def add_rating(self, words: str) -> None:
        """What a person thought of it, after `show_iteration`; empty for nothing."""
        if words:
            self._below.setText(f"{self._below.text()} · {words}")
            self.setAccessibleDescription(self._below.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a side."""
        if event.button() == Qt.MouseButton.LeftButton:
            before = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.picked.emit(self.t, before)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or A: after; B: before."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space | Qt.Key.Key_A:
                self.picked.emit(self.t, False)
            case Qt.Key.Key_B:
                self.picked.emit(self.t, True)
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Both sides in words."""
        menu = QMenu(self)
        menu.addAction(tr("Show as before"), lambda: self.picked.emit(self.t, True))
        menu.addAction(tr("Show as after"), lambda: self.picked.emit(self.t, False))
        menu.exec(event.globalPos())


class OldCard(VersionCard):
    """A scene as it was before its card was changed; it is only ever shown as `before`."""

    def show_old(self, scene: SceneView, pair: Pair) -> None:
        """Bring it up to date."""
        assert scene.shown is not None
        iteration, chosen = scene.iteration(scene.shown), pair.old_scene == scene.scene_id
        self._head.setText(
            tr("old v{t} · {verdict_line}").format(
                t=iteration.t, verdict_line=iteration.verdict_line
            )
        )
        self._below.setText(tr("before") if chosen else tr("old card"))
        set_property(self, "chosen", "true" if chosen else "false")
        self.setAccessibleName(
            tr("The scene before its card was changed, {verdict_line}").format(
                verdict_line=iteration.verdict_line
            )
        )
        self.setAccessibleDescription(self._below.text())
        how = tr("The scene as it was before its card was changed. Click: show as before.")
        self.setToolTip(plain_tip(how))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The one side in words."""
        menu = QMenu(self)
        menu.addAction(tr("Show as before"), lambda: self.picked.emit(self.t, True))
        menu.exec(event.globalPos())


class Reason(ElidedLabel):
    """What led from one version to the next, between their cards."""

    def __init__(self, trigger: str, loop: str = "") -> None:
        words = " ".join(trigger.split()) or tr(_LOOPS.get(loop, ""))
        super().__init__(f"→ {words}", "faint")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(56)
        self.setMaximumWidth(260)
        self.setToolTip(plain_tip(trigger or tr("The next attempt")))


class SidewaysScroll(QScrollArea):
    """Scrolls from left to right only, with the wheel too."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down mean left and right."""
        turned = event.angleDelta().x() or event.angleDelta().y()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - turned)
        event.accept()


class Timeline(QFrame):
    """Version cards in a row with the reason of each step between them.

    `old_chosen` carries the id of a scene that the one on show has replaced.
    """

    before_chosen = Signal(int)
    after_chosen = Signal(int)
    old_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Iterations of this scene"))
        self.setFixedHeight(_HEIGHT)
        outer = row(self, margin=px("tight"))
        inside = QWidget()
        self._line = QHBoxLayout(inside)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(px("hair"))
        self._line.addStretch(1)
        self._area = SidewaysScroll()
        self._area.setWidget(inside)
        self._area.horizontalScrollBar().rangeChanged.connect(self._take_height)
        outer.addWidget(self._area)
        self._seen: tuple[str, int, int | None] = ("", 0, None)
        self._cards: list[VersionCard] = []
        self._old: list[OldCard] = []
        self._reasons: list[QWidget] = []
        self._scene_id = ""
        self.ratings: dict[int, str] = {}

    def show_scene(
        self, scene: SceneView | None, pair: Pair, replaced: Sequence[SceneView] = ()
    ) -> None:
        """Bring all cards up to date; cards are kept, so that nothing jumps.

        Args:
            replaced: what stood in its place before its card was changed, oldest first.
        """
        if scene is None or scene.scene_id != self._scene_id:
            self._clear()
        if scene is None:
            return
        self._scene_id = scene.scene_id
        if not self._old and not self._cards:
            for old in replaced:
                self._add_old(old)
        for old_card, old in zip(self._old, replaced, strict=False):
            old_card.show_old(old, pair)
        for iteration in scene.iterations[len(self._cards) :]:
            self._add(iteration)
        for card, iteration in zip(self._cards, scene.iterations, strict=False):
            card.show_iteration(iteration, scene, pair)
            card.add_rating(self.ratings.get(iteration.t, ""))
        now = (scene.scene_id, len(self._cards), pair.after)
        if now != self._seen:
            self._seen = now
            QTimer.singleShot(0, self, self._look_at_chosen)

    def _look_at_chosen(self) -> None:
        for card in self._cards:
            if card.t == self._seen[2]:
                self._area.ensureWidgetVisible(card, 24, 0)

    def _take_height(self, least: int, most: int) -> None:
        """Room for the scroll bar only where there is one."""
        bar = self._area.horizontalScrollBar().sizeHint().height() if most > least else 0
        self.setFixedHeight(_HEIGHT + bar)
        self._look_at_chosen()  # a card that is new has found its place now

    def _add(self, iteration: IterationView) -> None:
        at = self._line.count() - 1
        if self._cards:
            reason = Reason(iteration.trigger, iteration.loop)
            self._line.insertWidget(at, reason, 1)
            self._reasons.append(reason)
            at += 1
        card = VersionCard(iteration.t)
        card.picked.connect(self._picked)
        self._line.insertWidget(at, card)
        self._cards.append(card)

    def _add_old(self, scene: SceneView) -> None:
        assert scene.shown is not None
        card = OldCard(scene.shown)
        card.picked.connect(lambda *_: self.old_chosen.emit(scene.scene_id))
        reason = Reason(tr("the card was changed"))
        for part, share in ((card, 0), (reason, 1)):
            self._line.insertWidget(self._line.count() - 1, part, share)
        self._old.append(card)
        self._reasons.append(reason)

    def _picked(self, t: int, before: bool) -> None:
        (self.before_chosen if before else self.after_chosen).emit(t)

    def _clear(self) -> None:
        for widget in [*self._old, *self._cards, *self._reasons]:
            widget.hide()
            self._line.removeWidget(widget)
            widget.deleteLater()
        self._old, self._cards, self._reasons, self._scene_id = [], [], [], ""


def _origin(iteration: IterationView) -> str:
    """How a version came about, in a word or two."""
    if iteration.stopped:
        return tr("broken off")
    if iteration.comments:
        return tr("your comment")
    return tr("first try") if iteration.t == 0 else tr(_LOOPS.get(iteration.loop, ""))
