"""Finding a text in the code that is shown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.diff.columns import places_of
from ui.views.diff.prepared import Prepared
from ui.views.diff.source import WHICH, Which
from ui.widgets.basics import IconButton, label, row

Match = tuple[Which, int, int]


class FindBar(QWidget):
    """A field with its count. `stepped` carries the direction, 0 for a new text; `closed`."""

    stepped = Signal(int)
    closed = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = row(self, gap=px("hair"))
        line.setContentsMargins(px("gap"), 0, px("tight"), px("tight"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in the code"))
        self.field.setAccessibleName(tr("Find in the code"))
        self.field.setMaximumWidth(280)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self.stepped.emit(0))
        self.count = label("", "faint")
        self.count.setMinimumWidth(72)
        before = IconButton("arrow-up", tr("Previous match"), appearance, shortcut="Shift+F3")
        after = IconButton("arrow-down", tr("Next match"), appearance, shortcut="F3")
        close = IconButton("x", tr("Close the search"), appearance, shortcut="Esc")
        before.clicked.connect(lambda: self.stepped.emit(-1))
        after.clicked.connect(lambda: self.stepped.emit(1))
        close.clicked.connect(self.closed)
        line.addWidget(self.field, 1)
        line.addWidget(self.count)
        for part in (before, after):
            line.addWidget(part)
        line.addStretch(1)
        line.addWidget(close)

    def show_count(self, at: int, count: int) -> None:
        """Say which match (from 0) of how many is shown."""
        if not self.field.text():
            self.count.setText("")
        else:
            self.count.setText(
                tr("{at} of {count}").format(at=at + 1, count=count) if count else tr("no match")
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Shift+Enter back, Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def find_matches(prepared: Prepared, query: str) -> list[Match]:
    """Where the text stands, in any case, from top to bottom; of equal lines one is counted."""
    if not query:
        return []
    found: list[Match] = []
    for line in prepared.rows:
        numbers = {"before": line.before, "after": line.after}
        if line.kind == "equal" and line.after is not None:
            numbers["before"] = None
        for which in WHICH:
            number = numbers[which]
            if number is not None:
                places = places_of(prepared.sides[which].lines[number], query)
                found += [(which, number, place) for place in places]
    return found
