"""The picture itself: both sides painted as a pair, under a wipe, or blinking."""

import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.texts import mark, tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.player.geometry import Place, arrange, in_picture
from ui.views.player.overlay import (
    STAGE_COLOUR,
    draw_box,
    draw_caption,
    draw_edge,
    draw_panel,
    draw_pin,
    pin_place,
)
from ui.views.player.track import Track
from ui.views.player.values import SIDES, CommentPin, Mode, Side
from ui.views.player.wipe import SIZE, STEPS, WipeHandle

BLINK_MS = 800
"""Slower than three changes a second, the limit for flashes (WCAG 2.2, 2.3.1)."""
REPAINT_MS = 33
PAINT_SHARE = 0.25
"""Most of the GUI thread's time that painting may take: large videos are painted less often."""
ASPECT = 16 / 9
KEY_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
NOTHING = mark("A version is shown here once it has been rendered.")


class Stage(QWidget):
    """Paints two tracks. Frames arrive more often than it repaints; the newest one is shown."""

    edge_moved = Signal(float)
    switched = Signal(str)

    def __init__(
        self, appearance: Appearance, tracks: Mapping[Side, Track], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self.tracks = appearance, tracks
        self.mode: Mode = "wipe"
        self.edge = 0.5
        self.boxes_shown = True
        self.seconds = 0.0
        self.playing = False
        self.blinked: Side = "after"
        self.pins: Sequence[CommentPin] = ()
        self._fitted: dict[Side, tuple[tuple[int, int, int], QImage]] = {}
        self._by_key = False
        self._paint_ms = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 135)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Before and after"))
        self.handle = WipeHandle(appearance, self)
        self.handle.valueChanged.connect(lambda value: self.set_edge(value / STEPS))
        self.handle.dragged.connect(self.edge_to)
        self._repaint = QTimer(self, interval=REPAINT_MS, singleShot=True)
        self._repaint.timeout.connect(self._show_newest)
        self._blink = QTimer(self, interval=BLINK_MS)
        self._blink.timeout.connect(self._blink_now)
        for side in SIDES:
            tracks[side].changed.connect(self.refresh)
            tracks[side].noted.connect(self.arrange)

    def sizeHint(self) -> QSize:
        """A picture of 16:9."""
        return QSize(720, 405)

    def minimumSizeHint(self) -> QSize:
        """Still a picture."""
        return QSize(240, 135)

    @property
    def effective_mode(self) -> Mode:
        """A wipe or a blink needs two pictures; else they stand beside each other."""
        return self.mode if all(self._aspect(side) for side in SIDES) else "pair"

    @property
    def compares(self) -> bool:
        """Whether both sides have a picture."""
        return all(self._aspect(side) for side in SIDES)

    def set_mode(self, mode: Mode) -> None:
        """Compare in another way."""
        self.mode = mode
        self.arrange()

    def set_edge(self, edge: float) -> None:
        """Move the wipe's edge; 0 is the left of the picture, 1 the right."""
        edge = min(max(0.0, edge), 1.0)
        if abs(edge - self.edge) < 1e-6:
            return
        self.edge = edge
        self.handle.setValue(round(edge * STEPS))
        self._place_handle()
        self.edge_moved.emit(edge)
        self.update()

    def edge_to(self, x: int) -> None:
        """Move the wipe's edge to a place on the stage in logical pixels."""
        picture = self.pictures().get("after")
        if picture is not None and picture.width():
            self.set_edge((x - picture.x()) / picture.width())

    def switch(self) -> None:
        """Show the other side of a blink."""
        self.blinked = "before" if self.blinked == "after" else "after"
        self.switched.emit(self.blinked)
        self.update()

    def arrange(self) -> None:
        """After a change of mode, clips or size."""
        self._fitted.clear()
        self._place_handle()
        blinking = self.effective_mode == "blink" and not self._appearance.reduced_motion
        if blinking and self.isVisible():
            self._blink.start()
        else:
            self._blink.stop()
        self.update()

    def refresh(self) -> None:
        """Show the newest frames soon."""
        if not self._repaint.isActive() and self.isVisible():
            self._repaint.start(max(REPAINT_MS, round(self._paint_ms / PAINT_SHARE)))

    def _show_newest(self) -> None:
        self._place_handle()  # the first frame tells how wide the picture is
        self.update()

    def pictures(self) -> dict[Side, QRect]:
        """Where each side's picture stands, or the panel in its place."""
        return {side: place.picture for side, place in self.places().items()}

    def places(self) -> dict[Side, Place]:
        """Where each side stands, panels included."""
        present = tuple(self.tracks[side].clip is not None for side in SIDES)
        if not any(present):
            return {}
        return arrange(
            self.rect(),
            self.effective_mode,
            self._aspect("before"),
            self._aspect("after"),
            (present[0], present[1]),
        )

    def visible_sides(self) -> list[tuple[Side, QRect, QRect]]:
        """Each side that is seen, its picture, and the part of it that is not covered."""
        places = self.pictures()
        if self.effective_mode == "blink" and len(places) == 2:
            return [(self.blinked, places[self.blinked], places[self.blinked])]
        shown = []
        for side, place in places.items():
            part = QRect(place)
            if self.effective_mode == "wipe" and len(places) == 2:
                x = round(self._edge_x())
                part.setRight(x - 1) if side == "before" else part.setLeft(x)
            shown.append((side, place, part))
        return shown

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Pictures, then what lies on them."""
        begun = time.thread_time()
        self._paint()
        spent = (time.thread_time() - begun) * 1000
        self._paint_ms += (spent - self._paint_ms) / 4

    def _paint(self) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        card = QPainterPath()
        card.addRoundedRect(self.rect(), px("control_radius"), px("control_radius"))
        painter.setClipPath(card)
        painter.fillRect(self.rect(), STAGE_COLOUR)
        places = self.visible_sides()
        if not places:
            draw_panel(painter, self.rect(), "film", tr(NOTHING), self.devicePixelRatio())
        for side, place, part in places:
            painter.save()
            painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
            self._paint_side(painter, side, place)
            painter.restore()
        self._paint_captions(painter, [side for side, _, _ in places])
        if self.handle.isVisible():
            draw_edge(painter, self._edge_x(), self.pictures()["after"])
        if self.hasFocus() and self._by_key:
            painter.setPen(QPen(self._appearance.theme.color("accent"), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(card)
        painter.end()

    def _paint_side(self, painter: QPainter, side: Side, place: QRect) -> None:
        track = self.tracks[side]
        if track.clip is None:
            return
        if self._aspect(side) is None:
            words = track.reason or tr("There is no picture of this iteration.")
            sign = "film" if track.clip.pending else "circle-x"
            draw_panel(painter, place, sign, words, self.devicePixelRatio())
            return
        image = track.image()
        if image is None:
            painter.fillRect(place, Qt.GlobalColor.black)
        else:
            painter.drawImage(place, self._fit_image(side, image, place.size()))
        if self.boxes_shown:
            for mark in track.clip.boxes:
                if mark.holds_at(self.seconds):
                    draw_box(painter, in_picture(mark.box, place), mark.severity)
        for number, pin in enumerate(self.pins, 1):
            if pin.side == side and pin.holds_at(self.seconds):
                draw_pin(painter, pin_place(pin, place), number, pin.resolved)

    def _paint_captions(self, painter: QPainter, sides: list[Side]) -> None:
        places = self.places()
        apart = self.effective_mode != "pair" and len(places) == 2
        for side in sides:
            track = self.tracks[side]
            if track.clip is not None:
                right = apart and side == "after"
                draw_caption(painter, track.clip.title, track.note, places[side].caption, right)

    def _fit_image(self, side: Side, image: QImage, size: QSize) -> QImage:
        """While it stands still a picture is scaled with care, once; in motion the painter does."""
        if self.playing:
            return image
        ratio = self.devicePixelRatio()
        wanted = QSize(round(size.width() * ratio), round(size.height() * ratio))
        key = (image.cacheKey(), wanted.width(), wanted.height())
        kept = self._fitted.get(side)
        if kept is None or kept[0] != key:
            scaled = image.scaled(
                wanted,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            kept = (key, scaled)
            self._fitted[side] = kept
        return kept[1]

    def _aspect(self, side: Side) -> float | None:
        track = self.tracks[side]
        if track.clip is None or (track.clip.empty and track.image() is None):
            return None
        if not track.live and not track.clip.keyframes and track.note:
            return None
        image = track.image()
        return image.width() / image.height() if image and image.height() else ASPECT

    def _edge_x(self) -> float:
        picture = self.pictures()["after"]
        return picture.x() + self.edge * picture.width()

    def _place_handle(self) -> None:
        shown = self.effective_mode == "wipe" and self.compares
        self.handle.setVisible(shown)
        if shown:
            middle = self.pictures()["after"].center().y()
            self.handle.move(round(self._edge_x()) - SIZE // 2, middle - SIZE // 2)

    def _blink_now(self) -> None:
        if self._appearance.reduced_motion:
            self._blink.stop()
        else:
            self.switch()

    def fractions(self, place: QPointF) -> tuple[Side, float, float] | None:
        """The side under a point of the stage and where in its picture, in [0, 1]."""
        for side, picture, part in self.visible_sides():
            if part.contains(place.toPoint()) and self._aspect(side):
                x = (place.x() - picture.x()) / picture.width()
                y = (place.y() - picture.y()) / picture.height()
                return side, min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find new places."""
        self.arrange()
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to blink, if that is chosen."""
        super().showEvent(event)
        self.arrange()

    def hideEvent(self, event: QHideEvent) -> None:
        """No timer works for what nobody sees."""
        self._blink.stop()
        self._repaint.stop()
        super().hideEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus to those who came by key."""
        super().focusInEvent(event)
        self._by_key = event.reason() in KEY_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no more."""
        super().focusOutEvent(event)
        self.update()
