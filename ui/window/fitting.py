"""A window is never larger than the screen it is on, whatever was remembered or is usual."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

SMALLEST = QSize(1024, 640)
"""Logical pixels at which everything is in sight; on a smaller screen the rooms scroll."""
FRAME = QSize(8, 36)
"""What a window manager adds around a window, as long as that is not known."""


def fit(window: QMainWindow) -> None:
    """Bound size and place to the screen; before it is shown, and once more when its frame is known
    unless somebody has given it another size by then."""
    _bound(window, FRAME)
    asked = window.size()

    def again() -> None:
        if window.isVisible() and window.size() == asked:
            _bound(window, window.frameGeometry().size() - window.size())

    QTimer.singleShot(0, window, again)


def bounded(wanted: QRect, free: QRect, frame: QSize) -> QRect:
    """A window's own area (without its frame) inside `free`, as near to the wanted one as can be.

    All in logical pixels; `frame` is what the frame adds in width and height, most of it above.
    """
    room = free.size() - frame
    size = wanted.size().boundedTo(room)
    side, top = frame.width() // 2, max(0, frame.height() - frame.width() // 2)
    first = free.topLeft() + QPoint(side, top)
    last = first + QPoint(room.width() - size.width(), room.height() - size.height())
    left = min(max(wanted.left(), first.x()), last.x())
    above = min(max(wanted.top(), first.y()), last.y())
    return QRect(QPoint(left, above), size)


def _bound(window: QMainWindow, frame: QSize) -> None:
    free = _free(window)
    window.setMinimumSize(SMALLEST.boundedTo(free.size() - frame))
    if window.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
        return
    now = window.geometry()
    wanted = bounded(now, free, frame)
    if wanted != now:
        window.setGeometry(wanted)


def _free(window: QMainWindow) -> QRect:
    """The part of the window's screen that no panel covers."""
    screen = QGuiApplication.screenAt(window.geometry().center()) or window.screen()
    return screen.availableGeometry()
