"""Forms: each field gets its label, its buddy and its spoken name in one call."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.theme.tokens import px
from ui.widgets.basics import label, row

NUMBER_WIDTH = 150
"""Logical pixels: a number needs no more, and its arrows stay near it."""
NUMBER_INDENT = 6
"""Logical pixels, so that numbers stand as far in as texts."""


class Form(QWidget):
    """Rows of a label and a field, with a hint below where one helps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: dict[QWidget, QWidget] = {}
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(px("gap"))
        self._layout.setVerticalSpacing(px("tight"))
        self._layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)

    def add(
        self, words: str, field: QWidget, hint: str = "", beside: QWidget | None = None
    ) -> QLabel:
        """A row; returns the label of the hint, which may be empty and be filled in later.
        `beside` stands right of the field."""
        title = label(words.replace("&", "&&"))
        title.setBuddy(field)
        field.setAccessibleName(words)
        if hint:
            field.setAccessibleDescription(hint)
        below = label(hint, "faint", wrap=True)
        below.setVisible(bool(hint))
        cell = QWidget()
        cell.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        box = QVBoxLayout(cell)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(px("hair"))
        if isinstance(field, QAbstractSpinBox):
            field.setMaximumWidth(NUMBER_WIDTH)
            # The style sheet's padding does not reach the text of a number.
            for inner in field.findChildren(QLineEdit):
                inner.setTextMargins(NUMBER_INDENT, 0, 0, 0)
        if beside is None:
            box.addWidget(field)
        else:
            line = row()
            line.addWidget(field)
            line.addWidget(beside)
            line.addStretch(1)
            box.addLayout(line)
        box.addWidget(below)
        self._layout.addRow(title, cell)
        self._cells[field] = cell
        if isinstance(field, QAbstractSpinBox | QComboBox):
            field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            field.installEventFilter(self)
        return below

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel scrolls the page; it turns a value only where a person is at work on it."""
        wheel = event.type() == QEvent.Type.Wheel
        if wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def show_row(self, field: QWidget, shown: bool) -> None:
        """Show or hide a field with its label and hint."""
        self._layout.setRowVisible(self._cells[field], shown)
