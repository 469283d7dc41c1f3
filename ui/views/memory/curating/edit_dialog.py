"""Correct the texts of one record, with a reason; what was there before stays in its history."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPlainTextEdit, QWidget

from app.texts import tr
from memory_store.records import Record
from ui.theme.appearance import CODE_FAMILY
from ui.theme.tokens import px
from ui.views.memory.curating.fields import TextField, fields_of, text_of
from ui.widgets.basics import button, column, heading, label, row, set_property
from ui.widgets.scroll import UprightScroll
from ui.widgets.submitting import on_submit

SIZE = (640, 620)
LOW, HIGH = 64, 150
"""Logical pixels of a field for a sentence, and of one for code."""


class EditDialog(QDialog):
    """`submitted` carries the changed texts by key, and the reason. Ctrl+Return submits, and so
    does Return in the reason."""

    submitted = Signal(dict, str)

    def __init__(self, record: Record, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Edit record {id}").format(id=record.id))
        self.setModal(False)
        self.resize(*SIZE)
        self._record = record
        self._fields = fields_of(record)
        self.texts = {field.key: self._editor(field) for field in self._fields}
        self._rooms: dict[str, QLabel] = {field.key: label("", "faint") for field in self._fields}
        self.why = QLineEdit()
        self.why.setPlaceholderText(tr("Why, in a few words"))
        self.why.setAccessibleName(tr("Reason of the edit"))
        self._problem = label("", tone="bad", wrap=True)
        self._problem.hide()
        self.keep = button(tr("Keep the edit"), "primary", tr("Ctrl+Return"))
        self._lay_out()
        self._look()

    def _editor(self, field: TextField) -> QPlainTextEdit:
        editor = QPlainTextEdit(text_of(self._record, field.key))
        editor.setAccessibleName(field.words)
        editor.setTabChangesFocus(True)
        editor.setMinimumHeight(HIGH if field.code else LOW)
        if field.code:
            editor.setFont(QFont(CODE_FAMILY, 10))
            editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        editor.textChanged.connect(self._look)
        return editor

    def _lay_out(self) -> None:
        inside = QWidget()
        box = column(inside)
        for field in self._fields:
            head = row()
            head.addWidget(heading(field.words))
            head.addStretch(1)
            head.addWidget(self._rooms[field.key])
            box.addLayout(head)
            box.addWidget(self.texts[field.key])
        area = UprightScroll()
        area.setWidget(inside)
        outer = column(self, margin=px("gap"))
        outer.addWidget(area, 1)
        outer.addWidget(self.why)
        outer.addWidget(self._problem)
        line = row()
        line.addStretch(1)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        line.addWidget(cancel)
        line.addWidget(self.keep)
        outer.addLayout(line)
        self.keep.clicked.connect(self._submit)
        self.why.textChanged.connect(lambda _: self._look())
        self.why.returnPressed.connect(self._submit)
        on_submit(self, self._submit)
        first = self.texts[self._fields[0].key]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def changes(self) -> dict[str, str]:
        """What is different from the record."""
        found = {key: editor.toPlainText() for key, editor in self.texts.items()}
        return {key: new for key, new in found.items() if new != text_of(self._record, key)}

    def _look(self) -> None:
        if not hasattr(self, "keep"):
            return  # the fields are still being made
        fits = True
        for field in self._fields:
            length = len(self.texts[field.key].toPlainText())
            over = length > field.cap
            empty = field.required and not self.texts[field.key].toPlainText().strip()
            room = self._rooms[field.key]
            room.setText(
                tr("needed")
                if empty
                else f"{length:,} / {field.cap:,}"
                if field.cap < 10**5
                else ""
            )
            set_property(room, "tone", "bad" if over or empty else "")
            fits = fits and not over and not empty
        self.keep.setEnabled(fits and bool(self.changes()) and bool(self.why.text().strip()))

    def show_problem(self, words: str) -> None:
        """Say why it was not kept."""
        self._problem.setText(words)
        self._problem.show()
        self.keep.setText(tr("Keep the edit"))
        self._look()

    def _submit(self) -> None:
        if self.keep.isEnabled():
            self.keep.setEnabled(False)
            self.keep.setText(tr("Being kept…"))
            self.submitted.emit(self.changes(), self.why.text().strip())
