"""Which part of a document becomes the animation: its sections, or pages of a PDF."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from app.documents.model import Document, PageText
from app.documents.opening import page_text
from app.faults import words_of
from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, heading, label, row

_INDENT = "    "


class DocumentPicker(QDialog):
    """Sections at the left, their text at the right, where it can be corrected before use.

    `picked` carries the text and what the document says of itself in a sentence.
    """

    picked = Signal(str, str)

    def __init__(self, document: Document, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._bridge = document, bridge
        self._reading: Ticket | None = None
        self.setWindowTitle(tr("Pick a section: {name}").format(name=document.path.name))
        self.resize(920, 600)
        self.sections = QListWidget()
        self.sections.setAccessibleName(tr("Sections of the document"))
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("Text of the section"))
        self.first, self.last = QSpinBox(), QSpinBox()
        self._lay_out()
        for section in document.sections:
            words = section.heading
            if section.page:
                words = tr("{heading}  · page {page}").format(heading=words, page=section.page)
            item = QListWidgetItem(_INDENT * (section.level - 1) + words)
            self.sections.addItem(item)
        self.sections.currentRowChanged.connect(self._show_section)
        if document.sections:
            self.sections.setCurrentRow(0)
        else:
            self.text.setPlainText(document.text)

    def _lay_out(self) -> None:
        box = column(self)
        if self._document.title:
            box.addWidget(label(self._document.title, "title", wrap=True))
        for note in self._document.notes:
            box.addWidget(label(note, tone="warn", wrap=True))
        left, right = QWidget(), QWidget()
        left_box, right_box = column(left, margin=0), column(right, margin=0)
        left_box.addWidget(heading(tr("Sections")))
        left_box.addWidget(self.sections, 1)
        if self._document.pages:
            left_box.addLayout(self._pages(self._document.pages))
        right_box.addWidget(heading(tr("Text")))
        right_box.addWidget(self.text, 1)
        box.addWidget(splitter(Qt.Orientation.Horizontal, ((left, 2), (right, 3))), 1)
        buttons = QDialogButtonBox()
        use = button(tr("Use this text"), "primary")
        buttons.addButton(use, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._use)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)

    def _pages(self, count: int) -> QHBoxLayout:
        line = row()
        for words, name, field, value in (
            (tr("Pages"), tr("First page"), self.first, 1),
            (tr("to"), tr("Last page"), self.last, min(2, count)),
        ):
            field.setRange(1, count)
            field.setValue(value)
            field.setAccessibleName(name)
            line.addWidget(label(words, "muted"))
            line.addWidget(field)
        take = button(tr("Show these pages"))
        take.clicked.connect(self._show_pages)
        line.addWidget(take)
        line.addStretch(1)
        return line

    def _show_section(self, number: int) -> None:
        if not 0 <= number < len(self._document.sections):
            return
        section = self._document.sections[number]
        if section.text or section.page is None:
            self.text.setPlainText(section.text)
        else:  # of a long PDF only the headings were read
            self._read_pages(section.page, section.last_page or section.page)

    def _show_pages(self) -> None:
        self._read_pages(*sorted((self.first.value(), self.last.value())))

    def _read_pages(self, first: int, last: int) -> None:
        path: Path = self._document.path
        if self._reading is not None:
            self._reading.drop()
        self.text.setPlainText(tr("Reading the pages…"))
        self._reading = self._bridge.submit(
            lambda: page_text(path, first, last),
            self._pages_read,
            lambda error: self.text.setPlainText(words_of(error)),
        )

    def _pages_read(self, pages: PageText) -> None:
        self.text.setPlainText(pages.text)

    def _use(self) -> None:
        self.picked.emit(self.text.toPlainText(), " ".join(self._document.notes))
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the list takes the section."""
        in_list = self.sections.hasFocus()
        if in_list and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._use()
        else:
            super().keyPressEvent(event)
