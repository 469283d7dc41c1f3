"""Did the memory help? Scenes with a record against comparable scenes without it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTableView, QWidget

from app.faults import words_of
from app.memory.insight.effect import RULE, effects
from app.memory.insight.source import Reader
from app.memory.insight.uses import UseIndex, mark_of
from app.memory.insight.watching import Watch
from app.texts import ngettext, tr
from memory_store.browsing import rows_of
from memory_store.changes import Change
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.effects.model import EffectModel, EffectRow
from ui.views.memory.session import MemorySession
from ui.widgets.basics import button, column, frame, label, row
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice


class EffectPage(QWidget):
    """`pointed` carries the id of a record that is to be shown."""

    pointed = Signal(int)

    def __init__(self, context: StudioContext, session: MemorySession) -> None:
        super().__init__()
        self._session = session
        self._uses = UseIndex(context.paths)
        self._ticket: Ticket | None = None
        self._stale = True
        self.notice = Notice(context.appearance)
        self.model = EffectModel()
        self.table = QTableView()
        self.counts = label("", "muted")
        self.again = button(tr("Read the runs anew"))
        self._why = label("", wrap=True)
        self._empty = EmptyState(
            context.appearance, "flask-conical", tr("No run has used this bank yet"),
            tr("Once runs have retrieved its records, this page says what came of their scenes."),
        )  # fmt: skip
        self._stack = QStackedWidget()
        self._lay_out()
        session.opening.connect(lambda _: self._forget())
        session.opened.connect(lambda _: self.look())
        session.changed.connect(self._changed)
        self.again.clicked.connect(self.look)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._tell_why())
        self.table.activated.connect(lambda index: self._point(index.row()))

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Records and what came of them"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        head.setHighlightSections(False)
        card = frame("card")
        box = column(card, margin=px("gap"))
        line = row()
        line.addWidget(self.counts, 1)
        line.addWidget(self.again)
        box.addLayout(line)
        box.addWidget(self.table, 1)
        box.addWidget(self._why)
        box.addWidget(label(RULE, "faint", wrap=True))
        self._stack.addWidget(self._empty)
        self._stack.addWidget(card)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(self._stack, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Read when the page is entered, if something may have changed."""
        super().showEvent(event)
        if self._stale:
            self.look()

    def _forget(self) -> None:
        self._stale = True
        self.model.show_rows([])
        self._stack.setCurrentWidget(self._empty)

    def _changed(self, _change: Change) -> None:
        self._stale = True

    def look(self) -> None:
        """Read the runs that used this bank."""
        if not self.isVisible() or self._session.facts is None:
            return
        self._stale = False
        if self._ticket is not None:
            self._ticket.drop()
        uses = self._uses

        def work(read: Reader, _watch: Watch) -> list[EffectRow]:
            found = effects(uses.runs(), read(mark_of))
            about = {row.id: row for row in read(lambda bank: rows_of(bank, list(found)))}
            return [EffectRow(found[key], one.polarity, one.headline) for key, one in about.items()]

        self._ticket = self._session.study(work, self._show, self._failed)

    def _failed(self, error: Exception) -> None:
        self.notice.tell(words_of(error), "bad")

    def _show(self, rows: list[EffectRow]) -> None:
        self.model.show_rows(rows)
        self._stack.setCurrentIndex(1 if rows else 0)
        verdicts = [one.effect.verdict for one in rows]
        told = ngettext("{n} record retrieved", "{n} records retrieved", len(rows))
        self.counts.setText(
            tr("{all}: {helped} helped, {hurt} hurt, {unclear} unclear").format(
                all=told.format(n=f"{len(rows):,}"), helped=verdicts.count("helped"),
                hurt=verdicts.count("hurt"), unclear=verdicts.count("unclear"),
            )
        )  # fmt: skip
        self.table.selectRow(0)
        self._tell_why()

    def _tell_why(self) -> None:
        number = self.table.currentIndex().row()
        fits = 0 <= number < len(self.model.rows)
        self._why.setText(self.model.rows[number].effect.why if fits else "")

    def _point(self, number: int) -> None:
        if 0 <= number < len(self.model.rows):
            self.pointed.emit(self.model.rows[number].effect.record)
