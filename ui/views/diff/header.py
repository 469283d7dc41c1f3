"""The line above the code: what is compared, how much differs, what can be done."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.texts import mark, ngettext, tr, translated
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.diff.prepared import Prepared
from ui.widgets.basics import IconButton, button, chip, label, row
from ui.widgets.segmented import Segmented

NARROW, LEAST, BARE = 780, 500, 660
"""Logical pixels: below the first, most of the buttons move into a menu; the least width; below the
last, the choice of the arrangement goes into the menu as well."""
ARRANGEMENTS = (("split", mark("Side by side")), ("inline", mark("Inline")))


class DiffHeader(QWidget):
    """Name, versions, counts and buttons; the view connects the buttons."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = self._is_pair = self._bare = False
        line = row(self, gap=px("tight"))
        line.setContentsMargins(px("gap"), px("tight"), px("gap"), px("tight"))
        self.name = label("", "strong")
        self.versions = chip("")
        self.added, self.removed = label("", "", "good"), label("", "", "bad")
        self.note = label("", "muted")
        self.back = IconButton("arrow-up", tr("Previous change"), appearance, shortcut="Shift+F7")
        self.on = IconButton("arrow-down", tr("Next change"), appearance, shortcut="F7")
        self.whole = IconButton("eye", tr("Show equal lines"), appearance, checkable=True)
        self.search = IconButton("search", tr("Find in the code"), appearance, shortcut="Ctrl+F")
        self.copy = IconButton("copy", tr("Copy the program"), appearance)
        self.open = IconButton("external-link", tr("Open in the editor"), appearance)
        self.save = IconButton("save", tr("Save the program as a file"), appearance)
        self.mode = Segmented(translated(ARRANGEMENTS), tr("Arrangement"))
        self.edit = button(tr("Edit by hand\u2026"))
        for text in (self.name, self.versions, self.added, self.removed, self.note):
            line.addWidget(text)
        line.addStretch(1)
        tools = (self.back, self.on, self.whole, self.search, self.copy, self.open, self.save)
        self._tools: tuple[QWidget, ...] = tools
        self._parts: tuple[QWidget, ...] = (
            *(self.name, self.versions, self.added, self.removed, self.note, self.mode, self.edit),
            *tools,
        )
        self._more = _more_button(appearance, tools[2:])
        self._arrangements = self._offer_arrangements()
        for part in (*tools, self._more, self.mode, self.edit):
            line.addWidget(part)
        self._more.hide()
        self.show_prepared(None)

    def minimumSizeHint(self) -> QSize:
        """Narrower than all the buttons: some of them can go into a menu."""
        return QSize(LEAST, super().minimumSizeHint().height())

    def _offer_arrangements(self) -> tuple[QAction, ...]:
        """The choice of the arrangement in the menu, for where the buttons have no room."""
        menu = self._more.menu()
        made = []
        for key, words in ARRANGEMENTS:
            action = menu.addAction(tr(words))
            action.triggered.connect(lambda _=False, key=key: self._arrange(key))
            action.setVisible(False)
            made.append(action)
        return tuple(made)

    def _arrange(self, key: str) -> None:
        self.mode.choose(key)
        self.mode.chosen.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is used least goes first."""
        self._fit(event.size().width())
        super().resizeEvent(event)

    def _fit(self, width: int) -> None:
        """In a language of longer words the buttons give way earlier."""
        shown = {*self._tools, *((self.mode,) if self._is_pair else ())}
        there = [part for part in self._parts if part in shown or not part.isHidden()]
        wanted = 2 * px("gap") + sum(part.sizeHint().width() + px("tight") for part in there)
        self._compact = narrow = width < max(NARROW, wanted)
        self._more.setVisible(narrow)
        for part in (self.search, self.copy, self.open, self.save):
            part.setVisible(not narrow)
        self.whole.setVisible(not narrow and self._is_pair)
        self._bare = width < BARE
        self.mode.setVisible(self._is_pair and not self._bare)
        for action in self._arrangements:
            action.setVisible(self._is_pair and self._bare)

    def show_prepared(self, prepared: Prepared | None) -> None:
        """Fill in what is known; None while there is nothing."""
        diff = prepared.diff if prepared is not None else None
        titles = [s.title for s in prepared.sides.values()] if prepared is not None else []
        self.versions.setText(" \u2192 ".join(title for title in titles if title))
        self.versions.setVisible(any(titles))
        self.added.setText(f"+{diff.added}" if diff is not None else "")
        self.removed.setText(f"\u2212{diff.removed}" if diff is not None else "")
        self.added.setAccessibleName(
            ngettext("{count} line added", "{count} lines added", diff.added).format(
                count=diff.added
            )
            if diff is not None
            else ""
        )
        self.removed.setAccessibleName(
            ngettext("{count} line removed", "{count} lines removed", diff.removed).format(
                count=diff.removed
            )
            if diff is not None
            else ""
        )
        changed = diff is not None and bool(diff.added or diff.removed)
        self.added.setVisible(changed)
        self.removed.setVisible(changed)
        self.note.setText(_note(prepared))
        self.note.setVisible(bool(self.note.text()))
        for part in (self.back, self.on, self.mode):
            part.setVisible(diff is not None and not (part is self.mode and self._bare))
            part.setEnabled(changed or part is self.mode)
        self._is_pair = diff is not None
        self.whole.setVisible(self._is_pair and not self._compact)
        self.whole.setEnabled(prepared is not None and bool(prepared.folds))
        there = prepared is not None and any(s.program for s in prepared.sides.values())
        for control in (self.search, self.copy, self.open, self.save, self.edit):
            control.setEnabled(there)
        self._fit(self.width())


def _more_button(appearance: Appearance, behind: tuple[QToolButton, ...]) -> IconButton:
    """A button whose menu presses the ones that are hidden."""
    made = IconButton("ellipsis", tr("More"), appearance)
    menu = QMenu(made)
    for control in behind:
        menu.addAction(control.accessibleName(), control.click)
    made.setMenu(menu)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return made


def _note(prepared: Prepared | None) -> str:
    if prepared is None or prepared.diff is None:
        return ""
    if prepared.diff.is_empty:
        return tr("no difference")
    if not prepared.diff.added and not prepared.diff.removed:
        return tr("only the last line break differs")
    return ""
