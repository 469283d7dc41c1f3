"""One keyframe as a button: its picture, the boxes that hold at its moment, its tip."""

import html

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.views.player.geometry import fit, in_picture
from ui.views.player.overlay import STAGE_COLOUR, box_words, draw_box, ink
from ui.views.player.thumbnails import Thumbnails
from ui.views.player.values import BoxMark, Clip, clock

RADIUS = 6


class KeyframeCell(QAbstractButton):
    """Shows keyframe `number` of a clip, or a dash where there is none (yet)."""

    def __init__(
        self, appearance: Appearance, pictures: Thumbnails, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self._pictures = appearance, pictures
        self._clip: Clip | None = None
        self._number = 0
        self.current = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        appearance.changed.connect(self.update)
        self.show_keyframe(None, 0)

    @property
    def seconds(self) -> float | None:
        """Its moment, None where it is empty."""
        if self._clip is None or self._number >= len(self._clip.keyframes):
            return None
        return self._clip.keyframes[self._number][1]

    def show_keyframe(self, clip: Clip | None, number: int) -> None:
        """Show another one; `number` counts from 0."""
        self._clip, self._number = clip, number
        seconds = self.seconds
        self.setEnabled(seconds is not None)
        self.setCursor(
            Qt.CursorShape.ArrowCursor if seconds is None else Qt.CursorShape.PointingHandCursor
        )
        if clip is None or seconds is None:
            self.setAccessibleName(tr("No keyframe"))
            self.setToolTip("")
        else:
            lines = [
                tr("{title}, keyframe {number} at {clock}").format(
                    title=clip.title, number=number + 1, clock=clock(seconds)
                )
            ]
            lines += [box_words(mark) for mark in self._marks()]
            self.setAccessibleName("; ".join(lines))
            # Escaped: what a model wrote is never read as markup.
            self.setToolTip("<br>".join(html.escape(line) for line in lines))
        self.update()

    def set_current(self, current: bool) -> None:
        """Whether the player shows this one or what follows it."""
        if current != self.current:
            self.current = current
            self.update()

    def sizeHint(self) -> QSize:
        """A small picture of 16:9."""
        return QSize(150, 84)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space is a button's own key; the others belong to the rows."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Picture, boxes, rim."""
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        rim = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(rim, RADIUS, RADIUS)
        if self.seconds is None:
            self._paint_dash(painter, rim)
            painter.end()
            return
        painter.save()
        painter.setClipPath(shape)
        painter.fillPath(shape, STAGE_COLOUR)
        self._paint_picture(painter)
        painter.restore()
        chosen = self.hasFocus() or self.current
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent" if chosen else "line"), 2 if chosen else 1))
        painter.drawPath(shape)
        if self.hasFocus():
            painter.setPen(QPen(ink().color("text"), 1))
            painter.drawRoundedRect(rim.adjusted(2, 2, -2, -2), RADIUS - 2, RADIUS - 2)
        painter.end()

    def _paint_dash(self, painter: QPainter, rim: QRectF) -> None:
        theme = self._appearance.theme
        painter.setPen(QPen(theme.color("line"), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(rim, RADIUS, RADIUS)
        painter.setPen(theme.color("faint"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "\u2013")

    def _paint_picture(self, painter: QPainter) -> None:
        assert self._clip is not None
        path = self._clip.keyframes[self._number][0]
        ratio = self.devicePixelRatio()
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        image = self._pictures.get(path, size)
        if image is None:
            return
        if image.isNull():
            painter.setPen(self._appearance.theme.color("faint"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("not readable"))
            return
        place: QRect = fit(self.rect(), image.width() / image.height())
        painter.drawImage(place, image)
        for mark in self._marks():
            draw_box(painter, in_picture(mark.box, place), mark.severity, small=True)

    def _marks(self) -> list[BoxMark]:
        seconds = self.seconds
        if self._clip is None or seconds is None:
            return []
        return [mark for mark in self._clip.boxes if mark.holds_at(seconds)]
