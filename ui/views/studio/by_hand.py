"""Carries a person's wishes from the run page to the work done by hand, and the news back."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.editing.comments import Comment
from app.texts import mark, tr
from pipeline.schema.iteration import Iteration
from ui.context import StudioContext
from ui.views.player.values import Side
from ui.views.studio.controller import RunController
from ui.views.studio.handwork import Handwork
from ui.views.studio.run_page import RunPage
from ui.views.studio.side_panel import pins_of

ONLY_FINISHED = mark("Wait until the run has ended")


class ByHand(QObject):
    """One per Studio room."""

    def __init__(self, context: StudioContext, controller: RunController, page: RunPage) -> None:
        super().__init__(page)
        self._controller, self._page = controller, page
        self._comments: tuple[Comment, ...] = ()
        self._read_for: Path | None = None
        self._rendering = False
        self._place: tuple[Path | None, str] = (None, "")
        self.work = Handwork(context.paths, context.bridge, self)
        self._connect()

    def _connect(self) -> None:
        page, work = self._page, self.work
        page.deliver_requested.connect(self._deliver)
        page.learn_requested.connect(self._learn)
        page.take_up_requested.connect(self._take_up)
        page.code.render_requested.connect(self._render)
        page.picture.comment_requested.connect(self._begin_comment)
        page.picture.player.pin_activated.connect(self._show_comment)
        listed = page.side.comments
        listed.jump.connect(page.picture.jump)
        listed.added.connect(self._add_comment)
        listed.edited.connect(lambda i, text: self._with_folder(work.edit_comment, i, text))
        listed.resolved.connect(lambda i, done: self._with_folder(work.resolve_comment, i, done))
        listed.deleted.connect(lambda i: self._with_folder(work.delete_comment, i))
        listed.send_requested.connect(self._revise)
        work.told.connect(self._controller.take)
        work.busy.connect(self._busy)
        work.done.connect(self._done)
        work.failed.connect(self._failed)
        work.made.connect(self._made)
        work.refused.connect(self._refused)
        work.comments_changed.connect(self._take_comments)
        work.comment_deleted.connect(self._offer_undo)
        self._controller.cleared.connect(self._forget)
        self._controller.run_changed.connect(self._run_changed)
        self._controller.pair_changed.connect(self._show_comments)

    @property
    def _folder(self) -> Path | None:
        view = self._controller.view
        return view.folder if view is not None else None

    def _with_folder(self, call: Callable[..., None], *arguments: object) -> None:
        if (folder := self._folder) is not None:
            call(folder, *arguments)

    def _forget(self) -> None:
        """Another run is opened; its comments are read once it is there."""
        self._read_for, self._comments = None, ()
        self._show_comments()

    def _run_changed(self) -> None:
        if self._folder is not None and self._folder != self._read_for:
            self._read_for = self._folder
            self._comments = ()
            self.work.read_comments(self._folder)
        self._show_comments()

    def _take_comments(self, comments: tuple[Comment, ...]) -> None:
        self._comments = comments
        self._show_comments()

    def _offer_undo(self, folder: Path, comment: Comment) -> None:
        """A deleted comment can be brought back; `comment` is as it was."""

        def undo() -> None:
            self.work.restore_comment(folder, comment)
            self._page.notice.hide()

        self._page.notice.tell(tr("The comment is deleted."), action=(tr("Undo"), undo))

    def _show_comments(self) -> None:
        view, pair = self._controller.view, self._controller.pair
        pins = pins_of(self._comments, pair)
        self._page.picture.player.set_comments(pins)
        finished = view is not None and view.state == "finished"
        self._page.side.comments.set_comments(pins, "" if finished else tr(ONLY_FINISHED))

    def _deliver(self, t: int) -> None:
        scene = self._controller.scene
        if scene is not None:
            wanted = None if t == scene.delivered else t
            self._with_folder(self.work.deliver, scene.scene_id, wanted)

    def _learn(self, t: int) -> None:
        self._with_folder(self.work.learn, self._controller.pair.scene_id, t)

    def _render(self, base: int, program: str) -> None:
        if self.work.at_work:
            self._page.notice.tell(
                tr("Another piece of work is under way. Wait for its end."), "warn"
            )
            return
        self._page.code.leave_editor()
        self._rendering = True
        self._begun_in()
        self._with_folder(self.work.render, self._controller.pair.scene_id, base, program)

    def _take_up(self, t: int) -> None:
        self._begun_in()
        self._with_folder(self.work.take_up, self._controller.pair.scene_id, t)

    def _revise(self, ids: list[str]) -> None:
        self._begun_in()
        self._with_folder(self.work.revise, tuple(ids))

    def _begun_in(self) -> None:
        self._place = (self._folder, self._controller.pair.scene_id)

    def _still_there(self) -> bool:
        """Whether the scene is on show in which the work was begun."""
        return self._place == (self._folder, self._controller.pair.scene_id)

    def _begin_comment(self, side: Side, seconds: float, x: float, y: float) -> None:
        self._page.side.show_tab("comments")
        shown = self._controller.side(side)
        title = "" if shown is None else shown.name
        self._page.side.comments.begin_new(side, seconds, x, y, title)

    def _add_comment(self, side: Side, seconds: float, x: float, y: float, text: str) -> None:
        if (t := self._t_of(side)) is not None:
            scene_id = self._controller.pair.scene_of(side)
            self._with_folder(self.work.comment, scene_id, t, seconds, x, y, text)

    def _show_comment(self, comment_id: str) -> None:
        self._page.side.show_tab("comments")
        self._page.side.comments.show_comment(comment_id)

    def _t_of(self, side: Side) -> int | None:
        return self._controller.pair.t(side)

    def _done(self, words: str) -> None:
        self._rendering = False
        self._page.notice.tell(words, "good")

    def _made(self, made: Iteration, words: str) -> None:
        self._done(words)
        self._show_version(made)

    def _refused(self, made: Iteration, words: str) -> None:
        self._show_version(made)
        self._failed(words)

    def _show_version(self, made: Iteration) -> None:
        """A new version next to the one it was made from, if nobody went elsewhere meanwhile."""
        if made.candidate.comments:
            self._with_folder(self.work.read_comments)  # they say now what became of them
        if not self._still_there():
            return
        if (version := self._controller.iteration(made.candidate.t)) is not None:
            version.stopped = ""  # its last step may have been done before, and is not told again
        self._controller.choose(before=made.candidate.base, after=made.candidate.t)
        self._controller.refresh()
        self._controller.run_changed.emit()

    def _failed(self, words: str) -> None:
        self._page.notice.tell(words, "bad")
        if self._rendering:
            self._page.code.give_back()  # with what was typed
        self._rendering = False

    def _busy(self, words: str) -> None:
        if words:
            self._page.notice.tell(words, action=(tr("Stop"), self.work.stop))
        else:
            self._page.notice.hide()
