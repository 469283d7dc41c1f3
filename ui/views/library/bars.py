"""The line above the runs, which narrows them, and the line below, which acts on them."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from app.faults import joined
from app.library import LibraryEntry
from app.remedies import in_window
from app.texts import mark, ngettext, tr, translated
from app.vocabulary import cast_words
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.library.actions import Notice
from ui.views.library.arranging import Show, Sort, casts, why_not_comparable
from ui.views.library.words import RESUMABLE
from ui.widgets.basics import button, label, row, set_property
from ui.widgets.segmented import Segmented
from ui.widgets.speech import announce, plain_tip

TYPING_MS = 160
USUAL_WORDS, LEAST_WORDS = 160, 96
"""Least width of the search field in logical pixels; in a narrow page."""
LEAST_CHOICE = 90
"""Logical pixels of a list of choices."""
NOTICE_HEIGHT = 36
"""Two lines, kept also when there is nothing to say."""
_SHOWS: tuple[tuple[Show, str], ...] = (
    ("", mark("All states")),
    ("finished", mark("Finished")),
    ("unfinished", mark("Unfinished")),
    ("damaged", mark("Damaged")),
)
_SORTS: tuple[tuple[Sort, str], ...] = (
    ("newest", mark("Newest first")),
    ("oldest", mark("Oldest first")),
    ("title", mark("By title")),
    ("best", mark("Best score first")),
    ("worst", mark("Lowest score first")),
)


class FilterBar(QWidget):
    """Words, state, cast, order, form. `words_changed` waits until typing pauses."""

    changed = Signal()
    words_changed = Signal(str)
    form_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = row(self, gap=px("tight"))
        self.count = label("", "muted")
        self.words = QLineEdit()
        self.words.setPlaceholderText(tr("Search titles and sections"))
        self.words.setAccessibleName(tr("Search titles and sections"))
        self.words.setToolTip("Ctrl+F")
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(USUAL_WORDS)
        self.words.setMaximumWidth(320)
        self.show_states = _combo(tr("State"), _SHOWS)
        self.show_casts = _combo(tr("Cast"), (("", mark("All casts")),))
        self.order = _combo(tr("Order"), _SORTS)
        self.form = Segmented((("grid", tr("Cards")), ("list", tr("Rows"))), tr("Form"))
        self._title = label(tr("Library"), "title")
        line.addWidget(self._title)
        line.addWidget(self.count)
        line.addStretch(1)
        line.addWidget(self.words, 2)
        for part in (self.show_states, self.show_casts, self.order):
            line.addWidget(part)
            part.currentIndexChanged.connect(lambda _: self.changed.emit())
        line.addWidget(self.form)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(lambda: self.words_changed.emit(self.words.text()))
        self.words.textChanged.connect(lambda _: self._typing.start())
        self.form.chosen.connect(self.form_chosen)

    def set_narrow(self, narrow: bool) -> None:
        """In a narrow page the fields have the line to themselves."""
        self._title.setVisible(not narrow)
        self.count.setVisible(not narrow)
        self.words.setMinimumWidth(LEAST_WORDS if narrow else USUAL_WORDS)

    @property
    def show_choice(self) -> Show:
        """Which states are wanted."""
        return _SHOWS[max(0, self.show_states.currentIndex())][0]

    @property
    def cast_choice(self) -> str:
        """Which cast is wanted, empty for all."""
        return str(self.show_casts.currentData() or "")

    @property
    def sort_choice(self) -> Sort:
        """Which order is wanted."""
        return _SORTS[max(0, self.order.currentIndex())][0]

    def offer_casts(self, entries: list[LibraryEntry]) -> None:
        """Offer the casts that occur; the choice stays where it can."""
        names = ["", *casts(entries)]
        if [self.show_casts.itemData(n) for n in range(self.show_casts.count())] == names:
            return
        chosen = self.cast_choice
        self.show_casts.blockSignals(True)
        self.show_casts.clear()
        for name in names:
            self.show_casts.addItem(cast_words(name) or tr("All casts"), name)
        self.show_casts.setCurrentIndex(max(0, self.show_casts.findData(chosen)))
        self.show_casts.blockSignals(False)

    def show_count(self, shown: int, all_runs: int) -> None:
        """How many runs there are, and how many of them are shown."""
        some = ngettext("{shown} of {count} run", "{shown} of {count} runs", all_runs)
        words = ngettext("{count} run", "{count} runs", all_runs) if shown == all_runs else some
        self.count.setText(words.format(shown=shown, count=all_runs))

    def clear(self) -> None:
        """Narrow nothing."""
        self.words.clear()
        self.show_states.setCurrentIndex(0)
        self.show_casts.setCurrentIndex(0)


class ActionBar(QWidget):
    """What happened, and what can be done with the chosen runs."""

    undo_pressed = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = row(self, gap=px("tight"))
        self.notice = label("", "muted", wrap=True)
        self.notice.setFixedHeight(NOTICE_HEIGHT)
        self.undo = button(tr("Undo"), "link", "Ctrl+Z")
        self.open = button(tr("Open"), "primary", "Enter")
        self.resume = button(tr("Resume"))
        self.rename = button(tr("Rename"), "", "F2")
        self.compare = button(tr("Compare"))
        self.delete = button(tr("Delete"), "danger", tr("Delete: moves to the trash"))
        line.addWidget(self.notice, 1)
        line.addWidget(self.undo)
        for part in (self.delete, self.rename, self.compare, self.resume, self.open):
            line.addWidget(part)
        self.undo.hide()
        self.undo.clicked.connect(self.undo_pressed)
        self.show_chosen([])

    def show_notice(self, notice: Notice) -> None:
        """Say what happened until other runs are chosen or something else happens."""
        self.notice.setText(notice.words)
        self.notice.setToolTip(plain_tip(notice.words))
        announce(self, notice.words)
        set_property(self.notice, "tone", notice.tone)
        self.undo.setVisible(notice.can_undo)

    def show_chosen(self, entries: list[LibraryEntry], quiet: bool = False) -> None:
        """Allow what can be done with these runs; `quiet` leaves the notice as it is."""
        one = entries[0] if len(entries) == 1 else None
        readable = one is not None and one.state != "damaged"
        self.open.setEnabled(readable)
        self.rename.setEnabled(readable)
        self.resume.setEnabled(one is not None and one.state in RESUMABLE)
        self.delete.setEnabled(bool(entries) and all(e.state != "running" for e in entries))
        why = why_not_comparable(entries)
        self.compare.setEnabled(not why)
        self.compare.setToolTip(why or tr("Shows the two side by side"))
        if len(entries) == 2 and why and not quiet:
            self.show_notice(Notice(why, ""))
        if one is not None and one.problem and not quiet:
            self.show_notice(Notice(in_window(joined(one.problem, one.remedy)), "warn"))


def _combo(name: str, choices: tuple[tuple[str, str], ...]) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    for key, words in translated(choices):
        made.addItem(words, key)
    # As wide as its words where there is room for them; the list that opens shows them whole.
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    made.setMinimumWidth(LEAST_CHOICE)
    return made
