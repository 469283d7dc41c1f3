"""Drawing the points of the map into a picture, few of them as signs, many of them as pixels."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap

from app.memory.insight.map import BankMap

SIGNS_UP_TO = 4000
"""Points drawn as signs with smooth edges (about 10 ms); more are drawn as squares of pixels."""
RADIUS = 4.0
"""Of a sign, logical pixels."""
Places = NDArray[np.float64]


def draw_signs(
    painter: QPainter, places: Places, found: BankMap, colours: list[QColor], chosen: set[int]
) -> None:
    """M+ as discs, M- as diamonds; chosen ones with a ring."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, (x, y) in enumerate(places.tolist()):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours[number])
        if found.polarity[number] == "success":
            painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)
        else:
            _diamond(painter, x, y)
        if int(found.ids[number]) in chosen:
            painter.setPen(QPen(painter.background().color(), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, y), RADIUS + 3, RADIUS + 3)


def _diamond(painter: QPainter, x: float, y: float) -> None:
    reach = RADIUS * 1.25
    painter.drawPolygon(
        [QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)]
    )


def pixels(size: tuple[int, int], ratio: float, places: Places, rgb: NDArray[np.uint8]) -> QPixmap:
    """Squares of 2 by 2 logical pixels, the later ones above; transparent elsewhere.

    Args:
        size: width and height in logical pixels.
        places: shape (n, 2), logical pixels.
        rgb: shape (n, 3).
    """
    width, height = (max(1, round(length * ratio)) for length in size)
    canvas = np.zeros((height, width, 4), dtype=np.uint8)
    side = max(2, round(2 * ratio))
    corner = np.floor(places * ratio).astype(np.int64) - side // 2
    values = np.concatenate(
        [rgb[:, ::-1], np.full((len(rgb), 1), 255, dtype=np.uint8)], axis=1
    )  # blue, green, red, alpha: the order of a 32-bit picture in memory
    for down in range(side):
        for across in range(side):
            xs, ys = corner[:, 0] + across, corner[:, 1] + down
            inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
            canvas[ys[inside], xs[inside]] = values[inside]
    image = QImage(canvas.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()
    image.setDevicePixelRatio(ratio)
    return QPixmap.fromImage(image)


def frame_of(size: tuple[int, int], margin: float) -> QRectF:
    """The square of the picture in which the map lies."""
    side = max(1.0, min(size) - 2 * margin)
    return QRectF((size[0] - side) / 2, (size[1] - side) / 2, side, side)
