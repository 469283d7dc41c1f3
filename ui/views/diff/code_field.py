"""A text field for programs: line numbers, indentation, colours."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.texts import tr
from ui.bridge import Bridge
from ui.theme.appearance import Appearance, code_font
from ui.views.diff.colouring import Colouring

INDENT = 4


class CodeField(QPlainTextEdit):
    """Edits a program. Tab and Shift+Tab indent; Ctrl+Tab leaves the field."""

    def __init__(
        self, appearance: Appearance, bridge: Bridge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.setFont(code_font())
        # The style sheet's font size would win over `setFont`.
        self.setStyleSheet(
            f"QPlainTextEdit {{ font-family: '{code_font().family()}';"
            f" font-size: {code_font().pixelSize()}px; border: none; border-radius: 0;"
            " padding: 0; background: transparent; }"
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(tr("Program"))
        self.setAccessibleDescription(tr("Tab indents, Control and Tab together leave the field."))
        self.setCornerWidget(QWidget())
        self._char = QFontMetricsF(code_font()).horizontalAdvance("0")
        self.setTabStopDistance(INDENT * self._char)
        self._colouring = Colouring(self.document(), appearance, bridge)
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(lambda _: self._place_numbers())
        self.updateRequest.connect(self._follow)
        self.cursorPositionChanged.connect(self._numbers.update)
        appearance.changed.connect(self._numbers.update)
        self._place_numbers()

    def open(self, program: str) -> None:
        """Put another program in; nothing can be undone beyond it."""
        self._colouring.start_anew()
        self.setPlainText(program)

    def numbers_width(self) -> int:
        """The width of the line numbers in logical pixels."""
        digits = max(3, len(str(self.blockCount())))
        return round(digits * self._char) + 26

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Draw the numbers of the visible lines."""
        theme = self._appearance.theme
        painter = QPainter(self._numbers)
        painter.setFont(code_font())
        current = self.textCursor().blockNumber()
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        width = self.numbers_width() - 14
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            here = block.blockNumber() == current
            painter.setPen(theme.color("text" if here else "muted"))
            box = QRect(0, round(top), width, round(height))
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, align, str(block.blockNumber() + 1))
            top += height
            block = block.next()
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The numbers keep to the left edge."""
        super().resizeEvent(event)
        self._place_numbers()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Indentation as in any editor of programs."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        key = event.key()
        if key == Qt.Key.Key_Tab and control:
            self.focusNextChild()
        elif key == Qt.Key.Key_Backtab and control:
            self.focusPreviousChild()
        elif key == Qt.Key.Key_Tab:
            self._indent(1)
        elif key == Qt.Key.Key_Backtab:
            self._indent(-1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not control:
            self._new_line()
        elif key == Qt.Key.Key_Backspace and not event.modifiers() and self._unindent_here():
            pass
        else:
            super().keyPressEvent(event)

    def _new_line(self) -> None:
        cursor = self.textCursor()
        line = cursor.block().text()[: cursor.positionInBlock()]
        indent = line[: len(line) - len(line.lstrip())]
        if line.rstrip().endswith(":"):
            indent += " " * INDENT
        cursor.insertText("\n" + indent)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _unindent_here(self) -> bool:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        if cursor.hasSelection() or not before or before.strip(" "):
            return False
        count = (len(before) - 1) % INDENT + 1
        moves = QTextCursor.MoveOperation, QTextCursor.MoveMode
        cursor.movePosition(moves[0].Left, moves[1].KeepAnchor, count)
        cursor.removeSelectedText()
        return True

    def _indent(self, direction: int) -> None:
        """Indent the selected lines, or insert up to the next stop."""
        cursor = self.textCursor()
        if direction > 0 and not cursor.hasSelection():
            cursor.insertText(" " * (INDENT - cursor.positionInBlock() % INDENT))
            return
        document = self.document()
        first = document.findBlock(cursor.selectionStart()).blockNumber()
        end = cursor.selectionEnd() - (1 if cursor.hasSelection() else 0)
        last = document.findBlock(max(end, cursor.selectionStart())).blockNumber()
        cursor.beginEditBlock()
        for number in range(first, last + 1):
            block = document.findBlockByNumber(number)
            edit = QTextCursor(block)
            if direction > 0:
                if block.text().strip():
                    edit.insertText(" " * INDENT)
            else:
                text = block.text()
                for _ in range(min(INDENT, len(text) - len(text.lstrip(" ")))):
                    edit.deleteChar()
        cursor.endEditBlock()

    def _place_numbers(self) -> None:
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)
        area = self.contentsRect()
        self._numbers.setGeometry(area.left(), area.top(), self.numbers_width(), area.height())

    def _follow(self, area: QRect, moved: int) -> None:
        if moved:
            self._numbers.scroll(0, moved)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())


class _Numbers(QWidget):
    """The strip with the line numbers; hidden from screen readers, which count lines themselves."""

    def __init__(self, field: CodeField) -> None:
        super().__init__(field)
        self._field = field

    def sizeHint(self) -> QSize:
        """As wide as the longest number."""
        return QSize(self._field.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field knows where its lines are."""
        self._field.paint_numbers(event)
