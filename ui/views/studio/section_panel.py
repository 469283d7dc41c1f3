"""The section as the storyboard tells it: each sentence and formula, with its check mark."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from app.coverage import Passage
from app.readable import readable
from app.texts import tr

TOLD, UNTOLD = "✓", "○"


class SectionPanel(QListWidget):
    """`scene_chosen` carries the name of the first scene that tells the passage clicked on."""

    scene_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setAccessibleName(tr("Section, passage by passage"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._passages: tuple[Passage, ...] = ()
        self.itemActivated.connect(self._activated)
        self.itemClicked.connect(self._activated)

    def show_passages(self, passages: tuple[Passage, ...]) -> None:
        """Lay out the section anew."""
        self._passages = passages
        self.clear()
        for passage in passages:
            sign = TOLD if passage.covered else UNTOLD
            item = QListWidgetItem(f"{sign}  {readable(passage.text)}")
            told = ", ".join(passage.scenes)
            words = (
                tr("Told by {told}").format(told=told)
                if passage.covered
                else tr("No scene tells this")
            )
            item.setToolTip(words)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, words)
            self.addItem(item)

    def _activated(self, item: QListWidgetItem) -> None:
        passage = self._passages[self.row(item)]
        if passage.scenes:
            self.scene_chosen.emit(passage.scenes[0])
