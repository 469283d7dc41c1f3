"""The buttons below the picture."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QGridLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.texts import mark, tr, translated
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.player.scrub import Scrub
from ui.views.player.transport import SPEEDS
from ui.views.player.values import clock
from ui.widgets.basics import IconButton, label, row
from ui.widgets.segmented import Segmented

MODES = (("pair", mark("Pair")), ("wipe", mark("Wipe")), ("blink", mark("Blink")))
ONE_ROW = 880
"""From this width in logical pixels the slider stands between the buttons, else above them."""


def speed_words(speed: float) -> str:
    """A speed as it is written on the button."""
    return f"{speed:g}\u00d7"


class SpeedButton(QToolButton):
    """Shows the speed and offers the others."""

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFixedWidth(52)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        group = QActionGroup(menu)
        for speed in SPEEDS:
            action = menu.addAction(speed_words(speed))
            action.setCheckable(True)
            action.setData(speed)
            group.addAction(action)
        group.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self._group = group
        self.setMenu(menu)
        self.set_speed(1.0)

    def set_speed(self, speed: float) -> None:
        """Show another speed."""
        self.setText(speed_words(speed))
        self.setAccessibleName(tr("Speed {speed}").format(speed=speed_words(speed)))
        self.setToolTip(tr("Speed (< slower, > faster)"))
        for action in self._group.actions():
            action.setChecked(action.data() == speed)


class Controls(QWidget):
    """Play, step, time, slider, speed, loop, mode, boxes, full screen; one row or two."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.play = IconButton("play", tr("Play"), appearance, shortcut="Space")
        self.back = IconButton("step-back", tr("One frame back"), appearance, shortcut=",")
        self.forward = IconButton("step-forward", tr("One frame forward"), appearance, shortcut=".")
        self.time = label("", "muted")
        self.scrub = Scrub(appearance)
        self.speed = SpeedButton()
        self.loop = IconButton("repeat", tr("Loop"), appearance, shortcut="L", checkable=True)
        self.mode = Segmented(translated(MODES), tr("Compare"))
        self.mode.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for part in self.mode.findChildren(QAbstractButton):
            part.setMinimumWidth(part.sizeHint().width())
        self.boxes = QCheckBox(tr("Boxes"))
        self.boxes.setToolTip(tr("Show where something was found (B)"))
        self.boxes.setChecked(True)
        self.full = IconButton("maximize", tr("Full screen"), appearance, shortcut="F")
        self._one_row: bool | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px("tight"))
        self._grid.setVerticalSpacing(0)
        self._left, self._right = QWidget(), QWidget()
        left, right = row(self._left, gap=0), row(self._right, gap=px("hair"))
        for part in (self.play, self.back, self.forward):
            left.addWidget(part)
        right.addWidget(self.speed)
        right.addWidget(self.loop)
        right.addWidget(self.mode)
        right.addSpacing(px("hair"))
        right.addWidget(self.boxes)
        right.addWidget(self.full)
        self._keep_space_for_playing()
        self.show_time(0.0, 0.0)
        self._arrange(True)

    def show_time(self, seconds: float, length: float) -> None:
        """Where the video stands; a dash while there is none."""
        words = f"{clock(seconds)} / {clock(length)}" if length > 0 else "\u2013"
        self.time.setText(words)
        room = self.time.fontMetrics().horizontalAdvance("0:00.0 / 0:00.0")
        self.time.setMinimumWidth(room)

    def show_playing(self, playing: bool) -> None:
        """Pause for play and back."""
        self.play.set_drawing(
            "pause" if playing else "play", tr("Pause") if playing else tr("Play")
        )
        self.play.setToolTip(tr("Pause (Space)") if playing else tr("Play (Space)"))

    def _keep_space_for_playing(self) -> None:
        # A click leaves the focus where it was, so that Space goes on meaning play.
        for part in (self._left, self._right):
            for button in part.findChildren(QAbstractButton):
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def minimumSizeHint(self) -> QSize:
        """As two rows, unless there is room for one."""
        left, right = self._left.minimumSizeHint(), self._right.minimumSizeHint()
        above = max(self.scrub.minimumSizeHint().height(), self.time.minimumSizeHint().height())
        height = max(left.height(), right.height())
        if not self._one_row or self.width() < ONE_ROW:
            height += above
        return QSize(left.width() + right.width() + px("tight"), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One row where there is room."""
        self._arrange(event.size().width() >= ONE_ROW)
        super().resizeEvent(event)

    def _arrange(self, one_row: bool) -> None:
        if one_row == self._one_row:
            return
        self._one_row = one_row
        for part in (self._left, self.time, self.scrub, self._right):
            self._grid.removeWidget(part)
        self._grid.setColumnStretch(2, 1)
        if one_row:
            for number, part in enumerate((self._left, self.time, self.scrub, self._right)):
                self._grid.addWidget(part, 0, number)
        else:
            self._grid.addWidget(self.scrub, 0, 0, 1, 3)
            self._grid.addWidget(self.time, 0, 3, Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(self._left, 1, 0)
            self._grid.addWidget(self._right, 1, 1, 1, 3, Qt.AlignmentFlag.AlignRight)
