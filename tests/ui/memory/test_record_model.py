"""The list of any length behind the table."""

from datetime import UTC, datetime, timedelta

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.memory.listing import Found, Ids, steps_between
from memory_store.browsing import Row
from ui.views.memory.columns import LESSON, PLACES
from ui.views.memory.table_model import PAGE, RecordModel
from ui.views.memory.words import age_words

MILLION = 1_000_000


def row_of(number: int) -> Row:
    return Row(
        id=number, polarity="success", headline=f"Lesson {number}", role="method",
        domain="physics", paper="", section="", run="r", scene="s", source="success",
        score_before=None, score_after=80.0, hit_count=0, last_used=None, status="active",
        origin="self-grown", created=datetime(2026, 1, 1, tzinfo=UTC), cast="offline",
        reviewer="", writer="", pinned=False, trashed=False, tags=(),
    )  # fmt: skip


def found(ids: Ids, first: int = PAGE) -> Found:
    rows = tuple(row_of(int(i)) for i in ids[:first])
    return Found(len(ids), ids[:first], rows, {}, 0.001, len(ids) <= first)


def lesson(model: RecordModel, row: int) -> object:
    return model.data(model.index(row, PLACES[LESSON]))


class Store:
    """Answers the model's wishes when a test says so."""

    def __init__(self, model: RecordModel) -> None:
        self.asked: list[tuple[list[int], int]] = []
        self._model = model
        model.wanted.connect(lambda ids, token: self.asked.append((ids, token)))

    def answer(self) -> None:
        while self.asked:
            ids, token = self.asked.pop(0)
            self._model.take_rows({i: row_of(i) for i in ids}, token)


def test_a_model_of_a_few_rows_keeps_the_rules_of_qt(qtbot: QtBot) -> None:
    model = RecordModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    ids = np.arange(20, 0, -1)
    model.show_found(found(ids))
    model.take_ids(ids)
    new = np.concatenate(([30, 29], ids[:5], ids[8:], [0]))
    model.change(new, steps_between(ids, new), {})
    assert model.rowCount() == len(new)
    assert list(model.ids) == list(new)
    model.change(new[::-1].copy(), None, {})
    model.show_found(found(np.zeros(0, np.int64)))
    assert model.rowCount(QModelIndex()) == 0
    assert tester.parent() is model


def test_only_the_pages_that_are_seen_are_asked_for(qtbot: QtBot) -> None:
    model = RecordModel()
    store = Store(model)
    ids = np.arange(MILLION, 0, -1)
    model.show_found(found(ids))
    assert model.rowCount() == MILLION
    assert lesson(model, 0) == f"Lesson {MILLION}"
    assert lesson(model, 500_000) is None
    qtbot.wait(5)
    assert store.asked == []  # the ids are not known yet
    model.take_ids(ids)
    qtbot.waitUntil(lambda: bool(store.asked))
    assert [len(asked) for asked, _ in store.asked] == [PAGE]
    store.answer()
    assert lesson(model, 500_000) == "Lesson 500000"
    assert lesson(model, 700_000) is None


def test_wishes_for_what_was_scrolled_past_are_forgotten(qtbot: QtBot) -> None:
    model = RecordModel()
    store = Store(model)
    ids = np.arange(MILLION, 0, -1)
    model.show_found(found(ids))
    model.take_ids(ids)
    for row in range(1000, MILLION, 1000):
        lesson(model, row)
    qtbot.waitUntil(lambda: bool(store.asked))
    seen = set()
    while store.asked:
        seen.add(store.asked[0][0][0])
        store.answer()
        qtbot.wait(5)
    assert len(seen) <= 5
    assert MILLION - 999_000 in seen  # the last one looked at


def test_pages_of_a_list_that_is_gone_are_dropped(qtbot: QtBot) -> None:
    model = RecordModel()
    store = Store(model)
    ids = np.arange(1000, 0, -1)
    model.show_found(found(ids))
    model.take_ids(ids)
    lesson(model, 900)
    qtbot.waitUntil(lambda: bool(store.asked))
    old = store.asked.pop()
    other = np.arange(5000, 4000, -1)
    model.show_found(found(other))
    model.take_rows({i: row_of(i) for i in old[0]}, old[1])
    assert lesson(model, 900) is None
    assert lesson(model, 0) == "Lesson 5000"


def test_a_change_moves_rows_and_keeps_what_points_at_them(qtbot: QtBot) -> None:
    model = RecordModel()
    ids = np.arange(MILLION, 0, -1)
    model.show_found(found(ids))
    model.take_ids(ids)
    place = QPersistentModelIndex(model.index(50, 0))
    new = np.concatenate(([MILLION + 2, MILLION + 1], np.delete(ids, [10, 11, 12])))
    steps = steps_between(ids, new)
    assert steps is not None
    model.change(new, steps, {})
    assert model.id_at(place.row()) == MILLION - 50
    assert place.row() == 49
    assert model.rowCount() == MILLION - 1


def test_another_order_is_no_walk(qtbot: QtBot) -> None:
    ids = np.arange(10)
    assert steps_between(ids, ids[::-1].copy()) is None
    assert steps_between(ids, ids.copy()) is not None
    assert steps_between(np.arange(2000), np.arange(0, 2000, 2)) is None


def test_tips_and_headings_are_plain(qtbot: QtBot) -> None:
    model = RecordModel()
    model.show_found(found(np.asarray([1])))
    heading = model.headerData(PLACES[LESSON], Qt.Orientation.Horizontal)
    assert heading == "LESSON"
    tip = model.data(model.index(0, PLACES[LESSON]), Qt.ItemDataRole.ToolTipRole)
    assert tip == "<qt>Lesson 1</qt>"


def test_an_age_is_short_however_old_a_record_is() -> None:
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    told = [age_words(now - timedelta(days=days), now) for days in (2, 60, 650)]
    assert told[0].startswith("2")
    assert "2026" not in told[1]
    assert "2025" in told[2]
    assert max(map(len, told)) <= len("Feb. 2025")
