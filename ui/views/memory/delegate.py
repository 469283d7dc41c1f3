"""How a cell of the table is painted: from its row at once, not role by role from the model."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memory_store.browsing import Row
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.views.memory.columns import COLUMNS, LESSON
from ui.views.memory.table_model import RecordModel
from ui.views.memory.words import DASH, SIGN_TONES, STATUS_TONES

ROW_HEIGHT = 33
INSET = 10
PIN = 13
MOST_CUT = 20_000
"""Texts that are kept as they fit their cells."""
_SELECTED = QStyle.StateFlag.State_Selected
_SINGLE = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
_LEFT = int(Qt.AlignmentFlag.AlignLeft | _SINGLE) | int(Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | _SINGLE) | int(Qt.TextFlag.TextSingleLine)


class RecordDelegate(QStyledItemDelegate):
    """Paints the cells of a `RecordModel`. A screen has some two hundred of them and is painted
    sixty times a second, so colours, fonts and cut texts are kept."""

    def __init__(
        self, appearance: Appearance, model: RecordModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self._model = appearance, model
        self._colours: dict[str, QColor] = {}
        self._fonts: tuple[QFont, QFont] | None = None
        self._metrics: tuple[QFontMetrics, QFontMetrics] | None = None
        self._cut: dict[tuple[str, int, bool], str] = {}
        appearance.changed.connect(self.forget)

    def forget(self) -> None:
        """Colours or fonts are others now."""
        self._colours, self._cut = {}, {}
        self._fonts = self._metrics = None

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """One line."""
        return QSize(COLUMNS[index.column()].width, ROW_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Ground, line below, text."""
        area: QRect = option.rect
        left, top, width, height = area.x(), area.y(), area.width(), area.height()
        if option.state & _SELECTED:
            painter.fillRect(area, self._colour("accent_soft"))
        painter.fillRect(left, top + height - 1, width, 1, self._colour("line"))
        number, place = index.row(), index.column()
        row = self._model.row_at(number)
        inside = QRect(left + INSET, top, width - 2 * INSET, height - 1)
        if row is None:
            self._paint_waiting(painter, inside, number, place)
        else:
            self._paint_text(painter, option.font, inside, row, place)

    def _paint_waiting(self, painter: QPainter, area: QRect, row: int, place: int) -> None:
        """A grey bar of the length of a usual text, the same for a row each time."""
        share = 0.45 + 0.4 * ((row * 7 + place * 3) % 11) / 11
        width = max(12, int(area.width() * share))
        left = area.right() - width if COLUMNS[place].right else area.left()
        painter.fillRect(left, area.y() + area.height() // 2 - 4, width, 8, self._colour("chip"))

    def _paint_text(
        self, painter: QPainter, font: QFont, area: QRect, row: Row, place: int
    ) -> None:
        column = COLUMNS[place]
        text = self._model.text(row, place)
        is_sign = column.look == "sign"
        token: str
        if is_sign:
            token = SIGN_TONES[row.polarity] or "text"
        elif column.look == "status":
            token = STATUS_TONES[row.status] or "muted"
        else:
            token = "muted" if column.look == "muted" or text == DASH else "text"
        if column.key == LESSON and row.pinned:
            scale = painter.device().devicePixelRatio()
            picture = pixmap("pin", self._appearance.theme["accent"], PIN, scale)
            painter.drawPixmap(area.left(), area.center().y() - PIN // 2, picture)
            area = area.adjusted(PIN + px("hair"), 0, 0, 0)
        if self._fonts is None:
            self._fonts = _fonts(font)
            self._metrics = (QFontMetrics(self._fonts[0]), QFontMetrics(self._fonts[1]))
        painter.setFont(self._fonts[is_sign])
        painter.setPen(self._colour(token))
        painter.drawText(
            area, _RIGHT if column.right else _LEFT, self._fitting(text, area.width(), is_sign)
        )

    def _fitting(self, text: str, width: int, is_sign: bool) -> str:
        key = (text, width, is_sign)
        if (known := self._cut.get(key)) is None:
            assert self._metrics is not None
            mode = Qt.TextElideMode.ElideRight
            known = self._metrics[is_sign].elidedText(text, mode, width)
            if len(self._cut) > MOST_CUT:
                self._cut.clear()
            self._cut[key] = known
        return known

    def _colour(self, token: str) -> QColor:
        if (known := self._colours.get(token)) is None:
            known = self._colours[token] = self._appearance.theme.color(token)
        return known


def _fonts(usual: QFont) -> tuple[QFont, QFont]:
    """The usual font, and the one for signs."""
    strong = QFont(usual)
    strong.setWeight(QFont.Weight.DemiBold)
    return QFont(usual), strong
