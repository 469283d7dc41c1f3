"""The code itself: painted from the layout, read and selected with mouse and keyboard."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QToolTip, QWidget

from app.texts import tr
from ui.theme.appearance import Appearance
from ui.views.diff.caret import Caret, Way
from ui.views.diff.layout import Cell, Item, Layout, build_layout
from ui.views.diff.painting import CodePainter, Scene
from ui.views.diff.prepared import prepare
from ui.views.diff.saying import findings_tip, row_words
from ui.views.diff.source import Which
from ui.widgets.speech import announce

DRAG_MS = 40
LEAST_ROWS = 4
_WAYS: dict[int, Way] = {
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_PageUp: "page up",
    Qt.Key.Key_PageDown: "page down",
    Qt.Key.Key_Home: "start",
    Qt.Key.Key_End: "end",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
}


class CodeCanvas(QAbstractScrollArea):
    """Shows a layout. `fold_opened` carries the number of a fold, `moved` says the caret did."""

    fold_opened = Signal(int)
    moved = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paint = CodePainter(appearance)
        layout = build_layout(prepare(None, None), "split", ())
        self._scene = Scene(layout, Caret(layout), 0)
        self._pressed = False
        self._pointer = QPoint()
        self._drag = QTimer(self, interval=DRAG_MS)
        self._drag.timeout.connect(lambda: self._go_to_point(self._pointer, keep=True))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(LEAST_ROWS * self._paint.line_height)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Code"))
        self.setCornerWidget(QWidget())  # else the style draws a size grip there
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        appearance.changed.connect(self._recolour)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.valueChanged.connect(self._scrolled)

    @property
    def layout_shown(self) -> Layout:
        """What is on the screen."""
        return self._scene.layout

    @property
    def caret(self) -> Caret:
        """Where a person is, and the selection."""
        return self._scene.caret

    @property
    def line_height(self) -> int:
        """Logical pixels from one row to the next."""
        return self._paint.line_height

    def set_layout(self, layout: Layout, keep_place: bool) -> None:
        """Show another layout; `keep_place` for the same programs folded or arranged otherwise."""
        old, top = self._scene.layout, self._scene.scroll_y
        if not keep_place:
            self._paint.forget()
        first = old.items[top // self.line_height] if keep_place and old.items else None
        at = old.items[self.caret.at[0]] if keep_place and old.items else None
        self._scene.layout = layout
        self._scene.caret = Caret(layout)
        self._scene.hovered = -1
        self._update_bars()
        if at is not None and first is not None:
            self.caret.go(layout.nearest(at), 0)
            self.verticalScrollBar().setValue(layout.nearest(first) * self.line_height)
        else:
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)
        self._speak()
        self.viewport().update()

    def go_to(self, which: Which, line: int, unit: int = 0, length: int = 0) -> bool:
        """Stand on a line (from 0), select `length` units and show it; False if it is folded."""
        place = self._scene.layout.place(which, line)
        if place is None:
            return False
        cells = self._scene.layout.items[place].cells
        for column, cell in enumerate(cells):
            if cell is not None and (cell.which == which or len(cells) == 1):
                self.caret.column = column
        self.caret.go(place, unit)
        if length:
            self.caret.go(place, unit + length, keep_anchor=True)
        self._reveal(centre=True)
        return True

    def set_search(self, query: str, match: tuple[Which, int, int] | None) -> None:
        """Mark every place that holds `query`, and one of them in particular."""
        self._scene.query, self._scene.match = query, match
        self.viewport().update()

    def copy(self) -> None:
        """Put what is selected on the clipboard, or the line of the caret."""
        caret = self.caret
        text = caret.selected_text() if caret.has_selection else caret.text(caret.at[0])
        if text:
            QGuiApplication.clipboard().setText(text)

    def described(self) -> str:
        """The row of the caret in words."""
        return row_words(self._scene.layout, self.caret)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Only the rows that are to be seen."""
        painter = QPainter(self.viewport())
        self._scene.focused = self.hasFocus()
        area = event.rect()
        self._paint.paint(painter, self._scene, area.top(), area.bottom() + 1)
        painter.end()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """The bars know how much there is to scroll."""
        self._update_bars()

    def focusInEvent(self, _event: QFocusEvent) -> None:
        """The caret shows."""
        self._speak()
        self.viewport().update()

    def focusOutEvent(self, _event: QFocusEvent) -> None:
        """The caret hides."""
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the caret, or open the fold that was hit."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        item = self._item_at(point)
        if item is not None and item.fold >= 0:
            self.fold_opened.emit(item.fold)
            return
        self._pressed = True
        keep = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not keep:
            self.caret.column = self._column_at(point)
        self._go_to_point(point, keep)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select, or show what can be pressed."""
        point = event.position().toPoint()
        if self._pressed:
            self._pointer = point
            self._go_to_point(point, keep=True)
            # Held beyond an edge, the selection goes on growing.
            outside = not self.viewport().rect().contains(point)
            self._drag.start() if outside else self._drag.stop()
            return
        item = self._item_at(point)
        hovered = self._place_at(point) if item is not None and item.fold >= 0 else -1
        if hovered != self._scene.hovered:
            self._scene.hovered = hovered
            self.viewport().update()
        shapes = Qt.CursorShape
        self.viewport().setCursor(shapes.PointingHandCursor if hovered >= 0 else shapes.IBeamCursor)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """The selection stands."""
        self._pressed = False
        self._drag.stop()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the word."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.caret.select_word()
            self._moved()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and select all."""
        menu = QMenu(self)
        menu.addAction(tr("Copy"), QKeySequence.StandardKey.Copy, self.copy)
        menu.addAction(tr("Select all"), QKeySequence.StandardKey.SelectAll, self._select_all)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, select, copy, open folds, change sides."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._select_all()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open_fold_here()
        elif not self._walk(event):
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tips of findings."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(event.pos()), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave and self._scene.hovered >= 0:
            self._scene.hovered = -1
            self.viewport().update()
        return super().viewportEvent(event)

    def _walk(self, event: QKeyEvent) -> bool:
        keep = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return self._change_side(event.key())
        if event.key() not in _WAYS:
            return False
        page = max(1, self.viewport().height() // self.line_height - 1)
        self.caret.walk(_WAYS[event.key()], page, control, keep)
        self._moved()
        return True

    def _change_side(self, key: int) -> bool:
        column = {Qt.Key.Key_Left: 0, Qt.Key.Key_Right: 1}.get(Qt.Key(key))
        if column is None or column >= self._scene.layout.columns:
            return False
        self.caret.column = column
        self.caret.go(self.caret.at[0], 0)
        self._moved()
        return True

    def _select_all(self) -> None:
        self.caret.select_all()
        self.viewport().update()

    def _open_fold_here(self) -> None:
        items = self._scene.layout.items
        if items and items[self.caret.at[0]].fold >= 0:
            self.fold_opened.emit(items[self.caret.at[0]].fold)

    def _moved(self) -> None:
        self._reveal()
        self._speak()
        self.moved.emit()

    def _speak(self) -> None:
        said = self.described()
        self.setAccessibleDescription(said)
        if self.hasFocus():
            announce(self, said)

    def _reveal(self, centre: bool = False) -> None:
        """Scroll until the caret is to be seen."""
        place, unit = self.caret.at
        height, bar = self.viewport().height(), self.verticalScrollBar()
        top = place * self.line_height
        if centre:
            inside = bar.value() <= top <= bar.value() + height - self.line_height
            if not inside:
                bar.setValue(top - (height - self.line_height) // 2)
        elif top < bar.value():
            bar.setValue(top)
        elif top + self.line_height > bar.value() + height:
            bar.setValue(top + self.line_height - height)
        cell = self.caret.cell()
        if cell is not None:
            x = self._paint.x_of(self._scene.layout, cell, unit)
            seen, sideways = self._text_space(), self.horizontalScrollBar()
            if x < sideways.value():
                sideways.setValue(max(0, round(x - 40)))
            elif x > sideways.value() + seen - 8:
                sideways.setValue(round(x - seen + 40))
        self.viewport().update()

    def _text_space(self) -> int:
        layout = self._scene.layout
        return int(self.viewport().width() / layout.columns - self._paint.gutter(layout))

    def _update_bars(self) -> None:
        view, scene = self.viewport(), self._scene
        scene.width = view.width()
        down, sideways = self.verticalScrollBar(), self.horizontalScrollBar()
        total = len(scene.layout.items) * self.line_height
        down.setRange(0, max(0, total - view.height()))
        down.setPageStep(view.height())
        down.setSingleStep(self.line_height)
        seen = self._text_space()
        sideways.setRange(0, max(0, round(self._paint.text_width(scene.layout)) + 16 - seen))
        sideways.setPageStep(max(1, seen))
        sideways.setSingleStep(24)

    def _scrolled(self) -> None:
        self._scene.scroll_x = self.horizontalScrollBar().value()
        self._scene.scroll_y = self.verticalScrollBar().value()
        self.viewport().update()

    def _recolour(self) -> None:
        self._paint.forget()
        self.viewport().update()

    def _place_at(self, point: QPoint) -> int:
        return (point.y() + self._scene.scroll_y) // self.line_height

    def _item_at(self, point: QPoint) -> Item | None:
        place, items = self._place_at(point), self._scene.layout.items
        return items[place] if 0 <= place < len(items) else None

    def _column_at(self, point: QPoint) -> int:
        columns = self._scene.layout.columns
        return max(0, min(columns - 1, point.x() * columns // max(1, self.viewport().width())))

    def _go_to_point(self, point: QPoint, keep: bool) -> None:
        place = max(0, min(self._place_at(point), len(self._scene.layout.items) - 1))
        cell = self.caret.cell(place)
        unit = 0
        if cell is not None:
            x = point.x() - self._text_start(self.caret.column) + self._scene.scroll_x
            unit = self._paint.unit_at(self._scene.layout, cell, x)
        self.caret.go(place, unit, keep)
        self._moved()

    def _text_start(self, column: int) -> float:
        area = self._paint.column_rect(self._scene, column)
        return area.x() + self._paint.gutter(self._scene.layout)

    def _tip(self, point: QPoint) -> str:
        item, column = self._item_at(point), self._column_at(point)
        cell: Cell | None = item.cells[column] if item is not None else None
        if cell is None or point.x() >= self._text_start(column):
            return ""
        return findings_tip(self._scene.layout, cell)

    def row_rect(self, place: int) -> QRect:
        """Where a row stands in the viewport."""
        top = place * self.line_height - self._scene.scroll_y
        return QRect(0, top, self.viewport().width(), self.line_height)
