"""The Studio room: a new animation or the run on show, and what may be done with it."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from app.documents.model import Document
from app.documents.opening import open_document
from app.editing.storyboard import approve, draft
from app.faults import words_of
from app.jobs.updates import JobEnded, JobEvent, JobStarted
from app.preferences import Preferences, load_preferences
from app.profiles.store import ProfileStore
from app.run_plan import RunPlan
from app.texts import tr
from pipeline.run.folder import RunFolder
from pipeline.schema.storyboard import SceneSpec
from ui.context import StudioContext
from ui.jobs import Jobs
from ui.views.storyboard.editor import StoryboardEditor
from ui.views.studio.by_hand import ByHand
from ui.views.studio.controller import RunController
from ui.views.studio.document_picker import DocumentPicker
from ui.views.studio.new_page import NewPage
from ui.views.studio.queue_desk import QueueDesk
from ui.views.studio.rating_desk import RatingDesk
from ui.views.studio.rating_page import RatingPage
from ui.views.studio.run_page import RunPage
from ui.widgets.notice import Notice
from ui.window.trouble import bug_words, copy_report


class StudioRoom(QStackedWidget):
    """Four pages over one controller.

    `record_requested` carries the folder of a bank, empty for the default one, and a record's id.
    """

    record_requested = Signal(str, int)

    def __init__(self, context: StudioContext, jobs: Jobs) -> None:
        super().__init__()
        self._context, self._jobs = context, jobs
        self._held: JobEnded | None = None
        """The end of a run that is still being opened; told once it is on show."""
        self.controller = RunController(context.bridge, context.paths, self)
        self.new_page = NewPage(context)
        self.run_page = RunPage(context, self.controller)
        self.addWidget(self.new_page)
        self.rating_page = RatingPage(context)
        self.by_hand = ByHand(context, self.controller, self.run_page)
        self.ratings = RatingDesk(
            context, self.controller, (self.run_page, self.rating_page), self.by_hand.work,
            (self.setCurrentWidget, self.show_run_page),
        )  # fmt: skip
        self.addWidget(self.run_page)
        self.addWidget(self.rating_page)
        self.storyboard_editor = StoryboardEditor(context)
        self.addWidget(self.storyboard_editor)
        self.queue = QueueDesk(
            context, jobs, (self.run_page.queue, self.new_page.queue), self.open_run,
            lambda: self.controller.folder, self._notice_on_show,
        )  # fmt: skip
        self._connect()
        self.read_preferences()

    def _connect(self) -> None:
        new, run, jobs = self.new_page, self.run_page, self._jobs
        new.start_requested.connect(self.start)
        new.cancelled.connect(self.show_run_page)
        new.open_requested.connect(self._ask_for_file)
        new.document_dropped.connect(self.open_document)
        run.bar.new_requested.connect(self.show_new_page)
        run.bar.pause_requested.connect(lambda: self._end(to_pause=True))
        run.bar.stop_requested.connect(lambda: self._end(to_pause=False))
        run.bar.resume_requested.connect(self._resume)
        run.bar.sooner_requested.connect(self._sooner)
        run.approve_requested.connect(self._approve)
        run.storyboard.edit_requested.connect(self.edit_storyboard)
        editor = self.storyboard_editor
        editor.left.connect(self.show_run_page)
        editor.approved.connect(self._approved)
        editor.remade.connect(self._make_anew)
        run.rate_requested.connect(self.rate)
        run.record_opened.connect(self._show_record)
        self.currentChanged.connect(lambda _: self.updateGeometry())
        jobs.changed.connect(self._show_job)
        jobs.started.connect(self._started)
        jobs.told.connect(self._told)
        jobs.ended.connect(self._ended)
        self.controller.opened.connect(self._opened)
        self.controller.failed.connect(lambda _: self._tell_held_end())

    def minimumSizeHint(self) -> QSize:
        """That of the page on show: the others are laid out when their turn comes."""
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()

    def read_preferences(self) -> None:
        """Bring the form up to what is set for runs to come."""
        self._context.bridge.submit(
            lambda: load_preferences(self._context.paths), self._preferences, self._no_preferences
        )
        self._context.bridge.submit(
            lambda: [profile.name for profile in ProfileStore(self._context.paths).all()],
            self.new_page.options.show_profiles,
            self._no_preferences,
        )

    def start(self, plan: RunPlan) -> None:
        """Hand a new run in and show it."""
        handle = self._jobs.submit(plan)
        self.open_run(handle.folder)

    def open_run(self, folder: Path, scene_id: str = "", after: int | None = None) -> None:
        """Show a run: one that is at work, or one from the library; `scene_id` and `after` say
        where to begin."""
        self.run_page.notice.hide()
        self._held = None
        self.controller.open(folder, scene_id, after)
        self.show_run_page()
        self._show_job()
        self.queue.refresh()

    def show_new_page(self) -> None:
        """A new animation; the run goes on behind it."""
        self.run_page.leave()
        self.new_page.can_go_back(self.controller.view is not None)
        self.setCurrentWidget(self.new_page)
        self.new_page.text.setFocus()

    def show_run_page(self) -> None:
        """The run on show."""
        self.setCurrentWidget(self.run_page)
        self.run_page.enter()
        # Else the focus goes to "New...", and the next Space would leave the page.
        self.run_page.picture.player.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    def rate(self) -> None:
        """Ask for a rating of a version of the scene on show."""
        self.ratings.begin()

    def open_document(self, path: Path) -> None:
        """Read a file into the editor of a new animation."""
        self.show_new_page()
        self.new_page.notice.tell(tr("Reading {name}…").format(name=path.name))
        self._context.bridge.submit(
            lambda: open_document(path), self._document_read, self._document_unread
        )

    def leave(self) -> None:
        """Another room is entered, or the window closes."""
        self.run_page.leave()

    def enter(self) -> None:
        """The room is on show again."""
        if self.currentWidget() is self.run_page:
            self.run_page.enter()

    def close_room(self) -> None:
        """The window closes: remember the layout, let go of everything."""
        self.new_page.close_page()
        self.run_page.keep_layout()
        self.run_page.leave()
        self.rating_page.close_form()
        self.storyboard_editor.close_editor()
        self.by_hand.work.stop()
        self.controller.close()

    def _document_read(self, document: Document) -> None:
        page, notes = self.new_page, " ".join(document.notes)
        page.notice.hide()
        if len(document.sections) <= 1 and not document.pages:
            text = document.sections[0].text if document.sections else document.text
            page.show_section(text, document.path.name, document.fields, notes)
            return
        picker = DocumentPicker(document, self._context.bridge, self)
        picker.picked.connect(
            lambda text, note: page.show_section(text, document.path.name, document.fields, note)
        )
        picker.open()

    def _document_unread(self, error: Exception) -> None:
        self.new_page.notice.tell(words_of(error), "bad")

    def _notice_on_show(self) -> Notice:
        return self.new_page.notice if self.currentWidget() is self.new_page else (
            self.run_page.notice
        )  # fmt: skip

    def _show_record(self, record_id: int) -> None:
        self.record_requested.emit(self.controller.files.bank, record_id)

    def _preferences(self, preferences: Preferences) -> None:
        self.new_page.set_preferences(preferences)

    def _no_preferences(self, error: Exception) -> None:
        self.new_page.allow()
        self.new_page.notice.tell(words_of(error), "warn")

    def _ask_for_file(self) -> None:
        if (path := self.new_page.ask_for_file()) is not None:
            self.open_document(path)

    def _show_job(self) -> None:
        view = self.controller.view
        job = self._jobs.of_run(view.run_id) if view else None
        waiting = [one.handle for one in self._jobs.views if one.state == "queued"]
        place = waiting.index(job.handle) if job is not None and job.handle in waiting else 0
        self.run_page.show_job(job, (place, len(waiting)))

    def _started(self, started: JobStarted) -> None:
        if started.folder == self.controller.folder:
            self._show_job()

    def _told(self, told: JobEvent) -> None:
        self.controller.take(told.job.folder, told.event)

    def _ended(self, ended: JobEnded) -> None:
        if ended.job.folder != self.controller.folder:
            return
        if self.controller.view is None:
            self._held = ended
            return
        if self._refused(ended):
            return
        if ended.fault == "approval":
            if self.currentWidget() is self.run_page and self.isVisible():
                QTimer.singleShot(0, self, self.edit_storyboard)
        elif ended.message and ended.kind != "bug":
            self.run_page.notice.tell(f"{ended.message} {ended.remedy}".strip(), "warn")
        elif ended.kind == "bug":
            self.run_page.notice.tell(
                bug_words(ended),
                "bad",
                copy_report(ended.report),
            )
        QTimer.singleShot(0, self, self._show_job)

    def _opened(self) -> None:
        """Now it can be said what becomes of the run, also if it ended before it could be read."""
        self._show_job()
        self._tell_held_end()

    def _tell_held_end(self) -> None:
        held, self._held = self._held, None
        if held is None:
            return
        if self.controller.view is not None:
            self._ended(held)
        else:
            self.run_page.notice.tell(f"{held.message} {held.remedy}".strip(), "bad")

    def _refused(self, ended: JobEnded) -> bool:
        """A new run that could not even begin: back to its section, with the reason. True if so."""
        view = self.controller.view
        never_began = view is not None and view.state == "new" and ended.state == "failed"
        if ended.job.kind != "new" or not never_began or ended.kind == "bug":
            return False
        on_show = self.currentWidget() is self.run_page
        self.controller.forget()
        if on_show:
            self.show_new_page()
        self.new_page.notice.tell(f"{ended.message} {ended.remedy}".strip(), "bad")
        return True

    def _end(self, *, to_pause: bool) -> None:
        view = self.controller.view
        job = self._jobs.of_run(view.run_id) if view else None
        if job is None:
            return
        if to_pause:
            self._jobs.pause(job.handle)
        elif job.state == "queued":
            self.queue.take_out(job.handle)
        else:
            self._jobs.stop(job.handle)
        self._show_job()

    def edit_storyboard(self) -> None:
        """Edit the cards: all of them before the scenes are made, one at a time afterwards."""
        view = self.controller.view
        if view is None:
            return
        ids = [scene.scene_id for scene in view.arranged]
        finished = view.state == "finished"
        if not finished and view.pause_reason != "approval":
            self.run_page.notice.tell(
                tr(
                    "The scenes are being made from this storyboard. "
                    "Change a card once they are done."
                ),
                "warn",
            )
            return
        self.run_page.leave()
        self.storyboard_editor.open(view.folder, ids, finished=finished)
        self.setCurrentWidget(self.storyboard_editor)

    def _approved(self) -> None:
        self.show_run_page()
        self._resume()

    def _make_anew(self, scene_id: str, spec: SceneSpec) -> None:
        if (view := self.controller.view) is not None:
            self._jobs.rerun(view.run_id, scene_id, spec)
            self.show_run_page()
            self._show_job()

    def _approve(self) -> None:
        view = self.controller.view
        if view is None:
            return
        folder = RunFolder(view.folder)

        def work() -> bool:
            if draft(folder) is not None:
                return False  # changes that would not be in what is approved
            approve(folder)
            return True

        self._context.bridge.submit(
            work,
            lambda approved: self._resume() if approved else self.edit_storyboard(),
            lambda error: self.run_page.notice.tell(words_of(error), "bad"),
        )

    def _sooner(self) -> None:
        """The run on show is the next one to have its turn."""
        view = self.controller.view
        job = self._jobs.of_run(view.run_id) if view else None
        if job is not None:
            self._jobs.move(job.handle, 0)

    def _resume(self) -> None:
        if (view := self.controller.view) is not None:
            self._jobs.resume(view.run_id, view.title)
            self._show_job()
