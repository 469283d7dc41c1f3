"""The overview: the map, its lasso, growth and use."""

import threading

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.memory.insight.effect import Verdict
from app.memory.insight.growth import Growth, Used
from app.memory.insight.map import BankMap
from app.memory.insight.source import Reader
from app.memory.insight.watching import Watch
from memory_store.changes import Change
from memory_store.comparing import Changed, Key
from memory_store.exchange import Outcome
from ui.theme.appearance import Appearance
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom
from ui.views.memory.sharing.import_dialog import _line as import_line
from ui.views.memory.snapshots.comparison import _texts as compared_texts
from ui.views.memory.whole.colouring import Colouring, legend
from ui.views.memory.whole.lasso import inside
from ui.views.memory.whole.map_drawing import SIGNS_UP_TO
from ui.views.memory.whole.map_view import MapView
from ui.views.memory.whole.used_list import UsedList

UNUSED: Verdict = "unused"


def made(count: int) -> BankMap:
    """Points on a spiral, every third of them an M-."""
    turns = np.linspace(0.1, 1.0, count)
    points = np.stack([turns * np.cos(9 * turns), turns * np.sin(9 * turns)], axis=1)
    kinds = tuple("failure" if n % 3 == 2 else "success" for n in range(count))
    return BankMap(
        np.arange(1, count + 1), points.astype(np.float32), kinds,
        tuple(f"domain {n % 8}" for n in range(count)), ("method",) * count,
        ("active",) * count, (UNUSED,) * count, 0.5,
    )  # fmt: skip


def test_a_lasso_holds_what_is_inside_by_the_even_odd_rule() -> None:
    square = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)])
    points = np.array([(1.0, 1.0), (5.0, 1.0), (3.9, 3.9), (-0.1, 2.0)])
    assert inside(square, points).tolist() == [True, False, True, False]
    bow = np.array([(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)])
    assert inside(bow, np.array([(0.5, 2.0), (2.0, 0.5)])).tolist() == [True, False]
    assert not inside(square[:2], points).any()


def test_a_drag_around_all_points_catches_them_all(appearance: Appearance, qtbot: QtBot) -> None:
    view = MapView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.show_map(made(60))
    with qtbot.waitSignal(view.caught) as caught:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
        for corner in (QPoint(398, 2), QPoint(398, 398), QPoint(2, 398)):
            QTest.mouseMove(view, corner)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(2, 398))
    assert caught.args == [tuple(range(1, 61))]
    with qtbot.waitSignal(view.caught) as nothing:
        QTest.keyClick(view, Qt.Key.Key_Escape)
    assert nothing.args == [()]


def test_the_map_is_walked_and_a_record_opened_without_a_mouse(
    appearance: Appearance, qtbot: QtBot
) -> None:
    view = MapView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.show_map(made(60))
    QTest.keyClick(view, Qt.Key.Key_Right)
    first = view._here
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.places()[view._here][0] >= view.places()[first][0]
    with qtbot.waitSignal(view.pointed) as pointed:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert pointed.args == [view._here + 1]
    with qtbot.waitSignal(view.caught) as caught:
        QTest.keyClick(view, Qt.Key.Key_Space)
    assert caught.args == [(view._here + 1,)]


def test_many_points_are_drawn_in_their_colours(appearance: Appearance, qtbot: QtBot) -> None:
    view = MapView(appearance)
    qtbot.addWidget(view)
    view.resize(500, 500)
    view.show_map(made(SIGNS_UP_TO + 1))
    picture = view._picture().toImage()
    seen = {
        picture.pixelColor(x, y).name() for x in range(0, 500, 2) for y in range(0, 500, 2)
        if picture.pixelColor(x, y).alpha()
    }  # fmt: skip
    assert {appearance.theme["accent"], appearance.theme["bad"]} <= seen


def test_an_empty_map_and_a_map_of_one_point_can_be_shown(
    appearance: Appearance, qtbot: QtBot
) -> None:
    view = MapView(appearance)
    qtbot.addWidget(view)
    for count in (0, 1):
        view.show_map(made(count))
        view.grab()
        QTest.keyClick(view, Qt.Key.Key_Right)


def test_the_legend_counts_every_point_once() -> None:
    found = made(90)
    kinds: tuple[Colouring, ...] = ("polarity", "domain", "outcome")
    for colouring in kinds:
        assert sum(key.count for key in legend(found, colouring)) == 90


def test_the_page_shows_the_bank_and_lists_what_the_lasso_caught(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    room.show_page("whole")
    whole = pages.whole
    qtbot.waitUntil(lambda: whole._whole is not None, timeout=20_000)
    assert whole._whole is not None
    assert len(whole._whole.map.ids) == 30
    assert "30 records" in whole.map.accessibleDescription()
    whole.map.catch({1, 2, 3})
    whole.show_caught.click()
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 3, timeout=10_000)
    assert room.page == "records"


def test_the_effect_page_says_that_nothing_was_used_yet(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    room.show_page("effect")
    qtbot.waitUntil(pages.effects._empty.isVisible, timeout=10_000)
    assert pages.effects.model.rowCount() == 0


def test_the_page_of_alike_records_proposes_and_a_person_merges(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    room.show_page("alike")
    alike = pages.alike
    qtbot.waitUntil(lambda: alike._found is not None, timeout=30_000)
    assert alike._found is not None
    assert alike._found.groups
    qtbot.waitUntil(lambda: alike.texts.count() >= 2, timeout=10_000)
    alike.merge.click()
    qtbot.waitUntil(lambda: alike._dialog is not None, timeout=10_000)
    assert alike._dialog is not None
    count = len(alike._dialog._records)
    with qtbot.waitSignal(alike._dialog.accepted, timeout=20_000):
        alike._dialog.go.click()
    room.show_page("records")
    qtbot.waitUntil(lambda: room.records.model.rowCount() == 31 - count, timeout=10_000)


def test_long_looking_leaves_the_bank_free_and_can_be_stopped(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    shares: list[float] = []

    def work(read: Reader, watch: Watch) -> int:
        try:
            watch(0.25)
            begun.set()
            go_on.wait(20)
            watch(0.5)
            return read(lambda bank: len(bank.list(limit=100).records))
        finally:
            ended.set()

    found: list[int] = []
    ticket = room.session.study(work, found.append, lambda _: found.append(-1), shares.append)
    qtbot.waitUntil(begun.is_set, timeout=10_000)
    listed: list[int] = []
    room.session.ask(lambda bank: bank.stats().total, listed.append, lambda _: None)
    qtbot.waitUntil(lambda: listed == [30], timeout=10_000)
    assert shares == [0.25]
    ticket.drop()
    go_on.set()
    qtbot.waitUntil(ended.is_set, timeout=10_000)
    again = room.session.study(work, found.append, lambda _: found.append(-1))
    qtbot.waitUntil(lambda: bool(found), timeout=10_000)
    assert found == [30]
    assert not again.dropped


def test_looking_for_what_is_alike_is_told_and_stopped(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    room.show_page("alike")
    alike = pages.alike
    assert alike.looking.isVisible()
    assert not alike._empty.isVisible()
    alike.looking.button.click()
    assert alike._found is None
    assert "Not looked" in alike.looking.title.text()
    alike.looking.button.click()
    qtbot.waitUntil(lambda: alike._found is not None, timeout=30_000)
    assert not alike.looking.isVisible()


def test_what_is_deleted_is_proposed_no_more_at_once(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    room.show_page("alike")
    alike = pages.alike
    qtbot.waitUntil(lambda: alike._found is not None, timeout=30_000)
    assert alike._found is not None
    gone = alike._found.groups[0].ids[0]
    count = len(alike._found.groups)
    alike._changed(Change("trash", removed=(gone,)))
    assert len(alike._found.groups) < count
    assert all(gone not in group.ids for group in alike._found.groups)


def test_no_list_of_the_room_lets_a_text_turn_round_what_is_shown(qtbot: QtBot) -> None:
    turned = "picture\u202egnp.exe\x9b2J"
    told = [
        import_line(Outcome(1, "add", "success", turned)),
        import_line(Outcome(1, "refuse", reason=turned)),
        compared_texts(
            Changed(
                Key("run", "s1", "success", "success", 0), 1, 1, {"rationale": (turned, turned)}
            )
        ),
    ]
    used = UsedList()
    qtbot.addWidget(used)
    nothing: dict[str, int] = {}
    one = Used(1, "success", turned, 3, "")
    used.show_growth(Growth("day", (), (), (), (), nothing, nothing, nothing, (one,), 1, 0, ()))
    told.append(used.list.item(0).text())
    for text in told:
        assert "\u202e" not in text
        assert "\x9b" not in text
        assert "[RLO]" in text
