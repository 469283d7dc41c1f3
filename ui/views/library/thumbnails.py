"""Small pictures of runs, read beside the GUI thread and only for what is on the screen."""

from collections import OrderedDict
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap

from ui.bridge import Bridge

KEPT_BYTES = 32 * 1024**2
"""Memory for pictures; one takes 0.15 MB on an ordinary screen and 0.6 MB at twice the scale."""
AT_ONCE = 2
WAITING = 48
"""Requests that may wait; older ones are for rows that have long been scrolled away."""


class Thumbnails(QObject):
    """`get` answers at once with what is there; `loaded` says that more is."""

    loaded = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._kept: OrderedDict[Path, QPixmap | None] = OrderedDict()
        self._wanted: list[Path] = []
        self._under_way: set[Path] = set()
        self._bytes = 0
        self._size = QSize(320, 180)

    def set_size(self, pixels: QSize) -> None:
        """How large pictures are drawn at most, in device pixels; larger ones are read anew."""
        if pixels.width() > self._size.width():
            self._size = pixels
            self._kept.clear()
            self._bytes = 0

    def get(self, path: Path | None) -> QPixmap | None:
        """The picture if it is there; else None, and it is being read."""
        if path is None:
            return None
        if path in self._kept:
            self._kept.move_to_end(path)
            return self._kept[path]
        if path not in self._under_way and path not in self._wanted:
            self._wanted.append(path)
            del self._wanted[:-WAITING]
            self._read_next()
        return None

    def _read_next(self) -> None:
        while self._wanted and len(self._under_way) < AT_ONCE:
            path = self._wanted.pop()  # the latest is the one on the screen
            self._under_way.add(path)
            self._bridge.submit(
                partial(_read, path, self._size),
                partial(self._keep, path, self._size),
                partial(self._keep_none, path, self._size),
            )

    def _keep(self, path: Path, size: QSize, image: QImage) -> None:
        self._under_way.discard(path)
        if size == self._size:  # else it is too small by now, and will be asked for again
            self._kept[path] = None if image.isNull() else QPixmap.fromImage(image)
            self._bytes += _bytes(self._kept[path])
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        self._read_next()
        self.loaded.emit()

    def _keep_none(self, path: Path, size: QSize, _error: Exception) -> None:
        self._keep(path, size, QImage())


def _bytes(picture: QPixmap | None) -> int:
    return 4 * picture.width() * picture.height() if picture is not None else 0


def _read(path: Path, size: QSize) -> QImage:
    """The picture scaled into `size`; a null one if it cannot be read."""
    reader = QImageReader(str(path))
    full = reader.size()
    if full.isValid() and (full.width() > size.width() or full.height() > size.height()):
        reader.setScaledSize(full.scaled(size, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
