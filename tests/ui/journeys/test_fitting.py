"""The window is no larger than its screen, and on a small one its rooms scroll."""

import pytest
from PySide6.QtCore import QRect, QSize
from pytestqt.qtbot import QtBot

from ui.window.fitting import SMALLEST, bounded
from ui.window.session import Session

FRAME = QSize(8, 36)


@pytest.mark.parametrize(
    "screen",
    [
        QRect(0, 0, 1440, 900),
        QRect(0, 27, 1280, 693),
        QRect(0, 0, 640, 360),
        QRect(-1280, 0, 1280, 720),
    ],
)
@pytest.mark.parametrize("wanted", [QRect(0, 0, 1440, 900), QRect(900, 600, 1024, 640)])
def test_a_window_and_its_frame_lie_on_the_screen(screen: QRect, wanted: QRect) -> None:
    found = bounded(wanted, screen, FRAME)
    assert screen.contains(found.adjusted(-4, -32, 4, 4))
    assert found.width() == min(wanted.width(), screen.width() - 8)


def test_a_window_that_fits_stays_where_it_was() -> None:
    wanted = QRect(300, 100, 1440, 900)
    assert bounded(wanted, QRect(0, 0, 2560, 1440), FRAME) == wanted


def test_the_window_can_be_made_as_small_as_its_screen(session: Session, qtbot: QtBot) -> None:
    window = session.window
    free = window.screen().availableGeometry()
    qtbot.waitUntil(lambda: free.contains(window.frameGeometry()), timeout=5_000)
    assert window.minimumWidth() <= free.width()
    assert window.minimumHeight() <= free.height()


def test_in_a_window_smaller_than_the_rooms_they_scroll(session: Session, qtbot: QtBot) -> None:
    window = session.window
    window.setMinimumSize(1, 1)
    window.resize(640, 360)
    across, down = window._scroll.horizontalScrollBar(), window._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: across.maximum() > 0 and down.maximum() > 0, timeout=5_000)
    assert window.status.geometry().bottom() <= window.height()
    assert window.status.width() + window.rail.width() <= window.width()
    window.resize(SMALLEST)
    qtbot.waitUntil(lambda: across.maximum() == down.maximum() == 0, timeout=5_000)


def test_a_notice_makes_no_room_scroll(session: Session, qtbot: QtBot) -> None:
    window = session.window
    window.resize(1280, 720)
    studio = session.assembly.studio
    assert studio is not None
    studio.new_page.options.more.setChecked(True)
    studio.new_page.notice.tell("Something happened. " * 10)
    qtbot.wait(200)
    assert window._scroll.verticalScrollBar().maximum() == 0
    assert studio.height() == window._scroll.viewport().height()
