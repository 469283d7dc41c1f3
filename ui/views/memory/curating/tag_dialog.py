"""One tag for the chosen records, from those there are or a new one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QWidget

from app.texts import ngettext, tr
from ui.theme.tokens import px
from ui.widgets.basics import button, column, row
from ui.widgets.form import Form

WIDTH = 380
"""Logical pixels."""


class TagDialog(QDialog):
    """`submitted(name, there)`: whether the tag is put on or taken off."""

    submitted = Signal(str, bool)

    def __init__(self, count: int, tags: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(ngettext("Tag {n} record", "Tag {n} records", count).format(n=count))
        self.setMinimumWidth(WIDTH)
        self.name = QComboBox()
        self.name.setEditable(True)
        self.name.addItems(tags)
        self.name.setCurrentText("")
        form = Form()
        form.add(tr("Tag"), self.name, tr("One word or a few; no comma"))
        self.add = button(tr("Add"), "primary")
        self.add.setDefault(True)
        self.take = button(tr("Take off"))
        box = column(self, margin=px("gap"), gap=px("gap"))
        box.addWidget(form)
        line = row()
        line.addStretch(1)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        for part in (cancel, self.take, self.add):
            line.addWidget(part)
        box.addLayout(line)
        self.add.clicked.connect(lambda: self._submit(True))
        self.take.clicked.connect(lambda: self._submit(False))
        self.name.currentTextChanged.connect(lambda _: self._look())
        self._look()

    def _look(self) -> None:
        text = self.name.currentText().strip()
        fits = bool(text) and "," not in text and len(text) <= 60
        self.add.setEnabled(fits)
        self.take.setEnabled(fits)

    def _submit(self, there: bool) -> None:
        self.submitted.emit(self.name.currentText().strip(), there)
        self.accept()
