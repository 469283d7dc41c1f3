"""The Library room: every run with its picture, found, opened, compared, renamed, deleted."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from app.library import Library, LibraryEntry, Wanted
from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.library.actions import LibraryActions, Notice
from ui.views.library.arranging import Arrangement, arranged, why_not_comparable
from ui.views.library.bars import ActionBar, FilterBar
from ui.views.library.model import LibraryModel
from ui.views.library.shelf import RowHeadings, Shelf
from ui.views.library.thumbnails import Thumbnails
from ui.widgets.arranging import NARROW_PX
from ui.widgets.basics import column, frame, label
from ui.widgets.empty import EmptyState


class LibraryPage(QWidget):
    """Reads the library when it is shown and when `refresh` is called.

    Signals:
        open_requested(run), resume_requested(run): ids of runs.
        compare_requested(run, run): two runs of one section, the older one first.
        new_requested: the library is empty and the person wants a first run.
        loaded: what `refresh` asked for is on the screen.
    """

    open_requested = Signal(str)
    resume_requested = Signal(str)
    compare_requested = Signal(str, str)
    new_requested = Signal()
    loaded = Signal()

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        library: Library,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._bridge, self._library = bridge, library
        self._entries: list[LibraryEntry] = []
        self._found: frozenset[str] | None = None
        self._reading: Ticket | None = None
        self._finding: Ticket | None = None
        self._known = False
        self._arranging = False
        self.actions_ = LibraryActions(library, bridge, self)
        self.model = LibraryModel(self)
        self.filters = FilterBar()
        self.bar = ActionBar(appearance)
        self.shelf = Shelf(appearance, self.model, Thumbnails(bridge, self))
        self._headings = RowHeadings(appearance, self.shelf)
        self._headings.hide()
        self._stack = QStackedWidget()
        self._make_states(appearance)
        box = column(self, px("gap"), px("gap"))
        box.addWidget(self.filters)
        box.addWidget(self._stack, 1)
        box.addWidget(frame("line"))
        box.addWidget(self.bar)
        self._connect()

    def refresh(self) -> None:
        """Read the library anew; what is shown stays until then."""
        if self._reading is not None:
            self._reading.drop()
        if not self._known:
            # The quick look first: a large library that nobody has indexed takes its time.
            self._reading = self._bridge.submit(
                self._library.first_pass, self._show_first, self._complain
            )
        else:
            self._reading = self._bridge.submit(self._library.entries, self._show, self._complain)

    def choose(self, *runs: str) -> None:
        """Select these runs and show the first."""
        selection = self.shelf.selectionModel()
        selection.clearSelection()
        for run in runs:
            row = self.model.row_of(run)
            if row >= 0:
                index = self.model.index(row)
                selection.select(index, selection.SelectionFlag.Select)
                if run == runs[0]:
                    selection.setCurrentIndex(index, selection.SelectionFlag.NoUpdate)
                    self.shelf.scrollTo(index)

    def set_form(self, form: str) -> None:
        """`grid` for cards, `list` for rows."""
        self.filters.form.choose(form)
        self._take_form(form)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page has no room for a title beside the fields."""
        super().resizeEvent(event)
        self.filters.set_narrow(event.size().width() < NARROW_PX)

    def showEvent(self, event: QShowEvent) -> None:
        """A room that is entered shows what is there now."""
        super().showEvent(event)
        self.refresh()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The same as the line below."""
        if not self.shelf.selected():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        bar = self.bar
        for control in (bar.open, bar.resume, bar.rename, bar.compare, bar.delete):
            action = QAction(control.text(), menu)
            action.setEnabled(control.isEnabled())
            action.triggered.connect(control.click)
            menu.addAction(action)
        menu.popup(event.globalPos())

    def _make_states(self, appearance: Appearance) -> None:
        shelf = QWidget()
        box = column(shelf, 0, 0)
        box.addWidget(self._headings)
        box.addWidget(self.shelf, 1)
        self._empty = EmptyState(
            appearance,
            "library",
            tr("No runs yet"),
            tr("Every animation you make is kept here with all its iterations."),
            (tr("Make the first one"), self.new_requested.emit),
        )
        self._nothing = EmptyState(
            appearance,
            "search",
            tr("No run fits"),
            tr("Other words, or another state or cast, may find it."),
            (tr("Show all runs"), self.filters.clear),
        )
        busy = QWidget()
        waiting = column(busy)
        words = label(tr("Reading the runs\u2026"), "muted")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        waiting.addWidget(words)
        self._busy, self._runs = busy, shelf
        for state in (busy, shelf, self._empty, self._nothing):
            self._stack.addWidget(state)

    def _connect(self) -> None:
        bar, shelf = self.bar, self.shelf
        self.filters.changed.connect(self._arrange)
        self.filters.words_changed.connect(self._find)
        self.filters.form_chosen.connect(self._take_form)
        self.model.renamed.connect(self.actions_.rename)
        self.actions_.told.connect(bar.show_notice)
        self.actions_.changed.connect(self.refresh)
        shelf.chosen.connect(self._choice_changed)
        shelf.opened.connect(self._open)
        shelf.delete_pressed.connect(self._delete)
        bar.open.clicked.connect(self._open_chosen)
        bar.resume.clicked.connect(self._resume)
        bar.rename.clicked.connect(shelf.rename_current)
        bar.compare.clicked.connect(self._compare)
        bar.delete.clicked.connect(self._delete)
        bar.undo_pressed.connect(self.actions_.undo)
        for key, call in {
            "Ctrl+F": self._search,
            "Ctrl+Z": self.actions_.undo,
            "F5": self.refresh,
        }.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(call)

    def _show_first(self, entries: list[LibraryEntry]) -> None:
        self._known = True
        if all(entry.complete for entry in entries):
            self._show(entries)
            return
        self._take(entries)
        self._reading = self._bridge.submit(self._library.entries, self._show, self._complain)

    def _show(self, entries: list[LibraryEntry]) -> None:
        self._reading = None
        self._take(entries)
        self.loaded.emit()

    def _take(self, entries: list[LibraryEntry]) -> None:
        self._entries = entries
        self.filters.offer_casts(entries)
        self._arrange()

    def _complain(self, error: Exception) -> None:
        self._reading = None
        self.bar.show_notice(
            Notice(tr("The library cannot be read. {error}").format(error=error), "bad")
        )
        self._arrange()
        self.loaded.emit()

    def _arrange(self) -> None:
        filters = self.filters
        how = Arrangement(
            filters.show_choice, filters.cast_choice, filters.sort_choice, self._found
        )
        shown = arranged(self._entries, how)
        chosen = [entry.run for entry in self.shelf.selected()]
        self._arranging = True
        self.model.show_entries(shown)
        if chosen and not self.shelf.selected():
            self.choose(*chosen)
        if chosen and not self.shelf.selected() and self.shelf.currentIndex().isValid():
            # What was chosen is gone: its neighbour, which has the outline, takes its place.
            self.choose(self.model.entries[self.shelf.currentIndex().row()].run)
        filters.show_count(len(shown), len(self._entries))
        state = self._runs if shown else self._nothing if self._entries else self._empty
        self._stack.setCurrentWidget(state)
        self._choice_changed()
        self._arranging = False

    def _find(self, words: str) -> None:
        if self._finding is not None:
            self._finding.drop()
        if not words.strip():
            self._found = None
            self._arrange()
            return

        def show(entries: list[LibraryEntry]) -> None:
            self._found = frozenset(entry.run for entry in entries)
            self._arrange()

        def give_up(error: Exception) -> None:
            self.bar.show_notice(
                Notice(tr("The search failed. {error}").format(error=error), "bad")
            )

        self._finding = self._bridge.submit(
            lambda: self._library.find(Wanted(words=words)), show, give_up
        )

    def _take_form(self, form: str) -> None:
        self._headings.setVisible(form == "list")
        self.shelf.set_form("list" if form == "list" else "grid")

    def _choice_changed(self) -> None:
        # A run chosen by Qt in place of a deleted one must not hide the undo.
        self.bar.show_chosen(self.shelf.selected(), quiet=self._arranging)

    def _search(self) -> None:
        self.filters.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.words.selectAll()

    def _open(self, run: str) -> None:
        row = self.model.row_of(run)
        if row >= 0 and self.model.entries[row].state != "damaged":
            self.open_requested.emit(run)

    def _open_chosen(self) -> None:
        for entry in self.shelf.selected():
            self._open(entry.run)

    def _resume(self) -> None:
        for entry in self.shelf.selected():
            self.resume_requested.emit(entry.run)

    def _compare(self) -> None:
        chosen = self.shelf.selected()
        if not why_not_comparable(chosen):
            first, second = sorted(chosen, key=lambda entry: entry.started)
            self.compare_requested.emit(first.run, second.run)

    def _delete(self) -> None:
        chosen = [entry for entry in self.shelf.selected() if entry.state != "running"]
        self.actions_.delete(chosen)
