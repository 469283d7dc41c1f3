"""Keyframes of both iterations, as one strip or as two rows."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from app.texts import tr
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.keyframe_cell import KeyframeCell
from ui.views.player.thumbnails import Thumbnails
from ui.views.player.values import SIDES, Clip, Side
from ui.widgets.basics import ElidedLabel, row

COUNT = 4
"""Keyframes of a render as the studio takes them; more are shown if there are more."""
NAME_WIDTH = 46
GAP = 6
MOST_HEIGHT, STRIP_HEIGHT, LEAST_HEIGHT = 96, 60, 40
STRIP_WIDTH = 800
"""From this width in logical pixels both sides share one line, each below its picture."""


class KeyframeRows(QWidget):
    """Both sides in one line where there is room, else before above after; one side alone takes one
    line. `jump` carries the seconds of the keyframe that was chosen.

    The room is kept while there is nothing yet. Arrow keys go from picture to picture, Enter and
    Space jump. Its height follows its width.
    """

    jump = Signal(float)

    def __init__(
        self, appearance: Appearance, bridge: Bridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._pictures = Thumbnails(bridge, self._arrived, self)
        self._clips: dict[Side, Clip | None] = {"before": None, "after": None}
        self._cells: dict[Side, list[KeyframeCell]] = {"before": [], "after": []}
        self._names: dict[Side, ElidedLabel] = {}
        self._lines: dict[Side, QHBoxLayout] = {}
        self._halves: dict[Side, QWidget] = {}
        self._both = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.setSpacing(GAP)
        for side in SIDES:
            half = self._halves[side] = QWidget()
            line = self._lines[side] = row(half, gap=GAP)
            name = ElidedLabel("\u2013", "label")
            name.setFixedWidth(NAME_WIDTH)
            name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
            self._names[side] = name
            line.addWidget(name)
            line.addStretch(1)
            self._both.addWidget(half, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Keyframes"))
        self._columns = 0
        self._seconds = 0.0
        self._aspect = 16 / 9
        self._make_cells(COUNT)

    def show_pair(self, before: Clip | None, after: Clip | None) -> None:
        """Show the keyframes of two iterations; a clip's title begins with its short name."""
        self._pictures.drop()
        self._clips = {"before": before, "after": after}
        most = max(len(clip.keyframes) if clip else 0 for clip in (before, after))
        self._make_cells(max(COUNT, most))
        self._halves["before"].setVisible(before is not None)
        self._halves["after"].setVisible(after is not None or before is None)
        for side in SIDES:
            clip = self._clips[side]
            self._names[side].setText((clip.name or clip.title) if clip else "\u2013")
            self._names[side].setToolTip(clip.title if clip else "")
            for number, cell in enumerate(self._cells[side]):
                cell.show_keyframe(clip, number)
        self.set_position(self._seconds)
        self._take_height()

    def set_aspect(self, aspect: float) -> None:
        """Width by height of the videos: 16:9 unless it is said."""
        self._aspect = aspect
        self._take_height()

    def set_position(self, seconds: float) -> None:
        """Mark on each side the keyframe that was reached last."""
        self._seconds = seconds
        for side in SIDES:
            reached = None
            for cell in self._cells[side]:
                if cell.seconds is not None and cell.seconds <= seconds + 0.05:
                    reached = cell
            for cell in self._cells[side]:
                cell.set_current(cell is reached)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures keep their shape: the height follows the width."""
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        strip = self.width() >= STRIP_WIDTH
        direction = QBoxLayout.Direction
        self._both.setDirection(direction.LeftToRight if strip else direction.TopToBottom)
        height = self._line_height(self.width())
        for cells in self._cells.values():
            for cell in cells:
                cell.setFixedSize(round(height * self._aspect), height)
        self.setFixedHeight(self._height_for(self.width()))

    def _two(self) -> bool:
        return all(self._clips[side] is not None for side in SIDES)

    def _line_height(self, width: int) -> int:
        strip = width >= STRIP_WIDTH
        half = (width - GAP) / 2 if strip and self._two() else width
        room = (half - NAME_WIDTH - self._columns * GAP) / max(1, self._columns)
        most = STRIP_HEIGHT if strip else MOST_HEIGHT
        return round(min(max(room / self._aspect, LEAST_HEIGHT), most))

    def _height_for(self, width: int) -> int:
        height = self._line_height(width)
        return 2 * height + GAP if self._two() and width < STRIP_WIDTH else height

    def sizeHint(self) -> QSize:
        """At a usual width."""
        return QSize(720, self._height_for(720))

    def minimumSizeHint(self) -> QSize:
        """Small, but to be recognised."""
        return QSize(320, LEAST_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go from picture to picture; Enter jumps."""
        moves = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        at = self._focused()
        key = Qt.Key(event.key())
        if at is None or (key not in moves and key not in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            super().keyPressEvent(event)
            return
        line, column = at
        if key in moves:
            line, column = line + moves[key][0], column + moves[key][1]
            if 0 <= line < len(SIDES) and 0 <= column < self._columns:
                self._cells[SIDES[line]][column].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._cells[SIDES[line]][column].click()

    def _focused(self) -> tuple[int, int] | None:
        for line, side in enumerate(SIDES):
            for column, cell in enumerate(self._cells[side]):
                if cell.hasFocus():
                    return line, column
        return None

    def _make_cells(self, count: int) -> None:
        if count == self._columns:
            return
        for side in SIDES:
            cells, line = self._cells[side], self._lines[side]
            while len(cells) > count:
                gone = cells.pop()
                gone.setParent(None)
                gone.deleteLater()
            while len(cells) < count:
                cell = KeyframeCell(self._appearance, self._pictures)
                cell.clicked.connect(partial(self._chosen, cell))
                line.insertWidget(len(cells) + 1, cell)
                cells.append(cell)
        self._columns = count
        self._take_height()

    def _chosen(self, cell: KeyframeCell) -> None:
        if cell.seconds is not None:
            self.jump.emit(cell.seconds)

    def _arrived(self, _path: Path) -> None:
        for cells in self._cells.values():
            for cell in cells:
                cell.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """What nobody sees is not decoded."""
        self._pictures.drop()
        super().hideEvent(event)
