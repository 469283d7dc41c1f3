"""The pages of the Memory room beside its records, and who tells whom among them."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from app.texts import ngettext, tr
from memory_store.browsing import Criteria
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.curating.alike_page import AlikePage
from ui.views.memory.curating.inbox_page import InboxPage
from ui.views.memory.curating.record_actions import RecordActions
from ui.views.memory.effects.page import EffectPage
from ui.views.memory.room import BANKS, INBOX, RECORDS, MemoryRoom
from ui.views.memory.sharing.export_dialog import ExportBankDialog
from ui.views.memory.sharing.import_dialog import ImportDialog
from ui.views.memory.snapshots.page import SnapshotsPage
from ui.views.memory.trial.dialog import TrialDialog
from ui.views.memory.whole.page import WholePage
from ui.widgets.basics import button, column

WHOLE, EFFECT, ALIKE, SNAPSHOTS = "whole", "effect", "alike", "snapshots"


class MemoryPages(QObject):
    """Puts them together. The room itself knows its records and its banks only."""

    def __init__(self, context: StudioContext, room: MemoryRoom) -> None:
        super().__init__(room)
        self._context, self._room = context, room
        self._dialog: QWidget | None = None
        session = room.session
        self.inbox = InboxPage(context, session)
        self.whole = WholePage(context, session)
        self.effects = EffectPage(context, session)
        self.alike = AlikePage(context, session)
        self.snapshots = SnapshotsPage(context, session, self._shown)
        self.actions = RecordActions(room.records, session, self._export)
        room.add_page(INBOX, tr("Inbox"), _padded(self.inbox), before=BANKS)
        room.add_page(WHOLE, tr("Overview"), _padded(self.whole), before=BANKS)
        room.add_page(EFFECT, tr("Effect"), _padded(self.effects), before=BANKS)
        room.add_page(ALIKE, tr("Alike"), _padded(self.alike), before=BANKS)
        room.add_page(SNAPSHOTS, tr("Snapshots"), _padded(self.snapshots), before=BANKS)
        self._buttons()
        self._connect()
        room.head.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Who has just clicked on "Inbox" in the head may go on with its keys."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if isinstance(event, QKeyEvent) and pressed and self._room.page == INBOX:
            return self.inbox.take_key(event)
        return super().eventFilter(watched, event)

    def _buttons(self) -> None:
        room = self._room
        self.attempt = button(tr("Try a section…"), "", tr("What a section would retrieve"))
        self.bring = button(tr("Import…"), "", tr("Records that a colleague sent"))
        self.freeze = button(tr("Freeze…"), "primary", tr("Keep the bank as it is now"))
        for part in (self.attempt, self.bring, self.freeze):
            room.head.buttons.addWidget(part)
        self.attempt.clicked.connect(self._try)
        self.bring.clicked.connect(self._ask_import)
        self.freeze.clicked.connect(self._freeze)
        room.session.opening.connect(lambda _: self._show_buttons())
        room.session.opened.connect(lambda _: self._show_buttons())
        self._show_buttons()

    def _show_buttons(self) -> None:
        facts = self._room.session.facts
        self.attempt.setEnabled(facts is not None)
        self.bring.setEnabled(facts is not None and not facts.read_only)
        self.freeze.setEnabled(facts is not None and facts.snapshot is None)

    def _connect(self) -> None:
        room = self._room
        self.inbox.run_requested.connect(room.run_requested)
        self.whole.caught.connect(lambda ids: self._list(Criteria(only=tuple(ids))))
        self.whole.pointed.connect(self._show_record)
        self.effects.pointed.connect(self._show_record)
        self.alike.record_wanted.connect(self._show_record)
        self.snapshots.open_requested.connect(room.open_bank)
        self.snapshots.restored.connect(room.open_bank)
        self.snapshots.export_requested.connect(self._export_folder)
        room.page_shown.connect(self._entered)

    def _entered(self, key: str) -> None:
        if key == SNAPSHOTS:
            self.snapshots.refresh()

    def _list(self, criteria: Criteria) -> None:
        self._room.show_page(RECORDS)
        self._room.records.show_criteria(criteria)

    def _show_record(self, record_id: int) -> None:
        if record_id >= 0:
            self._room.show_page(RECORDS)
            self._room.records.show_record(record_id)

    def _shown(self) -> tuple[int, ...] | None:
        """What the list of records shows now; None if nothing narrows it."""
        records = self._room.records
        if not records.filters.narrows:
            return None
        return tuple(int(number) for number in records.model.ids)

    def _freeze(self) -> None:
        self._room.show_page(SNAPSHOTS)
        self.snapshots.ask_to_freeze()

    def _try(self) -> None:
        dialog = TrialDialog(self._context, self._room.session, self.actions.ids, self._room)
        dialog.pointed.connect(self._show_record)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        self._dialog = dialog

    def _export(self) -> None:
        path = self._room.session.path
        if path is not None:
            self._open_export(path, self._shown(), tuple(self.actions.ids))

    def _export_folder(self, path: Path) -> None:
        self._open_export(path, None, ())

    def _open_export(
        self, path: Path, shown: tuple[int, ...] | None, chosen: tuple[int, ...]
    ) -> None:
        dialog = ExportBankDialog(self._context, path, shown, chosen, self._room)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        self._dialog = dialog

    def _ask_import(self) -> None:
        files = QFileDialog(self._room, tr("Import records"), str(Path.home()))
        files.setFileMode(QFileDialog.FileMode.ExistingFile)
        files.setNameFilter(tr("Archives of memory (*.embz)"))
        files.fileSelected.connect(lambda path: self.import_file(Path(path)))
        files.finished.connect(files.deleteLater)
        files.open()

    def import_file(self, source: Path) -> ImportDialog:
        """Show what an archive would bring into the open bank."""
        dialog = ImportDialog(self._context, self._room.session, source, self._room)
        dialog.imported.connect(self._tell_imported)
        dialog.made.connect(self._room.open_bank)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        self._dialog = dialog
        return dialog

    def _tell_imported(self, count: int) -> None:
        words = ngettext("{n} record is new.", "{n} records are new.", count).format(n=f"{count:,}")
        self._room.records.notice.tell(
            words, "good", action=(tr("To the inbox"), partial(self._room.show_page, INBOX))
        )


def _padded(page: QWidget) -> QWidget:
    outside = QWidget()
    column(outside, px("gap")).addWidget(page)
    return outside
