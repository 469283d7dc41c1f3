"""A memory record as it stands in the bank that a run read; not modal, read only."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.faults import words_of
from app.readable import readable
from app.texts import tr
from app.vocabulary import in_words
from memory_store.bank import Bank
from memory_store.records import Record, SuccessRecord
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.memory.panel.code import CodeBlock
from ui.widgets.basics import button, chip, column, heading, label, row
from ui.widgets.scroll import UprightScroll


class RecordDialog(QDialog):
    """Shows one record at a time. `memory_requested` carries the folder of its bank and its id."""

    memory_requested = Signal(object, int)

    def __init__(
        self, appearance: Appearance, bridge: Bridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Memory record"))
        self.resize(560, 620)
        self._appearance, self._bridge = appearance, bridge
        self._blocks: list[CodeBlock] = []
        self._reading: Ticket | None = None
        self._area = UprightScroll()
        self._shown: tuple[Path, int] | None = None
        self.to_memory = button(tr("Show in Memory"), "primary")
        self.to_memory.clicked.connect(self._open_memory)
        box = column(self)
        box.addWidget(self._area)
        foot = row()
        foot.addStretch(1)
        leave = button(tr("Close"), "", "Esc")
        leave.clicked.connect(self.reject)
        foot.addWidget(leave)
        foot.addWidget(self.to_memory)
        box.addLayout(foot)

    def show_record(self, bank: Path, record_id: int) -> None:
        """Read it in a worker thread and show it."""
        if self._reading is not None:
            self._reading.drop()
        self._shown = (bank, record_id)
        self._fill(tr("Reading the record…"))
        self._reading = self._bridge.submit(
            lambda: read_record(bank, record_id), self._show, self._unread
        )
        self.show()
        self.raise_()

    def _open_memory(self) -> None:
        if self._shown is not None:
            self.close()
            self.memory_requested.emit(*self._shown)

    def _unread(self, error: Exception) -> None:
        self._fill(words_of(error))

    def _fill(self, words: str) -> None:
        self._drop_blocks()
        inside = QWidget()
        column(inside).addWidget(label(words, "muted", wrap=True))
        self._area.setWidget(inside)

    def _drop_blocks(self) -> None:
        for block in self._blocks:
            block.drop()
        self._blocks = []

    def _show(self, record: Record) -> None:
        self._drop_blocks()
        inside = QWidget()
        box = column(inside)
        top = row()
        good = isinstance(record, SuccessRecord)
        top.addWidget(label("M+" if good else "M−", "title", "good" if good else "bad"))
        top.addWidget(label(tr("Record {id}").format(id=record.id), "title"))
        for words in (record.status, record.context.role, record.context.domain):
            top.addWidget(chip(in_words(words)))
        top.addStretch(1)
        box.addLayout(top)
        for title, text, code in parts_of(record):
            if text:
                box.addWidget(heading(title))
                if code:
                    block = CodeBlock(self._appearance, self._bridge, None, text, title)
                    self._blocks.append(block)
                    box.addWidget(block)
                    continue
                shown = label(readable(text), wrap=True)
                shown.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse
                    | Qt.TextInteractionFlag.TextSelectableByKeyboard
                )
                box.addWidget(shown)
        box.addSpacing(px("gap"))
        box.addStretch(1)
        self._area.setWidget(inside)


def read_record(bank: Path, record_id: int) -> Record:
    """One record of a bank or snapshot.

    Raises `MemoryStoreError`.
    """
    with Bank.open(bank, None, mode="ro") as opened:
        return opened.show(record_id)


def parts_of(record: Record) -> list[tuple[str, str, bool]]:
    """Heading, text, and whether it is a program, of everything the record says."""
    source = record.provenance
    came = tr("Run {run_id}, scene {scene_id}, by the {cast} cast").format(
        run_id=source.run_id, scene_id=source.scene_id, cast=in_words(source.cast)
    )
    if isinstance(record, SuccessRecord):
        body = [
            (tr("Rationale"), record.rationale, False),
            (tr("Score"), f"{record.score:.1f}", False),
            (tr("Program"), record.code, True),
        ]
    else:
        body = [
            (tr("Trigger"), record.trigger, False),
            (tr("Root cause"), record.root_cause, False),
            (tr("Fix recipe"), record.recipe, False),
            (tr("Anti-example"), record.anti_example, True),
            (tr("Good example"), record.good_example, True),
            (tr("Diagnostic"), record.diagnostic, False),
        ]
    return [*body, (tr("From"), came, False)]
