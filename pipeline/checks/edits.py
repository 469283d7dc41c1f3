"""Edits of a program's text: applied in one go, and remembered against the original."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.checks.patterns import Pattern
from pipeline.schema.finding import TextEdit

# The ends of line that Python's parser knows. Form feeds and Unicode separators are none to it.
_NEWLINE = Pattern(r"\r\n|\r|\n")


class Cut(NamedTuple):
    """`text` stands where the characters from `start` up to `end` stood."""

    start: int
    end: int
    text: str


class Draft:
    """A program under repair.

    Whatever is done to `text` in several rounds, `edits` says it as one set of edits of the text
    it began with, in order and apart from each other.
    """

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original
        self._cuts: list[Cut] = []

    def copy(self) -> "Draft":
        """A draft that can be changed without changing this one."""
        other = Draft(self.original)
        other.text, other._cuts = self.text, list(self._cuts)
        return other

    def apply(self, cuts: Iterable[Cut]) -> None:
        """Make cuts in the present text; they must lie apart from each other."""
        for cut in sorted(cuts, key=lambda c: (c.start, c.end), reverse=True):
            self._remember(cut)
            self.text = self.text[: cut.start] + cut.text + self.text[cut.end :]

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """All that was changed, as edits of the original text."""
        places = LinePlaces(self.original)
        return tuple(places.edit(cut) for cut in self._cuts)

    def _remember(self, new: Cut) -> None:
        """Add a cut of the present text to those of the original; touching ones become one."""
        before: list[Cut] = []
        touched: list[tuple[Cut, int]] = []
        after: list[Cut] = []
        shift = 0  # the present place of a character of the original, less its original place
        shift_here = 0
        for cut in self._cuts:
            start, end = cut.start + shift, cut.start + shift + len(cut.text)
            if end < new.start:
                before.append(cut)
            elif start > new.end:
                after.append(cut)
            else:
                touched.append((cut, start))
            shift += len(cut.text) - (cut.end - cut.start)
            if end < new.start:
                shift_here = shift
        low, high = new.start, new.end
        shift_there = shift_here
        if touched:
            last, last_start = touched[-1]
            low = min(low, touched[0][1])
            high = max(high, last_start + len(last.text))
            shift_there = last_start + len(last.text) - last.end
        text = self.text[low : new.start] + new.text + self.text[new.end : high]
        merged = Cut(low - shift_here, high - shift_there, text)
        self._cuts = [*before, merged, *after]


class LinePlaces:
    """Lines and columns of a text, as Python's `ast` counts them but in characters."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
        self._ends = [*(found.start() for found in _NEWLINE.finditer(text)), len(text)]
        self._newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

    def cut(self, edit: TextEdit) -> Cut | None:
        """An edit as a cut, None if its place is not in this text."""
        start = self._offset(edit.line, edit.column)
        end = self._offset(edit.end_line, edit.end_column)
        if start is None or end is None or end < start:
            return None
        return Cut(start, end, _NEWLINE.sub(self._newline, edit.replacement))

    def edit(self, cut: Cut) -> TextEdit:
        """A cut as an edit."""
        line, column = self._place(cut.start)
        end_line, end_column = self._place(cut.end)
        return TextEdit(
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            replacement=cut.text,
        )

    def _offset(self, line: int, column: int) -> int | None:
        if not 1 <= line <= len(self._starts) or column < 0:
            return None
        offset = self._starts[line - 1] + column
        return offset if offset <= self._ends[line - 1] else None

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]


def unified_diff(before: str, after: str, name: str = "scene.py") -> str:
    """A diff for people, with three lines around each change; empty if nothing changed."""
    import difflib

    lines = difflib.unified_diff(
        _lines(before), _lines(after), f"{name} (before)", f"{name} (after)", lineterm=""
    )
    return "".join(f"{line}\n" for line in lines)


def _lines(text: str) -> list[str]:
    lines = _NEWLINE.split(text)
    return lines[:-1] if lines[-1] == "" else lines
