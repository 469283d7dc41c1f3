"""Snapshots: pictures of a bank that nothing changes, to compare, to send, to go back to."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTableView, QWidget

from app.faults import words_of
from app.memory.snapshots import (
    SnapshotEntry,
    compare_by_name,
    delete_snapshot,
    freeze,
    list_snapshots,
    restore,
    twin,
)
from app.texts import tr
from memory_store.bank import Bank
from memory_store.comparing import Comparison
from memory_store.errors import MemoryStoreError
from memory_store.manifest import SnapshotInfo, check_files
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.banks.naming import NameDialog
from ui.views.memory.session import MemorySession
from ui.views.memory.snapshots.comparison import ComparisonDialog
from ui.views.memory.snapshots.details import SnapshotDetails
from ui.views.memory.snapshots.freeze_dialog import FreezeDialog, FreezeWish
from ui.views.memory.snapshots.model import SnapshotsModel
from ui.widgets.arranging import splitter
from ui.widgets.basics import button, column, frame, row
from ui.widgets.confirm import confirm
from ui.widgets.empty import EmptyState
from ui.widgets.notice import Notice

T = TypeVar("T")
TWIN_SEED = 1
"""Of the first twin; another twin of the same snapshot takes the next number."""


class SnapshotsPage(QWidget):
    """The snapshots of the data folder.

    Args:
        shown_ids: the records that the list of records shows now, or None where it shows all.

    Signals:
        open_requested(Path): a snapshot is to be shown in the room, read-only.
        restored(Path): a new bank was made from one.
        export_requested(Path): it is to be sent to a colleague.
    """

    open_requested = Signal(object)
    restored = Signal(object)
    export_requested = Signal(object)

    def __init__(
        self,
        context: StudioContext,
        session: MemorySession,
        shown_ids: Callable[[], tuple[int, ...] | None] = lambda: None,
    ) -> None:
        super().__init__()
        self._context, self._session, self._shown_ids = context, session, shown_ids
        self._dialog: NameDialog | FreezeDialog | ComparisonDialog | None = None
        self.notice = Notice(context.appearance)
        self.model = SnapshotsModel()
        self.table = QTableView()
        self.details = SnapshotDetails()
        self.freeze = button(tr("Freeze a snapshot…"), "primary")
        self.open = button(tr("Open read-only"))
        self.compare = button(tr("Compare"))
        self.verify = button(tr("Verify"))
        self.restore = button(tr("Restore as a new bank…"))
        self.twin = button(tr("Shuffled twin…"))
        self.export = button(tr("Export…"))
        self.delete = button(tr("Delete…"), "danger")
        self._empty = EmptyState(
            context.appearance, "layers", tr("No snapshot yet"),
            tr("A snapshot keeps a bank as it is now: to compare conditions with, to send to a "
               "colleague, or to go back to."),
        )  # fmt: skip
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Snapshots"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setHighlightSections(False)
        self.compare.setToolTip(tr("Two chosen ones with each other, or one with the open bank"))
        left = frame("card")
        box = column(left, margin=px("gap"))
        for parts in (
            (self.freeze, self.open, self.compare, self.verify),
            (self.restore, self.twin, self.export, self.delete),
        ):
            line = row()
            for part in parts:
                line.addWidget(part)
            line.addStretch(1)
            box.addLayout(line)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        box.addWidget(self._stack, 1)
        outer = column(self, margin=0)
        outer.addWidget(self.notice)
        outer.addWidget(splitter(Qt.Orientation.Horizontal, [(left, 3), (self.details, 2)]), 1)

    def _connect(self) -> None:
        selection = self.table.selectionModel()
        selection.selectionChanged.connect(lambda *_: self._show_details())
        self.table.doubleClicked.connect(lambda _: self._open())
        self._session.opened.connect(lambda _: self._show_details())
        self.freeze.clicked.connect(self.ask_to_freeze)
        self.open.clicked.connect(self._open)
        self.compare.clicked.connect(self._compare)
        self.verify.clicked.connect(self._verify)
        self.restore.clicked.connect(self._ask_restore)
        self.twin.clicked.connect(self._ask_twin)
        self.export.clicked.connect(self._export)
        self.delete.clicked.connect(self._ask_delete)

    @property
    def chosen(self) -> tuple[SnapshotEntry, ...]:
        """The chosen snapshots, in the order of the list."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return tuple(self.model.entries[number] for number in rows)

    def refresh(self, choose: str = "") -> None:
        """Read the snapshots anew, and choose the one of this name."""
        root = self._context.paths.snapshots
        self._context.bridge.submit(
            lambda: list_snapshots(root), partial(self._show, choose), self._complain
        )

    def _show(self, choose: str, entries: tuple[SnapshotEntry, ...]) -> None:
        kept = choose or next((entry.name for entry in self.chosen), "")
        self.model.show_entries(entries)
        names = [entry.name for entry in entries]
        if entries:
            self.table.selectRow(names.index(kept) if kept in names else 0)
        self._stack.setCurrentWidget(self.table if entries else self._empty)
        self._show_details()

    def _show_details(self) -> None:
        chosen = self.chosen
        sound = [entry for entry in chosen if not entry.problem]
        live = self._session.facts is not None and self._session.facts.snapshot is None
        self.freeze.setEnabled(live)
        self.details.setVisible(bool(self.model.entries))
        self.compare.setEnabled(
            len(sound) == 2 or (len(sound) == 1 and self._session.path is not None)
        )
        for part in (self.open, self.restore, self.twin, self.export):
            part.setEnabled(len(chosen) == 1 == len(sound))
        self.verify.setEnabled(bool(chosen))
        self.delete.setEnabled(bool(chosen))
        if chosen:
            self.details.show_entry(chosen[0], self.model.verified)

    def _complain(self, error: Exception) -> None:
        self.notice.tell(words_of(error), "bad")

    def _open(self) -> None:
        if len(self.chosen) == 1 and not self.chosen[0].problem:
            self.open_requested.emit(self.chosen[0].path)

    def _export(self) -> None:
        if len(self.chosen) == 1:
            self.export_requested.emit(self.chosen[0].path)

    def ask_to_freeze(self) -> None:
        """Ask what a new snapshot of the open bank is to hold."""
        shown = self._shown_ids()

        def count(bank: Bank) -> tuple[int, int]:
            stats = bank.stats()
            return stats.total, stats.by_status.get("active", 0)

        def ask(counts: tuple[int, int]) -> None:
            dialog = FreezeDialog(*counts, len(shown) if shown is not None else None, self)
            self._dialog = dialog
            dialog.submitted.connect(lambda wish: self._freeze(dialog, wish, shown))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

        self._session.ask(count, ask, self._complain)

    def _freeze(
        self, dialog: FreezeDialog, wish: FreezeWish, shown: tuple[int, ...] | None
    ) -> None:
        root = self._context.paths.snapshots

        def work(bank: Bank) -> SnapshotInfo:
            chosen = shown if wish.shown else None
            return freeze(
                bank, wish.name, root, wish.description, chosen=chosen, first_k=wish.first_k
            )

        def done(info: SnapshotInfo) -> None:
            dialog.accept()
            self.model.verified.add(root / info.name)
            self.notice.tell(tr("{name} is frozen.").format(name=info.name), "good")
            self.refresh(choose=info.name)

        self._session.ask(work, done, lambda error: dialog.show_problem(words_of(error)))

    def _verify(self) -> None:
        chosen = [entry.path for entry in self.chosen]

        def work() -> dict[Path, str]:
            return {path: _fault(path) for path in chosen}

        self._context.bridge.submit(work, self._verified, self._complain)

    def _verified(self, faults: dict[Path, str]) -> None:
        self.model.mark(faults)
        self._show_details()
        wrong = [fault for fault in faults.values() if fault]
        if wrong:
            self.notice.tell(wrong[0], "bad")
        else:
            self.notice.tell(tr("Every file is as it was frozen."), "good")

    def _compare(self) -> None:
        chosen = [entry for entry in self.chosen if not entry.problem]
        if len(chosen) == 2:
            chosen.sort(key=lambda entry: entry.info.created if entry.info else "")
            before, after = (str(entry.path) for entry in chosen)
        elif len(chosen) == 1 and self._session.path is not None:
            before, after = str(chosen[0].path), str(self._session.path)
        else:
            return
        names = Path(before).name, Path(after).name
        paths = self._context.paths

        def show(found: Comparison) -> None:
            dialog = ComparisonDialog(*names, found, self)
            self._dialog = dialog
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

        self._context.bridge.submit(
            lambda: compare_by_name(paths, before, after), show, self._complain
        )

    def _ask_restore(self) -> None:
        entry = self.chosen[0]
        paths = self._context.paths
        dialog = NameDialog(
            tr("Restore {name} as a new bank").format(name=entry.name), tr("Name of the new bank"),
            tr("Restore"), tr("No bank is ever overwritten."), parent=self,
        )  # fmt: skip

        def done(path: Path) -> None:
            self.notice.tell(tr("The bank {name} is there.").format(name=path.name), "good")
            self.restored.emit(path)

        self._ask(dialog, lambda name: restore(paths, str(entry.path), name), done)

    def _ask_twin(self) -> None:
        entry = self.chosen[0]
        taken = sum(
            one.info is not None and entry.info is not None
            and one.info.shuffled_from == entry.info.sha256
            for one in self.model.entries
        )  # fmt: skip
        seed, paths = TWIN_SEED + taken, self._context.paths
        dialog = NameDialog(
            tr("Shuffled twin of {name}").format(name=entry.name), tr("Name of the twin"),
            tr("Freeze the twin"),
            tr("The same lessons at the wrong sections, as a control: no record keeps a context "
               "of its own section. Seed {seed}.").format(seed=seed),
            value=f"{entry.name}-twin-{seed}", parent=self,
        )  # fmt: skip

        def done(made: tuple[SnapshotInfo, Path]) -> None:
            self.model.verified.add(made[1])
            self.notice.tell(tr("{name} is frozen.").format(name=made[0].name), "good")
            self.refresh(choose=made[0].name)

        self._ask(dialog, lambda name: twin(paths, str(entry.path), name, seed), done)

    def _ask(self, dialog: NameDialog, work: Callable[[str], T], done: Callable[[T], None]) -> None:
        self._dialog = dialog

        def ended(value: T) -> None:
            dialog.accept()
            done(value)

        dialog.submitted.connect(
            lambda name: self._context.bridge.submit(
                lambda: work(name), ended, lambda error: dialog.show_problem(words_of(error))
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_delete(self) -> None:
        chosen = self.chosen
        names = ", ".join(entry.name for entry in chosen)
        confirm(
            self, tr("Delete for good?"), tr("Delete {names}?").format(names=names),
            tr("A deleted snapshot cannot be brought back. Runs that name it can no longer be "
               "repeated with it."),
            tr("Delete"), partial(self._delete, chosen),
        )  # fmt: skip

    def _delete(self, chosen: Sequence[SnapshotEntry]) -> None:
        def work() -> None:
            for entry in chosen:
                delete_snapshot(entry.path)

        self._context.bridge.submit(work, lambda _: self.refresh(), self._failed_to_delete)

    def _failed_to_delete(self, error: Exception) -> None:
        self._complain(error)
        self.refresh()


def _fault(path: Path) -> str:
    """What is wrong with a snapshot; empty if every file is as it was frozen."""
    try:
        check_files(path)
    except MemoryStoreError as error:
        return words_of(error)
    return ""
