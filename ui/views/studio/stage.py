"""The picture and the code of the pair on show: iterations become clips and sources here."""

from PySide6.QtWidgets import QWidget

from app.run_view.loading import IterationFiles
from app.run_view.values import IterationView
from ui.context import StudioContext
from ui.widgets.basics import column, frame, label


class PictureStage(QWidget):
    """Before/after player and keyframes."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        box = column(self, margin=0)
        card = frame("card")
        column(card).addWidget(label("picture"))
        box.addWidget(card, 1)

    def show_pair(
        self,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
    ) -> None:
        """Show both iterations, or one."""

    def jump(self, seconds: float) -> None:
        """Go to a moment."""

    def stop(self) -> None:
        """Let go of the videos."""


class CodeStage(QWidget):
    """The programs of both, compared."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        box = column(self, margin=0)
        card = frame("card")
        column(card).addWidget(label("code"))
        box.addWidget(card, 1)

    def show_pair(
        self,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
    ) -> None:
        """Show both programs, or one."""

    def go_to_line(self, which: str, line: int) -> None:
        """Show a line; `which` is `before` or `after`."""
