"""How the run page is divided: by a person where there is room, else by what the room allows."""

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QSplitter

from ui.views.studio.lower import LowerArea
from ui.views.studio.stage import PictureStage
from ui.views.studio.top_bar import RunBar
from ui.widgets.arranging import NARROW_PX

ROOMY_PX = 800
"""Logical pixels of height from which the keyframes have a row of their own."""
NARROW_PICTURE_PX, NARROW_SIDE_PX = 300, 340
"""Heights of the picture with its buttons, and of what is read, in a narrow page: either has room
in the smallest window, and the page scrolls from one to the other."""


class PageDivision:
    """In a low window the keyframes go behind a tab below: the picture stays large; an upright
    picture needs the height as much. In a narrow window what is read comes below the picture and
    the code.

    Args:
        splitters: `columns`, `left` and `picture`.
    """

    def __init__(
        self,
        splitters: dict[str, QSplitter],
        picture: PictureStage,
        below: LowerArea,
        bar: RunBar,
    ) -> None:
        self._splitters, self._picture, self._below, self._bar = splitters, picture, below, bar
        self._compact = self._upright = False
        self._height = ROOMY_PX
        self._usual: dict[str, QByteArray] = {}
        """How a person divided the page, kept while it is narrow."""
        self.narrow = False

    def fit(self, size: QSize) -> None:
        """The page has this size in logical pixels."""
        self._height = size.height()
        self._take_width(size.width() < NARROW_PX)
        self._place_keyframes()

    def set_upright(self, upright: bool) -> None:
        """Whether the pictures of the run are higher than wide."""
        self._upright = upright
        self._place_keyframes()

    def _place_keyframes(self) -> None:
        compact = self.narrow or self._upright or self._height < ROOMY_PX
        if compact == self._compact:
            return
        self._compact = compact
        if compact:
            self._below.take(self._picture.keyframes)
        else:
            self._below.give_back()
            self._picture.take_keyframes()

    def _take_width(self, narrow: bool) -> None:
        if narrow == self.narrow:
            return
        self.narrow = narrow
        columns, left = self._splitters["columns"], self._splitters["left"]
        if narrow:
            self._usual = {name: part.saveState() for name, part in self._splitters.items()}
        columns.insertWidget(1 if narrow else 0, left)
        columns.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        left.setOrientation(Qt.Orientation.Horizontal if narrow else Qt.Orientation.Vertical)
        self._picture.setMinimumHeight(NARROW_PICTURE_PX if narrow else 0)
        left.setMinimumHeight(NARROW_SIDE_PX if narrow else 0)
        self._bar.set_narrow(narrow)
        if not narrow:
            for name, state in self._usual.items():
                self._splitters[name].restoreState(state)
