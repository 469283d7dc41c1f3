"""What is done with chosen records: one or many, each with a way back."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memory_store.bank import Bank
from memory_store.curating import marks
from memory_store.records import Record
from ui.views.memory.curating.merge_dialog import MergeDialog
from ui.views.memory.curating.tag_dialog import TagDialog
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom


def choose(room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, *rows: int) -> list[int]:
    ids = [room.records.model.id_at(row) for row in rows]
    assert room.records.table.choose(ids, ids[0])
    qtbot.waitUntil(lambda: set(pages.actions.ids) == set(ids), timeout=10_000)
    return ids


def read(path: Path, record_id: int) -> Record:
    with Bank.open(path, None, mode="ro") as bank:
        return bank.show(record_id)


def test_ten_records_are_quarantined_at_once_and_come_back_at_once(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    ids = choose(room, pages, qtbot, *range(1, 11))
    before = {key: read(bank, key).status for key in ids}
    pages.actions.curator.set_status(ids, "quarantined")
    qtbot.waitUntil(lambda: all(read(bank, key).status == "quarantined" for key in ids))
    qtbot.waitUntil(lambda: "10 records" in room.records.notice.words, timeout=10_000)
    pages.actions.curator.undo()
    qtbot.waitUntil(lambda: {key: read(bank, key).status for key in ids} == before, timeout=20_000)


def test_undo_works_from_the_button_that_was_just_clicked(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    row = next(n for n in range(30) if read(bank, room.records.model.id_at(n)).status == "active")
    (record_id,) = choose(room, pages, qtbot, row)
    qtbot.waitUntil(lambda: pages.actions.status.text() == "Quarantine", timeout=10_000)
    qtbot.mouseClick(pages.actions.status, Qt.MouseButton.LeftButton)
    pages.actions.status.setFocus()
    qtbot.waitUntil(lambda: pages.actions.curator.can_undo, timeout=10_000)
    QTest.keyClick(pages.actions.status, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: read(bank, record_id).status == "active", timeout=20_000)


def test_delete_moves_records_to_the_trash_from_where_they_are_restored(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    ids = choose(room, pages, qtbot, 0, 1, 2)
    QTest.keyClick(room.records.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 27, timeout=10_000)
    assert room.records.table.chosen_count() == 1  # keys go on with what stands there now
    assert room.records.table.current_id not in ids
    pages.actions._turn_trash()
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 3, timeout=10_000)
    qtbot.waitUntil(lambda: pages.actions.status.text() == "Restore", timeout=10_000)
    pages.actions.curator.restore(ids)
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 0, timeout=10_000)


def test_a_tag_and_a_pin_are_put_on_and_shown(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    (record_id,) = choose(room, pages, qtbot, 4)
    QTest.keyClick(room.records.table, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)

    def marked() -> tuple[bool, tuple[str, ...]]:
        with Bank.open(bank, None, mode="ro") as store:
            found = marks(store, [record_id])[record_id]
            return found.pinned, found.tags

    qtbot.waitUntil(lambda: marked()[0], timeout=10_000)
    QTest.keyClick(room.records.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(room.records.findChildren(TagDialog)), timeout=10_000)
    (dialog,) = room.records.findChildren(TagDialog)
    dialog.name.setCurrentText("a, b")
    assert not dialog.add.isEnabled()
    dialog.name.setCurrentText("charts")
    dialog.add.click()
    qtbot.waitUntil(lambda: marked() == (True, ("charts",)), timeout=10_000)


def test_records_of_one_kind_are_merged_with_the_texts_a_person_takes(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    model = room.records.model
    plus = [row for row in range(12) if (one := model.row_at(row)) and one.polarity == "success"][
        :2
    ]
    keep, other = choose(room, pages, qtbot, *plus)
    taken = read(bank, other)
    QTest.keyClick(room.records.table, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(room.records.findChildren(MergeDialog)), timeout=10_000)
    (dialog,) = room.records.findChildren(MergeDialog)
    place = [record.id for record in dialog._records].index(keep)
    dialog._choose(place)
    dialog.sources["rationale"].setCurrentIndex(1 - place)
    with qtbot.waitSignal(dialog.accepted, timeout=20_000):
        QTest.keyClick(dialog.why, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    kept = read(bank, keep)
    assert kept.origin == "merged"
    assert kept.rationale == taken.rationale  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 29, timeout=10_000)
    pages.actions.curator.undo()
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 30, timeout=20_000)


def test_what_worked_and_what_went_wrong_are_not_merged(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    kinds = [(row, room.records.model.row_at(row)) for row in range(12)]
    plus = next(row for row, one in kinds if one and one.polarity == "success")
    minus = next(row for row, one in kinds if one and one.polarity == "failure")
    choose(room, pages, qtbot, plus, minus)
    pages.actions._ask_merge()
    qtbot.waitUntil(lambda: "cannot be merged" in room.records.notice.words, timeout=10_000)


def test_an_edit_is_set_back_from_the_history(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    model = room.records.model
    row = next(n for n in range(12) if (one := model.row_at(n)) and one.polarity == "success")
    (record_id,) = choose(room, pages, qtbot, row)
    before = read(bank, record_id).rationale  # type: ignore[union-attr]
    done: list[object] = []
    pages.actions.curator.edit(
        record_id, {"rationale": "Another one."}, "trial", done.append, lambda _: None
    )
    qtbot.waitUntil(lambda: bool(done), timeout=20_000)
    with Bank.open(bank, None, mode="ro") as store:
        edit = store.history(record_id)[-1]
    room.records.panel.revert_wanted.emit(edit.id)
    qtbot.waitUntil(lambda: read(bank, record_id).rationale == before, timeout=20_000)  # type: ignore[union-attr]


def test_a_snapshot_offers_nothing_that_would_change_it(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path, tmp_path: Path
) -> None:
    with Bank.open(bank, None) as store:
        store.freeze("still", tmp_path)
    with qtbot.waitSignal(room.ready, timeout=10_000):
        room.open_bank(tmp_path / "still")
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 30, timeout=10_000)
    assert not pages.actions.edit.isEnabled()
    assert not pages.actions.status.isEnabled()
    assert not pages.freeze.isEnabled()
    assert not pages.bring.isEnabled()
    assert room.band.isVisible()
