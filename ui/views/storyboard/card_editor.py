"""One card of the storyboard as a form."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from app.editing.cards import LONGEST_SECONDS, SHORTEST_SECONDS, Card
from app.texts import mark, tr
from ui.theme.appearance import Appearance
from ui.views.storyboard.dragging import Grip
from ui.widgets.basics import IconButton, button, column, label, row, set_property
from ui.widgets.form import Form

_TEXTS = (
    ("claim", mark("Claim"), mark("What the viewer should believe afterwards; one sentence"), 46),
    ("evidence", mark("Shows"), mark("Sentences, formulas ($…$) or numbers that carry it"), 84),
    ("takeaway", mark("Takeaway"), mark("The closing line"), 46),
)


class CardEditor(QFrame):
    """Fields of a card and what may be done with it.

    Signals:
        moved(-1 or 1), removed, renewed: for the whole storyboard.
        changed: something in the fields is different.
        remade: make this scene of a finished run anew.
    """

    moved = Signal(int)
    changed = Signal()
    removed = Signal()
    renewed = Signal()
    remade = Signal()

    def __init__(self, appearance: Appearance, number: int, card: Card, *, finished: bool) -> None:
        super().__init__()
        self._opened = card
        self.setProperty("role", "inset")
        self.setAccessibleName(tr("Scene {number}").format(number=number))
        box = column(self)
        top = row()
        self.grip = Grip(appearance, number)
        self.grip.stepped.connect(self.moved)
        self.grip.setVisible(not finished)
        top.addWidget(self.grip)
        self._title = label(f"{number}", "title")
        top.addWidget(self._title)
        self.name = QLineEdit(card.name)
        self.name.setAccessibleName(tr("Name of scene {number}").format(number=number))
        top.addWidget(self.name, 1)
        self.lock = IconButton("lock-open", tr("Lock: planning anew keeps this card"), appearance,
                               checkable=True)  # fmt: skip
        self.lock.toggled.connect(self._show_lock)
        self.lock.setChecked(card.locked)
        self._show_lock(card.locked)
        self._remake = button(tr("Make this scene anew"), "primary")
        self._remake.clicked.connect(self.remade)
        if finished:
            top.addWidget(self._remake)
        else:
            self._add_tools(appearance, top)
        box.addLayout(top)
        form = Form()
        self.texts: dict[str, QPlainTextEdit] = {}
        self._hints: dict[str, tuple[QLabel, str]] = {}
        for field, title, purpose, height in _TEXTS:
            words, hint = tr(title), tr(purpose)
            edit = QPlainTextEdit(getattr(card, field))
            edit.setTabChangesFocus(True)
            edit.setFixedHeight(height)
            edit.textChanged.connect(self._show_remake)
            self._hints[field] = (form.add(words, edit, hint), hint)
            edit.setAccessibleName(
                tr("{field} of scene {number}").format(field=words, number=number)
            )
            self.texts[field] = edit
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(SHORTEST_SECONDS, LONGEST_SECONDS)
        self.seconds.setSuffix(tr(" s"))
        self.seconds.setDecimals(0)
        self.seconds.setValue(card.duration_hint)
        self._hints["duration_hint"] = (form.add(tr("Length"), self.seconds), "")
        self.seconds.setAccessibleName(tr("Length of scene {number}").format(number=number))
        box.addWidget(form)
        self._fault = label("", tone="bad", wrap=True)
        self._fault.hide()
        box.addWidget(self._fault)
        self.name.textChanged.connect(self._show_remake)
        self.seconds.valueChanged.connect(lambda _: self._show_remake())
        self._show_remake()
        self.lock.toggled.connect(self.changed)
        self.name.textChanged.connect(self.changed)
        self.seconds.valueChanged.connect(self.changed)
        for edit in self.texts.values():
            edit.textChanged.connect(self.changed)

    def _add_tools(self, appearance: Appearance, line: QHBoxLayout) -> None:
        tools = (
            ("arrow-up", tr("Move up (Alt+Up)"), lambda: self.moved.emit(-1)),
            ("arrow-down", tr("Move down (Alt+Down)"), lambda: self.moved.emit(1)),
            ("refresh-cw", tr("Plan this card anew"), self.renewed.emit),
            ("trash-2", tr("Remove this card"), self.removed.emit),
        )
        line.addWidget(self.lock)
        for drawing, words, call in tools:
            made = IconButton(drawing, words, appearance)
            made.clicked.connect(call)
            line.addWidget(made)
        for keys, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda s=step: self.moved.emit(s))

    def take(self, card: Card) -> None:
        """Write another card into the fields, as a person would: what was opened stays known."""
        self.name.setText(card.name)
        for field, edit in self.texts.items():
            edit.setPlainText(getattr(card, field))
        self.seconds.setValue(card.duration_hint)

    @property
    def card(self) -> Card:
        """The card as it stands in the fields."""
        return replace(
            self._opened,
            name=self.name.text().strip(),
            **{field: edit.toPlainText().strip() for field, edit in self.texts.items()},
            duration_hint=self.seconds.value(),
            locked=self.lock.isChecked(),
        )

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """What is wrong, by field and below it; nothing where all is well."""
        for field, (below, hint) in self._hints.items():
            words = faults.get(field, "")
            below.setText(f"✕ {words}" if words else hint)
            below.setVisible(bool(words or hint))
            set_property(below, "tone", "bad" if words else "")
            edit = self.texts.get(field)
            if edit is not None:
                set_property(edit, "invalid", bool(words))
                edit.setAccessibleDescription(words or hint)
        others = [words for field, words in faults.items() if field not in self._hints]
        self._fault.setText(f"✕ {' '.join(others)}" if others else "")
        self._fault.setVisible(bool(others))
        set_property(self, "chosen", "true" if faults else "false")

    def _show_lock(self, locked: bool) -> None:
        """Open or closed, in shape and in words."""
        opened = tr("Lock: planning anew keeps this card")
        closed = tr("Unlock: planning anew may change this card")
        self.lock.set_drawing("lock" if locked else "lock-open", closed if locked else opened)

    def first_field(self) -> QWidget:
        """Where the keyboard goes."""
        return self.texts["claim"]

    def _show_remake(self) -> None:
        changed = self.card != self._opened
        self._remake.setEnabled(changed)
        self._remake.setToolTip("" if changed else tr("Change something first"))
