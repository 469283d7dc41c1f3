"""The rooms and what stands behind them, put together once the window is on the screen."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.faults import words_of
from app.library import Library, LibraryEntry, Wanted
from app.run_view.loading import replay
from app.texts import ngettext, tr
from ui.context import StudioContext
from ui.jobs import Jobs
from ui.views.compare.page import ComparePage
from ui.views.export.dialog import ExportDialog
from ui.views.export.job import ExportJob
from ui.views.library.page import LibraryPage
from ui.views.record.dialog import RecordDialog
from ui.views.settings.room import SettingsRoom
from ui.views.studio.exporting import subject_of
from ui.views.studio.room import StudioRoom
from ui.window.closing import Closing
from ui.window.main_window import MainWindow
from ui.window.pauses import Pauses
from ui.window.status_facts import StatusFacts
from ui.window.trouble import Trouble

if TYPE_CHECKING:
    from ui.views.memory.room import MemoryRoom


class Assembly(QObject):
    """Makes rooms when they are entered and carries wishes from one to another."""

    def __init__(self, context: StudioContext, window: MainWindow) -> None:
        super().__init__(window)
        self._context, self._window = context, window
        self.jobs = Jobs(context.paths, context.bridge, self)
        self.studio: StudioRoom | None = None
        self.library: LibraryPage | None = None
        self.memory: MemoryRoom | None = None
        self.settings: SettingsRoom | None = None
        self._exports: ExportDialog | None = None
        self._comparison: ComparePage | None = None
        self._record: RecordDialog | None = None
        self._export_job: ExportJob | None = None
        self._facts = StatusFacts(context, window.status)
        self._closing = Closing(window, context.bridge)
        self._closing.ready.connect(self._close)
        self._trouble = Trouble(context.bridge, window.notice, self)
        self._trouble.watch()
        self._pauses = Pauses(self.jobs, self)
        window.room_entered.connect(self._room_entered)
        QShortcut(QKeySequence("Ctrl+N"), window).activated.connect(self._new)
        self.jobs.changed.connect(self._show_waiting)
        self.jobs.changed.connect(self._withdraw_offer)
        self.jobs.ended.connect(lambda _: self._facts.look())
        self._offered: tuple[str, str] | None = None

    def room(self, key: str) -> QWidget:
        """A room by its key."""
        match key:
            case "studio":
                self.studio = StudioRoom(self._context, self.jobs)
                self.studio.run_page.bar.export_requested.connect(self.export)
                self.studio.record_requested.connect(self._show_record)
                self.studio.by_hand.work.done.connect(lambda _: self._facts.look())
                return self.studio
            case "library":
                self.library = self._make_library()
                return self.library
            case "memory":
                from ui.views.memory.pages import MemoryPages  # brings the memory store along
                from ui.views.memory.room import MemoryRoom

                self.memory = MemoryRoom(self._context)
                MemoryPages(self._context, self.memory)
                self.memory.run_requested.connect(self._open_run_at)
                self.memory.session.changed.connect(lambda _: self._facts.look())
                return self.memory
            case "settings":
                self.settings = self._make_settings()
                return self.settings
            case _:
                raise KeyError(key)

    def _make_settings(self) -> SettingsRoom:
        room = SettingsRoom(self._context)
        room.changed.connect(self._settings_changed)
        if self.studio is not None:
            room.profiles_changed.connect(self.studio.new_page.options.show_profiles)
        return room

    def _settings_changed(self) -> None:
        self._facts.look()
        if self.studio is not None:
            self.studio.read_preferences()

    def _make_library(self) -> LibraryPage:
        context = self._context
        page = LibraryPage(context.appearance, context.bridge, Library(context.paths))
        page.open_requested.connect(lambda run: self.open_run(context.paths.runs / run))
        page.resume_requested.connect(self._resume)
        page.new_requested.connect(self._new)
        page.compare_requested.connect(self._compare)
        page.actions_.renamed.connect(self._renamed)
        self.jobs.ended.connect(lambda _: page.refresh())
        return page

    def _renamed(self, run: str) -> None:
        """The run on show has another title now."""
        studio = self.studio
        if studio is None or (view := studio.controller.view) is None or view.run_id != run:
            return

        def show(title: str) -> None:
            view.title = title
            studio.queue.rename(run, title)
            studio.controller.run_changed.emit()

        self._context.bridge.submit(
            lambda: replay(view.folder).view.title,
            show,
            lambda error: self._window.status.tell(words_of(error)),
        )

    def _resume(self, run: str, title: str = "") -> None:
        self.jobs.resume(run, title)
        self.open_run(self._context.paths.runs / run)

    def _compare(self, older: str, newer: str) -> None:
        if self._comparison is None:
            self._comparison = ComparePage(self._context)
            self._comparison.left.connect(lambda: self._window.enter("library"))
            self._comparison.open_requested.connect(self.open_run)
        runs = self._context.paths.runs
        self._window.show_page(self._comparison)
        self._comparison.show_runs(runs / older, runs / newer)

    def _show_record(self, bank: str, record_id: int) -> None:
        if self._record is None:
            self._record = RecordDialog(
                self._context.appearance, self._context.bridge, self._window
            )
            self._record.memory_requested.connect(self._open_in_memory)
        self._record.show_record(Path(bank) if bank else self._context.paths.bank(None), record_id)

    def _open_in_memory(self, bank: Path, record_id: int) -> None:
        self._window.enter("memory")
        assert self.memory is not None
        self.memory.show_record(bank, record_id)

    def _open_run_at(self, run: str, scene_id: str, t: int) -> None:
        self._window.enter("studio")
        assert self.studio is not None
        self.studio.open_run(self._context.paths.runs / run, scene_id, t if t >= 0 else None)

    def _new(self) -> None:
        self._window.enter("studio")
        assert self.studio is not None
        self.studio.show_new_page()

    @property
    def exports(self) -> ExportDialog | None:
        """The dialog of exports, None before it was first asked for."""
        return self._exports

    def export(self) -> None:
        """Offer to export the run on show."""
        if self.studio is None or (view := self.studio.controller.view) is None:
            return
        if self._exports is None:
            context = self._context
            job = self._export_job = ExportJob(context.bridge, context.paths, parent=self)
            folder = Path(context.remembered.text("exports") or Path.home())
            self._exports = ExportDialog(context.appearance, job, folder, self._window)
            self._exports.folder_chosen.connect(
                lambda path: context.remembered.set_text("exports", path)
            )
        subject = subject_of(view, self.studio.controller.files.settings.render)
        # Without a whole animation one of the scenes is offered.
        scene = subject.scenes[0].scene_id if view.video is None and subject.scenes else None
        self._exports.show_subject(subject, scene)

    def open_run(self, folder: Path) -> None:
        """Show a run in the Studio room."""
        self._window.enter("studio")
        assert self.studio is not None
        self.studio.open_run(folder)

    def look_around(self) -> None:
        """Find out what the status line tells, and whether something was cut off last time."""
        self._facts.look()
        library = Library(self._context.paths)
        wanted = Wanted(states=frozenset({"interrupted", "queued"}))
        self._context.bridge.submit(
            lambda: library.find(wanted),
            self._offer_to_go_on,
            lambda error: self._window.status.tell(words_of(error)),
        )

    def _offer_to_go_on(self, cut_off: list[LibraryEntry]) -> None:
        at_work = {view.handle.run_id for view in self.jobs.views}
        waiting = [entry for entry in cut_off if entry.run not in at_work]
        if not waiting or self.studio is None:
            return
        first = waiting[0]
        words = tr("\u201c{title}\u201d was cut off; nothing that was finished is lost.")
        if first.state == "queued":
            words = tr("\u201c{title}\u201d was not started yet.")
        if more := len(waiting) - 1:
            words = ngettext(
                "\u201c{title}\u201d and {count} more are not finished; "
                "nothing that was finished is lost.",
                "\u201c{title}\u201d and {count} more are not finished; "
                "nothing that was finished is lost.",
                more,
            )
        words = words.format(title=first.title, count=more)
        begin = tr("Start it") if first.state == "queued" else tr("Resume it")
        self.studio.new_page.notice.tell(
            words, action=(begin, lambda: self._resume(first.run, first.title))
        )
        self._offered = (first.run, words)

    def _withdraw_offer(self) -> None:
        """The run that was cut off is at work again, however that came about."""
        if self._offered is None or self.studio is None:
            return
        run, words = self._offered
        notice = self.studio.new_page.notice
        if self.jobs.of_run(run) is not None:
            self._offered = None
            if notice.words == words:
                notice.forget()

    def ask_to_close(self) -> None:
        """The person wants to close the window."""
        if self.studio is not None:
            self.studio.storyboard_editor.drafts.keep()
        self._closing.ask(self.jobs)

    def _room_entered(self, key: str) -> None:
        if self._comparison is not None:
            self._comparison.leave()
        if self.memory is not None and key != "memory":
            self.memory.leave()
        if self.studio is not None:
            if key == "studio":
                self.studio.enter()
            else:
                self.studio.leave()

    def _show_waiting(self) -> None:
        waiting = sum(view.state == "queued" for view in self.jobs.views)
        words = ngettext("{count} run waits", "{count} runs wait", waiting).format(count=waiting)
        self._window.status.tell(words if waiting else "")

    def _close(self) -> None:
        if self.studio is not None:
            self.studio.close_room()
        if self._comparison is not None:
            self._comparison.leave()
        if self.memory is not None:
            self.memory.close_room()
        if self.settings is not None:
            self.settings.close_room()
        if self._export_job is not None:
            self._export_job.cancel()
        self._trouble.stop()
        self._pauses.stop()
        self._context.bridge.close()
        self._window.allow_close()
