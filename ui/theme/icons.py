"""Icons: Lucide's drawings (ISC licence) from `resources/icons`, in the colours of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.paths import RESOURCES
from ui.theme.tokens import Theme, px

_FOLDER = RESOURCES / "icons"
_SCALES = (1.0, 2.0)


def icon(name: str, theme: Theme, token: str = "text") -> QIcon:
    """A drawing as an icon in a colour of the theme; greyed where its control is disabled.

    Raises:
        FileNotFoundError: there is no drawing of this name.
    """
    return _icon(name, theme[token], theme["faint"])


def pixmap(name: str, colour: str, size: int, scale: float = 1.0) -> QPixmap:
    """A drawing as a picture of `size` logical pixels; `colour` is `#rrggbb`."""
    picture = QPixmap(QSize(round(size * scale), round(size * scale)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer = QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", colour).encode()))
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture


@cache
def _icon(name: str, colour: str, disabled: str) -> QIcon:
    made = QIcon()
    size = px("icon_px")
    for scale in _SCALES:
        made.addPixmap(pixmap(name, colour, size, scale), QIcon.Mode.Normal)
        made.addPixmap(pixmap(name, disabled, size, scale), QIcon.Mode.Disabled)
    return made


@cache
def _drawing(name: str) -> str:
    return (_FOLDER / f"{name}.svg").read_text("utf-8")
