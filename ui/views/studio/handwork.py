"""What a person does to a run by hand; the work is done in worker threads, one piece at a time."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.editing import human, learning, revising
from app.editing.choosing import choose
from app.editing.comments import Comment, Comments
from app.editing.ratings import Rating, Ratings
from app.faults import words_of
from app.paths import DataPaths
from app.texts import tr
from pipeline.events import Event
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.iteration import Iteration
from ui.bridge import Bridge

T = TypeVar("T")


class Handwork(QObject):
    """Choice of a rendition, edits, comments, ratings, lessons.

    Signals:
        told: the folder of a run and an event of it.
        busy: what is being done, in words; empty when it is over.
        done: what has been done, in words.
        failed: what went wrong and what to do.
        made: the new `Iteration` that a person asked for and that renders; its news.
        refused: the same of one that does not render.
        comments_changed: the comments of the run are others now (a tuple of `Comment`).
        comment_deleted: the folder of a run and the `Comment` that is gone from it.
        ratings_changed: the ratings of the run, by scene and iteration.
    """

    told = Signal(object, object)
    busy = Signal(str)
    done = Signal(str)
    failed = Signal(str)
    made = Signal(object, str)
    refused = Signal(object, str)
    comments_changed = Signal(object)
    comment_deleted = Signal(object, object)
    ratings_changed = Signal(object)

    def __init__(self, paths: DataPaths, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths, self._bridge = paths, bridge
        self._cancel = CancelToken()
        self._at_work = False

    @property
    def at_work(self) -> bool:
        """Whether a longer piece of work is under way."""
        return self._at_work

    def stop(self) -> None:
        """End what is under way; what it has done is kept and can be taken up again."""
        self._cancel.cancel()

    def deliver(self, folder: Path, scene_id: str, t: int | None) -> None:
        """Put version `t` into the animation; None for the automatic choice."""
        automatic, chosen_one = (
            tr("Joining the animation with the automatic choice…"),
            tr("Joining the animation with v{t}…"),
        )
        self._long(
            automatic if t is None else chosen_one.format(t=t),
            lambda _: choose(RunFolder(folder), scene_id, t, self._sink(folder)),
            lambda chosen: tr("The animation shows v{t} of this scene now.").format(t=chosen.t),
        )

    def render(self, folder: Path, scene_id: str, base: int, program: str) -> None:
        """Render a person's program as a new version; one that is no Python makes none."""

        def work(cancel: CancelToken) -> Iteration:
            human.require_python(program)
            run = RunFolder(folder)
            sink = self._sink(folder)
            return human.render_by_hand(self._paths, run, scene_id, base, program, cancel, sink)

        template = tr("Your version is v{t}.")
        self._long(tr("Rendering your version…"), work, lambda made: self._news(made, template))

    def take_up(self, folder: Path, scene_id: str, t: int) -> None:
        """Go on with a version that a person asked for and that was broken off."""
        self._long(
            tr("Finishing v{t}…").format(t=t),
            lambda cancel: human.take_up(
                self._paths, RunFolder(folder), scene_id, t, cancel, self._sink(folder)
            ),
            lambda made: self._news(made, tr("v{t} is finished.")),
        )

    def revise(self, folder: Path, comment_ids: tuple[str, ...]) -> None:
        """Have the reviser act on comments."""
        self._long(
            tr("The reviser works on your comments…"),
            lambda cancel: revising.send_to_reviser(
                self._paths, RunFolder(folder), comment_ids, cancel, self._sink(folder)
            ),
            lambda made: self._news(made, tr("The reviser's version is v{t}.")),
        )

    def learn(self, folder: Path, scene_id: str, t: int) -> None:
        """Write a record that waits for a person's yes."""
        self._long(
            tr("Putting into words what this version teaches…"),
            lambda cancel: learning.learn_from(
                self._paths, RunFolder(folder), scene_id, t, cancel, self._sink(folder)
            ),
            lambda found: tr("Record {record} waits for your yes in Memory, under Inbox.").format(
                record=found.record
            ),
        )

    def rate(self, folder: Path, scene_id: str, t: int, rating: Rating) -> None:
        """Keep a rating."""

        def work() -> dict[tuple[str, int], Rating]:
            ratings = Ratings(RunFolder(folder))
            ratings.save(scene_id, t, rating)
            return ratings.all()

        def kept(known: dict[tuple[str, int], Rating]) -> None:
            self.ratings_changed.emit(known)
            self.done.emit(tr("Your rating is kept with the run. No agent ever sees it."))

        self._short(work, kept)

    def read_ratings(self, folder: Path) -> None:
        """Fetch the ratings of a run."""
        self._short(Ratings(RunFolder(folder)).all, self.ratings_changed.emit)

    def read_comments(self, folder: Path) -> None:
        """Fetch the comments of a run."""
        self._comments(folder, lambda comments: None)

    def comment(
        self, folder: Path, scene_id: str, t: int, seconds: float, x: float, y: float, text: str
    ) -> None:
        """Pin a comment to a moment and a place."""
        self._comments(folder, lambda c: c.add(scene_id, t, seconds, text, x, y))

    def edit_comment(self, folder: Path, comment_id: str, text: str) -> None:
        """Give a comment another text."""
        self._comments(folder, lambda c: c.edit(comment_id, text))

    def resolve_comment(self, folder: Path, comment_id: str, resolved: bool) -> None:
        """Mark a comment as settled, or take that back."""
        self._comments(
            folder, lambda c: c.resolve(comment_id) if resolved else c.reopen(comment_id)
        )

    def delete_comment(self, folder: Path, comment_id: str) -> None:
        """Remove a comment; `comment_deleted` carries it, for an undo."""

        def delete(comments: Comments) -> None:
            gone = comments.delete(comment_id)
            self._bridge.post(lambda: self.comment_deleted.emit(folder, gone))

        self._comments(folder, delete)

    def restore_comment(self, folder: Path, comment: Comment) -> None:
        """Bring a deleted comment back."""
        self._comments(folder, lambda c: c.restore(comment))

    def _comments(self, folder: Path, change: Callable[[Comments], object]) -> None:
        def work() -> tuple[Comment, ...]:
            comments = Comments(RunFolder(folder))
            change(comments)
            return comments.all()

        self._short(work, self.comments_changed.emit)

    def _short(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        self._bridge.submit(work, done, lambda error: self.failed.emit(words_of(error)))

    def _news(self, made: Iteration, template: str) -> str:
        """Tell of a new version; nothing is left to be said afterwards."""
        words = template.format(t=made.candidate.t)
        if made.result.ok:
            self.made.emit(made, words)
            return ""
        finding = next((f for f in made.findings if f.severity == "error"), None)
        why = (finding.message if finding else made.result.message) or tr("Nothing was rendered.")
        line = (finding.line if finding else None) or made.result.line
        if line is not None and str(line) not in why:
            why = tr("Line {line}: {why}").format(line=line, why=why)
        kept = tr("It is kept, and the program is still in the editor.")
        self.refused.emit(made, f"{words} {tr('It does not render.')} {why} {kept}")
        return ""

    def _long(self, busy: str, work: Callable[[CancelToken], T], words: Callable[[T], str]) -> None:
        if self._at_work:
            self.failed.emit(tr("Another piece of work is under way. Wait until it has ended."))
            return
        self._at_work = True
        self._cancel = cancel = CancelToken()
        self.busy.emit(busy)
        self._bridge.submit(lambda: work(cancel), partial(self._ended, words), self._broke)

    def _ended(self, words: Callable[[T], str], value: T) -> None:
        self._at_work = False
        self.busy.emit("")
        if news := words(value):
            self.done.emit(news)

    def _broke(self, error: Exception) -> None:
        self._at_work = False
        self.busy.emit("")
        if isinstance(error, CancelledError):
            self.done.emit(tr("Stopped. What was finished is kept."))
        else:
            self.failed.emit(words_of(error))

    def _sink(self, folder: Path) -> Callable[[Event], None]:
        def sink(event: Event) -> None:
            self._bridge.post(lambda: self.told.emit(folder, event))

        return sink
