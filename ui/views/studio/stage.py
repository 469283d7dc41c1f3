"""The picture and the code of the pair on show: iterations become clips and sources here."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.run_view.loading import IterationFiles
from app.run_view.values import IterationView
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.diff import CodeDiffView, LineFinding, Source
from ui.views.diff.source import Which
from ui.views.player.keyframes import KeyframeRows
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import BoxMark, Clip
from ui.widgets.basics import column, frame


class PictureStage(QWidget):
    """Before/after player, and the keyframes that go with it (`keyframes`, placed by the page).

    `comment_requested` carries side, seconds and the place in picture fractions.
    """

    comment_requested = Signal(str, float, float, float)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        box = column(self, margin=0)
        card = frame("card")
        self.player = BeforeAfterPlayer(context.appearance, context.bridge)
        self.player.comment_requested.connect(self.comment_requested)
        column(card, margin=px("tight")).addWidget(self.player)
        box.addWidget(card, 1)
        self.keyframes = KeyframeRows(context.appearance, context.bridge)
        self.keyframes.jump.connect(self.player.seek)
        self.player.position_changed.connect(self.keyframes.set_position)
        self._scene = ""

    def show_pair(
        self,
        scene: str,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
    ) -> None:
        """Show both iterations, or one. `scene` is the id of the scene."""
        clips = (_clip(before, before_files, "before"), _clip(after, after_files, "after"))
        if scene != self._scene:
            self.player.clear()
            self._scene = scene
        self.player.show_pair(*clips)
        self.keyframes.show_pair(*clips)

    def jump(self, seconds: float) -> None:
        """Go to a moment."""
        self.player.seek(seconds)

    def stop(self) -> None:
        """Let go of the videos."""
        self.player.clear()


class CodeStage(QWidget):
    """The programs of both, compared."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        box = column(self, margin=0)
        card = frame("card")
        self.diff = CodeDiffView(context.appearance, context.bridge)
        column(card, margin=0).addWidget(self.diff)
        box.addWidget(card, 1)

    def show_pair(
        self,
        scene: str,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
    ) -> None:
        """Show both programs, or one. `scene` is the name of the scene."""
        self.diff.set_name(f"{scene}.py")
        self.diff.show_diff(_source(before, before_files), _source(after, after_files))

    def go_to_line(self, which: Which, line: int) -> None:
        """Show a line of one of the programs."""
        self.diff.go_to_line(which, line)


def _clip(iteration: IterationView | None, files: IterationFiles, side: str) -> Clip | None:
    if iteration is None:
        return None
    reason = ""
    if files.video is None:
        reason = iteration.message or "Nothing has been rendered yet."
    boxes = tuple(
        BoxMark(finding.time, finding.until, box, finding.severity, finding.message)
        for finding in iteration.findings
        if finding.time is not None
        for box in finding.boxes
    )
    return Clip(
        title=f"{iteration.name} {side}",
        video=files.video,
        keyframes=tuple((still.path, still.time) for still in files.stills),
        duration=iteration.duration,
        boxes=boxes,
        reason=reason,
    )


def _source(iteration: IterationView | None, files: IterationFiles) -> Source | None:
    if iteration is None or not files.program:
        return None
    findings = tuple(
        LineFinding(finding.line, finding.severity, finding.message)
        for finding in iteration.findings
        if finding.line is not None
    )
    if iteration.ok is False and not findings and files.result and files.result.line:
        findings = (LineFinding(files.result.line, "error", iteration.message),)
    return Source(iteration.name, files.program, findings)
