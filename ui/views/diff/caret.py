"""Where a person is in the code, and what they selected. Columns are UTF-16 units."""

import re
from dataclasses import dataclass
from typing import Literal

from ui.views.diff.columns import characters, units
from ui.views.diff.layout import Cell, Layout

Position = tuple[int, int]
Way = Literal["up", "down", "page up", "page down", "start", "end", "left", "right"]
END = 1 << 30
"""A unit beyond the end of any line."""
_STOPS = re.compile(r"\w+|[^\w\s]+")


@dataclass
class Caret:
    """A place on the screen (row, unit) in one of the columns, and the other end of a selection."""

    layout: Layout
    column: int = 0
    at: Position = (0, 0)
    anchor: Position = (0, 0)

    @property
    def has_selection(self) -> bool:
        """Whether anything is selected."""
        return self.at != self.anchor

    def cell(self, place: int | None = None) -> Cell | None:
        """The line at a row, this one if none is named; None on a filler or a fold."""
        row = self.at[0] if place is None else place
        if not 0 <= row < len(self.layout.items):
            return None
        return self.layout.items[row].cells[self.column]

    def text(self, place: int) -> str:
        """The line at a row, empty on a filler or a fold."""
        cell = self.cell(place)
        return "" if cell is None else self.layout.text(cell)

    def go(self, place: int, unit: int, keep_anchor: bool = False) -> None:
        """Stand there; both are brought into range."""
        row = max(0, min(place, len(self.layout.items) - 1))
        line = self.text(row)
        self.at = (row, max(0, min(unit, units(line, len(line)))))
        if not keep_anchor:
            self.anchor = self.at

    def step(self, direction: int, by_word: bool, keep_anchor: bool) -> None:
        """One character or word on, or back; over the end of a line to the next one."""
        place, unit = self.at
        line = self.text(place)
        column = characters(line, unit)
        if direction > 0 and column >= len(line):
            if place + 1 < len(self.layout.items):
                self.go(place + 1, 0, keep_anchor)
            return
        if direction < 0 and column <= 0:
            if place > 0:
                self.go(place - 1, END, keep_anchor)
            return
        target = _word_stop(line, column, direction) if by_word else column + direction
        self.go(place, units(line, target), keep_anchor)

    def walk(self, way: Way, page: int, control: bool, keep_anchor: bool) -> None:
        """One press of a key; `page` is in rows, `control` goes by words or to the very end."""
        place, unit = self.at
        match way:
            case "left" | "right":
                self.step(-1 if way == "left" else 1, control, keep_anchor)
            case "start":
                self.go(0 if control else place, 0, keep_anchor)
            case "end":
                self.go(len(self.layout.items) if control else place, END, keep_anchor)
            case _:
                rows = {"up": -1, "down": 1, "page up": -page, "page down": page}[way]
                self.go(place + rows, unit, keep_anchor)

    def select_word(self) -> None:
        """The word around the caret."""
        place, unit = self.at
        line = self.text(place)
        column = characters(line, unit)
        for found in _STOPS.finditer(line):
            if found.start() <= column <= found.end():
                self.anchor = (place, units(line, found.start()))
                self.at = (place, units(line, found.end()))
                if column < found.end():
                    return

    def select_all(self) -> None:
        """Everything in this column."""
        self.anchor = (0, 0)
        self.go(len(self.layout.items) - 1, END, keep_anchor=True)

    def span(self, place: int) -> tuple[int, int] | None:
        """The selected units of a row; the second is large where the selection goes on."""
        start, end = sorted((self.at, self.anchor))
        if start == end or not start[0] <= place <= end[0]:
            return None
        return (start[1] if place == start[0] else 0, end[1] if place == end[0] else END)

    def selected_text(self) -> str:
        """What is selected, with the lines that a fold within it hides and without fillers."""
        start, end = sorted((self.at, self.anchor))
        lines: list[str] = []
        for place in range(start[0], end[0] + 1):
            item = self.layout.items[place]
            if item.fold >= 0:
                lines += self.layout.hidden(item, self.column)
            elif item.cells[self.column] is not None:
                line, (first, last) = self.text(place), self.span(place) or (0, 0)
                lines.append(line[characters(line, first) : characters(line, last)])
        return "\n".join(lines)


def _word_stop(line: str, column: int, direction: int) -> int:
    if direction > 0:
        return next((f.start() for f in _STOPS.finditer(line) if f.start() > column), len(line))
    return max((f.start() for f in _STOPS.finditer(line) if f.start() < column), default=0)
