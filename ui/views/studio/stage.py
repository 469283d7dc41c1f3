"""The picture and the code of the pair on show: iterations become clips and sources here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from app.faults import words_of
from app.run_view.loading import IterationFiles
from app.run_view.values import IterationView
from app.texts import tr
from app.vocabulary import in_words
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.diff import CodeDiffView, CodeEditor, LineFinding, Source
from ui.views.diff.source import Which
from ui.views.player.keyframes import KeyframeRows
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import BoxMark, Clip
from ui.widgets.basics import column, frame
from ui.widgets.opening import open_outside


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
        self._inside = column(card, margin=px("tight"))
        self._inside.addWidget(self.player, 1)
        box.addWidget(card, 1)
        self.keyframes = KeyframeRows(context.appearance, context.bridge)
        self.keyframes.jump.connect(self.player.seek)
        self.player.position_changed.connect(self.keyframes.set_position)
        self._scene = ""
        self.take_keyframes()

    def take_keyframes(self) -> None:
        """Have the keyframes below the picture."""
        self._inside.addWidget(self.keyframes)
        self.keyframes.show()

    def show_pair(
        self,
        scene: str,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
    ) -> None:
        """Show both iterations, or one. `scene` is the id of the scene."""
        # One alone is neither before nor after.
        sides = ("before", "after") if before is not None and after is not None else ("", "")
        clips = (clip_of(before, before_files, sides[0]), clip_of(after, after_files, sides[1]))
        if scene != self._scene:
            self.player.clear()
            self._scene = scene
        self.player.stage.comments_allowed = True
        self.player.show_pair(*clips)
        self.keyframes.show_pair(*clips)

    def show_whole(self, title: str, video: Path, seconds: float) -> None:
        """Show a whole animation. `seconds` is its length, as far as it is known."""
        if self._scene != str(video):
            self.player.clear()
            self._scene = str(video)
        clip = Clip(title, video, duration=seconds)
        self.player.stage.comments_allowed = False  # a comment belongs to a version of a scene
        self.player.show_pair(None, clip)
        self.keyframes.show_pair(None, None)

    def shows(self, video: Path) -> bool:
        """Whether this whole animation is on show."""
        return self._scene == str(video)

    def jump(self, seconds: float) -> None:
        """Go to a moment."""
        self.player.seek(seconds)

    def stop(self) -> None:
        """Let go of the videos."""
        self.player.clear()


Place = tuple[str, str]
"""The folder of a run and the id of a scene; two empty texts for none."""
NOWHERE: Place = ("", "")


@dataclass(frozen=True)
class Draft:
    """A program under a person's hands: made from version `base`, which reads `opened`."""

    base: int
    opened: str
    text: str


class CodeStage(QWidget):
    """The programs of both, compared; or one of them, edited by hand.

    An edit belongs to its scene: it goes out of sight with it and is there again with it, as long
    as the window is open.

    Signals:
        render_requested(t, program): the person's version of iteration `t`; the editor stays until
            `leave_editor` is called, so that a refusal loses nothing.
        failed: why a program could not be saved or opened.
    """

    render_requested = Signal(int, str)
    failed = Signal(str)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        box = column(self, margin=0)
        card = frame("card")
        self._context = context
        self.diff = CodeDiffView(context.appearance, context.bridge)
        self.editor = CodeEditor(context.appearance, context.bridge)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.diff)
        self._stack.addWidget(self.editor)
        column(card, margin=0).addWidget(self._stack)
        box.addWidget(card, 1)
        self._name, self._shown, self._base = "", -1, -1
        self._place = NOWHERE
        self._submitted: tuple[Place, Draft] | None = None
        self._drafts: dict[Place, Draft] = {}
        self.next_t = 0
        self.diff.edit_requested.connect(self.edit)
        self.diff.open_requested.connect(self._open)
        self.diff.save_requested.connect(self._save)
        self.editor.submitted.connect(self._submit)
        self.editor.discarded.connect(self.leave_editor)

    def show_pair(
        self,
        scene: str,
        before: IterationView | None,
        before_files: IterationFiles,
        after: IterationView | None,
        after_files: IterationFiles,
        place: Place = NOWHERE,
    ) -> None:
        """Show both programs, or one. `scene` is the name of the scene at `place`."""
        elsewhere = place != self._place
        if elsewhere:
            self._put_away()
        self._place = place
        self._name = f"{scene}.py" if scene else ""
        shown = after or before
        self._shown = shown.t if shown is not None else -1
        if elsewhere:
            self._take_up(place)
        self.diff.set_name(self._name)
        self.diff.show_diff(_source(before, before_files), _source(after, after_files))

    def clear(self) -> None:
        """Show no program; one that is being edited belongs to a run that is left."""
        nothing = IterationFiles()
        self.show_pair("", None, nothing, None, nothing)

    def go_to_line(self, which: Which, line: int) -> None:
        """Show a line of one of the programs."""
        self.diff.go_to_line(which, line)

    def edit(self) -> None:
        """Have the version on show edited by hand, if there is one."""
        if self._shown >= 0:
            program = self.diff.program
            self.editor.edit(self._name, f"v{self._shown}", f"v{self.next_t}", program)
            self._base = self._shown
            self.show_editor()

    def _put_away(self) -> None:
        """The scene goes out of sight, and with it what is being edited."""
        if self._stack.currentWidget() is self.editor and self.editor.is_changed:
            self._drafts[self._place] = self._draft()
        self.leave_editor()

    def _draft(self) -> Draft:
        return Draft(self._base, self.editor.opened, self.editor.program)

    def _take_up(self, place: Place) -> None:
        """A scene with an edit that was not rendered is on show again."""
        if (draft := self._drafts.pop(place, None)) is not None:
            self._base = draft.base
            self.editor.edit(self._name, f"v{draft.base}", f"v{self.next_t}", draft.opened)
            self.editor.restore(draft.text)
            self._stack.setCurrentWidget(self.editor)

    def _submit(self, text: str) -> None:
        self._submitted = (self._place, self._draft())
        self.render_requested.emit(self._base, text)

    def give_back(self) -> None:
        """What was submitted last was refused: it is in the editor again, or will be once its scene
        is on show."""
        if self._submitted is None:
            return
        place, draft = self._submitted
        if place == self._place and self.editor.program == draft.text:
            self.show_editor()
        else:
            self._drafts[place] = draft

    def leave_editor(self) -> None:
        """Back to the comparison; what was typed stays in the editor until another edit begins."""
        self._stack.setCurrentWidget(self.diff)

    def show_editor(self) -> None:
        """Bring back what was being edited."""
        self._stack.setCurrentWidget(self.editor)
        self.editor.setFocus()

    def _open(self) -> None:
        """A copy for another editor: the run's own file is a record and stays as it is."""
        copy = self._context.paths.cache / "opened" / self._name

        def opened(_: None) -> None:
            open_outside(copy)

        self._write(copy, opened)

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the program"), self._name, "*.py")
        if name:
            self._write(Path(name), lambda _: None)

    def _write(self, path: Path, done: Callable[[None], None]) -> None:
        program = self.diff.program

        def write() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(program, "utf-8")

        self._context.bridge.submit(write, done, lambda error: self.failed.emit(words_of(error)))


def clip_of(iteration: IterationView | None, files: IterationFiles, side: str) -> Clip | None:
    """An iteration as the player shows it."""
    if iteration is None:
        return None
    reason = ""
    pending = files.video is None and iteration.ok is None and not iteration.stopped
    if files.video is None:
        yet = tr("The picture comes once this version has been rendered.")
        nothing = tr("Nothing has been rendered.")
        broken = tr("Its rendering was broken off. The review beside it can finish it.")
        reason = iteration.message or (yet if pending else broken if iteration.stopped else nothing)
    boxes = tuple(
        BoxMark(finding.time, finding.until, box, finding.severity, finding.message)
        for finding in iteration.findings
        if finding.time is not None
        for box in finding.boxes
    )
    return Clip(
        title=tr("{version} {side}").format(version=iteration.name, side=in_words(side))
        if side
        else iteration.name,
        name=iteration.name,
        video=files.video,
        keyframes=tuple((still.path, still.time) for still in files.stills),
        duration=iteration.duration,
        boxes=boxes,
        reason=reason,
        pending=pending,
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
