"""Cards, labels, chips, buttons: made here so that they look and speak alike everywhere.

A role is a dynamic property that the style sheet knows (`resources/themes/studio.qss`).
"""

from typing import Literal, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.theme.tokens import px
from ui.widgets.speech import plain_tip

Tone = Literal["", "good", "warn", "bad"]
L = TypeVar("L", bound=QBoxLayout)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet reads, and style the widget anew."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def frame(role: str, parent: QWidget | None = None) -> QFrame:
    """A frame with a role: `card`, `inset`, `bar`, `band`, `line`, `status` or `rail`."""
    made = QFrame(parent)
    made.setProperty("role", role)
    return made


def column(parent: QWidget, margin: int | None = None, gap: int | None = None) -> QVBoxLayout:
    """A vertical layout with the usual gaps in logical pixels."""
    return _layout(QVBoxLayout(parent), margin, gap)


def row(parent: QWidget | None = None, margin: int = 0, gap: int | None = None) -> QHBoxLayout:
    """A horizontal layout with the usual gaps in logical pixels."""
    made = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    return _layout(made, margin, px("tight") if gap is None else gap)


def _layout(layout: L, margin: int | None, gap: int | None) -> L:
    m = px("gap") if margin is None else margin
    layout.setContentsMargins(m, m, m, m)
    layout.setSpacing(px("tight") if gap is None else gap)
    return layout


def label(text: str = "", role: str = "", tone: Tone = "", wrap: bool = False) -> QLabel:
    """A text. Plain always: what a section or a model says is never read as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    if tone:
        made.setProperty("tone", tone)
    return made


def heading(text: str) -> QLabel:
    """The small capitals above a group; at most two words."""
    made = label(text, "label")
    font = QFont(made.font())
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
    made.setFont(font)
    return made


def chip(text: str, tone: Tone = "") -> QLabel:
    """A short fact in a rounded field."""
    made = label(text, "chip", tone)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return made


def button(text: str, role: str = "", tip: str = "") -> QPushButton:
    """A button with words; `role` is empty, `primary`, `danger` or `link`."""
    made = QPushButton(text)
    made.setProperty("role", role)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    made.setAutoDefault(False)
    if tip:
        made.setToolTip(tip)
    return made


def keep_place(part: QWidget) -> None:
    """Its room stays its own while it is hidden, so that nothing beside it moves."""
    policy = part.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    part.setSizePolicy(policy)


class IconButton(QToolButton):
    """A button that shows only a drawing; its name is spoken and shown as a tip."""

    def __init__(
        self,
        name: str,
        text: str,
        appearance: Appearance,
        *,
        shortcut: str = "",
        checkable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._appearance = name, appearance
        self.setAccessibleName(text)
        self.setToolTip(f"{text} ({shortcut})" if shortcut else text)
        self.setCheckable(checkable)
        self.setIconSize(QSize(px("icon_px"), px("icon_px")))
        appearance.changed.connect(self._draw)
        self._draw()

    def set_drawing(self, name: str, text: str) -> None:
        """Show another drawing and say another name, such as pause for play."""
        self._name = name
        self.setAccessibleName(text)
        self.setToolTip(text)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._name, self._appearance.theme, "text"))


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where it is too long; the whole text is the tip."""

    def __init__(self, text: str = "", role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self.setToolTip(plain_tip(text))

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, cut where it does not fit."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        area = self.contentsRect()
        shown = QFontMetrics(self.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)
