"""The whole bank at a glance: map at the left, growth and use at the right."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.faults import words_of
from app.memory.insight.effect import effects
from app.memory.insight.growth import Growth, Series, growth
from app.memory.insight.map import BankMap, bank_map
from app.memory.insight.source import Reader
from app.memory.insight.uses import UseIndex, mark_of
from app.memory.insight.watching import Watch
from app.texts import ngettext, tr
from memory_store.changes import Change
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.session import MemorySession
from ui.views.memory.whole.colouring import Colouring, Key, legend
from ui.views.memory.whole.growth_chart import DASHES, TOKENS, GrowthChart
from ui.views.memory.whole.legend import Legend
from ui.views.memory.whole.map_view import MapView
from ui.views.memory.whole.used_list import UsedList
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, frame, heading, label, row
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice
from ui.widgets.segmented import Segmented

SETTLE_MS = 1500
"""Changes that come one after the other are drawn once."""
SHOWN = 6
"""Lines of the chart; further domains are left out of it."""


@dataclass(frozen=True)
class Whole:
    """What the page shows of a bank."""

    map: BankMap
    growth: Growth


class WholePage(QWidget):
    """Made beside the bank's own thread when the page is entered, and again after changes.

    Signals:
        caught(tuple): ids that the lasso holds; they are to be listed.
        pointed(int): one record is to be shown.
    """

    caught = Signal(object)
    pointed = Signal(int)

    def __init__(self, context: StudioContext, session: MemorySession) -> None:
        super().__init__()
        self._context, self._session = context, session
        self._uses = UseIndex(context.paths)
        self._whole: Whole | None = None
        self._ticket: Ticket | None = None
        self._stale = True
        self.notice = Notice(context.appearance)
        self.map = MapView(context.appearance)
        self.legend = Legend(context.appearance)
        self.colouring = Segmented(
            [("polarity", tr("Kind")), ("domain", tr("Domain")), ("outcome", tr("Outcome"))],
            tr("Colours of the map"),
        )
        self.chart = GrowthChart(context.appearance)
        self.chart_legend = Legend(context.appearance)
        self.by = Segmented(
            [("polarity", tr("Kind")), ("domain", tr("Domain")), ("role", tr("Role"))],
            tr("Lines of the chart"),
        )
        self.used = UsedList()
        self.show_caught = button(tr("List them"), "primary")
        self._caught_words = label("", "muted")
        self._shares = label("", "faint", wrap=True)
        self._busy = label(tr("Drawing the map…"), "muted")
        self._empty = EmptyState(
            context.appearance, "layers", tr("Nothing to draw yet"),
            tr("The map and the charts come with the first records."),
        )  # fmt: skip
        self._drawing = EmptyState(context.appearance, "layers", tr("Drawing the map…"), "")
        self._stack = QStackedWidget()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        left = frame("card")
        box = column(left, margin=px("gap"))
        head = row()
        head.addWidget(heading(tr("Map")))
        head.addStretch(1)
        head.addWidget(self._busy)
        head.addWidget(self.colouring)
        box.addLayout(head)
        box.addWidget(self.map, 1)
        box.addWidget(self.legend)
        foot = row()
        foot.addWidget(self._caught_words, 1)
        foot.addWidget(self.show_caught)
        box.addLayout(foot)
        box.addWidget(self._shares)
        upper = frame("card")
        above = column(upper, margin=px("gap"))
        line = row()
        line.addWidget(heading(tr("Growth")))
        line.addStretch(1)
        line.addWidget(self.by)
        above.addLayout(line)
        above.addWidget(self.chart, 1)
        above.addWidget(self.chart_legend)
        lower = frame("card")
        column(lower, margin=px("gap")).addWidget(self.used)
        right = splitter(Qt.Orientation.Vertical, [(upper, 1), (lower, 1)])
        self._stack.addWidget(self._empty)
        self._stack.addWidget(splitter(Qt.Orientation.Horizontal, [(left, 3), (right, 2)]))
        self._stack.addWidget(self._drawing)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(self._stack, 1)
        self._tell_caught(())

    def _connect(self) -> None:
        self._session.opening.connect(lambda _: self._forget())
        self._session.opened.connect(lambda _: self._look_soon(0))
        self._session.changed.connect(self._changed)
        self._timer.timeout.connect(self._look)
        self.colouring.chosen.connect(lambda _: self._show_colours())
        self.by.chosen.connect(lambda _: self._show_chart())
        self.map.pointed.connect(self.pointed)
        self.used.pointed.connect(self.pointed)
        self.map.caught.connect(self._tell_caught)
        self.show_caught.clicked.connect(lambda: self.caught.emit(self._caught))

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while another page was on show is read now."""
        super().showEvent(event)
        self._look_soon(0)

    def _forget(self) -> None:
        self._whole, self._stale = None, True
        self._timer.stop()
        self._stack.setCurrentWidget(self._empty)

    def _changed(self, change: Change) -> None:
        if change.added or change.changed or change.removed:
            self._stale = True
            self._look_soon(SETTLE_MS)

    def _look_soon(self, wait: int) -> None:
        if self.isVisible() and self._stale and not self._timer.isActive():
            self._timer.start(wait)

    def _look(self) -> None:
        if not self.isVisible() or not self._stale:
            return
        self._stale = False
        if self._ticket is not None:
            self._ticket.drop()
        self._tell_progress(0)
        self._busy.show()
        uses = self._uses

        def work(read: Reader, watch: Watch) -> Whole:
            found = effects(uses.runs(), read(mark_of))
            return Whole(bank_map(read, found, watch), read(growth))

        self._ticket = self._session.study(work, self._show, self._failed, self._tell_progress)

    def _tell_progress(self, share: float) -> None:
        words = tr("Drawing the map… {share}%").format(share=round(100 * share))
        self._busy.setText(words)
        if self._whole is None:
            self._drawing.set_words(words, tr("The other pages can be used meanwhile."))
            self._stack.setCurrentWidget(self._drawing)

    def _failed(self, error: Exception) -> None:
        self._busy.hide()
        if self._whole is None:
            self._drawing.set_words(tr("The map could not be drawn"), "")
        self.notice.tell(words_of(error), "bad")

    def _show(self, whole: Whole) -> None:
        self._busy.hide()
        self._whole = whole
        self._stack.setCurrentIndex(1 if len(whole.map.ids) else 0)
        self.map.show_map(whole.map)
        self.used.show_growth(whole.growth)
        self._shares.setText(
            tr("Near means alike in words: the picture keeps {share}% of the differences.").format(
                share=round(100 * whole.map.explained)
            )
        )
        self._show_colours()
        self._show_chart()

    def _show_colours(self) -> None:
        colouring: Colouring = self.colouring.choice  # type: ignore[assignment]
        self.map.colour_by(colouring)
        if self._whole is not None:
            self.legend.show_keys(legend(self._whole.map, colouring))

    def _show_chart(self) -> None:
        if self._whole is None:
            return
        found = self._whole.growth
        series: tuple[Series, ...] = {
            "polarity": found.by_polarity, "domain": found.by_domain, "role": found.by_role,
        }[self.by.choice][:SHOWN]  # fmt: skip
        names = [_name(one.name) for one in series]
        self.chart.show_series(found.bins, series, names)
        self.chart_legend.show_keys(
            [
                Key(TOKENS[number % len(TOKENS)], name, one.total[-1] if one.total else 0)
                for number, (name, one) in enumerate(zip(names, series, strict=True))
            ],
            DASHES,
        )

    def _tell_caught(self, ids: tuple[int, ...]) -> None:
        self._caught = ids
        self.show_caught.setEnabled(bool(ids))
        self._caught_words.setText(
            ngettext("{n} record caught", "{n} records caught", len(ids)).format(n=f"{len(ids):,}")
            if ids
            else tr("Draw around points to catch them.")
        )


def _name(name: str) -> str:
    return {"success": "M+", "failure": "M\u2212"}.get(name, name)
