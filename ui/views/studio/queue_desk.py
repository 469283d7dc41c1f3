"""Keeps the strips of waiting runs up to date and does what is asked for in them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.faults import words_of
from app.jobs.updates import JobHandle, JobView
from app.library import Library
from app.texts import tr
from ui.context import StudioContext
from ui.jobs import Jobs
from ui.views.studio.queue_strip import QueueLine, QueueStrip
from ui.widgets.notice import Notice


class QueueDesk(QObject):
    """One per Studio room, for the strips of all its pages.

    Args:
        strips: one for each page that shows the queue.
        open_run: shows a run, from a scene on if one is named.
        on_show: the folder of the run in the room, if any.
        notice: the line of the page that is on show now.
    """

    def __init__(
        self,
        context: StudioContext,
        jobs: Jobs,
        strips: Sequence[QueueStrip],
        open_run: Callable[[Path, str], None],
        on_show: Callable[[], Path | None],
        notice: Callable[[], Notice],
    ) -> None:
        super().__init__(strips[0])
        self._context, self._jobs, self._strips = context, jobs, strips
        self._open_run, self._on_show, self._notice = open_run, on_show, notice
        self._titles: dict[str, str] = {}
        for strip in strips:
            strip.opened.connect(self._open)
            strip.moved_up.connect(self._move_up)
            strip.taken_out.connect(self.take_out)
        jobs.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the queue as it is now."""
        views = self._jobs.views
        folder = self._on_show()
        lines = [QueueLine(v, self._title(v.handle), v.handle.folder == folder) for v in views]
        for strip in self._strips:
            strip.show_queue(lines)
        if any(view.state == "queued" for view in views):
            self._ask_for_titles(views)

    def rename(self, run_id: str, title: str) -> None:
        """A run was given another title."""
        self._titles[run_id] = title
        self.refresh()

    def take_out(self, handle: JobHandle) -> None:
        """Take a waiting job out of the queue and offer to put it back."""
        title = self._title(handle) or tr("Untitled")
        put_back = self._jobs.take_out(handle)
        if put_back is None:
            return  # its turn has just come, and the strip says so by now
        words = tr("\u201c{title}\u201d is out of the queue; it stays in the library.")
        if handle.kind == "rerun":
            words = tr("\u201c{title}\u201d is out of the queue; the scene stays as it was.")
        notice = self._notice()

        def undo() -> None:
            put_back()
            notice.hide()

        notice.tell(words.format(title=title), action=(tr("Undo"), undo))

    def _open(self, handle: JobHandle) -> None:
        self._open_run(handle.folder, handle.scene_id)
        self.refresh()

    def _move_up(self, handle: JobHandle) -> None:
        waiting = [view.handle.id for view in self._jobs.views if view.state == "queued"]
        if handle.id in waiting:
            self._jobs.move(handle, waiting.index(handle.id) - 1)

    def _title(self, handle: JobHandle) -> str:
        run = self._titles.get(handle.run_id, "")
        if handle.kind == "rerun":
            return f"{run} · {handle.title}" if run else handle.title
        return run or handle.title

    def _ask_for_titles(self, views: Sequence[JobView]) -> None:
        """Of runs that were there before; a new one brings its title along."""
        for handle in (view.handle for view in views):
            if handle.kind == "new" or handle.run_id in self._titles:
                continue
            self._titles[handle.run_id] = ""

            self._context.bridge.submit(
                partial(self._read_title, handle.run_id),
                partial(self.rename, handle.run_id),
                lambda error: self._notice().tell(words_of(error), "warn"),
            )

    def _read_title(self, run_id: str) -> str:
        return Library(self._context.paths).entry(run_id).title
