"""The comparison of two runs: both animations in step, and their figures in a table."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from app.run_view.comparing import Compared, Comparison, Row, compare
from app.texts import tr
from app.vocabulary import in_words
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip
from ui.widgets.arranging import clear_layout, page_bar, splitter
from ui.widgets.basics import ElidedLabel, Tone, button, column, frame, heading, label
from ui.widgets.notice import Notice


class ComparePage(QWidget):
    """`left` goes back to the library; `open_requested` carries the folder of a run."""

    left = Signal()
    open_requested = Signal(object)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context = context
        self._reading: Ticket | None = None
        self._folders: tuple[Path, Path] | None = None
        self.player = BeforeAfterPlayer(context.appearance, context.bridge)
        self.notice = Notice(context.appearance)
        self._title = ElidedLabel("", "title")
        self._table = QGridLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar()
        line.addWidget(self._title, 1)
        for words, number in ((tr("Open the older"), 0), (tr("Open the newer"), 1)):
            opened = button(words)
            opened.clicked.connect(lambda _=False, n=number: self._open(n))
            line.addWidget(opened)
        back = button(tr("Back to the library"), "primary")
        back.clicked.connect(self.left)
        line.addWidget(back)
        outer.addWidget(bar)
        outer.addWidget(self.notice)
        picture = frame("card")
        column(picture, margin=px("tight")).addWidget(self.player)
        figures = frame("card")
        box = column(figures)
        box.addWidget(heading(tr("Figures")))
        inside = QWidget()
        around = column(inside, margin=0)
        self._table.setHorizontalSpacing(px("gap"))
        self._table.setVerticalSpacing(px("tight"))
        self._table.setColumnStretch(0, 1)
        around.addLayout(self._table)
        around.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        box.addWidget(area, 1)
        figures.setMinimumWidth(320)
        body = QWidget()
        column(body).addWidget(splitter(Qt.Orientation.Horizontal, ((picture, 3), (figures, 1))))
        outer.addWidget(body, 1)

    def show_runs(self, before: Path, after: Path) -> None:
        """Compare two runs; the older one first."""
        self._folders = (before, after)
        if self._reading is not None:
            self._reading.drop()
        self._reading = self._context.bridge.submit(
            lambda: compare(before, after),
            self._show,
            lambda error: self.notice.tell(
                tr("These runs cannot be compared. {error}").format(error=error), "bad"
            ),
        )

    def leave(self) -> None:
        """Let go of the videos."""
        self.player.clear()

    def _show(self, comparison: Comparison) -> None:
        self.notice.hide()
        self._title.setText(tr("{title} · two runs").format(title=comparison.after.view.title))
        self.player.show_pair(
            _clip(comparison.before, tr("older")), _clip(comparison.after, tr("newer"))
        )
        clear_layout(self._table)
        for place, words in enumerate(("", tr("older"), tr("newer"))):
            self._table.addWidget(label(words, "label"), 0, place, Qt.AlignmentFlag.AlignRight)
        for number, line in enumerate(comparison.rows, start=1):
            self._row(number, line)
        for number, side in enumerate((comparison.before, comparison.after)):
            template = tr("newer: {title}") if number else tr("older: {title}")
            told = label(template.format(title=side.title), "faint", wrap=True)
            self._table.addWidget(told, len(comparison.rows) + 1 + number, 0, 1, 3)

    def _row(self, number: int, line: Row) -> None:
        self._table.addWidget(label(line.words), number, 0)
        for place, (side, text) in enumerate(
            (("before", line.before), ("after", line.after)), start=1
        ):
            best = line.better == side
            tone: Tone = "good" if best else ""
            cell = label(f"{'▲ ' if best else ''}{text}", "strong" if best else "", tone)
            cell.setAccessibleName(f"{line.words}, {in_words(side)}: {text}")
            self._table.addWidget(cell, number, place, Qt.AlignmentFlag.AlignRight)

    def _open(self, number: int) -> None:
        if self._folders is not None:
            self.open_requested.emit(self._folders[number])


def _clip(side: Compared, words: str) -> Clip:
    reason = "" if side.video else tr("This run delivered nothing.")
    return Clip(words, side.video, duration=side.seconds, reason=reason)
