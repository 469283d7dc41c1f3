"""Which records to write into a file, as what, what to leave out, and under which licence."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from app.faults import words_of
from app.memory.sharing import Exported, export
from app.texts import ngettext, tr
from memory_store.bank import Bank
from memory_store.exporting import Sharing
from memory_store.selection import Selection
from memory_store.stripping import Strip
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.banks.words import size_words
from ui.widgets.basics import button, column, heading, keep_place, label, row, set_property
from ui.widgets.form import Form
from ui.widgets.opening import open_outside

WIDTH = 560
"""Logical pixels."""
REMEMBERED = "memory-exports"


class ExportBankDialog(QDialog):
    """Writes records of one bank or snapshot into a file, beside the window.

    Args:
        bank: its folder; it is read through an opening of its own.
        shown, chosen: records that the list shows, or that are selected in it; None or empty where
            there is no such choice.

    Signals:
        exported(Exported): the file is there.
    """

    exported = Signal(object)

    def __init__(
        self,
        context: StudioContext,
        bank: Path,
        shown: tuple[int, ...] | None = None,
        chosen: tuple[int, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export {name}").format(name=bank.name))
        self.setModal(False)
        self.setMinimumWidth(WIDTH)
        self._context, self._bank, self._shown, self._chosen = context, bank, shown, chosen
        self._files: QFileDialog | None = None
        self.kind = QComboBox()
        self.kind.addItem(tr("Archive for another studio (.embz)"), ".embz")
        self.kind.addItem(tr("JSON Lines (.jsonl)"), ".jsonl")
        self.kind.addItem(tr("Table for a spreadsheet (.csv)"), ".csv")
        self.all = QRadioButton(tr("All records"))
        self.shown = QRadioButton(
            tr("What the list shows now: everything, no filter is set")
            if shown is None
            else tr("What the list shows now ({n})").format(n=f"{len(shown):,}")
        )
        self.selected = QRadioButton(tr("What is selected ({n})").format(n=f"{len(chosen):,}"))
        self.code = QCheckBox(tr("Leave out code, examples and diagnostics"))
        self.names = QCheckBox(tr("Hide names of runs, scenes, papers and people"))
        self.provenance = QCheckBox(tr("Leave out scores, reviewers and the history of edits"))
        self.licence, self.author = QLineEdit(), QLineEdit()
        folder = Path(context.remembered.text(REMEMBERED) or Path.home())
        self.target = QLineEdit(str(folder / f"{bank.name}.embz"))
        self.replace = QCheckBox(tr("Replace the file that is there"))
        keep_place(self.replace)
        self._written: Path | None = None
        self.said = label("", "muted", wrap=True)
        self.said.setMinimumHeight(2 * self.said.fontMetrics().lineSpacing())
        self.show_folder = button(tr("Show in folder"), "link")
        self.show_folder.hide()
        self.go = button(tr("Export"), "primary")
        self.close_button = button(tr("Close"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        for part in (self.licence, self.author):
            part.setMaxLength(500)
        group = QButtonGroup(self)
        box = column(self, margin=px("gap"), gap=px("gap"))
        box.addWidget(heading(tr("Records")))
        for choice, usable in (
            (self.all, True), (self.shown, bool(self._shown)), (self.selected, bool(self._chosen)),
        ):  # fmt: skip
            group.addButton(choice)
            choice.setEnabled(usable)
            box.addWidget(choice)
        (self.selected if len(self._chosen) > 1 else self.all).setChecked(True)
        box.addWidget(heading(tr("Leave out")))
        for left_out in (self.code, self.names, self.provenance):
            box.addWidget(left_out)
        form = Form()
        form.add(tr("As"), self.kind)
        form.add(tr("Licence"), self.licence, tr("Shown to whoever imports it, such as CC BY 4.0"))
        form.add(tr("Author"), self.author)
        where = QWidget()
        line = row(where)
        line.addWidget(self.target, 1)
        self.browse = button(tr("Choose…"))
        line.addWidget(self.browse)
        where.setFocusProxy(self.target)
        form.add(tr("File"), where)
        self.target.setAccessibleName(tr("File"))
        box.addWidget(form)
        self.replace.hide()
        box.addWidget(self.replace)
        box.addWidget(self.said)
        buttons = row()
        buttons.addWidget(self.show_folder)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.go)
        box.addLayout(buttons)

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(lambda _: self._kind_changed())
        self.target.textChanged.connect(lambda _: self._look())
        self.replace.toggled.connect(lambda _: self._look())
        self.browse.clicked.connect(self._browse)
        self.go.clicked.connect(self._export)
        self.close_button.clicked.connect(self.reject)
        self.show_folder.clicked.connect(self._show_folder)
        for choice in (
            self.all, self.shown, self.selected, self.code, self.names, self.provenance,
        ):  # fmt: skip
            choice.toggled.connect(lambda _: self._another())
        for field in (self.licence, self.author):
            field.textChanged.connect(lambda _: self._another())
        self._look()

    def _kind_changed(self) -> None:
        ending = str(self.kind.currentData())
        self.target.setText(str(Path(self.target.text()).with_suffix(ending)))
        for part in (self.licence, self.author):
            part.setEnabled(ending == ".embz")
        self._another()

    def _another(self) -> None:
        """Another wish than the one that was written last."""
        self._written = None
        self._look()

    def _look(self) -> None:
        text = self.target.text().strip()
        target = Path(text).expanduser()
        there = bool(text) and target.exists()
        written = there and target == self._written  # nothing is asked about what lies there
        self.replace.setVisible(there and not written)
        free = not there or self.replace.isChecked()
        self.go.setEnabled(bool(text) and free and not written)

    def _show_folder(self) -> None:
        if self._written is not None:
            open_outside(self._written.parent)

    def _browse(self) -> None:
        dialog = self._files = QFileDialog(self, tr("Export to"), self.target.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # asked below the field instead
        dialog.selectFile(Path(self.target.text()).name)
        dialog.fileSelected.connect(self.target.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def sharing(self) -> Sharing:
        """What is chosen at the moment."""
        chosen: Selection = None
        if self.shown.isChecked():
            chosen = self._shown
        elif self.selected.isChecked():
            chosen = self._chosen
        boxes: tuple[tuple[QCheckBox, Strip], ...] = (
            (self.code, "code"), (self.names, "names"), (self.provenance, "provenance"),
        )  # fmt: skip
        archive = self.kind.currentData() == ".embz"
        return Sharing(
            chosen,
            frozenset(what for box, what in boxes if box.isChecked()),
            self.licence.text().strip() if archive else "",
            self.author.text().strip() if archive else "",
        )

    def _export(self) -> None:
        target, sharing = Path(self.target.text().strip()).expanduser(), self.sharing()
        bank, overwrite, bridge = self._bank, self.replace.isChecked(), self._context.bridge

        def say(done: int, total: int) -> None:
            bridge.post(partial(self._tell_progress, done, total))

        def work() -> Exported:
            with Bank.open(bank, None, mode="ro") as source:
                return export(source, target, sharing, overwrite=overwrite, progress=say)

        self.go.setEnabled(False)
        self.show_folder.hide()
        set_property(self.said, "tone", "")
        self.said.setText(tr("Exporting…"))
        bridge.submit(work, self._done, self._failed)

    def _tell_progress(self, done: int, total: int) -> None:
        self.said.setText(
            tr("{done} of {total} records").format(done=f"{done:,}", total=f"{total:,}")
        )

    def _done(self, found: Exported) -> None:
        self._context.remembered.set_text(REMEMBERED, str(found.path.parent))
        told = ngettext("{n} record", "{n} records", found.records).format(n=f"{found.records:,}")
        self.replace.setChecked(False)
        self._written = found.path
        self._look()
        self.show_folder.show()
        set_property(self.said, "tone", "good")
        self.said.setText(f"{told}, {size_words(found.bytes)}: {found.path}")
        self.exported.emit(found)

    def _failed(self, error: Exception) -> None:
        self._look()
        set_property(self.said, "tone", "bad")
        self.said.setText(words_of(error))
