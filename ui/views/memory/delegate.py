"""How a cell of the table is painted: from its row at once, not role by role from the model."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
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
_STATE = QStyle.StateFlag


class RecordDelegate(QStyledItemDelegate):
    """Paints the cells of a `RecordModel`."""

    def __init__(
        self, appearance: Appearance, model: RecordModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self._model = appearance, model
        self._metrics: dict[str, QFontMetrics] = {}

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
        theme = self._appearance.theme
        area: QRect = option.rect
        if option.state & _STATE.State_Selected:
            painter.fillRect(area, theme.color("accent_soft"))
        painter.fillRect(
            QRect(area.left(), area.bottom(), area.width(), 1), theme.color("line", 0.7)
        )
        inside = area.adjusted(INSET, 0, -INSET, -1)
        row = self._model.row_at(index.row())
        if row is None:
            self._paint_waiting(painter, inside, index.row(), index.column())
        else:
            self._paint_text(painter, option, inside, row, index.column())

    def _paint_waiting(self, painter: QPainter, area: QRect, row: int, place: int) -> None:
        """A grey bar of the length of a usual text, the same for a row each time."""
        share = 0.45 + 0.4 * ((row * 7 + place * 3) % 11) / 11
        width = max(12, int(area.width() * share))
        left = area.right() - width if COLUMNS[place].right else area.left()
        bar = QRect(left, area.center().y() - 4, width, 8)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._appearance.theme.color("chip"))
        painter.drawRoundedRect(bar, 4, 4)
        painter.restore()

    def _paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, row: Row, place: int
    ) -> None:
        column = COLUMNS[place]
        theme = self._appearance.theme
        text = self._model.text(row, place)
        font = QFont(option.font)
        token = "text"
        if column.look == "sign":
            token = SIGN_TONES[row.polarity] or "text"
            font.setWeight(QFont.Weight.DemiBold)
        elif column.look == "status":
            token = STATUS_TONES[row.status] or "muted"
        elif column.look == "muted" or text == DASH:
            token = "muted"
        if column.key == LESSON and row.pinned:
            scale = painter.device().devicePixelRatio()
            picture = pixmap("pin", theme["accent"], PIN, scale)
            painter.drawPixmap(area.left(), area.center().y() - PIN // 2, picture)
            area = area.adjusted(PIN + px("hair"), 0, 0, 0)
        painter.setFont(font)
        painter.setPen(theme.color(token))
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        shown = self._metric(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, flags | Qt.TextFlag.TextSingleLine, shown)

    def _metric(self, font: QFont) -> QFontMetrics:
        key = font.key()
        if key not in self._metrics:
            self._metrics[key] = QFontMetrics(font)
        return self._metrics[key]
