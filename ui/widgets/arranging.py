"""How pages are put together: the bar at their top, divided rooms, lists that are filled anew."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QSplitter, QWidget

from ui.theme.tokens import px
from ui.widgets.basics import frame, label, row

HANDLE_PX = 12
NARROW_PX = 900
"""Width of a page in logical pixels below which its parts stand one below the other."""


def page_bar(title: str = "") -> tuple[QFrame, QHBoxLayout]:
    """The bar over a page, with its title if there is one, and the line that takes the rest."""
    bar = frame("bar")
    line = bar_line(bar)
    if title:
        line.addWidget(label(title, "title"))
    return bar, line


def bar_line(bar: QWidget) -> QHBoxLayout:
    """The line inside a bar, at its usual height."""
    bar.setFixedHeight(px("bar_height"))
    line = row(bar)
    line.setContentsMargins(px("gap"), 0, px("gap"), 0)
    return line


def splitter(orientation: Qt.Orientation, parts: Sequence[tuple[QWidget, int]]) -> QSplitter:
    """Parts with a handle between them; each takes its share of what room there is."""
    made = QSplitter(orientation)
    made.setChildrenCollapsible(False)
    made.setHandleWidth(HANDLE_PX)
    for number, (part, share) in enumerate(parts):
        made.addWidget(part)
        made.setStretchFactor(number, share)
    return made


def clear_layout(layout: QLayout) -> None:
    """Take everything out of a layout, inner layouts too; the widgets are gone at once for the eye
    and deleted later, since one of them may be the sender of what is going on."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear_layout(inner)
