"""Draws a run as a card or as a row, and lets its title be typed over."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.library import LibraryEntry
from app.library.entry import TITLE_CHARACTERS
from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.icons import pixmap
from ui.theme.tokens import px
from ui.views.library.model import ENTRY, Index
from ui.views.library.places import CARD_TEXT, ROW_HEIGHT, Form, Places, card_places, row_places
from ui.views.library.thumbnails import Thumbnails
from ui.views.library.words import (
    STATES,
    cast_of,
    date_of,
    rounds_of,
    scenes_of,
    score_of,
    title_of,
)

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class EntryDelegate(QStyledItemDelegate):
    """`form` chooses between cards and rows; the view sets `card_width`."""

    def __init__(
        self, appearance: Appearance, thumbnails: Thumbnails, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance, self._thumbnails = appearance, thumbnails
        self.form: Form = "grid"
        self.card_width = 244

    def places(self, area: QRect) -> Places:
        """Where the parts of the entry in `area` stand."""
        return card_places(area) if self.form == "grid" else row_places(area)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The same for every run."""
        return self.size()

    def size(self) -> QSize:
        """Of a card with the gap beside it, or of a row."""
        if self.form == "list":
            return QSize(100, ROW_HEIGHT)
        picture = (self.card_width - 12) * 9 // 16
        return QSize(self.card_width, picture + CARD_TEXT + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One run."""
        entry = index.data(ENTRY)
        if not isinstance(entry, LibraryEntry):
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        places = self.places(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._frame(painter, places.frame, chosen, focused, hovered)
        self._picture(painter, places, entry)
        self._words(painter, places, entry, QFont(option.font))
        if self.form == "grid":
            self._edge(painter, places.frame, chosen, focused)
        painter.restore()

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        """A field over the title."""
        field = QLineEdit(parent)
        field.setAccessibleName(tr("Title"))
        field.setMaxLength(TITLE_CHARACTERS)
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The title, all of it selected."""
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """What was typed."""
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Over the title and, in a card, the score."""
        places = self.places(option.rect)
        area = places.title.united(places.score) if self.form == "grid" else places.title
        height = editor.sizeHint().height()
        top = area.center().y() - height // 2 - (3 if self.form == "grid" else 0)
        editor.setGeometry(area.left() - 8, top, area.width() + 12, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the editor stay with it: Delete must not delete the run."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(watched, QLineEdit):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _frame(
        self, painter: QPainter, area: QRect, chosen: bool, focused: bool, hovered: bool
    ) -> None:
        theme = self._appearance.theme
        if self.form == "grid":
            ground = "chip" if hovered and not chosen else "surface"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft" if chosen else ground))
            painter.drawPath(_rounded(QRectF(area), px("card_radius")))
            return
        ground = "accent_soft" if chosen else "raised" if hovered else "surface"
        painter.fillRect(area, theme.color(ground))
        painter.setPen(QPen(theme.color("line"), 1))
        bottom = area.bottom() + 0.5
        painter.drawLine(area.left(), round(bottom), area.right(), round(bottom))
        if chosen:
            painter.fillRect(
                QRect(area.left(), area.top(), 3, area.height()), theme.color("accent")
            )
        if focused:
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5))

    def _edge(self, painter: QPainter, area: QRect, chosen: bool, focused: bool) -> None:
        theme = self._appearance.theme
        width = 2.0 if chosen or focused else 1.0
        painter.setPen(QPen(theme.color("accent" if chosen or focused else "line"), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = QRectF(area).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawPath(_rounded(inner, px("card_radius")))

    def _picture(self, painter: QPainter, places: Places, entry: LibraryEntry) -> None:
        theme, area = self._appearance.theme, places.picture
        picture = self._thumbnails.get(entry.thumbnail)
        painter.save()
        if self.form == "grid":
            painter.setClipPath(_top_rounded(QRectF(area), px("card_radius")))
        else:
            painter.setClipPath(_rounded(QRectF(area), 6))
        painter.fillRect(area, QColor("black") if picture is not None else theme.color("chip"))
        if picture is not None:
            size = picture.size().scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
            spot = QRect(0, 0, size.width(), size.height())
            spot.moveCenter(area.center())
            painter.drawPixmap(spot, picture)
        elif entry.thumbnail is None:
            drawing = "triangle-alert" if entry.state == "damaged" else "film"
            edge = 28 if self.form == "grid" else 20
            token = "bad" if entry.state == "damaged" else "faint"
            scale = painter.device().devicePixelRatio()
            mark = pixmap(drawing, theme[token], edge, scale)
            centre = area.center()
            painter.drawPixmap(centre.x() - edge // 2, centre.y() - edge // 2, mark)
        painter.restore()

    def _words(self, painter: QPainter, places: Places, entry: LibraryEntry, font: QFont) -> None:
        bold, small = QFont(font), QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(px("small_px"))
        grid = self.form == "grid"
        self._line(painter, places.title, title_of(entry), bold, "text")
        token = "faint" if entry.score is None else "text"
        self._line(painter, places.score, score_of(entry), bold, token, _RIGHT)
        if entry.state == "damaged" and grid:
            whole = places.rounds.united(places.date)
            self._line(painter, whole, entry.problem, small, "muted")
            self._state(painter, places.state, entry, small)
            return
        facts = (rounds_of(entry), scenes_of(entry)) if grid else (rounds_of(entry),)
        words = " \u00b7 ".join(fact for fact in facts if fact)
        self._line(painter, places.rounds, words, small, "muted", _LEFT if grid else _RIGHT)
        self._line(painter, places.cast, cast_of(entry), small, "faint" if grid else "muted")
        self._line(painter, places.date, date_of(entry), small, "muted", _RIGHT)
        self._state(painter, places.state, entry, small)

    def _state(self, painter: QPainter, area: QRect, entry: LibraryEntry, font: QFont) -> None:
        """A dot and a word; in a card only where something is left to do."""
        told, tone = STATES[entry.state]
        words = tr(told)
        theme, metrics = self._appearance.theme, QFontMetrics(font)
        if self.form == "grid":
            if entry.state == "finished":
                return
            width = metrics.horizontalAdvance(words) + 30
            area = QRect(area.left(), area.top(), width, area.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("raised"))
            painter.drawPath(_rounded(QRectF(area), area.height() / 2))
        dot = QRectF(
            area.left() + (10 if self.form == "grid" else 0), area.center().y() - 2.5, 7, 7
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(tone))
        painter.drawEllipse(dot)
        place = area.adjusted(round(dot.right()) - area.left() + 6, 0, 0, 0)
        self._line(painter, place, words, font, "text" if self.form == "grid" else "muted")

    def _line(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        font: QFont,
        token: str,
        align: Qt.AlignmentFlag = _LEFT,
    ) -> None:
        if area.width() <= 0 or not text:
            return
        painter.setFont(font)
        painter.setPen(self._appearance.theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, align, shown)


def _rounded(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    return path


def _top_rounded(area: QRectF, radius: float) -> QPainterPath:
    """Round above, straight below."""
    path = _rounded(area, radius)
    below = QPainterPath()
    below.addRect(area.adjusted(0, radius, 0, 0))
    return path.united(below)
