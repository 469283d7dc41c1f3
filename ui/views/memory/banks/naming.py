"""A small window that asks for one name, and says under the field what is wrong with it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.texts import tr
from ui.theme.tokens import px
from ui.widgets.basics import button, column, label, row
from ui.widgets.form import Form

WIDTH = 420
"""Logical pixels."""


class NameDialog(QDialog):
    """`submitted` carries the name; the caller closes the window or says what is wrong.

    Args:
        field: what the name is of.
        verb: what the button says.
    """

    submitted = Signal(str)

    def __init__(
        self, title: str, field: str, verb: str, hint: str = "", value: str = "",
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        self.name = QLineEdit(value)
        self.name.setMaxLength(100)
        self._problem = label("", tone="bad", wrap=True)
        self._problem.hide()
        self._go = button(verb, "primary")
        self._go.setDefault(True)
        cancel = button(tr("Cancel"))
        form = Form()
        form.add(field, self.name, hint)
        box = column(self, margin=px("gap"), gap=px("gap"))
        box.addWidget(form)
        box.addWidget(self._problem)
        line = row()
        line.addStretch(1)
        line.addWidget(cancel)
        line.addWidget(self._go)
        box.addLayout(line)
        cancel.clicked.connect(self.reject)
        self._go.clicked.connect(self._submit)
        self.name.textChanged.connect(lambda _: self._look())
        self.name.selectAll()
        self._look()

    def show_problem(self, words: str) -> None:
        """Say what is wrong with the name."""
        self._problem.setText(words)
        self._problem.show()
        self._go.setEnabled(True)
        self.name.setFocus()

    def _look(self) -> None:
        self._problem.hide()
        self._go.setEnabled(bool(self.name.text().strip()))

    def _submit(self) -> None:
        self._go.setEnabled(False)
        self.submitted.emit(self.name.text().strip())
