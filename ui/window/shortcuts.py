"""All keys of the window by place, and the dialog that lists them (F1)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QScrollArea, QWidget

from ui.theme.tokens import px
from ui.widgets.basics import column, heading, label

KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "Everywhere": (
        ("F1", "Show these keys"),
        ("Ctrl+1", "Studio"),
        ("Ctrl+2", "Library"),
        ("Ctrl+3", "Memory"),
        ("Ctrl+4", "Settings"),
        ("Ctrl+N", "New animation"),
        ("Tab", "Next control"),
    ),
    "New animation": (
        ("Ctrl+O", "Open a file"),
        ("Ctrl+Return", "Make the animation"),
    ),
    "Versions": (
        ("A", "Show the version as after"),
        ("B", "Show the version as before"),
        ("Return", "Show the version or scene"),
    ),
    "Player": (
        ("Space", "Play or pause"),
        (",", "One frame back"),
        (".", "One frame on"),
        ("Left", "One second back"),
        ("Right", "One second on"),
        ("Home", "To the beginning"),
        ("End", "To the end"),
        ("<", "Slower"),
        (">", "Faster"),
        ("L", "Loop"),
        ("1, 2, 3", "Pair, wipe, blink"),
        ("S", "Switch the picture while blinking"),
        ("C", "Comment on this moment"),
        ("F", "Full screen; Esc leaves it"),
    ),
    "Code": (
        ("Ctrl+F", "Search"),
        ("F3", "Next match"),
        ("Shift+F3", "Previous match"),
        ("F7", "Next change"),
        ("Shift+F7", "Previous change"),
        ("Alt+Left", "To the program before"),
        ("Alt+Right", "To the program after"),
        ("Ctrl+C", "Copy"),
        ("Ctrl+Return", "Render what was edited"),
    ),
    "Library": (
        ("Return", "Open the run"),
        ("F2", "Rename"),
        ("Delete", "Put into the trash"),
        ("Ctrl+Z", "Undo"),
        ("F5", "Read the runs anew"),
    ),
    "Memory": (
        ("/", "Search"),
        ("Enter", "Search by meaning; in the table: to the record"),
        ("Down", "From the search field to the table"),
        ("Esc", "Back, and clear the search"),
        ("Ctrl+A", "Select all that were found"),
        ("F5", "Read the bank anew"),
    ),
    "Comments and ratings": (
        ("Ctrl+Enter", "Save"),
        ("Esc", "Cancel"),
    ),
}


class ShortcutsDialog(QDialog):
    """Every key with what it does; typing finds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.resize(460, 620)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a key or an action")
        self.search.setAccessibleName("Find a key or an action")
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
        for place, keys in KEYS.items():
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
