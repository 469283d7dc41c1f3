"""What a new snapshot is to hold, and what it is called."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QLineEdit, QRadioButton, QSpinBox, QWidget

from app.texts import ngettext, tr
from ui.theme.tokens import px
from ui.widgets.basics import button, column, heading, label, row
from ui.widgets.form import Form

WIDTH = 460
"""Logical pixels."""


@dataclass(frozen=True)
class FreezeWish:
    """`first_k` counts active records of both kinds together; `shown` takes what the list of
    records shows. With neither, the snapshot holds all records."""

    name: str
    description: str
    first_k: int | None = None
    shown: bool = False


class FreezeDialog(QDialog):
    """`submitted` carries a `FreezeWish`; the caller closes the window or says what is wrong.

    Args:
        total: records of the bank.
        active: those of them that are active.
        shown: records that the list of records shows now; None where nothing is filtered.
    """

    submitted = Signal(object)

    def __init__(
        self, total: int, active: int, shown: int | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Freeze a snapshot"))
        self.setMinimumWidth(WIDTH)
        self.name = QLineEdit()
        self.name.setMaxLength(100)
        self.description = QLineEdit()
        self.description.setMaxLength(500)
        self.all = QRadioButton(
            ngettext("All {n} record", "All {n} records", total).format(n=f"{total:,}")
        )
        self.shown = QRadioButton(
            tr("What the list shows now: everything, no filter is set")
            if shown is None
            else tr("What the list shows now ({n})").format(n=f"{shown:,}")
        )
        self.first = QRadioButton(tr("The first records in order of time:"))
        self.k = QSpinBox()
        self.k.setRange(0, active)
        self.k.setValue(min(50, active))
        self.k.setAccessibleName(tr("How many of the first records"))
        self.all.setChecked(True)
        self.shown.setEnabled(bool(shown))
        self.first.setEnabled(active > 0)
        self._group = QButtonGroup(self)
        for choice in (self.all, self.shown, self.first):
            self._group.addButton(choice)
        self._problem = label("", tone="bad", wrap=True)
        self._problem.hide()
        self.go = button(tr("Freeze"), "primary")
        self.go.setDefault(True)
        self._lay_out(active)
        self.go.clicked.connect(self._submit)
        self.name.textChanged.connect(lambda _: self._look())
        self.k.valueChanged.connect(lambda _: self.first.setChecked(True))
        self._look()

    def _lay_out(self, active: int) -> None:
        form = Form()
        form.add(tr("Name"), self.name, tr("Letters, digits, dots, dashes and underscores"))
        form.add(tr("Description"), self.description)
        box = column(self, margin=px("gap"), gap=px("gap"))
        box.addWidget(form)
        box.addWidget(heading(tr("Holds")))
        box.addWidget(self.all)
        box.addWidget(self.shown)
        line = row()
        line.addWidget(self.first)
        line.addWidget(self.k)
        line.addWidget(
            label(tr("of {n} active ones, both kinds counted").format(n=f"{active:,}"), "muted")
        )
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(
            label(tr("A snapshot never changes: its files are hashed and opened read-only."),
                  "faint", wrap=True)
        )  # fmt: skip
        box.addWidget(self._problem)
        buttons = row()
        buttons.addStretch(1)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        buttons.addWidget(cancel)
        buttons.addWidget(self.go)
        box.addLayout(buttons)

    def show_problem(self, words: str) -> None:
        """Say why it was not frozen."""
        self._problem.setText(words)
        self._problem.show()
        self.go.setEnabled(True)
        self.name.setFocus()

    def _look(self) -> None:
        self._problem.hide()
        self.go.setEnabled(bool(self.name.text().strip()))

    def _submit(self) -> None:
        self.go.setEnabled(False)
        self.submitted.emit(
            FreezeWish(
                self.name.text().strip(),
                self.description.text().strip(),
                self.k.value() if self.first.isChecked() else None,
                self.shown.isChecked(),
            )
        )
