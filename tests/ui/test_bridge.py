"""Work beside the GUI thread and back."""

import threading
import time

from pytestqt.qtbot import QtBot

from ui.bridge import Bridge


def test_results_come_back_on_the_gui_thread(qtbot: QtBot) -> None:
    bridge = Bridge()
    seen: list[tuple[int, bool]] = []

    def done(value: int) -> None:
        seen.append((value, threading.current_thread() is threading.main_thread()))

    bridge.submit(lambda: 6 * 7, done, lambda error: None)
    qtbot.waitUntil(lambda: bool(seen), timeout=3000)
    bridge.close()
    assert seen == [(42, True)]


def test_an_error_of_the_work_is_delivered_and_not_lost(qtbot: QtBot) -> None:
    bridge = Bridge()
    seen: list[str] = []

    def work() -> None:
        raise ValueError("no such page")

    bridge.submit(work, lambda _: None, lambda error: seen.append(str(error)))
    qtbot.waitUntil(lambda: bool(seen), timeout=3000)
    bridge.close()
    assert seen == ["no such page"]


def test_a_dropped_ticket_delivers_nothing(qtbot: QtBot) -> None:
    bridge = Bridge()
    seen: list[int] = []
    gate = threading.Event()
    stale = bridge.submit(lambda: gate.wait(5), lambda _: seen.append(1), lambda _: seen.append(2))
    stale.drop()
    gate.set()
    bridge.submit(lambda: None, lambda _: seen.append(3), lambda _: seen.append(4))
    qtbot.waitUntil(lambda: 3 in seen, timeout=3000)
    qtbot.wait(50)
    bridge.close()
    assert seen == [3]


def test_many_calls_keep_their_order_and_leave_the_gui_thread_time_of_its_own(
    qtbot: QtBot,
) -> None:
    bridge = Bridge()
    seen: list[int] = []

    def post_all() -> None:
        for number in range(20_000):
            bridge.post(lambda n=number: seen.append(n))  # type: ignore[misc]

    thread = threading.Thread(target=post_all)
    thread.start()
    qtbot.waitUntil(lambda: len(seen) == 20_000, timeout=20_000)
    thread.join()
    bridge.close()
    assert seen == list(range(20_000))


def test_nothing_is_delivered_after_the_end(qtbot: QtBot) -> None:
    bridge = Bridge()
    seen: list[int] = []
    bridge.submit(lambda: time.sleep(0.05), lambda _: seen.append(1), lambda _: seen.append(2))
    bridge.close()
    qtbot.wait(150)
    assert seen == []


def test_work_asked_for_after_the_end_is_neither_done_nor_an_error(qtbot: QtBot) -> None:
    bridge = Bridge()
    bridge.close()
    seen: list[int] = []
    ticket = bridge.submit(lambda: seen.append(1), lambda _: seen.append(2), lambda _: None)
    qtbot.wait(50)
    assert ticket.dropped
    assert seen == []
