"""All keys of the window by place, and the dialog that lists them (F1)."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QScrollArea, QWidget

from app.texts import mark, tr, translated
from ui.theme.tokens import px
from ui.widgets.basics import column, heading, label
from ui.window.fitting import FRAME

KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    mark("Everywhere"): (
        ("F1", mark("Show these keys")),
        ("Ctrl+1", mark("Studio")),
        ("Ctrl+2", mark("Library")),
        ("Ctrl+3", mark("Memory")),
        ("Ctrl+4", mark("Settings")),
        ("Ctrl+N", mark("New animation")),
        ("Tab", mark("Next control")),
    ),
    mark("New animation"): (
        ("Ctrl+O", mark("Open a file")),
        ("Ctrl+Return", mark("Make the animation")),
    ),
    mark("Storyboard"): (
        ("Alt+Up", mark("Move the card up; on its grip Up alone")),
        ("Alt+Down", mark("Move the card down; on its grip Down alone")),
        ("Ctrl+Z", mark("Bring back the card that was removed")),
    ),
    mark("Versions"): (
        ("A", mark("Show the version as after")),
        ("B", mark("Show the version as before")),
        ("Return", mark("Show the version or scene")),
    ),
    mark("Player"): (
        ("Space", mark("Play or pause")),
        (",", mark("One frame back")),
        (".", mark("One frame on")),
        ("Left", mark("One second back")),
        ("Right", mark("One second on")),
        ("Home", mark("To the beginning")),
        ("End", mark("To the end")),
        ("<", mark("Slower")),
        (">", mark("Faster")),
        ("L", mark("Loop")),
        ("1, 2, 3", mark("Pair, wipe, blink")),
        ("S", mark("Switch the picture while blinking")),
        ("C", mark("Comment on this moment")),
        ("F", mark("Full screen; Esc leaves it")),
    ),
    mark("Code"): (
        ("Ctrl+F", mark("Search")),
        ("F3", mark("Next match")),
        ("Shift+F3", mark("Previous match")),
        ("F7", mark("Next change")),
        ("Shift+F7", mark("Previous change")),
        ("Alt+Left", mark("To the program before")),
        ("Alt+Right", mark("To the program after")),
        ("Ctrl+C", mark("Copy")),
        ("Ctrl+Return", mark("Render what was edited")),
    ),
    mark("Library"): (
        ("Return", mark("Open the run")),
        ("F2", mark("Rename")),
        ("Delete", mark("Put into the trash")),
        ("Ctrl+Z", mark("Undo")),
        ("F5", mark("Read the runs anew")),
    ),
    mark("Memory"): (
        ("/", mark("Search")),
        ("Enter", mark("Search by meaning; in the table: to the record")),
        ("Down", mark("From the search field to the table")),
        ("Esc", mark("Back, and clear the search")),
        ("Ctrl+A", mark("Select all that were found")),
        ("F5", mark("Read the bank anew")),
    ),
    mark("Comments and ratings"): (
        ("Ctrl+Enter", mark("Save")),
        ("Esc", mark("Cancel")),
    ),
}


class ShortcutsDialog(QDialog):
    """Every key with what it does; typing finds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        free = self.screen().availableGeometry().size() - FRAME
        self.resize(QSize(460, 620).boundedTo(free))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Find a key or an action"))
        self.search.setAccessibleName(tr("Find a key or an action"))
        self.search.textChanged.connect(self._filter)
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(px("gap"))
        self._lines: list[tuple[str, list[QWidget]]] = []
        self._fill()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        box = column(self)
        box.addWidget(self.search)
        box.addWidget(area, 1)

    def shown(self) -> list[str]:
        """What is listed at present, for whoever looks for something."""
        return [words for words, parts in self._lines if not parts[0].isHidden()]

    def _fill(self) -> None:
        number = 0
        for heading_words, listed in KEYS.items():
            place, keys = tr(heading_words), translated(listed)
            title = heading(place)
            self._grid.addWidget(title, number, 0, 1, 2)
            told = " ".join(f"{key} {words}" for key, words in keys)
            self._lines.append((f"{place} {told}", [title]))
            number += 1
            for key, words in keys:
                parts: list[QWidget] = [label(key, "code"), label(words)]
                for column_number, part in enumerate(parts):
                    self._grid.addWidget(part, number, column_number, Qt.AlignmentFlag.AlignLeft)
                self._lines.append((f"{place} {key} {words}", parts))
                number += 1
        self._grid.setRowStretch(number, 1)

    def _filter(self, text: str) -> None:
        wanted = text.casefold().strip()
        for words, parts in self._lines:
            for part in parts:
                part.setVisible(wanted in words.casefold())
