"""The map of the bank: points to look at, to point at, and to catch with a lasso."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.memory.insight.map import BankMap
from app.texts import ngettext, tr
from ui.theme.appearance import Appearance
from ui.views.memory.whole.colouring import Colouring, colour_values, tokens_of
from ui.views.memory.whole.lasso import inside
from ui.views.memory.whole.map_drawing import SIGNS_UP_TO, draw_signs, frame_of, pixels

MARGIN = 18.0
"""Logical pixels around the map."""
REACH = 10.0
"""Logical pixels from a point at which a click still means it."""
MOST_ZOOM = 40.0
STEP = 1.25


class MapView(QWidget):
    """Drag with the left button to catch points, with the right one to move; the wheel zooms.

    With the keyboard: arrows go to the next point in that direction, Enter shows its record, Space
    catches it or lets it go, Esc lets all go, plus and minus zoom, 0 shows everything.

    Signals:
        pointed(int): a record is to be shown.
        caught(tuple): ids of the records that are caught now.
    """

    pointed = Signal(int)
    caught = Signal(object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._map: BankMap | None = None
        self._colouring: Colouring = "polarity"
        self._zoom, self._middle = 1.0, QPointF(0.0, 0.0)
        self._lasso: list[QPointF] = []
        self._grip: QPointF | None = None
        self._cached: QPixmap | None = None
        self._chosen: set[int] = set()
        self._here = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(240, 220)
        self.setAccessibleName(tr("Map of the bank"))
        self.setCursor(Qt.CursorShape.CrossCursor)
        appearance.changed.connect(self._forget_picture)

    def sizeHint(self) -> QSize:
        """Square, and as large as there is room."""
        return QSize(520, 520)

    def show_map(self, found: BankMap) -> None:
        """Show another map, or the same one of a bank that changed."""
        self._map = found
        known = set(found.ids.tolist())
        self._chosen &= known
        self._here = -1
        count = len(found.ids)
        self.setAccessibleDescription(
            ngettext("{n} record", "{n} records", count).format(n=f"{count:,}")
        )
        self._forget_picture()

    def colour_by(self, colouring: Colouring) -> None:
        """Colour the points by something else."""
        self._colouring = colouring
        self._forget_picture()

    def catch(self, ids: set[int]) -> None:
        """Let these records be the caught ones, and tell."""
        self._chosen = ids
        self._forget_picture()
        self.caught.emit(tuple(sorted(ids)))

    def reset_view(self) -> None:
        """Show the whole map."""
        self._zoom, self._middle = 1.0, QPointF(0.0, 0.0)
        self._forget_picture()

    def _forget_picture(self) -> None:
        self._cached = None
        self.update()

    def places(self) -> NDArray[np.float64]:
        """Where each point is drawn, in logical pixels, shape (n, 2)."""
        assert self._map is not None
        area = frame_of((self.width(), self.height()), MARGIN)
        middle = np.array([self._middle.x(), self._middle.y()])
        scaled = (self._map.points.astype(np.float64) - middle) * self._zoom
        half = area.width() / 2
        flipped = scaled * np.array([half, -half])
        found: NDArray[np.float64] = flipped + np.array([area.center().x(), area.center().y()])
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The points, the lasso, and the mark of the point that has the focus."""
        painter = QPainter(self)
        if self._map is None or not len(self._map.ids):
            return
        if self._cached is None or self._cached.devicePixelRatio() != self.devicePixelRatio():
            self._cached = self._picture()
        painter.drawPixmap(0, 0, self._cached)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self._appearance.theme.color("accent")
        if len(self._lasso) > 1:
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(self._appearance.theme.color("accent", 0.15))
            painter.drawPolygon(QPolygonF(self._lasso))
        if self._here >= 0:
            painter.setPen(QPen(self._appearance.theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            x, y = self.places()[self._here]
            painter.drawEllipse(QPointF(x, y), 9, 9)
        if self.hasFocus():
            painter.setPen(QPen(accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            path = QPainterPath()
            path.addRoundedRect(0.5, 0.5, self.width() - 1, self.height() - 1, 8, 8)
            painter.drawPath(path)

    def _picture(self) -> QPixmap:
        assert self._map is not None
        theme, ratio = self._appearance.theme, self.devicePixelRatio()
        tokens, places = tokens_of(self._map, self._colouring), self.places()
        if len(tokens) > SIGNS_UP_TO:
            values = colour_values(theme)
            rgb = np.array([values[token] for token in tokens], dtype=np.uint8)
            if self._chosen:
                caught = np.isin(self._map.ids, list(self._chosen))
                text = theme.color("text")
                rgb[caught] = (text.red(), text.green(), text.blue())
                order = np.argsort(caught, kind="stable")
                places, rgb = places[order], rgb[order]
            return pixels((self.width(), self.height()), ratio, places, rgb)
        made = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setBackground(theme.color("text"))
        colours = [theme.color(token, 0.85) for token in tokens]
        draw_signs(painter, places, self._map, colours, self._chosen)
        painter.end()
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw anew in the new size."""
        self._forget_picture()
        super().resizeEvent(event)

    def nearest(self, position: QPointF) -> int:
        """The number of the point that is meant at a place, or -1."""
        if self._map is None or not len(self._map.ids):
            return -1
        away = np.hypot(*(self.places() - np.array([position.x(), position.y()])).T)
        number = int(np.argmin(away))
        return number if away[number] <= REACH else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a lasso, or take hold of the map."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._lasso = [event.position()]
        elif event.button() in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
            self._grip = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the lasso, or move the map."""
        if self._lasso:
            self._lasso.append(event.position())
            self.update()
        elif self._grip is not None:
            moved = event.position() - self._grip
            self._grip = event.position()
            half = frame_of((self.width(), self.height()), MARGIN).width() / 2 * self._zoom
            self._middle -= QPointF(moved.x() / half, -moved.y() / half)
            self._forget_picture()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Catch what is inside; a click without a drag shows one record."""
        self._grip = None
        lasso, self._lasso = self._lasso, []
        if self._map is None or not lasso:
            return
        if (lasso[0] - event.position()).manhattanLength() < 4 and len(lasso) < 8:
            self._here = self.nearest(event.position())
            self.update()
            if self._here >= 0:
                self.pointed.emit(int(self._map.ids[self._here]))
            return
        polygon = np.array([(point.x(), point.y()) for point in lasso])
        caught = set(self._map.ids[inside(polygon, self.places())].tolist())
        add = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.catch(self._chosen | caught if add else caught)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse."""
        steps = event.angleDelta().y() / 120
        self._zoom_at(event.position(), STEP**steps)
        event.accept()

    def _zoom_at(self, place: QPointF, factor: float) -> None:
        area = frame_of((self.width(), self.height()), MARGIN)
        zoom = min(max(self._zoom * factor, 1.0), MOST_ZOOM)
        away = (place - area.center()) / (area.width() / 2)
        shift = 1 / self._zoom - 1 / zoom
        self._middle += QPointF(away.x() * shift, -away.y() * shift)
        self._zoom = zoom
        if zoom == 1.0:
            self._middle = QPointF(0.0, 0.0)
        self._forget_picture()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """All of it without a mouse."""
        turns = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }  # fmt: skip
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        if key in turns:
            self._step(*turns[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._here >= 0 and self._map:
            self.pointed.emit(int(self._map.ids[self._here]))
        elif key == Qt.Key.Key_Space and self._here >= 0 and self._map:
            self.catch(self._chosen ^ {int(self._map.ids[self._here])})
        elif key == Qt.Key.Key_Escape and self._chosen:
            self.catch(set())
        elif event.text() == "+":
            self._zoom_at(middle, STEP)
        elif event.text() == "-":
            self._zoom_at(middle, 1 / STEP)
        elif event.text() == "0":
            self.reset_view()
        else:
            super().keyPressEvent(event)

    def _step(self, right: int, down: int) -> None:
        """To the nearest point that lies within 45 degrees of a direction."""
        if self._map is None or not len(self._map.ids):
            return
        places = self.places()
        if self._here < 0:
            start = np.array([self.width() / 2, self.height() / 2])
            self._here = int(np.argmin(np.hypot(*(places - start).T)))
        else:
            away = places - places[self._here]
            along = away @ np.array([right, down], dtype=np.float64)
            across = np.abs(away @ np.array([down, right], dtype=np.float64))
            ahead = (along > 0.5) & (across <= along)
            if ahead.any():
                cost = np.where(ahead, along + across, np.inf)
                self._here = int(np.argmin(cost))
        self.setAccessibleDescription(self._told(self._here))
        self.update()

    def _told(self, number: int) -> str:
        assert self._map is not None
        sign = "M+" if self._map.polarity[number] == "success" else "M\u2212"
        return tr("{sign} record {id}, {domain}, {role}, {status}").format(
            sign=sign, id=int(self._map.ids[number]), domain=self._map.domain[number],
            role=self._map.role[number], status=self._map.status[number],
        )  # fmt: skip

    def event(self, event: QEvent) -> bool:
        """Say which record the mouse is at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self.nearest(QPointF(event.pos()))
            if number >= 0:
                QToolTip.showText(event.globalPos() + QPoint(8, 8), self._told(number), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
