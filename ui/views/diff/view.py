"""Two programs compared, or one alone."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.diff.canvas import CodeCanvas
from ui.views.diff.columns import units
from ui.views.diff.find_bar import FindBar, Match, find_matches
from ui.views.diff.header import DiffHeader
from ui.views.diff.layout import Mode, build_layout
from ui.views.diff.prepared import Prepared, prepare
from ui.views.diff.source import Source, Which
from ui.widgets.basics import column, frame


class CodeDiffView(QWidget):
    """The code card: side by side or inline, with findings, search and what to do next.

    Signals:
        edit_requested, open_requested, save_requested: for the program on the right, or the only
            one; see `program`.
        ready: what `show_diff` was given is on the screen.
    """

    edit_requested = Signal()
    open_requested = Signal()
    save_requested = Signal()
    ready = Signal()

    def __init__(
        self, appearance: Appearance, bridge: Bridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._ticket: Ticket | None = None
        self._prepared: Prepared | None = None
        self._given: tuple[Source | None, Source | None] = (None, None)
        self._opened: set[int] = set()
        self._mode: Mode = "split"
        self._wanted: tuple[Which, int] | None = None
        self._matches: list[Match] = []
        self._match = -1
        self.header = DiffHeader(appearance)
        self.find_bar = FindBar(appearance)
        self.canvas = CodeCanvas(appearance)
        box = column(self, 0, 0)
        box.setContentsMargins(1, 1, 1, px("tight"))  # the card keeps its edge and round corners
        for part in (self.header, self.find_bar, frame("line"), self.canvas):
            box.addWidget(part)
        box.setStretchFactor(self.canvas, 1)
        self.find_bar.hide()
        self._connect()

    @property
    def program(self) -> str:
        """The program that editing, opening, saving and copying are about."""
        before, after = self._given
        shown = after or before
        return shown.program if shown is not None else ""

    def show_diff(self, before: Source | None, after: Source | None) -> None:
        """Compare two programs, or show the one that there is; the old ones stay until then."""
        if (before, after) == self._given and self._prepared is not None:
            return
        self._given = (before, after)
        self._wanted = None
        if self._ticket is not None:
            self._ticket.drop()
        self._ticket = self._bridge.submit(
            lambda: prepare(before, after), self.show_prepared, self._complain
        )

    def set_name(self, name: str) -> None:
        """What the programs are called, such as a file name."""
        self.header.name.setText(name)

    def set_edit_words(self, words: str) -> None:
        """What the button for editing says, such as `Edit as v4...`."""
        self.header.edit.setText(words)

    def set_mode(self, mode: Mode) -> None:
        """`split` is side by side, `inline` one column."""
        self.header.mode.choose(mode)
        self._arrange(mode)

    def go_to_line(self, which: Which, line: int) -> None:
        """Show a line (from 1) of one of the programs, opening a fold where it is in one."""
        if self._prepared is None or self._ticket is not None:
            self._wanted = (which, line)
            return
        self._wanted = None
        self._uncover(which, line - 1)
        self.canvas.go_to(which, line - 1)

    def open_search(self) -> None:
        """Show the search and stand in it, with what is selected as its text."""
        chosen = self.canvas.caret.selected_text()
        self.find_bar.show()
        if chosen and "\n" not in chosen:
            self.find_bar.field.setText(chosen)
        self.find_bar.field.selectAll()
        self.find_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search(0)

    def close_search(self) -> None:
        """Back to the code."""
        self.find_bar.hide()
        self.canvas.set_search("", None)
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        header = self.header
        header.edit.clicked.connect(self.edit_requested)
        header.open.clicked.connect(self.open_requested)
        header.save.clicked.connect(self.save_requested)
        header.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.program))
        header.mode.chosen.connect(self._arrange)
        header.whole.toggled.connect(self._show_whole)
        header.search.clicked.connect(self.open_search)
        header.back.clicked.connect(lambda: self._change(-1))
        header.on.clicked.connect(lambda: self._change(1))
        self.find_bar.stepped.connect(self._search)
        self.find_bar.closed.connect(self.close_search)
        self.canvas.fold_opened.connect(self._open_fold)
        keys = {
            "Ctrl+F": self.open_search,
            "F3": lambda: self._search(1),
            "Shift+F3": lambda: self._search(-1),
            "F7": lambda: self._change(1),
            "Shift+F7": lambda: self._change(-1),
        }
        for key, call in keys.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(call)

    def show_prepared(self, prepared: Prepared) -> None:
        """Show a comparison that was worked out elsewhere; on the GUI thread."""
        self._ticket = None
        self._prepared = prepared
        self._opened = set()
        self.header.show_prepared(prepared)
        self.header.whole.setChecked(False)
        titles = [side.title for side in prepared.sides.values() if side.title]
        names = (tr("Code"), tr("Code of {first}"), tr("Code of {first} and {second}"))
        self.canvas.setAccessibleName(
            names[len(titles)].format(**dict(zip(("first", "second"), titles, strict=False)))
        )
        self._lay_out(keep_place=False)
        if self._wanted is not None:
            self.go_to_line(*self._wanted)
        elif prepared.hunks:
            self._stand_on(prepared.hunks[0][0])
        if self.find_bar.isVisible():
            self._search(0)
        self.ready.emit()

    def _complain(self, error: Exception) -> None:
        self._ticket = None
        self.header.note.setText(
            tr("The programs could not be compared: {error}").format(error=error)
        )
        self.header.note.show()
        self.ready.emit()

    def _arrange(self, mode: str) -> None:
        self._mode = "inline" if mode == "inline" else "split"
        self._lay_out(keep_place=True)

    def _lay_out(self, keep_place: bool) -> None:
        if self._prepared is not None:
            layout = build_layout(self._prepared, self._mode, self._opened)
            self.canvas.set_layout(layout, keep_place)

    def _open_fold(self, number: int) -> None:
        if self._prepared is None:
            return
        self._opened.add(number)
        self._lay_out(keep_place=True)
        self._stand_on(self._prepared.folds[number][0])

    def _show_whole(self, whole: bool) -> None:
        if self._prepared is not None:
            self._opened = set(range(len(self._prepared.folds))) if whole else set()
            self._lay_out(keep_place=True)

    def _uncover(self, which: Which, line: int) -> None:
        """Open the fold that hides a line (from 0)."""
        if self._prepared is None:
            return
        for number, (start, end) in enumerate(self._prepared.folds):
            rows = self._prepared.rows[start:end]
            if number not in self._opened and any(
                (row.before if which == "before" else row.after) == line for row in rows
            ):
                self._opened.add(number)
                self._lay_out(keep_place=True)
                return

    def _stand_on(self, row: int) -> None:
        if self._prepared is None:
            return
        line = self._prepared.rows[row]
        if line.after is not None:
            self.canvas.go_to("after", line.after)
        elif line.before is not None:
            self.canvas.go_to("before", line.before)

    def _change(self, direction: int) -> None:
        """Go to the next stretch that differs, or the one before; around at the ends."""
        if self._prepared is None or not self._prepared.hunks:
            return
        items = self.canvas.layout_shown.items
        here = items[self.canvas.caret.at[0]].row if items else 0
        starts = [start for start, _ in self._prepared.hunks]
        if direction > 0:
            target = next((start for start in starts if start > here), starts[0])
        else:
            target = next((start for start in reversed(starts) if start < here), starts[-1])
        self._stand_on(target)

    def _search(self, direction: int) -> None:
        query = self.find_bar.field.text() if self.find_bar.isVisible() else ""
        if self._prepared is None:
            return
        if direction == 0:
            self._matches = find_matches(self._prepared, query)
            self._match = 0
        elif self._matches:
            self._match = (self._match + direction) % len(self._matches)
        self.find_bar.show_count(self._match, len(self._matches))
        if not query or not self._matches:
            self.canvas.set_search(query, None)
            return
        which, line, start = self._matches[self._match]
        self._uncover(which, line)
        text = self._prepared.sides[which].lines[line]
        first, last = units(text, start), units(text, start + len(query))
        self.canvas.go_to(which, line, first, last - first)
        self.canvas.set_search(query, self._matches[self._match])
