"""From a record to runs: the frames and the run it came from, and every run that used it."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.harmless import one_line
from app.memory.insight.links import Links, Origin
from app.memory.insight.uses import Use
from app.texts import ngettext, tr
from memory_store.records import Record
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.memory.panel.pictures import Pictures
from ui.views.memory.words import DASH, age_words
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import button, column, heading, label, row
from ui.widgets.speech import plain_tip

OpenRun = Callable[[str, str, int], object]
MOST_USES = 8


class LinksPart(QWidget):
    """The frames stand elsewhere in the panel: they are in `pictures`."""

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        record: Record,
        open_run: OpenRun,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance, self._bridge = appearance, bridge
        self._record, self._open_run = record, open_run
        self._frames: Pictures | None = None
        self.pictures = QWidget()
        self._places: QVBoxLayout = column(self.pictures, 0, 0)
        self._box = column(self, 0, 4)
        self._box.addWidget(heading(tr("From")))
        self._from = label("\u2026", "muted")
        self._box.addWidget(self._from)

    def show_links(self, links: Links) -> None:
        """What was found."""
        clear_layout(self._box)
        self._show_pictures(links.origin)
        self._show_origin(links.origin)
        self._show_uses(links.uses)

    def show_problem(self, words: str) -> None:
        """Nothing could be found out."""
        clear_layout(self._box)
        self._box.addWidget(heading(tr("From")))
        self._box.addWidget(label(words, tone="warn", wrap=True))

    def stop(self) -> None:
        """Let go of pictures and videos."""
        if self._frames is not None:
            self._frames.drop()

    def _show_pictures(self, origin: Origin) -> None:
        sides = (origin.before, origin.after)
        if self._frames is None and any(side is not None and side.frames for side in sides):
            self._frames = Pictures(self._appearance, self._bridge, origin)
            self._places.addWidget(self._frames)

    def _show_origin(self, origin: Origin) -> None:
        self._box.addWidget(heading(tr("From")))
        sides = [side for side in (origin.before, origin.after) if side is not None]
        versions = " \u2192 ".join(f"v{side.t}" for side in sides)
        title = one_line(origin.title or origin.run, 60)
        scene = one_line(origin.scene or origin.scene_id, 40)
        words = f"{title} \u00b7 {scene}" if title else scene
        if origin.folder is None or origin.trashed:
            self._box.addWidget(label(f"{words} {versions}".strip(), "muted", wrap=True))
            if origin.trashed:
                problem = tr("This run lies in the trash of the library.")
                self._box.addWidget(label(problem, "faint", wrap=True))
        else:
            after = origin.after.t if origin.after is not None else -1
            link = RunLink(words)
            link.clicked.connect(lambda: self._open_run(origin.run, origin.scene_id, after))
            line = row()
            line.addWidget(link, 1)
            line.addWidget(label(versions, "faint"))
            self._box.addLayout(line)
        if origin.problem:
            self._box.addWidget(label(one_line(origin.problem), "faint", wrap=True))

    def _show_uses(self, uses: tuple[Use, ...]) -> None:
        self._box.addSpacing(4)
        runs = len({use.run for use in uses})
        words = ngettext("Used in {n} run", "Used in {n} runs", runs).format(n=runs)
        self._box.addWidget(heading(words if uses else tr("Used")))
        if not uses:
            self._box.addWidget(label(tr("No run on this machine has read it yet."), "muted"))
            return
        shown = uses[:MOST_USES]
        for use in shown:
            self._box.addLayout(self._use_line(use))
            for t, change in use.changes[:3]:
                words = tr("v{t} changed: {what}").format(t=t, what=one_line(change, 160))
                self._box.addWidget(label(words, "faint", wrap=True))
        if len(uses) > len(shown):
            more = button(tr("Show all {n}").format(n=len(uses)), "link")
            more.clicked.connect(lambda: self._show_all(uses, more))
            self._box.addWidget(more)

    def _use_line(self, use: Use) -> QVBoxLayout:
        box = QVBoxLayout()
        box.setSpacing(0)
        line = row(gap=px("tight"))
        scene = use.scene.name or use.scene.scene_id
        words = f"{one_line(use.title or use.run, 60)} \u00b7 {one_line(scene, 40)}"
        link = RunLink(words)
        link.clicked.connect(lambda: self._open_run(use.run, use.scene.scene_id, -1))
        line.addWidget(link, 1)
        place = tr("{rank} of {of}").format(rank=use.rank, of=use.of)
        facts = f"{use.similarity:.3f} \u00b7 {place} \u00b7 {_when(use.started)}"
        line.addWidget(label(facts, "faint"))
        box.addLayout(line)
        return box

    def _show_all(self, uses: tuple[Use, ...], more: QWidget) -> None:
        more.hide()
        for use in uses[MOST_USES:]:
            self._box.addLayout(self._use_line(use))


class RunLink(QPushButton):
    """A link to a run, as short as there is room; its whole text is the tip."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        whole = tr("Open run: {what}").format(what=words)
        self.setProperty("role", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(plain_tip(whole))
        self.setAccessibleName(whole)

    def sizeHint(self) -> QSize:
        """The whole text."""
        width = self.fontMetrics().horizontalAdvance(f"{self._words} \u2197") + 12
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What fits, and the arrow."""
        super().resizeEvent(event)
        room = event.size().width() - 12 - self.fontMetrics().horizontalAdvance(" \u2197")
        mode = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self._words, mode, room)
        self.setText(f"{shown} \u2197".replace("&", "&&"))


def _when(started: str) -> str:
    try:
        return age_words(datetime.fromisoformat(started))
    except (TypeError, ValueError):
        return DASH
