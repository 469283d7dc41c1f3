"""What differs between two banks or snapshots, with the texts."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from app.harmless import harmless, one_line
from app.texts import ngettext, tr
from memory_store.comparing import Changed, Comparison, Sole
from ui.theme.tokens import px
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, label, row
from ui.widgets.segmented import Segmented

SIZE = (900, 620)
"""Logical pixels."""
MOST = 2000
"""Lines of a list: more are counted and not listed, since nobody reads them."""
SIGNS = {"success": "M+", "failure": "M\u2212"}


class ComparisonDialog(QDialog):
    """Added, removed and changed records, one list each; of a changed one both texts."""

    def __init__(
        self, before: str, after: str, found: Comparison, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("{before} and {after}").format(before=before, after=after))
        self.resize(*SIZE)
        self._found = found
        self.kinds = Segmented(
            [
                ("added", tr("Added {n}").format(n=f"{len(found.added):,}")),
                ("removed", tr("Removed {n}").format(n=f"{len(found.removed):,}")),
                ("changed", tr("Changed {n}").format(n=f"{len(found.changed):,}")),
            ],
            tr("What differs"),
        )
        self.added, self.removed, self.changed = QListWidget(), QListWidget(), QListWidget()
        self._stack = QStackedWidget()
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName(tr("What changed"))
        self._lay_out(before, after)
        self._fill()

    def _lay_out(self, before: str, after: str) -> None:
        box = column(self, margin=px("gap"), gap=px("gap"))
        told = ngettext(
            "From {before} to {after}: {n} record is the same.",
            "From {before} to {after}: {n} records are the same.",
            self._found.same,
        ).format(before=before, after=after, n=f"{self._found.same:,}")
        box.addWidget(label(told, "muted", wrap=True))
        box.addWidget(self.kinds, 0, Qt.AlignmentFlag.AlignLeft)
        for part, name in (
            (self.added, tr("Added records")), (self.removed, tr("Removed records")),
        ):  # fmt: skip
            part.setAccessibleName(name)
            part.setWordWrap(True)
            part.setTextElideMode(Qt.TextElideMode.ElideNone)
            part.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._stack.addWidget(part)
        self.changed.setAccessibleName(tr("Changed records"))
        self._stack.addWidget(
            splitter(Qt.Orientation.Horizontal, [(self.changed, 1), (self._text, 2)])
        )
        box.addWidget(self._stack, 1)
        line = row()
        line.addStretch(1)
        close = button(tr("Close"), "primary")
        close.clicked.connect(self.accept)
        line.addWidget(close)
        box.addLayout(line)
        self.kinds.chosen.connect(self._show_kind)
        self.changed.currentRowChanged.connect(self._show_change)

    def _fill(self) -> None:
        for part, records in ((self.added, self._found.added), (self.removed, self._found.removed)):
            for record in records[:MOST]:
                QListWidgetItem(_line(record), part)
            _say_more(part, len(records))
        for change in self._found.changed[:MOST]:
            QListWidgetItem(
                tr("{sign} {id}: {fields}").format(
                    sign=SIGNS.get(change.key.polarity, ""),
                    id=change.before_id,
                    fields=", ".join(name.replace("_", " ") for name in change.fields),
                ),
                self.changed,
            )
        _say_more(self.changed, len(self._found.changed))
        self.changed.setCurrentRow(0)
        first = next(
            (key for key in ("added", "removed", "changed") if getattr(self._found, key)), "added"
        )
        self.kinds.choose(first)
        self._show_kind(first)

    def _show_kind(self, key: str) -> None:
        self._stack.setCurrentIndex(("added", "removed", "changed").index(key))

    def _show_change(self, number: int) -> None:
        changes = self._found.changed
        self._text.setPlainText(_texts(changes[number]) if 0 <= number < len(changes) else "")


def _line(record: Sole) -> str:
    headline = one_line(record.headline)
    return f"{SIGNS.get(record.key.polarity, '')}  {headline}"


def _texts(change: Changed) -> str:
    parts = []
    for name, (before, after) in change.fields.items():
        title = name.replace("_", " ")
        parts.append(tr("{field}\n  before: {before}\n  after:  {after}").format(
            field=title, before=before or "\u2013", after=after or "\u2013"))  # fmt: skip
    return harmless("\n\n".join(parts))


def _say_more(part: QListWidget, count: int) -> None:
    if count > MOST:
        item = QListWidgetItem(tr("and {n} more").format(n=f"{count - MOST:,}"), part)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
    if not count:
        item = QListWidgetItem(tr("none"), part)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
