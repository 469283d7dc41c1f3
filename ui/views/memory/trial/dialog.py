"""What a section would retrieve from the open bank, with the chosen records and without them."""

from functools import partial
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QPlainTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.faults import words_of
from app.harmless import one_line
from app.memory.insight.trial import Ranking, Trial, try_section
from app.memory.insight.wording import meanings
from app.texts import ngettext, tr
from memory_store.bank import Bank
from memory_store.records import POLARITIES, Role
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.session import MemorySession
from ui.views.memory.words import SIGNS, role_words
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, heading, label, row

SIZE = (900, 640)
ROLES: tuple[Role, ...] = get_args(Role)
Tried = tuple[Trial, dict[int, str]]


class TrialDialog(QDialog):
    """Counts no use and writes nothing.

    Args:
        chosen: the records that are chosen in the list; those that wait or are quarantined count
            as active in the second order, the active ones are left out of it.

    Signals:
        pointed(int): a record is to be shown.
    """

    pointed = Signal(int)

    def __init__(
        self, context: StudioContext, session: MemorySession, chosen: tuple[int, ...],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(tr("Try a section"))
        self.setModal(False)
        self.resize(*SIZE)
        self._context, self._session, self._chosen = context, session, chosen
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText(tr("Paste a section here"))
        self.text.setAccessibleName(tr("Section"))
        self.text.setTabChangesFocus(True)
        self.role = QComboBox()
        self.role.setAccessibleName(tr("Role of the section"))
        for role in ROLES:
            self.role.addItem(role_words(role), role)
        self.role.setCurrentIndex(ROLES.index("method"))
        self.change = QCheckBox(
            ngettext(
                "Compare with and without {n} chosen record",
                "Compare with and without {n} chosen records",
                len(chosen),
            ).format(n=len(chosen))
        )
        self.change.setToolTip(tr("Records that wait count as active, active ones are left out."))
        self.change.setEnabled(bool(chosen))
        self.go = button(tr("Try"), "primary", tr("Ctrl+Return"))
        self.go.setShortcut("Ctrl+Return")
        self.go.setEnabled(False)
        self.plain, self.changed = self._tree(tr("As the bank is")), self._tree(tr("Changed"))
        self._changed_box = QWidget()
        self.said = label(tr("Nothing is counted as a use."), "muted", wrap=True)
        self._lay_out()
        self.text.textChanged.connect(
            lambda: self.go.setEnabled(bool(self.text.toPlainText().strip()))
        )
        self.go.clicked.connect(self._try)
        session.opening.connect(self.reject)
        session.warm()

    def _tree(self, name: str) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setColumnCount(3)
        tree.setHeaderLabels([tr("Place"), tr("Similarity"), tr("Record")])
        tree.setRootIsDecorated(False)
        tree.setAccessibleName(name)
        tree.setUniformRowHeights(True)
        tree.itemActivated.connect(
            lambda item, _: self.pointed.emit(int(item.data(0, Qt.ItemDataRole.UserRole)))
        )
        return tree

    def _lay_out(self) -> None:
        upper = QWidget()
        above = column(upper, margin=0)
        above.addWidget(self.text, 1)
        line = row()
        line.addWidget(label(tr("Role")))
        line.addWidget(self.role)
        line.addWidget(self.change)
        line.addStretch(1)
        line.addWidget(self.go)
        above.addLayout(line)
        lower = QWidget()
        beside = row(lower, gap=px("gap"))
        plain = QWidget()
        for box, title, tree in (
            (plain, tr("As it is"), self.plain), (self._changed_box, tr("Changed"), self.changed),
        ):  # fmt: skip
            inner = column(box, margin=0)
            inner.addWidget(heading(title))
            inner.addWidget(tree, 1)
            beside.addWidget(box, 1)
        self._changed_box.hide()
        outer = column(self, margin=px("gap"))
        outer.addWidget(splitter(Qt.Orientation.Vertical, [(upper, 1), (lower, 2)]), 1)
        foot = row()
        foot.addWidget(self.said, 1)
        close = button(tr("Close"))
        close.clicked.connect(self.reject)
        foot.addWidget(close)
        outer.addLayout(foot)

    def _try(self) -> None:
        text = self.text.toPlainText().strip()
        role: Role = self.role.currentData()
        chosen = self._chosen if self.change.isChecked() else ()
        self.go.setEnabled(False)
        self.said.setText(tr("Embedding the section…"))
        self._session.ask(
            partial(_tried, text=text, role=role, chosen=chosen), self._show, self._failed,
            encoder=True,
        )  # fmt: skip

    def _show(self, tried: Tried) -> None:
        trial, texts = tried
        self.go.setEnabled(True)
        turned = bool(trial.without or trial.added)
        self._changed_box.setVisible(turned)
        _fill(self.plain, trial.plain, texts, frozenset(trial.leaves))
        _fill(self.changed, trial.changed, texts, frozenset(trial.enters))
        told = tr("{read} of {total} word pieces of the section were read.").format(
            read=trial.pieces_read, total=trial.pieces_total
        )
        if turned:
            told += " " + tr("{enters} would enter the prompts, {leaves} would leave.").format(
                enters=len(trial.enters), leaves=len(trial.leaves)
            )
        self.said.setText(told)

    def _failed(self, error: Exception) -> None:
        self.go.setEnabled(True)
        self.said.setText(words_of(error))


def _tried(bank: Bank, text: str, role: Role, chosen: tuple[int, ...]) -> Tried:
    active = {key for key in chosen if bank.show(key).status == "active"}
    trial = try_section(
        bank, text, role, without=active, added=[key for key in chosen if key not in active]
    )
    named = {
        place.record
        for ranking in (trial.plain, trial.changed)
        for places in ranking.places.values()
        for place in places
    }
    return trial, meanings(bank, named)


def _fill(
    tree: QTreeWidget, ranking: Ranking, texts: dict[int, str], marked: frozenset[int]
) -> None:
    tree.clear()
    for polarity in POLARITIES:
        for place in ranking.places[polarity]:
            slot = tr("in the prompts") if place.in_slot else ""
            mark = " \u25c2" if place.record in marked else ""
            item = QTreeWidgetItem(
                [
                    f"{SIGNS[polarity]} {place.rank}{mark}",
                    f"{place.similarity:.4f}",
                    f"{slot}  {place.record} · {one_line(texts.get(place.record, ''))}".strip(),
                ]
            )
            item.setData(0, Qt.ItemDataRole.UserRole, place.record)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            tree.addTopLevelItem(item)
    tree.resizeColumnToContents(0)
    tree.resizeColumnToContents(1)
