"""Records that say nearly the same: one is kept, with the best texts of all."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from app.harmless import harmless
from app.texts import tr
from memory_store.records import Record
from ui.theme.appearance import CODE_FAMILY
from ui.theme.tokens import px
from ui.views.memory.curating.fields import TextField, fields_of, text_of
from ui.widgets.basics import button, column, heading, label, row
from ui.widgets.scroll import UprightScroll
from ui.widgets.submitting import on_submit

SIZE = (900, 640)
COLUMN = 240
LOW, HIGH = 84, 130
"""Logical pixels: of a record's column, of a field for a sentence, of one for code."""


class MergeDialog(QDialog):
    """Side by side; a radio button says which is kept, and for each text whose it takes.

    Signals:
        submitted(keep, others, changes, why): ids, and the texts by key that are to replace those
            of the kept one.
    """

    submitted = Signal(int, list, dict, str)

    def __init__(self, records: Sequence[Record], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Merge records that say the same"))
        self.setModal(False)
        self.resize(*SIZE)
        self._records = list(records)
        self._fields = fields_of(records[0])
        self._group = QButtonGroup(self)
        self.keepers: list[QRadioButton] = []
        self.sources: dict[str, QComboBox] = {}
        self.why = QLineEdit(tr("they say the same"))
        self.why.setAccessibleName(tr("Reason of the merge"))
        self._problem = label("", tone="bad", wrap=True)
        self._problem.hide()
        self.go = button(tr("Merge"), "primary")
        self._lay_out()
        self._choose(0)

    def _lay_out(self) -> None:
        outer = column(self, margin=px("gap"))
        outer.addWidget(
            label(tr("The kept record takes over uses, tags and pins. The others go to the trash, "
                     "from where they can be taken back."), "muted", wrap=True)
        )  # fmt: skip
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setHorizontalSpacing(px("gap"))
        for place, record in enumerate(self._records):
            choice = QRadioButton(tr("Keep record {id}").format(id=record.id))
            self._group.addButton(choice, place)
            self.keepers.append(choice)
            grid.addWidget(choice, 0, place)
            grid.setColumnMinimumWidth(place, COLUMN)
            grid.addWidget(label(_facts(record), "faint", wrap=True), 1, place)
        for number, field in enumerate(self._fields):
            self._field_row(grid, 2 + 2 * number, field)
        area = UprightScroll()
        area.setWidget(inside)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        outer.addWidget(area, 1)
        outer.addWidget(self.why)
        outer.addWidget(self._problem)
        line = row()
        line.addStretch(1)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        line.addWidget(cancel)
        line.addWidget(self.go)
        outer.addLayout(line)
        self._group.idClicked.connect(self._choose)
        self.go.clicked.connect(self._submit)
        self.why.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.why.returnPressed.connect(self._submit)
        on_submit(self, self._submit)

    def _field_row(self, grid: QGridLayout, line: int, field: TextField) -> None:
        head = QWidget()
        across = row(head)
        across.addWidget(heading(field.words))
        source = QComboBox()
        source.setAccessibleName(tr("Whose {field} is kept").format(field=field.words))
        for record in self._records:
            source.addItem(tr("of record {id}").format(id=record.id), record.id)
        self.sources[field.key] = source
        across.addWidget(source)
        across.addStretch(1)
        grid.addWidget(head, line, 0, 1, len(self._records))
        for place, record in enumerate(self._records):
            text = QPlainTextEdit(harmless(text_of(record, field.key)))
            text.setReadOnly(True)
            text.setTabChangesFocus(True)
            text.setFixedHeight(HIGH if field.code else LOW)
            text.setAccessibleName(f"{field.words}, {record.id}")
            if field.code:
                text.setFont(QFont(CODE_FAMILY, 9))
            grid.addWidget(text, line + 1, place)

    def _choose(self, place: int) -> None:
        """Keep another record: its texts, unless a person says otherwise after that."""
        self.keepers[place].setChecked(True)
        for source in self.sources.values():
            source.setCurrentIndex(place)

    def show_problem(self, words: str) -> None:
        """Say why they were not merged."""
        self._problem.setText(words)
        self._problem.show()
        self.go.setEnabled(True)

    def _submit(self) -> None:
        if not self.go.isEnabled():
            return
        self.go.setEnabled(False)
        kept = self._records[self._group.checkedId()]
        others = [record.id for record in self._records if record.id != kept.id]
        changes = {}
        for field in self._fields:
            source = self._records[self.sources[field.key].currentIndex()]
            text = text_of(source, field.key)
            if text != text_of(kept, field.key):
                changes[field.key] = text
        self.submitted.emit(kept.id, others, changes, self.why.text().strip())


def _facts(record: Record) -> str:
    origin = record.provenance
    return " · ".join(
        part
        for part in (
            record.context.role,
            record.context.domain,
            tr("used {n} times").format(n=record.hit_count),
            f"{origin.created:%Y-%m-%d}",
        )
        if part
    )
