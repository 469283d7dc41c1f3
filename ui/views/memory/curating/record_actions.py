"""What can be done with the records that are chosen in the list; buttons, menu and keys for it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QPushButton

from app.faults import words_of
from app.texts import ngettext, tr
from memory_store.bank import Bank
from memory_store.browsing import Criteria, facets
from memory_store.records import Record
from ui.views.memory.curating.alike_page import ask_to_merge
from ui.views.memory.curating.curator import Curator
from ui.views.memory.curating.inbox_page import ask_to_edit
from ui.views.memory.curating.tag_dialog import TagDialog
from ui.views.memory.records_page import RecordsPage
from ui.views.memory.session import MemorySession
from ui.widgets.basics import button, label
from ui.widgets.confirm import confirm

MERGED_AT_ONCE = 12
"""Records that fit side by side in the window of a merge."""


class RecordActions(QObject):
    """Sits at the foot of the panel of the records page; for one record or many."""

    def __init__(
        self, page: RecordsPage, session: MemorySession, export: Callable[[], None]
    ) -> None:
        super().__init__(page)
        self._page, self._session, self._export = page, session, export
        self._ids: tuple[int, ...] = ()
        self.curator = Curator(session, page.notice, self)
        self.count = label("", "muted")
        self.edit = button(tr("Edit…"), "", tr("Ctrl+E"))
        self.status = button(tr("Quarantine"))
        self.more = button(tr("More…"), "", tr("Everything that can be done with what is chosen"))
        self._dialogs: list[QObject] = []
        for part in (self.count, self.edit, self.status, self.more):
            page.panel.buttons.addWidget(part)
        page.panel.buttons.addStretch(1)
        page.panel.show_actions(True)
        page.chosen.connect(self._choose)
        page.panel.shown.connect(lambda _: self._show())
        page.panel.revert_wanted.connect(self.curator.revert)
        session.opened.connect(lambda _: self._show())
        self.edit.clicked.connect(self._ask_edit)
        self.status.clicked.connect(self._turn_status)
        self.more.clicked.connect(lambda: self._offer(self.more))
        page.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        page.table.customContextMenuRequested.connect(self._offer_at)
        self._keys()
        self._show()

    def _keys(self) -> None:
        acts: dict[str, Callable[[], None]] = {
            "Ctrl+E": self._ask_edit, "Delete": self._delete, "Ctrl+Z": self.curator.undo,
            "Ctrl+M": self._ask_merge, "Ctrl+T": self._ask_tag, "Ctrl+P": self._turn_pin,
        }  # fmt: skip
        for keys, act in acts.items():
            # undo also from the buttons of the panel, where the focus is after a click
            place = self._page if act == self.curator.undo else self._page.table
            shortcut = QShortcut(QKeySequence(keys), place)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    @property
    def ids(self) -> tuple[int, ...]:
        """The chosen records; that on show where none is."""
        if self._ids:
            return self._ids
        sheet = self._page.panel.sheet
        return (sheet.record.id,) if sheet is not None else ()

    @property
    def _in_trash(self) -> bool:
        return self._page.filters.criteria.trashed

    def _choose(self, ids: Sequence[int]) -> None:
        self._ids = tuple(ids)
        self._show()

    def _show(self) -> None:
        many, writable = len(self.ids) > 1, not self._session.read_only
        self.count.setVisible(many)
        self.count.setText(
            ngettext("{n} chosen", "{n} chosen", len(self.ids)).format(n=f"{len(self.ids):,}")
        )
        sheet = self._page.panel.sheet
        status = sheet.record.status if sheet is not None else "active"
        if self._in_trash:
            words = tr("Restore")
        else:
            words = {
                "active": tr("Quarantine"), "pending": tr("Accept"), "quarantined": tr("Activate"),
            }[status]  # fmt: skip
        self.status.setText(words)
        self.edit.setEnabled(writable and len(self.ids) == 1 and not self._in_trash)
        self.status.setEnabled(writable and bool(self.ids))
        self.more.setEnabled(self._session.facts is not None)

    def _turn_status(self) -> None:
        sheet = self._page.panel.sheet
        if self._in_trash:
            self.curator.restore(self.ids)
        elif sheet is not None and self.ids:
            active = sheet.record.status == "active"
            self.curator.set_status(self.ids, "quarantined" if active else "active")

    def _offer_at(self, point: QPoint) -> None:
        menu = self._menu()
        menu.popup(self._page.table.viewport().mapToGlobal(point))

    def _offer(self, at: QPushButton) -> None:
        menu = self._menu()
        menu.popup(at.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _menu(self) -> QMenu:
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        writable, ids = not self._session.read_only, self.ids
        sheet = self._page.panel.sheet
        pinned = sheet is not None and sheet.row.pinned
        delete = QKeySequence(Qt.Key.Key_Delete).toString()

        def add(words: str, act: Callable[[], None], keys: str = "", usable: bool = True) -> None:
            action = menu.addAction("\t".join((words, keys)) if keys else words)
            action.setEnabled(usable and bool(ids))
            action.triggered.connect(lambda _=False: act())

        if self._in_trash:
            add(tr("Restore"), self._turn_status, "", writable)
            menu.addSeparator()
        else:
            one = len(ids) == 1
            add(tr("Edit…"), self._ask_edit, "Ctrl+E", writable and one)
            add(tr("Merge…"), self._ask_merge, "Ctrl+M",
                writable and 2 <= len(ids) <= MERGED_AT_ONCE)  # fmt: skip
            menu.addSeparator()
            for words, status in (
                (tr("Make active"), "active"), (tr("Let wait for review"), "pending"),
                (tr("Quarantine"), "quarantined"),
            ):  # fmt: skip
                add(words, lambda s=status: self.curator.set_status(ids, s), "", writable)  # type: ignore[misc]
            menu.addSeparator()
            add(tr("Take the pin off") if pinned else tr("Pin"), self._turn_pin, "Ctrl+P", writable)
            add(tr("Tag…"), self._ask_tag, "Ctrl+T", writable)
            add(tr("Move to the trash"), self._delete, delete, writable)
            menu.addSeparator()
        add(tr("Export…"), self._export)
        undo = menu.addAction("\t".join((tr("Undo"), "Ctrl+Z")))
        undo.setEnabled(self.curator.can_undo)
        undo.triggered.connect(lambda _=False: self.curator.undo())
        menu.addSeparator()
        trash = menu.addAction(tr("Leave the trash") if self._in_trash else tr("Show the trash"))
        trash.triggered.connect(lambda _=False: self._turn_trash())
        if self._in_trash:
            empty = menu.addAction(tr("Empty the trash…"))
            empty.setEnabled(writable)
            empty.triggered.connect(lambda _=False: self._ask_empty())
        return menu

    def _turn_trash(self) -> None:
        self._page.show_criteria(Criteria(trashed=not self._in_trash))

    def _turn_pin(self) -> None:
        sheet = self._page.panel.sheet
        if self.ids and not self._session.read_only:
            self.curator.pin(self.ids, not (sheet is not None and sheet.row.pinned))

    def _delete(self) -> None:
        if self.ids and not self._session.read_only and not self._in_trash:
            self.curator.trash(self.ids)

    def _ask_empty(self) -> None:
        confirm(
            self._page, tr("Empty the trash?"), tr("Remove everything in the trash for good?"),
            tr("The records and their history cannot be brought back."), tr("Remove"),
            self.curator.empty_trash,
        )  # fmt: skip

    def _ask_edit(self) -> None:
        sheet = self._page.panel.sheet
        if sheet is not None and self.edit.isEnabled():
            self._dialogs = [ask_to_edit(self._page, self.curator, sheet.record)]

    def _ask_merge(self) -> None:
        ids = self.ids
        if not 2 <= len(ids) <= MERGED_AT_ONCE or self._session.read_only:
            return

        def read(bank: Bank) -> list[Record]:
            return [bank.show(record_id) for record_id in ids]

        self._session.ask(read, self._open_merge, self._complain)

    def _open_merge(self, records: list[Record]) -> None:
        if len({record.polarity for record in records}) > 1:
            self._page.notice.tell(
                tr("M+ and M\u2212 cannot be merged with each other: choose records of one kind."),
                "warn",
            )
            return
        self._dialogs = [ask_to_merge(self._page, self.curator, records)]

    def _ask_tag(self) -> None:
        ids = self.ids
        if not ids or self._session.read_only:
            return
        self._session.ask(
            lambda bank: sorted(facets(bank).tags), lambda tags: self._open_tag(ids, tags),
            self._complain,
        )  # fmt: skip

    def _open_tag(self, ids: tuple[int, ...], tags: list[str]) -> None:
        dialog = TagDialog(len(ids), tags, self._page)
        dialog.submitted.connect(lambda name, there: self.curator.tag(ids, name, there))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _complain(self, error: Exception) -> None:
        self._page.notice.tell(words_of(error), "bad")
