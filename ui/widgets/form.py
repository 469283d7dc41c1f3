"""Forms: each field gets its label, its buddy and its spoken name in one call."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ui.theme.tokens import px
from ui.widgets.basics import label


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

    def add(self, words: str, field: QWidget, hint: str = "") -> QLabel:
        """A row; returns the label of the hint, which may be empty and be filled in later."""
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
        box.addWidget(field)
        box.addWidget(below)
        self._layout.addRow(title, cell)
        self._cells[field] = cell
        return below

    def show_row(self, field: QWidget, shown: bool) -> None:
        """Show or hide a field with its label and hint."""
        self._layout.setRowVisible(self._cells[field], shown)
