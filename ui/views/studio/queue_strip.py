"""What is at work and what waits for its turn, in order; not there while nothing waits."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.jobs.updates import JobHandle, JobView
from app.texts import ngettext, tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.studio.timeline import SidewaysScroll
from ui.widgets.basics import IconButton, button, heading, label, row, set_property
from ui.widgets.speech import plain_tip

HEIGHT, ITEM_HEIGHT = 48, 34
TITLE_PX = 190
"""Longest title in logical pixels; the whole one is the tip."""


@dataclass(frozen=True)
class QueueLine:
    """One job of the queue as it is shown; `on_show` if its run is the one in the room."""

    job: JobView
    title: str
    on_show: bool = False


class QueueItem(QFrame):
    """One job: a click on its title opens the run; a waiting one can be moved up and taken out."""

    opened = Signal(object)
    moved_up = Signal(object)
    taken_out = Signal(object)

    def __init__(self, appearance: Appearance, handle: JobHandle) -> None:
        super().__init__()
        self.handle = handle
        self.setProperty("role", "inset")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(ITEM_HEIGHT)
        line = row(self, gap=px("hair"))
        line.setContentsMargins(px("tight"), 1, px("hair"), 1)
        self._place = label("", "faint")
        self.title = button("", "link")
        self.title.clicked.connect(lambda: self.opened.emit(self.handle))
        self.up = IconButton("arrow-up", "", appearance)
        self.out = IconButton("x", "", appearance)
        self.up.clicked.connect(lambda: self.moved_up.emit(self.handle))
        self.out.clicked.connect(lambda: self.taken_out.emit(self.handle))
        for part in (self._place, self.title, self.up, self.out):
            line.addWidget(part)

    def show_line(self, line: QueueLine, place: int) -> None:
        """Bring it up to date; `place` counts those that wait from 1, 0 is the one at work."""
        title, waits = line.title or tr("Untitled"), place > 0
        state = {"stopping": tr("stopping"), "pausing": tr("pausing")}
        self._place.setText(f"{place}" if waits else state.get(line.job.state, tr("at work")))
        metrics = QFontMetrics(self.title.font())
        # An ampersand in a title is no key.
        cut = metrics.elidedText(title, Qt.TextElideMode.ElideRight, TITLE_PX)
        self.title.setText(cut.replace("&", "&&"))
        self.title.setToolTip(plain_tip(title))
        said = tr("waits, place {place}").format(place=place) if waits else self._place.text()
        self.title.setAccessibleName(tr("Open {title}, {state}").format(title=title, state=said))
        for part, words in (
            (self.up, tr("Move {title} up").format(title=title)),
            (self.out, tr("Take {title} out of the queue").format(title=title)),
        ):
            part.setVisible(waits)
            part.setAccessibleName(words)
            part.setToolTip(plain_tip(words))
        self.up.setEnabled(place > 1)
        set_property(self, "chosen", "true" if line.on_show else "false")


class QueueStrip(QFrame):
    """The queue from left to right.

    Signals:
        opened, moved_up, taken_out: carry the `JobHandle`.
    """

    opened = Signal(object)
    moved_up = Signal(object)
    taken_out = Signal(object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setProperty("role", "status")
        self.setAccessibleName(tr("Queue of runs"))
        self.setFixedHeight(HEIGHT)
        outer = row(self)
        outer.setContentsMargins(px("gap"), 0, px("gap"), 0)
        self._head = heading(tr("Queue"))
        outer.addWidget(self._head)
        inside = QWidget()
        self._line = QHBoxLayout(inside)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(px("tight"))
        self._line.addStretch(1)
        self._area = SidewaysScroll()
        self._area.setWidget(inside)
        self._area.horizontalScrollBar().rangeChanged.connect(self._take_height)
        outer.addWidget(self._area, 1)
        self._items: dict[int, QueueItem] = {}
        self.hide()

    @property
    def items(self) -> tuple[QueueItem, ...]:
        """What is shown, in order."""
        return tuple(self._items.values())

    def show_queue(self, lines: Sequence[QueueLine]) -> None:
        """Bring it up to date; items are kept, so that the focus stays where it is."""
        waiting = sum(line.job.state == "queued" for line in lines)
        if not waiting:
            lines = ()
        for gone in self._items.keys() - {line.job.handle.id for line in lines}:
            self._drop(self._items.pop(gone))
        place, shown = 0, {}
        for number, line in enumerate(lines):
            place += line.job.state == "queued"
            handle = line.job.handle
            item = self._items.get(handle.id) or self._make(handle)
            if self._line.indexOf(item) != number:
                self._line.removeWidget(item)
                self._line.insertWidget(number, item)
            item.show_line(line, place if line.job.state == "queued" else 0)
            shown[handle.id] = item
        self._items = shown
        self.setAccessibleDescription(
            ngettext("{count} run waits", "{count} runs wait", waiting).format(count=waiting)
        )
        self.setVisible(bool(waiting))

    def _make(self, handle: JobHandle) -> QueueItem:
        item = QueueItem(self._appearance, handle)
        item.opened.connect(self.opened)
        item.moved_up.connect(self.moved_up)
        item.taken_out.connect(self.taken_out)
        return item

    def _drop(self, item: QueueItem) -> None:
        item.hide()
        self._line.removeWidget(item)
        item.deleteLater()  # it may be the sender of what is going on

    def _take_height(self, least: int, most: int) -> None:
        """Room for the scroll bar only where there is one."""
        bar = self._area.horizontalScrollBar().sizeHint().height() if most > least else 0
        self.setFixedHeight(HEIGHT + bar)
