"""Mouse and menus on the stage: dragging the edge, boxes, pins, comments."""

import html
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip

from app.texts import tr
from ui.views.player.geometry import in_picture
from ui.views.player.overlay import PIN_RADIUS, box_words, pin_place
from ui.views.player.stage import Stage
from ui.views.player.values import Side

GRIP = 12
"""Logical pixels on both sides of the edge in which the mouse takes hold of it."""


class PointingStage(Stage):
    """A stage that answers to the mouse.

    `comment_requested` carries the side and the place in picture fractions, `box_activated` the
    side and the number of the box in its clip, `pin_activated` the id of the comment.
    """

    comment_requested = Signal(str, float, float)
    box_activated = Signal(str, int)
    pin_activated = Signal(str)
    _dragging = False
    comments_allowed = True

    def event(self, event: QEvent) -> bool:
        """Tips say what a box or a pin is about."""
        if event.type() == QEvent.Type.ToolTip:
            help_event = cast(QHelpEvent, event)
            words = self.words_at(QPointF(help_event.pos()))
            if words:
                # Escaped: what a model wrote is never read as markup.
                QToolTip.showText(help_event.globalPos(), f"<p>{html.escape(words)}</p>", self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def words_at(self, place: QPointF) -> str:
        """What is under a point, in plain words; empty where there is nothing."""
        pin = self.pin_at(place)
        if pin is not None:
            return next(p.text for p in self.pins if p.id == pin)
        box = self.box_at(place)
        if box is None:
            return self._panel_words(place)
        clip = self.tracks[box[0]].clip
        return box_words(clip.boxes[box[1]]) if clip else ""

    def _panel_words(self, place: QPointF) -> str:
        for side, _, part in self.visible_sides():
            track = self.tracks[side]
            if part.contains(place.toPoint()) and (track.note or self.fractions(place) is None):
                return ". ".join(words for words in (track.note, track.reason) if words)
        return ""

    def box_at(self, place: QPointF) -> tuple[Side, int] | None:
        """The smallest box under a point."""
        if not self.boxes_shown:
            return None
        found: list[tuple[float, Side, int]] = []
        for side, picture, part in self.visible_sides():
            clip = self.tracks[side].clip
            if clip is None or not part.contains(place.toPoint()):
                continue
            for index, mark in enumerate(clip.boxes):
                area = in_picture(mark.box, picture)
                if mark.holds_at(self.seconds) and area.contains(place):
                    found.append((area.width() * area.height(), side, index))
        return min(found)[1:] if found else None

    def pin_at(self, place: QPointF) -> str | None:
        """The id of the comment under a point."""
        for side, picture, part in self.visible_sides():
            if not part.contains(place.toPoint()):
                continue
            for pin in reversed(self.pins):
                away = pin_place(pin, picture) - place
                near = away.x() ** 2 + away.y() ** 2 <= (PIN_RADIUS + 2) ** 2
                if pin.side == side and near and pin.holds_at(self.seconds):
                    return pin.id
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the edge, or choose what is under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        place = event.position()
        if self._near_edge(place):
            self._dragging = True
            return
        pin, box = self.pin_at(place), self.box_at(place)
        if pin is not None:
            self.pin_activated.emit(pin)
        elif box is not None:
            self.box_activated.emit(*box)
        elif self.effective_mode == "blink":
            self.switch()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the edge; say by the cursor what a click would do."""
        place = event.position()
        if self._dragging:
            self.edge_to(round(place.x()))
        elif self._near_edge(place):
            self.setCursor(Qt.CursorShape.SplitHCursor)
        elif self.pin_at(place) is not None or self.box_at(place) is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.unsetCursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the edge."""
        self._dragging = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for a comment here."""
        if not self._near_edge(event.position()):
            self._ask(event.position())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Comment here, or copy the picture."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        place = QPointF(self.middle() if by_key else event.pos())
        where = self.fractions(place)
        if where is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.comments_allowed:
            menu.addAction(tr("Comment here\u2026"), lambda: self._ask(place))
        menu.addAction(tr("Copy this picture"), lambda: self.copy(where[0]))
        menu.popup(self.mapToGlobal(place.toPoint()))

    def middle(self) -> QPoint:
        """The middle of the side that keys speak of: the one after, if it is seen."""
        sides = self.visible_sides()
        return sides[-1][2].center() if sides else self.rect().center()

    def comment_in_the_middle(self) -> None:
        """Ask for a comment without a mouse."""
        self._ask(QPointF(self.middle()))

    def copy(self, side: Side) -> None:
        """Put a side's picture on the clipboard, as large as it is."""
        image = self.tracks[side].image()
        if image is not None:
            QGuiApplication.clipboard().setImage(image)

    def _ask(self, place: QPointF) -> None:
        where = self.fractions(place)
        if where is not None and self.comments_allowed:
            self.comment_requested.emit(*where)

    def _near_edge(self, place: QPointF) -> bool:
        if not self.handle.isVisible():
            return False
        return abs(place.x() - self._edge_x()) <= GRIP
