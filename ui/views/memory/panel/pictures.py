"""The frames of a record: stills, of which a click plays the video in their place."""

from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageReader,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.memory.insight.links import Origin, Rendition
from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip
from ui.widgets.basics import IconButton, column, row

RADIUS = 8
CAPTION = 22
PLAY = 34
HIGHEST = 300
"""Logical pixels of a picture: what is said below it stays in sight."""
PLAYER_ROOM = 52
"""Height of the player's controls below its picture."""
LARGEST = QSize(960, 540)


class Still(QWidget):
    """One frame with what it is of. `pressed` if its video is to be played."""

    pressed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        version: Rendition,
        words: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance, self._words = appearance, words
        self._playable = version.video is not None
        self._picture: QPixmap | None = None
        self._ticket: Ticket | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.setAccessibleName(words)
        if self._playable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setToolTip(tr("Play this version"))
        if version.frames:
            self._ticket = bridge.submit(lambda: _read(poster(version)), self._take, lambda _: None)
        appearance.changed.connect(self.update)

    def drop(self) -> None:
        """It is not shown any more."""
        if self._ticket is not None:
            self._ticket.drop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As wide as there is room, as high as a picture of 16 to 9."""
        super().resizeEvent(event)
        self.setFixedHeight(min(HIGHEST, event.size().width() * 9 // 16))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play."""
        if event.button() == Qt.MouseButton.LeftButton and self._playable:
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter play."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self._playable:
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The frame with round corners, its caption, the sign of playing."""
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = self.rect().adjusted(0, 0, -1, -1)
        path = QPainterPath()
        path.addRoundedRect(area, RADIUS, RADIUS)
        painter.setClipPath(path)
        painter.fillRect(area, QColor("#000000"))
        if self._picture is not None:
            size = self._picture.size().scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
            target = QRect(0, 0, size.width(), size.height())
            target.moveCenter(area.center())
            painter.drawPixmap(target, self._picture)
        if self._playable:
            self._paint_play(painter, area)
        self._paint_caption(painter, area)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.color("accent" if self.hasFocus() else "line"))
        painter.drawPath(path)
        painter.end()

    def _paint_play(self, painter: QPainter, area: QRect) -> None:
        disc = QRect(0, 0, PLAY, PLAY)
        disc.moveCenter(area.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 150))
        painter.drawEllipse(disc)
        size = PLAY // 2
        sign = pixmap("play", "#ffffff", size, self.devicePixelRatioF())
        painter.drawPixmap(disc.center().x() - size // 2 + 2, disc.center().y() - size // 2, sign)

    def _paint_caption(self, painter: QPainter, area: QRect) -> None:
        font = self.font()
        font.setPixelSize(px("label_px"))
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(self._words) + 14
        box = QRect(area.left() + 6, area.bottom() - CAPTION - 4, width, CAPTION - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 170))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._words)

    def _take(self, image: QImage) -> None:
        if not image.isNull():
            self._picture = QPixmap.fromImage(image)
            self.update()


class Pictures(QWidget):
    """The versions of an origin side by side; one of them plays over the whole width."""

    def __init__(
        self, appearance: Appearance, bridge: Bridge, origin: Origin, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self._bridge = appearance, bridge
        self._stills = QWidget()
        self._player: BeforeAfterPlayer | None = None
        self._playing: QWidget | None = None
        self._waiting = False
        self.frames: list[Still] = []
        line = row(self._stills, gap=px("tight"))
        for version in (origin.before, origin.after):
            if version is not None:
                still = Still(appearance, bridge, version, caption(version))
                still.pressed.connect(lambda version=version: self.play(version))
                self.frames.append(still)
                line.addWidget(still, 1)
        self._box = column(self, 0, 4)
        self._box.addWidget(self._stills)

    def drop(self) -> None:
        """Let go of files and of what is on its way."""
        for still in self.frames:
            still.drop()
        if self._player is not None:
            self._player.clear()

    def play(self, version: Rendition) -> None:
        """Show the video of a version in place of the frames."""
        if self._player is None:
            self._player = BeforeAfterPlayer(self._appearance, self._bridge, compare=False)
            self._playing = self._with_cross(self._player)
            self._box.addWidget(self._playing)
            self._player.transport.length_changed.connect(lambda _: self._begin())
        assert self._playing is not None
        high = min(HIGHEST, max(150, self.width() * 9 // 16))
        self._playing.setFixedHeight(high + PLAYER_ROOM)
        frames = ((poster(version), 0.0),) if version.frames else ()
        self._player.show_pair(None, Clip(caption(version), version.video, frames), at=0.0)
        self._stills.hide()
        self._playing.show()
        self._player.setFocus()
        self._waiting = True
        self._begin()

    def _begin(self) -> None:
        """Play as soon as the video is open: its length is known then."""
        if self._waiting and self._player is not None and self._player.transport.length > 0:
            self._waiting = False
            self._player.transport.play()

    def stop(self) -> None:
        """Back to the frames."""
        self._waiting = False
        if self._player is not None and self._playing is not None:
            self._player.clear()
            self._playing.hide()
            self._stills.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends playing."""
        if event.key() == Qt.Key.Key_Escape and self._stills.isHidden():
            self.stop()
        else:
            super().keyPressEvent(event)

    def _with_cross(self, player: QWidget) -> QWidget:
        outside = QWidget()
        line = row(outside, gap=0)
        line.addWidget(player, 1)
        away = IconButton("x", tr("Back to the frames"), self._appearance)
        away.clicked.connect(self.stop)
        line.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        return outside


def poster(version: Rendition) -> Path:
    """The keyframe with most in it: scenes end with little on the screen, or fading out."""
    return max(version.frames, key=lambda path: path.stat().st_size if path.exists() else 0)


def caption(version: Rendition) -> str:
    """`v3 · 87.0`."""
    score = "" if version.score is None else f" \u00b7 {version.score:.1f}"
    return f"v{version.t}{score}"


def _read(path: Path) -> QImage:
    reader = QImageReader(str(path))
    full = reader.size()
    if full.width() > LARGEST.width() or full.height() > LARGEST.height():
        reader.setScaledSize(full.scaled(LARGEST, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
