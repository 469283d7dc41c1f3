"""The window is no larger than its screen, and on a small one its rooms scroll."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from tests.editing.made import make_run
from tests.loop.scripted import program
from ui.views.studio.room import StudioRoom
from ui.window.fitting import SMALLEST, bounded
from ui.window.main_window import MainWindow
from ui.window.session import Session

FRAME = QSize(8, 36)
RUN = "20260102-120000-cafe"


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


def small(session: Session, qtbot: QtBot) -> MainWindow:
    """The window on a screen of 1280 x 720 at 200%."""
    window = session.window
    window.setMinimumSize(1, 1)
    window.resize(640, 360)
    qtbot.waitUntil(lambda: window._scroll.viewport().height() < 340, timeout=5_000)
    return window


def test_in_a_window_smaller_than_the_rooms_they_scroll(session: Session, qtbot: QtBot) -> None:
    window = small(session, qtbot)
    across, down = window._scroll.horizontalScrollBar(), window._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: down.maximum() > 0, timeout=5_000)
    assert across.maximum() == 0, "what stood side by side stands one below the other"
    assert window.status.geometry().bottom() <= window.height()
    assert window.status.width() + window.rail.width() <= window.width()
    window.resize(SMALLEST)
    qtbot.waitUntil(lambda: across.maximum() == down.maximum() == 0, timeout=5_000)


@pytest.mark.parametrize("size", [(640, 360), (760, 420), (1024, 640), (1280, 400)])
@pytest.mark.parametrize("room", ["studio", "library", "memory", "settings"])
def test_in_a_small_window_nothing_lies_over_anything(
    session: Session, qtbot: QtBot, room: str, size: tuple[int, int]
) -> None:
    window = small(session, qtbot)
    window.enter(room)
    window.resize(*size)
    qtbot.wait(150)
    assert list(overlaps(window._stack)) == []


@pytest.mark.parametrize("size", [(640, 360), (1024, 640), (1440, 900)])
def test_the_titles_of_the_samples_are_whole(
    session: Session, studio: StudioRoom, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = small(session, qtbot)
    window.resize(*size)
    samples = studio.new_page._samples
    qtbot.waitUntil(lambda: samples.count() == 3, timeout=10_000)

    def whole() -> bool:
        items = [samples.itemAt(number) for number in range(samples.count())]
        made = [part for item in items if item is not None and (part := item.widget()) is not None]
        return len(made) == 3 and all(one.width() >= one.sizeHint().width() for one in made)

    qtbot.waitUntil(whole, timeout=5_000)


@pytest.mark.parametrize("size", [(640, 360), (1024, 640), (1280, 400)])
def test_in_a_small_window_the_buttons_of_the_player_stand_below_the_picture(
    session: Session, studio: StudioRoom, qtbot: QtBot, size: tuple[int, int]
) -> None:
    make_run(session.context.paths, {"Swing": [program("u=60"), program("u=95")]}, run=RUN)
    window = small(session, qtbot)
    window.resize(*size)
    studio.open_run(session.context.paths.runs / RUN)
    page = studio.run_page
    qtbot.waitUntil(lambda: bool(page.code.diff.program), timeout=10_000)
    qtbot.wait(150)
    player = page.picture.player
    assert player.stage.geometry().bottom() < player.controls.geometry().top()
    assert player.stage.height() >= player.stage.minimumSizeHint().height()
    assert list(overlaps(studio)) == []
    if size == (640, 360):
        both = player.stage.height() + player.controls.height()
        assert both <= window._scroll.viewport().height(), "both are seen at once"
        area = window._scroll.viewport().width()
        assert player.width() <= area, "the whole of the buttons is seen at once"


@pytest.mark.parametrize("size", [(640, 360), (1024, 640), (1280, 400)])
def test_in_a_small_window_the_questions_stand_beside_or_below_the_video(
    session: Session, studio: StudioRoom, qtbot: QtBot, size: tuple[int, int]
) -> None:
    make_run(session.context.paths, {"Swing": [program("u=95")]}, run=RUN)
    window = small(session, qtbot)
    window.resize(*size)
    studio.open_run(session.context.paths.runs / RUN)
    qtbot.waitUntil(lambda: bool(studio.run_page.code.diff.program), timeout=10_000)
    studio.rate()
    qtbot.waitUntil(lambda: studio.currentWidget() is studio.rating_page, timeout=10_000)
    qtbot.wait(150)
    form = studio.rating_page.form
    assert form is not None
    assert list(overlaps(studio)) == []
    for part in (form._watched, form._form):
        layout = part.layout()
        assert layout is not None
        assert layout.minimumHeightForWidth(part.width()) <= part.height(), "all has room"


def test_a_page_that_was_narrow_is_divided_again_as_it_was(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    window, page = session.window, studio.run_page
    window.resize(1440, 900)
    studio.show_run_page()
    qtbot.wait(60)
    columns = page._splitters["columns"]
    columns.setSizes([400, 900])
    before = columns.sizes()
    small(session, qtbot)
    qtbot.waitUntil(lambda: columns.orientation() is Qt.Orientation.Vertical, timeout=5_000)
    page.keep_layout()
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: columns.orientation() is Qt.Orientation.Horizontal, timeout=5_000)
    assert columns.sizes() == before
    assert columns.indexOf(page._splitters["left"]) == 0


def _parts(parent: QWidget) -> list[QWidget | None]:
    """What stands in a splitter, or in a layout itself."""
    if isinstance(parent, QSplitter):
        return [parent.widget(n) for n in range(parent.count())]
    if (layout := parent.layout()) is None:
        return []
    items = (layout.itemAt(n) for n in range(layout.count()))
    return [item.widget() for item in items if item is not None]


def overlaps(root: QWidget) -> Iterator[str]:
    """Neighbours in a layout that lie over one another, and parts of a splitter that do."""
    for parent in [root, *root.findChildren(QWidget)]:
        if not parent.isVisible() or isinstance(parent, QStackedWidget):
            continue
        inside = _parts(parent)
        there = [part for part in inside if part is not None and part.isVisible()]
        for one, other in combinations(there, 2):
            common = one.geometry().intersected(other.geometry())
            if common.width() > 1 and common.height() > 1:
                yield f"{type(parent).__name__}: {type(one).__name__} over {type(other).__name__}"


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


def test_the_export_dialog_fits_a_small_screen_and_keeps_its_buttons_in_sight(
    session: Session, studio: StudioRoom, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_run(session.context.paths, {"Swing": [program("u=95")]}, run=RUN)
    studio.open_run(session.context.paths.runs / RUN)
    qtbot.waitUntil(lambda: bool(studio.run_page.code.diff.program), timeout=10_000)
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: QRect(0, 0, 640, 360))
    session.assembly.export()
    dialog = session.assembly.exports
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible, timeout=5_000)
    qtbot.wait(50)
    assert dialog.height() <= 360 - 36
    assert dialog.width() <= 640
    assert dialog.rect().contains(dialog.export_button.geometry())
    assert dialog._area.verticalScrollBar().maximum() > 0
    assert list(overlaps(dialog)) == []
    dialog.close()
