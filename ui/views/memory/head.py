"""The head line of the Memory room: which bank, how much is in it, what waits, which page."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton

from app.memory.listing import Figures
from app.memory.worker import BankFacts
from app.texts import ngettext, tr
from ui.theme.appearance import Appearance
from ui.theme.icons import icon, pixmap
from ui.views.memory.bank_list import BankEntry
from ui.views.memory.words import count_words
from ui.widgets.arranging import bar_line
from ui.widgets.basics import button, chip, keep_place, label, row, set_property
from ui.widgets.segmented import Segmented
from ui.widgets.speech import plain_tip

NAME = 28


class MemoryHead(QFrame):
    """The bar. Buttons of the room go into `buttons`.

    Signals:
        banks_wanted: the chooser was pressed; `offer` makes its menu.
        bank_chosen(Path): another bank or snapshot.
        inbox_wanted: what waits for a person was pressed.
        page_chosen(str): the key of a page.
    """

    banks_wanted = Signal()
    bank_chosen = Signal(object)
    inbox_wanted = Signal()
    page_chosen = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setProperty("role", "bar")
        line = self._line = bar_line(self)
        self._title = label(tr("Memory"), "title")
        line.addWidget(self._title)
        self.bank = QPushButton()
        self.counts = chip("")
        self.pending = button("", "pending")
        self._waiting = ("", "")
        keep_place(self.pending)
        self.pages: Segmented | None = None
        self._switch: QHBoxLayout = row(gap=0)
        self.buttons: QHBoxLayout = row()
        self._dress()
        line.addWidget(self.bank)
        line.addWidget(self.counts)
        line.addWidget(self.pending)
        line.addSpacing(8)
        line.addLayout(self._switch)
        line.addStretch(1)
        line.addLayout(self.buttons)

    def show_bank(self, path: Path, facts: BankFacts | None) -> None:
        """Name the bank; a lock for one that is read-only."""
        name = facts.name if facts is not None else path.name
        short = name if len(name) <= NAME else f"{name[: NAME - 1]}\u2026"
        self.bank.setText(short.replace("&", "&&"))
        self.bank.setAccessibleName(tr("Bank: {name}. Choose another").format(name=name))
        self.bank.setToolTip(plain_tip(str(path)))

    def show_figures(self, figures: Figures | None) -> None:
        """How many records, and how many wait for a person."""
        if figures is None:
            self.counts.setText("\u2013")
            self.pending.hide()
            return
        total = ngettext("{n} record", "{n} records", figures.total)
        self.counts.setText(
            " \u00b7 ".join(
                (
                    total.format(n=count_words(figures.total)),
                    f"{count_words(figures.successes)} M+",
                    f"{count_words(figures.failures)} M\u2212",
                )
            )
        )
        number = count_words(figures.pending)
        waiting = ngettext("{n} waits for review", "{n} wait for review", figures.pending)
        self._waiting = (f"\u25cf  {waiting.format(n=number)}", f"\u25cf  {number}")
        self.pending.setAccessibleName(waiting.format(n=number))
        self.pending.setVisible(figures.pending > 0)
        self._fit()

    def offer(self, banks: list[BankEntry], current: Path | None) -> QMenu:
        """The menu of banks and snapshots."""
        menu = QMenu(self.bank)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # the button's is for its arrow
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for frozen, title in ((False, tr("Banks")), (True, tr("Snapshots, read-only"))):
            entries = [entry for entry in banks if entry.frozen == frozen]
            if entries:
                menu.addSection(title)
                menu.addAction(title).setEnabled(False)
            for entry in entries:
                records = "" if entry.records is None else f"\t{count_words(entry.records)}"
                words = entry.name.replace("&", "&&")
                if entry.records is None:
                    words = tr("{name} (cannot be read)").format(name=words)
                action = menu.addAction(f"{words}{records}")
                action.setCheckable(True)
                action.setChecked(entry.path == current)
                if frozen:
                    action.setIcon(icon("lock", self._appearance.theme, "muted"))
                action.triggered.connect(
                    lambda _=False, path=entry.path: self.bank_chosen.emit(path)
                )
        if not banks:
            menu.addAction(tr("There is no other bank")).setEnabled(False)
        return menu

    def set_pages(self, pages: list[tuple[str, str]], chosen: str) -> None:
        """Show the switch between pages where there are several."""
        if self.pages is not None:
            self.pages.hide()
            self.pages.deleteLater()
            self.pages = None
        if len(pages) < 2:
            return
        self.pages = Segmented(pages, tr("Page"))
        self.pages.choose(chosen)
        self.pages.chosen.connect(self.page_chosen)
        self._switch.addWidget(self.pages)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What other parts of the window tell as well gives way first: counts, then the title."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """What gives way first where not everything has its room."""
        for part in (self.counts, self._title):
            part.show()
        self.pending.setText(self._waiting[0])
        for part in (self.counts, self._title):
            if self._line.sizeHint().width() <= self.width():
                return
            part.hide()
        if self._line.sizeHint().width() > self.width():
            self.pending.setText(self._waiting[1])

    def _dress(self) -> None:
        self.bank.setProperty("role", "filter")
        self.bank.setAutoDefault(False)
        self.bank.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.bank.setIconSize(QSize(14, 14))
        self.bank.clicked.connect(self.banks_wanted)
        self.pending.setToolTip(tr("Show what waits for a decision"))
        self.pending.clicked.connect(self.inbox_wanted)
        self.pending.hide()
        self._appearance.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.bank.setIcon(icon("chevron-down", self._appearance.theme, "muted"))


class ReadOnlyBand(QFrame):
    """The band under the head line of what cannot be written, with a lock."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setProperty("role", "locked")
        line = row(self, gap=8)
        line.setContentsMargins(12, 6, 12, 6)
        self._sign = QLabel()
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        line.addWidget(self._sign)
        line.addWidget(self._words, 1)
        appearance.changed.connect(self._draw)
        self._draw()
        self.hide()

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def show_facts(self, facts: BankFacts | None) -> None:
        """Say why nothing can be changed; hide for a bank that can be written."""
        if facts is None or not facts.read_only:
            self.hide()
            return
        if facts.snapshot is not None:
            info = facts.snapshot
            words = tr("Snapshot {name}, read-only \u00b7 frozen {when} \u00b7 {hash}").format(
                name=info.name, when=info.created[:10], hash=info.sha256[:12]
            )
        else:
            words = tr("Read-only: {why}").format(why=facts.why_read_only)
        self._words.setText(words)
        self.setAccessibleName(words)
        set_property(self, "frozen", facts.snapshot is not None)
        self.show()

    def _draw(self) -> None:
        self._sign.setPixmap(
            pixmap("lock", self._appearance.theme["warn"], 16, self.devicePixelRatio())
        )
