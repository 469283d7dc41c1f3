"""The inbox: judged by keyboard alone, one record after the other."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from memory_store.bank import Bank
from memory_store.testing import failure
from tests.ui.memory.banks import add_to
from ui.views.memory.curating.edit_dialog import EditDialog
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom


def enter(room: MemoryRoom, pages: MemoryPages, qtbot: QtBot) -> None:
    room.show_page("inbox")
    qtbot.waitUntil(lambda: pages.inbox.list.count() == 5, timeout=10_000)
    qtbot.waitUntil(lambda: pages.inbox.panel.sheet is not None, timeout=10_000)


def statuses(path: Path) -> dict[int, str]:
    with Bank.open(path, None, mode="ro") as bank:
        return {record.id: record.status for record in bank.list(limit=100).records}


def test_what_waits_is_listed_oldest_first_and_the_first_is_on_show(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    enter(room, pages, qtbot)
    sheet = pages.inbox.panel.sheet
    assert sheet is not None
    assert sheet.record.id == pages.inbox.current
    assert sheet.record.status == "pending"


def test_keys_judge_also_while_the_switch_of_pages_has_the_focus(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    first = pages.inbox.current
    assert room.head.pages is not None
    tab = next(b for b in room.head.pages.findChildren(QPushButton) if b.text() == "Inbox")
    qtbot.mouseClick(tab, Qt.MouseButton.LeftButton)
    tab.setFocus()
    QTest.keyClick(tab, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: statuses(bank)[first] == "active", timeout=10_000)


def test_undo_pressed_twice_takes_back_two_judgements(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    done: list[object] = []
    pages.inbox.curator.done.connect(done.append)
    for _ in range(2):
        QTest.keyClick(pages.inbox.list, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: len(done) == 2, timeout=10_000)
    for _ in range(2):
        QTest.keyClick(pages.inbox.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: list(statuses(bank).values()).count("pending") == 5, timeout=20_000)


def test_an_edited_record_is_shown_as_it_is_now(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    record_id = pages.inbox.current
    pages.inbox.curator.edit(
        record_id, {"text": "A section told anew."}, "it was wrong", lambda _: None, lambda _: None
    )

    def shown() -> str:
        sheet = pages.inbox.panel.sheet
        return sheet.record.context.text if sheet is not None else ""

    qtbot.waitUntil(lambda: shown() == "A section told anew.", timeout=20_000)
    assert pages.inbox.current == record_id


def test_five_records_are_judged_with_five_keys(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    ids = [int(pages.inbox.list.item(n).data(Qt.ItemDataRole.UserRole)) for n in range(5)]
    for key in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_R):
        QTest.keyClick(pages.inbox.list, key)
    qtbot.waitUntil(lambda: not pages.inbox.list.isVisible(), timeout=10_000)
    found = statuses(bank)
    assert [found.get(key) for key in ids] == ["active", None, "active", "active", None]
    with Bank.open(bank, None, mode="ro") as store:
        assert store.stats().trashed == 2


def test_a_judgement_is_taken_back_with_ctrl_z(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    first = pages.inbox.current
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: pages.inbox.curator.can_undo, timeout=10_000)
    assert first not in statuses(bank)
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: statuses(bank).get(first) == "pending", timeout=20_000)
    qtbot.waitUntil(lambda: pages.inbox.list.count() == 5, timeout=10_000)
    assert pages.inbox.current == first  # it is what the next key decides on


def test_n_leaves_a_record_for_later(room: MemoryRoom, pages: MemoryPages, qtbot: QtBot) -> None:
    enter(room, pages, qtbot)
    first = pages.inbox.current
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_N)
    assert pages.inbox.current != first
    assert pages.inbox.list.count() == 5
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_P)
    assert pages.inbox.current == first


def test_e_opens_the_texts_and_the_edit_is_kept_with_its_reason(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    record_id = pages.inbox.current
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_E)
    dialog = pages.inbox._dialog
    assert isinstance(dialog, EditDialog)
    assert not dialog.keep.isEnabled()
    dialog.texts["trigger"].setPlainText("Labels meet the axis in narrow charts.")
    assert not dialog.keep.isEnabled()  # a reason is needed
    QTest.keyClicks(dialog.why, "clearer")
    with qtbot.waitSignal(dialog.accepted, timeout=20_000):
        QTest.keyClick(dialog.why, Qt.Key.Key_Return)
    with Bank.open(bank, None, mode="ro") as store:
        assert store.show(record_id).trigger == "Labels meet the axis in narrow charts."  # type: ignore[union-attr]
        assert store.history(record_id)[-1].why == "clearer"


def test_a_text_over_its_limit_cannot_be_kept(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    enter(room, pages, qtbot)
    QTest.keyClick(pages.inbox.list, Qt.Key.Key_E)
    dialog = pages.inbox._dialog
    assert dialog is not None
    dialog.why.setText("longer")
    dialog.texts["recipe"].setPlainText("x" * 401)
    assert not dialog.keep.isEnabled()
    dialog.texts["recipe"].setPlainText("x" * 400)
    assert dialog.keep.isEnabled()
    dialog.texts["recipe"].setPlainText("  ")
    assert not dialog.keep.isEnabled()


def test_what_a_run_adds_meanwhile_comes_to_the_end_of_the_inbox(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    enter(room, pages, qtbot)
    first = pages.inbox.current
    add_to(bank, failure(run="later", status="pending"))
    qtbot.waitUntil(lambda: pages.inbox.list.count() == 6, timeout=10_000)
    assert pages.inbox.current == first
    QApplication.processEvents()
