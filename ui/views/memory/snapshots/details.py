"""What is known of one snapshot."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.harmless import harmless, one_line
from app.memory.snapshots import SnapshotEntry
from app.texts import tr
from ui.theme.tokens import px
from ui.views.memory.banks.words import size_words
from ui.views.memory.snapshots.words import (
    counts_words,
    created_words,
    holds_words,
    state_words,
)
from ui.widgets.basics import ElidedLabel, button, column, frame, heading, label, set_property


class SnapshotDetails(QWidget):
    """The card beside the list of snapshots."""

    def __init__(self) -> None:
        super().__init__()
        self._hash = ""
        self._name = label("", "title", wrap=True)
        self._description = label("", wrap=True)
        self._state = label("", wrap=True)
        self._counts = label("", "muted", wrap=True)
        self._from = label("", "muted", wrap=True)
        self._digest = ElidedLabel(role="code")
        self.copy = button(tr("Copy the hash"), "link")
        self._where = ElidedLabel(role="faint")
        outer = column(self, margin=0)
        card = frame("card")
        box = column(card, margin=px("gap"))
        for part in (self._name, self._description, self._state):
            box.addWidget(part)
        for title, parts in (
            (tr("Holds"), (self._counts,)), (tr("From"), (self._from,)),
            (tr("Hash"), (self._digest,)),
        ):  # fmt: skip
            box.addSpacing(px("tight"))
            box.addWidget(heading(title))
            for part in parts:
                box.addWidget(part)
        box.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignLeft)
        box.addSpacing(px("tight"))
        box.addWidget(self._where)
        box.addStretch(1)
        outer.addWidget(card, 1)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._hash))

    def show_entry(self, entry: SnapshotEntry, verified: set[Path]) -> None:
        """Show another snapshot."""
        info = entry.info
        words, tone = state_words(entry, entry.path in verified)
        self._name.setText(entry.name)
        self._description.setText(harmless(info.description, 2000) if info else "")
        self._description.setVisible(bool(info and info.description))
        self._state.setText(f"{words}: {entry.problem}" if entry.problem else words)
        set_property(self._state, "tone", tone)
        counts = tr("{counts} ({which}), {size}").format(
            counts=counts_words(info), which=holds_words(info), size=size_words(entry.bytes)
        )
        self._counts.setText(
            f"{counts}\n{one_line(info.chosen)}" if info and info.chosen else counts
        )
        self._from.setText(
            tr("{bank}, {when}, studio {version}").format(
                bank=one_line(info.parent, 80),
                when=created_words(info),
                version=info.studio_version or "?",
            )
            if info
            else ""
        )
        self._hash = info.sha256 if info else ""
        self._digest.setText(self._hash)
        self.copy.setEnabled(bool(self._hash))
        self._where.setText(str(entry.path))
