"""Which records are retrieved most, and which never."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.harmless import one_line
from app.memory.insight.growth import Growth
from app.texts import ngettext, tr
from ui.widgets.basics import column, heading, label

SIGNS = {"success": "M+", "failure": "M\u2212"}


class UsedList(QWidget):
    """`pointed` carries the id of a record that is to be shown; `never_wanted` asks for the list of
    those never retrieved."""

    pointed = Signal(int)
    never_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Retrieved most"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._none = label(tr("Nothing has been retrieved yet."), "muted", wrap=True)
        self.never = label("", "muted", wrap=True)
        box = column(self, margin=0)
        box.addWidget(heading(tr("Used most")))
        box.addWidget(self._none)
        box.addWidget(self.list, 1)
        box.addWidget(self.never)
        self.list.itemActivated.connect(self._tell)
        self.list.itemClicked.connect(self._tell)

    def show_growth(self, found: Growth) -> None:
        """Show another bank, or the same one as it is now."""
        self.list.clear()
        for used in found.most:
            headline = one_line(used.headline)
            item = QListWidgetItem(
                f"{used.hits:>4} ×  {SIGNS.get(used.polarity, '')}  {headline}", self.list
            )
            item.setData(Qt.ItemDataRole.UserRole, used.record)
            item.setToolTip("")
        self.list.setVisible(bool(found.most))
        self._none.setVisible(not found.most)
        self.never.setText(
            ngettext(
                "{n} of {all} active record was never retrieved.",
                "{n} of {all} active records were never retrieved.",
                found.never,
            ).format(n=f"{found.never:,}", all=f"{found.active:,}")
        )

    def _tell(self, item: QListWidgetItem) -> None:
        self.pointed.emit(int(item.data(Qt.ItemDataRole.UserRole)))
