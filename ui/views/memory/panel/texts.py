"""Texts of records as widgets: plain, harmless, wrapped anywhere, to be selected and copied."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from app.harmless import harmless
from app.texts import tr
from ui.theme.tokens import px

SHOWN = 6000
"""Characters of a text that stands in the panel as a whole; none of a record's fields is longer."""
LONG_HEIGHT = 220
STRONG = "font-size:{size}px;font-weight:600;"


class FlowText(QTextEdit):
    """A text as high as it is. Nothing in it is markup, nothing in it can be followed."""

    def __init__(
        self, text: str, name: str, role: str = "", strong: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setProperty("role", f"flow {role}".strip())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        if strong:
            font = QFont(self.font())
            font.setPixelSize(px("title_px"))
            font.setWeight(QFont.Weight.DemiBold)
            self.document().setDefaultFont(font)
            self.setFont(font)
            self.setStyleSheet(STRONG.format(size=px("title_px")))
        self.setPlainText(harmless(text, SHOWN))
        self._fit()

    def sizeHint(self) -> QSize:
        """Any width, the height of the text."""
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        """It can be as narrow as the panel."""
        return QSize(40, 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another font, another height."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The panel scrolls, not the text."""
        event.ignore()

    def _fit(self) -> None:
        self.document().setTextWidth(max(40, self.viewport().width()))
        self.setFixedHeight(round(self.document().size().height()) + 2)


class LongText(QPlainTextEdit):
    """A text of any length in a field of its own that scrolls, such as the section of a record."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setPlainText(harmless(text).strip("\n"))
        self.setFixedHeight(LONG_HEIGHT)
        self.setToolTip(tr("{n} characters").format(n=f"{len(text):,}"))
