"""Snapshots and sharing in the room: frozen, compared, sent to a colleague, taken in."""

from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from tests.ui.memory.banks import make_bank, some_records
from ui.context import StudioContext
from ui.views.memory.banks.naming import NameDialog
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom
from ui.views.memory.sharing.export_dialog import ExportBankDialog
from ui.views.memory.sharing.import_dialog import ImportDialog
from ui.views.memory.snapshots.comparison import ComparisonDialog
from ui.views.memory.snapshots.freeze_dialog import FreezeDialog


def freeze(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, name: str, first: int | None = None
) -> None:
    pages.freeze.click()
    qtbot.waitUntil(lambda: isinstance(pages.snapshots._dialog, FreezeDialog), timeout=10_000)
    dialog = pages.snapshots._dialog
    assert isinstance(dialog, FreezeDialog)
    dialog.name.setText(name)
    if first is not None:
        dialog.k.setValue(first)
    with qtbot.waitSignal(dialog.accepted, timeout=20_000):
        dialog.go.click()
    qtbot.waitUntil(
        lambda: name in [entry.name for entry in pages.snapshots.model.entries], timeout=10_000
    )
    pages.snapshots._dialog = None
    assert room.page == "snapshots" or not room.isVisible()


def test_a_bank_is_frozen_whole_and_its_first_ten_as_another_snapshot(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, context: StudioContext
) -> None:
    freeze(room, pages, qtbot, "all")
    freeze(room, pages, qtbot, "ten", first=10)
    QAbstractItemModelTester(pages.snapshots.model)
    with Bank.open(context.paths.snapshots / "ten", None, mode="ro") as snapshot:
        assert snapshot.stats().total == 10
    with Bank.open(context.paths.snapshots / "all", None, mode="ro") as snapshot:
        assert snapshot.stats().total == 30
    pages.snapshots.table.selectAll()
    pages.snapshots.compare.click()
    qtbot.waitUntil(lambda: isinstance(pages.snapshots._dialog, ComparisonDialog), timeout=10_000)
    dialog = pages.snapshots._dialog
    assert isinstance(dialog, ComparisonDialog)
    assert (len(dialog._found.removed) + len(dialog._found.added), dialog._found.same) == (20, 10)


def test_a_name_that_is_none_is_refused_in_the_window_that_asked(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    pages.freeze.click()
    qtbot.waitUntil(lambda: isinstance(pages.snapshots._dialog, FreezeDialog), timeout=10_000)
    dialog = pages.snapshots._dialog
    assert isinstance(dialog, FreezeDialog)
    dialog.name.setText("a/b")
    dialog.go.click()
    qtbot.waitUntil(dialog._problem.isVisible, timeout=10_000)
    assert dialog.isVisible()


def test_a_snapshot_is_opened_read_only_and_restored_as_a_new_bank(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, context: StudioContext
) -> None:
    freeze(room, pages, qtbot, "all")
    with qtbot.waitSignal(room.ready, timeout=10_000):
        pages.snapshots.open.click()
    assert room.band.isVisible()
    room.show_page("snapshots")
    qtbot.waitUntil(lambda: bool(pages.snapshots.chosen), timeout=10_000)
    pages.snapshots.restore.click()
    dialog = pages.snapshots._dialog
    assert isinstance(dialog, NameDialog)
    dialog.name.setText("again")
    with qtbot.waitSignal(room.ready, timeout=20_000):
        dialog._go.click()
    assert room.session.path == context.paths.banks / "again"
    assert not room.band.isVisible()


def test_deleting_asks_first_and_the_safe_answer_changes_nothing(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, context: StudioContext
) -> None:
    freeze(room, pages, qtbot, "all")
    pages.snapshots.delete.click()
    (box,) = pages.snapshots.findChildren(QMessageBox)
    box.reject()
    qtbot.wait(50)
    assert (context.paths.snapshots / "all").exists()
    pages.snapshots.delete.click()
    box = pages.snapshots.findChildren(QMessageBox)[-1]
    next(part for part in box.buttons() if part.text() == "Delete").click()
    qtbot.waitUntil(lambda: not (context.paths.snapshots / "all").exists(), timeout=10_000)
    qtbot.waitUntil(lambda: not pages.snapshots.model.entries, timeout=10_000)


def test_a_damaged_snapshot_is_told_apart_and_only_deleted(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, context: StudioContext
) -> None:
    freeze(room, pages, qtbot, "all")
    database = context.paths.snapshots / "all" / "memory.db"
    database.chmod(0o644)
    database.write_bytes(b"changed")
    pages.snapshots.verify.click()
    state = pages.snapshots.model.index(0, 7)
    qtbot.waitUntil(lambda: pages.snapshots.model.data(state) == "damaged", timeout=10_000)
    assert not pages.snapshots.open.isEnabled()
    assert not pages.snapshots.restore.isEnabled()
    assert pages.snapshots.delete.isEnabled()


@pytest.mark.parametrize("ending", [".embz", ".jsonl", ".csv"])
def test_records_are_exported_and_a_file_that_is_there_only_replaced_on_demand(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, tmp_path: Path, ending: str
) -> None:
    pages._export()
    dialog = pages._dialog
    assert isinstance(dialog, ExportBankDialog)
    dialog.all.setChecked(True)
    dialog.kind.setCurrentIndex((".embz", ".jsonl", ".csv").index(ending))
    dialog.target.setText(str(tmp_path / f"lessons{ending}"))
    with qtbot.waitSignal(dialog.exported, timeout=20_000) as done:
        dialog.go.click()
    assert done.args is not None
    assert done.args[0].records == 30
    assert dialog.show_folder.isVisible()
    assert not dialog.replace.isVisible(), "what was just written is no question"
    assert not dialog.go.isEnabled()
    dialog.code.setChecked(True)  # another export into the same file
    assert dialog.replace.isVisible()
    assert not dialog.go.isEnabled()
    dialog.replace.setChecked(True)
    with qtbot.waitSignal(dialog.exported, timeout=20_000):
        dialog.go.click()


def test_a_colleague_sees_what_an_archive_would_bring_before_it_is_imported(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, tmp_path: Path
) -> None:
    other = make_bank(tmp_path / "theirs", some_records(34))
    source = tmp_path / "theirs.embz"
    dialog = ExportBankDialog(pages._context, other)
    qtbot.addWidget(dialog)
    dialog.target.setText(str(source))
    dialog.licence.setText("CC BY 4.0")
    with qtbot.waitSignal(dialog.exported, timeout=20_000):
        dialog.go.click()
    pages.import_file(source)
    bringing = pages._dialog
    assert isinstance(bringing, ImportDialog)
    qtbot.waitUntil(bringing.go.isEnabled, timeout=10_000)
    assert "CC BY 4.0" in bringing.about.text()
    assert "4 are new" in bringing.said.text()
    assert "30 are there already" in bringing.said.text()
    with qtbot.waitSignal(bringing.imported, timeout=20_000):
        bringing.go.click()
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 34, timeout=10_000)


def test_an_archive_that_is_none_is_refused_with_its_reason(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "no.embz").write_bytes(b"not a zip")
    pages.import_file(tmp_path / "no.embz")
    dialog = pages._dialog
    assert isinstance(dialog, ImportDialog)
    qtbot.waitUntil(lambda: "no.embz" in dialog.said.text(), timeout=10_000)
    assert not dialog.go.isEnabled()


def test_an_archive_of_another_encoder_offers_a_new_bank_and_never_joins_silently(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, tmp_path: Path
) -> None:
    with Bank.open(tmp_path / "small", WordEmbedder(8), create=True) as bank:
        bank.consolidate(some_records(3))
    dialog = ExportBankDialog(pages._context, tmp_path / "small")
    qtbot.addWidget(dialog)
    dialog.target.setText(str(tmp_path / "small.embz"))
    with qtbot.waitSignal(dialog.exported, timeout=20_000):
        dialog.go.click()
    pages.import_file(tmp_path / "small.embz")
    bringing = pages._dialog
    assert isinstance(bringing, ImportDialog)
    qtbot.waitUntil(bringing.name.isVisible, timeout=10_000)
    assert bringing.go.text() == "Make the new bank"
    assert room.records.model.rowCount() == 30
