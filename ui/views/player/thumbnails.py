"""Small pictures of files, decoded beside the GUI thread at the size they are shown in."""

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from ui.bridge import Bridge, Ticket

KEPT = 48
"""Pictures kept; at 180 by 101 pixels about 70 KB each."""


class Thumbnails(QObject):
    """A store of pictures by file and size in device pixels.

    `arrived` is called on the GUI thread with the file whose picture has come, or cannot be had.
    """

    def __init__(
        self, bridge: Bridge, arrived: Callable[[Path], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._arrived = bridge, arrived
        self._kept: OrderedDict[Path, tuple[QSize, QImage]] = OrderedDict()
        self._asked: dict[Path, tuple[QSize, Ticket]] = {}

    def get(self, path: Path, size: QSize) -> QImage | None:
        """The picture, in another size as long as the right one has not come; None if none has."""
        kept = self._kept.get(path)
        if kept is not None:
            self._kept.move_to_end(path)
        asked = self._asked.get(path)
        if (kept is None or kept[0] != size) and (asked is None or asked[0] != size):
            self._ask(path, size)
        return None if kept is None else kept[1]

    def failed(self, path: Path) -> bool:
        """Whether this file was asked for and gave no picture."""
        kept = self._kept.get(path)
        return kept is not None and kept[1].isNull()

    def drop(self) -> None:
        """Nothing that is under way is wanted any more."""
        for _, ticket in self._asked.values():
            ticket.drop()
        self._asked.clear()

    def _ask(self, path: Path, size: QSize) -> None:
        if path in self._asked:
            self._asked[path][1].drop()
        ticket = self._bridge.submit(
            lambda: read_small(path, size),
            lambda image: self._take(path, size, image),
            lambda _: self._take(path, size, QImage()),
        )
        self._asked[path] = (size, ticket)

    def _take(self, path: Path, size: QSize, image: QImage) -> None:
        self._asked.pop(path, None)
        self._kept[path] = (size, image)
        self._kept.move_to_end(path)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._arrived(path)


def read_small(path: Path, size: QSize) -> QImage:
    """The picture fitted into `size` pixels; empty where it cannot be read. For worker threads."""
    reader = QImageReader(str(path))
    image = reader.read()
    if image.isNull():
        return image
    return image.scaled(
        size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
