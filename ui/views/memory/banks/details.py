"""What is known of one bank, the domains it is used for, and its backups."""

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.memory.banks import BankLine
from app.texts import tr
from memory_store.backup import Backup
from ui.theme.tokens import px
from ui.views.memory.banks.words import backup_words, count_words, health_words, use_words
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import ElidedLabel, button, column, frame, heading, label, row

LIST_HEIGHT = 160
"""Logical pixels: five backups and a bit, so that more can be guessed."""


class BankDetails(QWidget):
    """The card beside the list of banks.

    Signals:
        domain_wanted: the bank is to be used for a domain that is asked for.
        domain_left(str): it is no longer used for this domain.
        back_up_wanted: a backup now.
        restore_wanted(Backup): a new bank from it.
        replace_wanted(Backup): it takes the place of the damaged bank.
    """

    domain_wanted = Signal()
    domain_left = Signal(str)
    back_up_wanted = Signal()
    restore_wanted = Signal(object)
    replace_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._backups: tuple[Backup, ...] = ()
        self._name = label("", "title", wrap=True)
        self._counts = label("", "muted", wrap=True)
        self._state = label("", "muted", wrap=True)
        self._where = ElidedLabel(role="faint")
        self._use = label("", wrap=True)
        self._domains = row()
        self.add_domain = button(tr("Use for a domain…"), "link")
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Backups of this bank"))
        self.list.setMaximumHeight(LIST_HEIGHT)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._none = label(tr("No backup yet. One is taken by itself with the next run."), "muted",
                           wrap=True)  # fmt: skip
        self.back_up = button(tr("Back up now"))
        self.restore = button(tr("Restore as a new bank…"))
        self.replace = button(tr("Put it in place of the damaged bank"), "primary")
        self._lay_out()
        self.add_domain.clicked.connect(self.domain_wanted)
        self.back_up.clicked.connect(self.back_up_wanted)
        self.restore.clicked.connect(lambda: self._tell(self.restore_wanted))
        self.replace.clicked.connect(lambda: self._tell(self.replace_wanted))
        self.list.currentRowChanged.connect(lambda _: self._show_buttons())

    def _lay_out(self) -> None:
        outer = column(self, margin=0)
        card = frame("card")
        box = column(card, margin=px("gap"))
        for part in (self._name, self._counts, self._state, self._where):
            box.addWidget(part)
        box.addSpacing(px("tight"))
        box.addWidget(heading(tr("Used by")))
        box.addWidget(self._use)
        box.addLayout(self._domains)
        box.addWidget(self.add_domain, 0, Qt.AlignmentFlag.AlignLeft)
        box.addSpacing(px("tight"))
        box.addWidget(heading(tr("Backups")))
        box.addWidget(self._none)
        box.addWidget(self.list)
        line = row()
        line.addWidget(self.back_up)
        line.addWidget(self.restore)
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(self.replace, 0, Qt.AlignmentFlag.AlignLeft)
        box.addStretch(1)
        outer.addWidget(card, 1)

    def show_bank(self, line: BankLine, backups: tuple[Backup, ...]) -> None:
        """Show another bank, or the same one anew."""
        self._backups = backups
        self._name.setText(line.name)
        self._counts.setText(count_words(line))
        told = health_words(line.health)
        self._state.setText(f"{told}: {line.why}" if line.why else told)
        self._where.setText(str(line.path))
        self._use.setText(use_words(line))
        clear_layout(self._domains)
        for domain in line.domains:
            away = button(tr("No longer for {domain}").format(domain=domain), "link")
            away.clicked.connect(lambda _, domain=domain: self.domain_left.emit(domain))
            self._domains.addWidget(away)
        self._domains.addStretch(1)
        chosen = max(self.list.currentRow(), 0)
        self.list.clear()
        for backup in backups:
            QListWidgetItem(backup_words(backup), self.list)
        self.list.setCurrentRow(min(chosen, len(backups) - 1))
        self.list.setVisible(bool(backups))
        self._none.setVisible(not backups)
        self.replace.setVisible(line.health == "damaged" and bool(backups))
        self.back_up.setEnabled(line.records is not None)
        self._show_buttons()

    def _show_buttons(self) -> None:
        chosen = 0 <= self.list.currentRow() < len(self._backups)
        self.restore.setEnabled(chosen)
        self.replace.setEnabled(chosen)

    def _tell(self, signal: SignalInstance) -> None:
        number = self.list.currentRow()
        if 0 <= number < len(self._backups):
            signal.emit(self._backups[number])
