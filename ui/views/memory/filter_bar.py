"""The card above the table: the search field, what narrows, what is set, how much was found."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.texts import ngettext, tr
from memory_store.browsing import Criteria
from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.theme.tokens import px
from ui.views.memory.filter_chips import chips_of, toggled
from ui.views.memory.filter_menus import FilterButton, MoreFilters, Values
from ui.views.memory.words import SIGNS, count_words, milliseconds_words
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import button, column, label, row, set_property
from ui.widgets.segmented import Segmented
from ui.widgets.speech import announce

TYPING_MS = 140
BUTTONS = ("statuses", "roles", "domains")
WORDS, MEANING = "words", "meaning"
LEAST_FIELD = 200
"""Logical pixels of the search field in one line with everything else."""
COUNT_WIDTH = 132
"""Logical pixels kept for the found count, so that nothing moves with it; more if it needs more."""


class FilterBar(QFrame):
    """Words as one types, meaning with Enter.

    Signals:
        changed: other criteria, or another text.
        left: the keyboard goes on to the table (arrow down).
        meaning_wanted: a search by meaning is about to be asked for.
    """

    changed = Signal()
    left = Signal()
    meaning_wanted = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._criteria = Criteria()
        self._facets: Values = {}
        self._stale: frozenset[str] = frozenset()
        self._asked = ""
        self.setProperty("role", "card")
        self.field = QLineEdit()
        self._sign = QAction(self)
        self.way = Segmented(((WORDS, tr("Words")), (MEANING, tr("Meaning"))), tr("Search by"))
        self.kinds: dict[str, QPushButton] = {}
        self.buttons = {name: FilterButton(appearance, name) for name in BUTTONS}
        self.more = MoreFilters(appearance)
        self.count = label("", "muted")
        self.clear_all = button(tr("Clear all"), "link", tr("Esc in the search field"))
        self._narrowing = QWidget()
        self._chips = QWidget()
        self._line: QHBoxLayout = row(self._chips, gap=6)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._lay_out()
        self._connect()
        self._show()

    @property
    def criteria(self) -> Criteria:
        """What narrows the list; the words of the field among it, unless they search by meaning."""
        words = "" if self.meaning else self.text
        return replace(self._criteria, words=words)

    @property
    def meaning(self) -> str:
        """The text that the list is to be near to in meaning, empty for none."""
        return self._asked if self.way.choice == MEANING else ""

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self.field.text().strip()

    @property
    def narrows(self) -> bool:
        """Whether a record may be left out."""
        return bool(self.text or chips_of(self._criteria))

    def set_criteria(self, criteria: Criteria) -> None:
        """Narrow to this, words included, and search anew."""
        self.field.blockSignals(True)
        self.field.setText(criteria.words)
        self.field.blockSignals(False)
        self.way.choose(WORDS)
        self._set(replace(criteria, words=""))

    def clear(self) -> None:
        """Narrow nothing."""
        self._asked = ""
        self.set_criteria(Criteria())

    def offer(self, facets: Values, stale: frozenset[str] = frozenset()) -> None:
        """What there is to choose from."""
        self._facets, self._stale = facets, stale
        self._show()

    def show_found(self, total: int, seconds: float | None, near: bool = False) -> None:
        """How much was found, and how fast; `near` for a list by meaning."""
        words = ngettext("{n} found", "{n} found", total)
        if near:
            words = ngettext("{n} nearest", "{n} nearest", total)
        words = words.format(n=count_words(total))
        if seconds is not None:
            words = f"{words} \u00b7 {milliseconds_words(seconds)}"
        self.count.setText(words)
        announce(self.count, words)

    def show_searching(self, ready: bool) -> None:
        """The answer is on its way; `ready` says that the encoder has started."""
        self.count.setText(tr("Searching\u2026") if ready else tr("Starting encoder\u2026"))

    def allow_meaning(self, allowed: bool, why: str = "") -> None:
        """Refuse the search by meaning where there is no encoder for this bank."""
        self.way.set_enabled(MEANING, allowed, why)
        if not allowed and self.way.choice == MEANING:
            self.way.choose(WORDS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow down goes to the table, Esc clears step by step."""
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down:
                self.left.emit()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                return self.step_back()
        return super().eventFilter(watched, event)

    def step_back(self) -> bool:
        """Clear the field, or, where it is empty, everything; False if there was nothing."""
        if self.text:
            self._asked = ""
            self.field.clear()
        elif chips_of(self._criteria):
            self.clear()
        else:
            self.left.emit()
            return False
        return True

    def _lay_out(self) -> None:
        self.field.setPlaceholderText(tr("Search the lessons"))
        self.field.setAccessibleName(tr("Search the memory"))
        self.field.setToolTip(tr("/ or Ctrl+F; Enter searches by meaning"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(180)
        self.field.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self.field.installEventFilter(self)
        for key in ("failure", "success"):
            made = button(SIGNS[key], "filter")
            made.setCheckable(True)
            made.setAccessibleName(tr("What went wrong") if key == "failure" else tr("What worked"))
            made.setToolTip(made.accessibleName())
            self.kinds[key] = made
        self.count.setMinimumWidth(COUNT_WIDTH)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for made in (*self.kinds.values(), *self.buttons.values(), self.more):
            made.setIconSize(QSize(14, 14))
        box = column(self, px("gap") - 2, px("tight"))
        self._top = row(gap=6)
        self._top.addWidget(self.field, 1)
        self._top.addWidget(self.way)
        narrowing = row(self._narrowing, gap=6)
        for made in (*self.kinds.values(), *self.buttons.values(), self.more):
            narrowing.addWidget(made)
        narrowing.addStretch(1)
        self._top.addWidget(self._narrowing)
        self._top.addWidget(self.count)
        self._second = row(gap=0)
        box.addLayout(self._top)
        box.addLayout(self._second)
        box.addWidget(self._chips)

    def minimumSizeHint(self) -> QSize:
        """As narrow as in two lines."""
        hint = super().minimumSizeHint()
        around = self.contentsMargins().left() + self.contentsMargins().right() + 2 * px("gap")
        first = self.field.minimumWidth() + self.way.minimumSizeHint().width() + COUNT_WIDTH + 12
        return QSize(max(first, self._narrowing.minimumSizeHint().width()) + around, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What narrows has a line of its own where one line does not hold everything."""
        super().resizeEvent(event)
        one_line = self._narrowing.sizeHint().width() + LEAST_FIELD + COUNT_WIDTH
        apart = self.width() < one_line + self.way.sizeHint().width() + 4 * px("gap")
        if apart == (self._second.count() > 0):
            return
        if apart:
            self._top.removeWidget(self._narrowing)
            self._second.addWidget(self._narrowing)
        else:
            self._second.removeWidget(self._narrowing)
            self._top.insertWidget(2, self._narrowing)
        self.updateGeometry()

    def _connect(self) -> None:
        self._typing.timeout.connect(self._typed)
        self.field.textChanged.connect(lambda _: self._typing.start())
        self.field.returnPressed.connect(self._search_by_meaning)
        self.way.chosen.connect(lambda _: self._search_again())
        for key, made in self.kinds.items():
            made.clicked.connect(
                lambda on, key=key: self._set(toggled(self._criteria, "polarities", key, on))
            )
        for control in self.buttons.values():
            control.changed.connect(self._set)
        self.more.changed.connect(self._set)
        self._appearance.changed.connect(self._draw)
        self._draw()

    def _typed(self) -> None:
        if self.way.choice == MEANING:
            if self.text:
                return  # Enter asks
            self._asked = ""
        self.changed.emit()

    def _search_by_meaning(self) -> None:
        self._typing.stop()
        if self.text and self.way.can_choose(MEANING):
            self.way.choose(MEANING)
            self._asked = self.text
        self.changed.emit()

    def _search_again(self) -> None:
        self._asked = self.text if self.way.choice == MEANING else ""
        if self.way.choice == MEANING:
            self.meaning_wanted.emit()
        self.changed.emit()

    def _set(self, criteria: Criteria) -> None:
        self._criteria = criteria
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for key, made in self.kinds.items():
            is_on = key in self._criteria.polarities
            made.setChecked(is_on)
            set_property(made, "chosen", is_on)
        for control in self.buttons.values():
            control.show_criteria(self._criteria, self._facets)
        self.more.show_criteria(self._criteria, self._facets, self._stale)
        clear_layout(self._line)
        chips = chips_of(self._criteria)
        for chip in chips:
            made = button(f"{chip.words}  \u2715".replace("&", "&&"), "set")
            made.setAccessibleName(tr("Do not narrow to {what}").format(what=chip.words))
            made.clicked.connect(lambda _=False, chip=chip: self._set(chip.without))
            self._line.addWidget(made)
        self.clear_all = button(tr("Clear all"), "link", tr("Esc in the search field"))
        self.clear_all.clicked.connect(self.clear)
        self._line.addWidget(self.clear_all)
        self._line.addStretch(1)
        self._chips.setVisible(bool(chips))

    def _draw(self) -> None:
        self._sign.setIcon(icon("search", self._appearance.theme, "muted"))
