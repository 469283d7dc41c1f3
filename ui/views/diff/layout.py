"""Which rows stand where: side by side or inline, with equal stretches folded or open."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ui.views.diff.prepared import Prepared
from ui.views.diff.source import Which

Mode = Literal["split", "inline"]
Tone = Literal["", "added", "removed"]


class Cell(NamedTuple):
    """A line of one of the programs, at its place on the screen; `line` counts from 0."""

    which: Which
    line: int
    tone: Tone


class Item(NamedTuple):
    """A row on the screen: one cell per column, or a fold (its number) in place of hidden rows."""

    cells: tuple[Cell | None, ...]
    numbers: tuple[int | None, int | None]
    row: int
    fold: int = -1


@dataclass(frozen=True)
class Layout:
    """The rows on the screen from top to bottom; `columns` is 1 or 2."""

    prepared: Prepared
    items: tuple[Item, ...]
    columns: int

    @cached_property
    def _places(self) -> dict[tuple[Which, int], int]:
        places: dict[tuple[Which, int], int] = {}
        for place, item in enumerate(self.items):
            before, after = item.numbers
            if before is not None:
                places["before", before] = place
            if after is not None:
                places["after", after] = place
        return places

    @cached_property
    def widest(self) -> int:
        """The width of the longest line on the screen, in columns of the code font."""
        sides = self.prepared.sides
        cells = (cell for item in self.items for cell in item.cells if cell is not None)
        return max((sides[cell.which].widths[cell.line] for cell in cells), default=0)

    def place(self, which: Which, line: int) -> int | None:
        """Where a line stands; None for one that is folded away or not there."""
        return self._places.get((which, line))

    def nearest(self, item: Item) -> int:
        """The row that shows what `item` of another layout showed, or what is closest above it."""
        before, after = item.numbers
        place = self.place("before", before) if before is not None else None
        if place is None and after is not None:
            place = self.place("after", after)
        if place is not None:
            return place
        return max((n for n, other in enumerate(self.items) if other.row <= item.row), default=0)

    def text(self, cell: Cell) -> str:
        """The line of a cell."""
        return self.prepared.sides[cell.which].lines[cell.line]

    def hidden(self, item: Item, column: int) -> list[str]:
        """The lines that a fold hides, as that column would show them."""
        start, end = self.prepared.folds[item.fold]
        before = self.columns == 2 and column == 0
        side = self.prepared.sides["before" if before else "after"]
        rows = self.prepared.rows[start:end]
        numbers = [row.before if before else row.after for row in rows]
        return [side.lines[number] for number in numbers if number is not None]


def build_layout(prepared: Prepared, mode: Mode, opened: Collection[int]) -> Layout:
    """Lay out; `opened` are the numbers of the folds that a person opened."""
    items: list[Item] = []
    split = mode == "split" and prepared.is_pair
    row = 0
    closed = [(n, *span) for n, span in enumerate(prepared.folds) if n not in opened]
    for number, start, end in [*closed, (-1, len(prepared.rows), len(prepared.rows))]:
        add = _split_items if split else _inline_items
        items += add(prepared, row, start)
        if number >= 0:
            items.append(Item((None,) * (2 if split else 1), (None, None), start, number))
        row = end
    return Layout(prepared, tuple(items), 2 if split else 1)


def _split_items(prepared: Prepared, start: int, end: int) -> list[Item]:
    items = []
    for number, row in enumerate(prepared.rows[start:end], start):
        equal = row.kind == "equal"
        left = (
            None if row.before is None else Cell("before", row.before, "" if equal else "removed")
        )
        right = None if row.after is None else Cell("after", row.after, "" if equal else "added")
        items.append(Item((left, right), (row.before, row.after), number))
    return items


def _inline_items(prepared: Prepared, start: int, end: int) -> list[Item]:
    """Removed lines of a changed stretch stand above its added ones."""
    items: list[Item] = []
    added: list[Item] = []
    for number, row in enumerate(prepared.rows[start:end], start):
        if row.kind == "equal":
            items += added
            added = []
            cell = (
                Cell("before", row.before or 0, "")
                if row.after is None
                else Cell("after", row.after, "")
            )
            items.append(Item((cell,), (row.before, row.after), number))
            continue
        if row.before is not None:
            cell = Cell("before", row.before, "removed")
            items.append(Item((cell,), (row.before, None), number))
        if row.after is not None:
            added.append(Item((Cell("after", row.after, "added"),), (None, row.after), number))
    return items + added
