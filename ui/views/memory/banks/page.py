"""Banks: make, rename, choose, back up, restore, put away."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from app.faults import words_of
from app.memory.backing_up import replace_damaged
from app.memory.banks import BankLine, Banks
from app.texts import ngettext, tr
from memory_store.backup import Backup, back_up, backups
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.banks.details import BankDetails
from ui.views.memory.banks.model import BanksModel
from ui.views.memory.banks.naming import NameDialog
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, frame, row
from ui.widgets.notice import Notice

Listed = tuple[tuple[BankLine, ...], dict[str, tuple[Backup, ...]]]


class BanksPage(QWidget):
    """All banks of the data folder.

    Signals:
        open_requested(Path): a bank is to be shown in the room.
        left(Path): the folder of a bank is about to move: whoever has it open lets go of it.
        moved(Path, Path): it has moved; from where, to where.
        changed: which bank runs use, or which there are, is another now.
    """

    open_requested = Signal(object)
    left = Signal(object)
    moved = Signal(object, object)
    changed = Signal()

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._context = context
        self._banks = Banks(context.paths)
        self._backups: dict[str, tuple[Backup, ...]] = {}
        self._dialog: NameDialog | None = None
        self.notice = Notice(context.appearance)
        self.model = BanksModel()
        self.table = QTableView()
        self.details = BankDetails()
        self.new = button(tr("New bank…"), "primary")
        self.open = button(tr("Show its records"))
        self.use = button(tr("Use for all runs"))
        self.rename = button(tr("Rename…"))
        self.remove = button(tr("Remove…"), "danger")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Memory banks"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setHighlightSections(False)
        left = frame("card")
        box = column(left, margin=px("gap"))
        line = row()
        for part in (self.new, self.open, self.use, self.rename, self.remove):
            line.addWidget(part)
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(self.table, 1)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(splitter(Qt.Orientation.Horizontal, [(left, 3), (self.details, 2)]), 1)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_details())
        self.table.doubleClicked.connect(lambda _: self._open())
        self.new.clicked.connect(self._ask_new)
        self.open.clicked.connect(self._open)
        self.use.clicked.connect(lambda: self._work(partial(self._banks.use, self._name)))
        self.rename.clicked.connect(self._ask_name)
        self.remove.clicked.connect(self._remove)
        self.details.domain_wanted.connect(self._ask_domain)
        self.details.domain_left.connect(
            lambda domain: self._work(partial(self._banks.use_no_longer, domain))
        )
        self.details.back_up_wanted.connect(self._back_up)
        self.details.restore_wanted.connect(self._ask_restore)
        self.details.replace_wanted.connect(self._replace)

    @property
    def chosen(self) -> BankLine | None:
        """The bank whose details are on show."""
        number = self.table.currentIndex().row()
        return self.model.lines[number] if 0 <= number < len(self.model.lines) else None

    @property
    def _name(self) -> str:
        line = self.chosen
        return line.name if line is not None else ""

    def refresh(self) -> None:
        """Read the banks anew."""
        banks = self._banks

        def look() -> Listed:
            lines = banks.lines()
            return lines, {line.name: backups(line.path) for line in lines}

        self._context.bridge.submit(look, self._show, self._complain)

    def _show(self, listed: Listed) -> None:
        name = self._name
        lines, self._backups = listed
        self.model.show_lines(lines)
        names = [line.name for line in lines]
        in_use = next((i for i, line in enumerate(lines) if line.in_use), 0)
        self.table.selectRow(names.index(name) if name in names else in_use)
        self._show_details()

    def _show_details(self) -> None:
        line = self.chosen
        for part in (self.open, self.rename, self.remove, self.use, self.details):
            part.setEnabled(line is not None)
        if line is None:
            return
        made = (line.path / "memory.db").exists()
        self.use.setEnabled(not line.in_use and line.records is not None)
        self.rename.setEnabled(made)
        self.remove.setEnabled(made and not line.in_use and not line.domains)
        self.details.show_bank(line, self._backups.get(line.name, ()))

    def _complain(self, error: Exception) -> None:
        self.notice.tell(words_of(error), "bad")

    def _work(self, work: Callable[[], object], told: str = "") -> None:
        """Do it beside the window; then show what there is now."""

        def done(_: object) -> None:
            if told:
                self.notice.tell(told, "good")
            self.refresh()
            self.changed.emit()

        self._context.bridge.submit(work, done, self._complain)

    def _open(self) -> None:
        if (line := self.chosen) is not None:
            self.open_requested.emit(line.path)

    def _remove(self) -> None:
        line = self.chosen
        if line is None:
            return
        self.left.emit(line.path)

        def undo(lies: Path) -> None:
            self._work(lambda: lies.rename(line.path))
            self.notice.forget()

        def removed(lies: Path) -> None:
            self.notice.tell(
                tr("{name} lies in the trash of the data folder.").format(name=line.name),
                action=(tr("Undo"), partial(undo, lies)),
            )
            self.refresh()
            self.changed.emit()

        self._context.bridge.submit(partial(self._banks.remove, line.name), removed, self._complain)

    def _back_up(self) -> None:
        if (line := self.chosen) is not None:
            self._work(partial(back_up, line.path), tr("{name} is backed up.").format(
                name=line.name))  # fmt: skip

    def _replace(self, backup: Backup) -> None:
        line = self.chosen
        if line is None:
            return
        self.left.emit(line.path)

        def done(found: tuple[Path, int]) -> None:
            aside, count = found
            told = ngettext("{n} record is back.", "{n} records are back.", count).format(n=count)
            kept = tr("The damaged bank was kept as {folder}.").format(folder=aside.name)
            self.notice.tell(f"{told} {kept}", "good")
            self.refresh()
            self.changed.emit()

        self._context.bridge.submit(
            partial(replace_damaged, line.path, backup), done, self._complain
        )

    def _ask(
        self, dialog: NameDialog, work: Callable[[str], object], told: str,
        then: Callable[[object], None] | None = None,
    ) -> None:  # fmt: skip
        """Ask for a name; close the window once the work with it is done."""
        self._dialog = dialog

        def done(value: object) -> None:
            dialog.accept()
            self.notice.tell(told.format(name=dialog.name.text().strip()), "good")
            if then is not None:
                then(value)
            self.refresh()
            self.changed.emit()

        dialog.submitted.connect(
            lambda name: self._context.bridge.submit(
                lambda: work(name), done, lambda error: dialog.show_problem(words_of(error))
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_new(self) -> None:
        dialog = NameDialog(
            tr("New memory bank"), tr("Name"), tr("Create"),
            tr("It begins empty and learns from the runs that use it."), parent=self,
        )  # fmt: skip
        self._ask(dialog, self._create, tr("{name} is there, still empty."))

    def _create(self, name: str) -> Path:
        from memory_store.embedding.minilm import MiniLmEmbedder  # not before it is needed

        embedder = MiniLmEmbedder()
        try:
            return self._banks.create(name, embedder)
        finally:
            embedder.close()

    def _ask_name(self) -> None:
        line = self.chosen
        if line is None:
            return
        dialog = NameDialog(
            tr("Rename {name}").format(name=line.name), tr("New name"), tr("Rename"),
            value=line.name, parent=self,
        )  # fmt: skip

        def rename(name: str) -> Path:
            return self._banks.rename(line.name, name)

        dialog.submitted.connect(lambda _: self.left.emit(line.path))
        self._ask(
            dialog, rename, tr("It is called {name} now."),
            lambda path: self.moved.emit(line.path, path),
        )  # fmt: skip

    def _ask_domain(self) -> None:
        line = self.chosen
        if line is None:
            return
        dialog = NameDialog(
            tr("Use {name} for a domain").format(name=line.name), tr("Domain"), tr("Use"),
            tr("Sections of this domain read and write this bank, unless a run names another."),
            parent=self,
        )  # fmt: skip
        self._ask(dialog, partial(self._banks.use, line.name), tr("Set for {name}."))

    def _ask_restore(self, backup: Backup) -> None:
        dialog = NameDialog(
            tr("Restore as a new bank"), tr("Name of the new bank"), tr("Restore"),
            tr("The bank that is there stays as it is."), parent=self,
        )  # fmt: skip
        self._ask(dialog, partial(self._banks.restore, backup), tr("{name} is restored."))
