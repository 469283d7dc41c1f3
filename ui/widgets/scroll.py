"""A scroll area that scrolls up and down only: it is never narrower than what it shows."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget


class UprightScroll(QScrollArea):
    """Its least width is that of its contents with the scroll bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The keyboard goes to what is inside; the area itself shows no ring.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        """Wide enough for everything, as low as any scroll area."""
        usual = super().minimumSizeHint()
        if (inside := self.widget()) is None:
            return usual
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(inside.minimumSizeHint().width() + bar, usual.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is inside may have become wider."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)
