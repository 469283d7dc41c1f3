"""The Memory room over real banks."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from memory_store.bank import Bank
from memory_store.browsing import Criteria, Sort
from memory_store.curating import set_status
from memory_store.testing import WordEmbedder, failure, success
from tests.ui.memory.banks import HOSTILE, add_to, make_bank, some_records
from tests.ui.memory.conftest import OpenRoom
from ui.context import StudioContext
from ui.views.memory.columns import PLACES, remembered_columns
from ui.views.memory.panel.code import CodeBlock
from ui.views.memory.panel.texts import FlowText, LongText
from ui.views.memory.room import MemoryRoom
from ui.views.memory.table import REMEMBERED


def total(room: MemoryRoom) -> int:
    return room.records.model.rowCount()


def texts(room: MemoryRoom) -> str:
    panel = room.records.panel
    shown = [part.toPlainText() for part in panel.findChildren(FlowText)]
    shown += [part.text() for part in panel.findChildren(QLabel)]
    return "\n".join(shown)


def narrow(room: MemoryRoom, qtbot: QtBot, **criteria: object) -> None:
    with qtbot.waitSignal(room.records.answered, timeout=10_000):
        room.records.show_criteria(Criteria(**criteria))  # type: ignore[arg-type]


def test_the_room_says_what_the_bank_holds_and_shows_the_newest_record(
    room: MemoryRoom, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: room.figures is not None)
    assert room.head.counts.text() == "30 records \u00b7 20 M+ \u00b7 10 M\u2212"
    assert room.head.pending.isVisible()
    assert "5 wait for review" in room.head.pending.text()
    sheet = room.records.panel.sheet
    assert sheet is not None
    assert sheet.record.id == room.records.model.id_at(0)
    assert not room.band.isVisible()
    assert room.page == "records"


def test_words_are_found_while_one_types_and_esc_brings_everything_back(
    room: MemoryRoom, qtbot: QtBot
) -> None:
    field = room.records.filters.field
    QTest.keyClicks(field, "collide")
    qtbot.waitUntil(lambda: total(room) == 10, timeout=10_000)
    assert room.records.filters.count.text().startswith("10 found")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: total(room) == 30, timeout=10_000)


def test_enter_searches_by_meaning_and_shows_how_near_each_record_is(
    room: MemoryRoom, qtbot: QtBot
) -> None:
    field = room.records.filters.field
    field.setText("labels collide on the axis")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(room.records.model.matches), timeout=10_000)
    assert not room.records.table.isColumnHidden(PLACES["match"])
    matches = [room.records.model.matches[int(i)] for i in room.records.model.ids]
    assert matches == sorted(matches, reverse=True)
    first = room.records.model.row_at(0)
    assert first is not None
    assert first.polarity == "failure"
    assert "nearest" in room.records.filters.count.text()


def test_filters_combine_show_as_chips_and_are_cleared_together(
    room: MemoryRoom, qtbot: QtBot
) -> None:
    narrow(room, qtbot, polarities=("failure",), statuses=("pending",), gain_min=5.0)
    assert total(room) == 5
    filters = room.records.filters
    words = [b.text() for b in filters.findChildren(QPushButton) if "\u2715" in b.text()]
    assert {w.split("  ")[0] for w in words if w} >= {"M\u2212", "pending", "gain \u2265 5"}
    with qtbot.waitSignal(room.records.answered, timeout=10_000):
        filters.clear_all.click()
    assert total(room) == 30
    assert not filters.narrows


def test_what_waits_leads_to_what_waits(room: MemoryRoom, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: room.head.pending.isVisible())
    room.head.pending.click()
    qtbot.waitUntil(lambda: total(room) == 5, timeout=10_000)


def test_nothing_found_says_so_and_offers_everything(room: MemoryRoom, qtbot: QtBot) -> None:
    narrow(room, qtbot, words="zebra")
    assert room.records._nothing.isVisible()
    assert room.records.panel.sheet is None
    with qtbot.waitSignal(room.records.answered, timeout=10_000):
        room.records._nothing.button.click()
    assert total(room) == 30


def test_a_click_on_a_heading_sorts_and_a_second_one_turns_it_round(
    room: MemoryRoom, qtbot: QtBot
) -> None:
    model, table = room.records.model, room.records.table
    table._sort_by(PLACES["score"])
    qtbot.waitUntil(lambda: table.horizontalHeader().sortIndicatorSection() == PLACES["score"])

    def scores() -> list[float]:
        rows = [model.row_at(n) for n in range(model.rowCount())]
        return [row.score_after or 0.0 for row in rows if row is not None]

    qtbot.waitUntil(lambda: scores() == sorted(scores(), reverse=True), timeout=10_000)
    table._sort_by(PLACES["score"])
    qtbot.waitUntil(lambda: scores() == sorted(scores()), timeout=10_000)
    assert room.records.question.sort == Sort("score_after", False)


def test_columns_are_chosen_in_the_heading_and_remembered(
    room: MemoryRoom, context: StudioContext
) -> None:
    table = room.records.table
    menu = table.column_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert not actions["Lesson"].isEnabled()
    actions["Domain"].trigger()
    actions["Used"].trigger()
    assert not table.isColumnHidden(PLACES["domain"])
    assert table.isColumnHidden(PLACES["used"])
    kept = remembered_columns(context.remembered.text(REMEMBERED))
    assert "domain" in kept
    assert "used" not in kept
    assert remembered_columns("nonsense,role") == ("lesson", "role")


def test_the_keyboard_alone_finds_and_reads_a_record(room: MemoryRoom, qtbot: QtBot) -> None:
    records = room.records
    room.activateWindow()
    records.table.setFocus()
    QTest.keyClick(records.table, Qt.Key.Key_Down)
    wanted = records.model.id_at(1)

    def shown() -> bool:
        return records.panel.sheet is not None and records.panel.sheet.record.id == wanted

    qtbot.waitUntil(shown, timeout=10_000)
    QTest.keyClick(records.table, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is records.panel.area
    QTest.keyClick(records.panel.area, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is records.table
    QTest.keyClicks(records.table, "/")
    assert QApplication.focusWidget() is records.filters.field
    QTest.keyClick(records.filters.field, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is records.table
    QTest.keyClick(records.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(records.table.chosen_ids()) == records.table.chosen_count() == 30


def test_what_a_run_writes_shows_up_and_selection_and_place_stay(
    room: MemoryRoom, bank: Path, qtbot: QtBot
) -> None:
    model, table = room.records.model, room.records.table
    chosen = [model.id_at(10), model.id_at(12)]
    table.choose(chosen, chosen[0])
    qtbot.waitUntil(lambda: room.records.panel.sheet.record.id == chosen[0])  # type: ignore[union-attr]
    room.resize(1300, 500)
    table.verticalScrollBar().setValue(150)
    top = model.id_at(table.rowAt(0))
    offset = table.rowViewportPosition(table.rowAt(0))
    added = add_to(bank, success(scene="live-1"), failure(scene="live-2"))
    qtbot.waitUntil(lambda: total(room) == 32, timeout=10_000)
    assert set(added) == {model.id_at(0), model.id_at(1)}
    assert sorted(table.chosen_ids()) == sorted(chosen)
    assert table.current_id == chosen[0]
    assert model.id_at(table.rowAt(0)) == top
    assert table.rowViewportPosition(table.rowAt(0)) == offset
    qtbot.waitUntil(lambda: room.head.counts.text().startswith("32 records"), timeout=10_000)


def test_a_change_of_the_record_on_show_is_shown(
    room: MemoryRoom, bank: Path, qtbot: QtBot
) -> None:
    sheet = room.records.panel.sheet
    assert sheet is not None
    assert sheet.record.status != "quarantined"
    told: list[object] = []
    room.session.write(
        lambda open_bank: set_status(
            open_bank, [sheet.record.id], "quarantined", author="me", why="Wrong."
        ),
        told.append,
        told.append,
    )

    def shown() -> bool:
        now = room.records.panel.sheet
        return now is not None and now.record.status == "quarantined" and bool(now.edits)

    qtbot.waitUntil(shown, timeout=10_000)
    assert "quarantined" in texts(room)
    assert len(told) == 1


def test_a_record_says_everything_it_holds(room: MemoryRoom, qtbot: QtBot) -> None:
    narrow(room, qtbot, polarities=("failure",))
    qtbot.waitUntil(
        lambda: (
            room.records.panel.sheet is not None
            and room.records.panel.sheet.record.polarity == "failure"
        )
    )
    said = texts(room)
    for part in (
        "labels collide on the axis", "Both were placed at the centre.",
        "Scale the formula to half of the width", "overlap: formula, diagram", "measured",
    ):  # fmt: skip
        assert part in said
    block = room.records.panel.findChild(CodeBlock)
    assert block is not None
    qtbot.waitUntil(lambda: len(block.canvas.layout_shown.items) == 2)
    tones = [cell.tone for item in block.canvas.layout_shown.items for cell in item.cells if cell]
    assert tones == ["removed", "added"]
    qtbot.waitUntil(lambda: "is not on this machine" in texts(room), timeout=10_000)


def test_hostile_texts_are_shown_as_texts(
    open_room: OpenRoom, context: StudioContext, qtbot: QtBot
) -> None:
    path = make_bank(
        context.paths.banks / "hostile",
        [
            failure(
                "section " * 12_000, trigger=HOSTILE[:390], recipe=HOSTILE[:390],
                run="../../etc", scene="s1",
            )
        ],
    )  # fmt: skip
    room = open_room(path)
    qtbot.waitUntil(lambda: room.records.panel.sheet is not None, timeout=10_000)
    said = texts(room)
    assert "<img src='file:///etc/passwd'>" in said
    assert "[RLO]" in said
    assert "\u202e" not in said
    assert "\u2400" in said
    assert "\x00" not in said
    for part in (p for p in room.records.panel.findChildren(QLabel) if p.text()):
        assert part.textFormat() == Qt.TextFormat.PlainText
        assert not part.openExternalLinks()
    row = room.records.model.index(0, PLACES["lesson"])
    assert "\u202e" not in str(room.records.model.data(row))
    tip = str(room.records.model.data(row, Qt.ItemDataRole.ToolTipRole))
    assert "<img" not in tip
    assert "&lt;img" in tip
    panel = room.records.panel
    inside = panel.area.widget()
    assert inside is not None
    assert inside.minimumSizeHint().width() <= panel.area.viewport().width()
    fold = next(b for b in panel.findChildren(QPushButton) if b.text().startswith("Section"))
    fold.click()
    long = panel.findChild(LongText)
    assert long is not None
    assert len(long.toPlainText()) == len("section " * 12_000)


def test_a_snapshot_has_a_band_and_a_lock(
    open_room: OpenRoom, bank: Path, context: StudioContext, qtbot: QtBot
) -> None:
    with Bank.open(bank, WordEmbedder()) as opened:
        opened.freeze("lecture", context.paths.snapshots)
    room = open_room(context.paths.snapshots / "lecture")
    qtbot.waitUntil(lambda: room.band.isVisible(), timeout=10_000)
    assert "Snapshot lecture, read-only" in room.band.words
    assert room.session.read_only
    qtbot.waitUntil(lambda: total(room) == 30, timeout=10_000)


def test_a_bank_that_is_not_there_yet_is_no_error(
    open_room: OpenRoom, context: StudioContext, qtbot: QtBot
) -> None:
    room = open_room(context.paths.bank(None))
    qtbot.waitUntil(lambda: room._missing.isVisible(), timeout=10_000)
    make_bank(context.paths.bank(None), some_records(3))
    room.refresh()
    qtbot.waitUntil(lambda: total(room) == 3, timeout=10_000)


@pytest.mark.parametrize(
    ("contents", "title"), [(b"", "damaged"), (b"SQLite format 3\0" + b"\0" * 4000, "no memory")]
)
def test_a_bank_that_cannot_be_opened_says_why_and_offers_to_try_again(
    open_room: OpenRoom, context: StudioContext, qtbot: QtBot, contents: bytes, title: str
) -> None:
    path = make_bank(context.paths.bank(None), some_records(3))
    whole = (path / "memory.db").read_bytes()
    for extra in path.glob("memory.db-*"):
        extra.unlink()
    (path / "memory.db").write_bytes(contents)
    room = open_room(path)
    qtbot.waitUntil(lambda: room._failed.isVisible(), timeout=10_000)
    assert title in room._failed.title.text()
    assert "Traceback" not in room._failed.text.text()
    (path / "memory.db").write_bytes(whole)
    room._failed.button.click()
    qtbot.waitUntil(lambda: total(room) == 3, timeout=10_000)


def test_an_empty_bank_says_how_it_is_filled(
    open_room: OpenRoom, context: StudioContext, qtbot: QtBot
) -> None:
    path = make_bank(context.paths.banks / "empty", [])
    room = open_room(path)
    qtbot.waitUntil(lambda: room.records._none.isVisible(), timeout=10_000)


def test_another_bank_is_chosen_in_the_head_line(
    room: MemoryRoom, context: StudioContext, qtbot: QtBot
) -> None:
    other = make_bank(context.paths.banks / "physics", some_records(5))
    (context.paths.banks / "broken").mkdir()
    (context.paths.banks / "broken" / "memory.db").write_bytes(b"?")
    from ui.views.memory.bank_list import known_banks

    banks = known_banks(context.paths)
    assert [(entry.name, entry.records) for entry in banks] == [
        ("default", 30), ("broken", None), ("physics", 5),
    ]  # fmt: skip
    menu = room.head.offer(banks, room.session.path)
    action = next(a for a in menu.actions() if a.text().startswith("physics"))
    action.trigger()
    qtbot.waitUntil(lambda: total(room) == 5, timeout=10_000)
    assert room.session.path == other
    assert room.head.bank.text() == "physics"
    shutil.rmtree(context.paths.banks / "broken")


def test_a_record_is_brought_into_view_whatever_narrows_the_list(
    room: MemoryRoom, bank: Path, qtbot: QtBot
) -> None:
    narrow(room, qtbot, words="collide")
    wanted = 1
    room.show_record(bank, wanted)

    def shown() -> bool:
        sheet = room.records.panel.sheet
        return (
            room.records.table.current_id == wanted
            and sheet is not None
            and sheet.record.id == wanted
        )

    qtbot.waitUntil(shown, timeout=10_000)
    assert total(room) == 30


def test_pages_are_switched_in_the_head_line(room: MemoryRoom, qtbot: QtBot) -> None:
    page = QLabel("Inbox")
    room.add_page("inbox", "Inbox", page)
    assert room.head.pages is not None
    room.head.pages.chosen.emit("inbox")
    assert room.page == "inbox"
    room.show_page("records")
    assert room.page == "records"
    room.show_page("no such page")
    assert room.page == "records"


def test_a_bank_whose_folder_moves_is_let_go_of_and_followed(
    room: MemoryRoom, bank: Path, context: StudioContext, qtbot: QtBot
) -> None:
    room.show_page("banks")
    room.banks.left.emit(bank)
    assert room.session.facts is None
    moved = bank.rename(bank.with_name("renamed"))
    room.banks.moved.emit(bank, moved)
    qtbot.waitUntil(lambda: room.session.facts is not None, timeout=10_000)
    assert room.session.path == moved
    room.banks.left.emit(moved)
    room.show_page("records")
    qtbot.waitUntil(lambda: room.session.facts is not None, timeout=10_000)
    assert room.page == "records"


def test_home_and_end_lead_to_the_first_and_the_last_record(room: MemoryRoom, qtbot: QtBot) -> None:
    table = room.records.table
    QTest.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == room.records.model.rowCount() - 1
    QTest.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0


def test_a_large_number_found_is_not_cut_off(room: MemoryRoom, qtbot: QtBot) -> None:
    bar = room.records.filters
    bar.show_found(1_000_000, 0.125)
    qtbot.waitUntil(lambda: bar.count.width() >= bar.count.sizeHint().width(), timeout=5_000)
    assert "1,000,000" in bar.count.text()
