"""The way through the views of one window: what is opened and waited for before each picture."""

import shutil
from typing import TYPE_CHECKING

from app.editing.choice import load_trace
from app.editing.human import render_by_hand
from app.paths import RESOURCES, DataPaths
from app.run_plan import RunPlan
from pipeline.intake.reading import read_task
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.settings import RunSettings
from ui.memory_tour import MemoryTour
from ui.views.studio.room import StudioRoom
from ui.window.session import Session
from ui.window.shortcuts import ShortcutsDialog

if TYPE_CHECKING:
    from ui.gallery import Gallery

VIEWS = (
    "studio-first",
    "studio-blank",
    "studio-refused",
    "studio-new",
    "studio-run",
    "studio-pair",
    "studio-keyframes",
    "studio-crash",
    "studio-comments",
    "studio-edit",
    "studio-notice",
    "studio-running",
    "storyboard",
    "rating",
    "export",
    "library",
    "library-empty",
    "memory",
    "memory-failure",
    "memory-filtered",
    "memory-nothing",
    "memory-inbox",
    "memory-whole",
    "memory-effect",
    "memory-alike",
    "memory-snapshots",
    "memory-banks",
    "memory-importing",
    "memory-snapshot",
    "memory-empty",
    "memory-large",
    "memory-damaged",
    "memory-missing",
    "settings",
    "keys",
)
LIVE_SAMPLE = "price_elasticity.md"
NOT_THERE = "        self.play(FadeOut(self.mobjects[7]))\n"
"""A program ends at this line where the picture is still empty; the check cannot know that."""


def add_a_crash(data: DataPaths, run: str, cancel: CancelToken) -> None:
    """A version of the first scene, edited by hand so that it crashes. It stays in the run."""
    folder = RunFolder(data.runs / run)
    scene_id = sorted(path.name for path in (folder.root / "scenes").iterdir())[0]
    base = load_trace(folder, scene_id).iterations[-1].candidate
    start, found, rest = base.program.partition("def construct(self):\n")
    program = start + found + NOT_THERE + rest
    render_by_hand(data, folder, scene_id, base.t, program, cancel)


class Tour:
    """Goes through the rooms of one window and has each of them taken."""

    def __init__(self, gallery: "Gallery", session: Session, data: DataPaths) -> None:
        self._gallery, self._session, self._data = gallery, session, data
        self._window = session.window

    @property
    def _studio(self) -> StudioRoom:
        studio = self._session.assembly.studio
        assert studio is not None
        return studio

    def rooms(self, run: str) -> None:
        """Every view of a window in which `run` has been made."""
        self._new_page("studio-new")
        self._run(run)
        self._storyboard()
        self._rating()
        self._export()
        self._library()
        if self._gallery.wants(*(name for name in VIEWS if name.startswith("memory"))):
            MemoryTour(self._gallery, self._session, self._data).views()
        self._settings()
        self._keys()
        self._running()

    def nothing_yet(self) -> None:
        """What a first start looks like, and a section that cannot be understood."""
        self._new_page("studio-first")
        page = self._studio.new_page
        page.show_section("")
        self._gallery.wait(0.8)
        self._gallery.take(self._window, "studio-blank")
        page.show_section("$$ x = \n\n")
        self._gallery.wait(0.8)
        self._gallery.take(self._window, "studio-refused")
        self._window.enter("library")
        self._gallery.wait(0.8)
        self._gallery.take(self._window, "library-empty")

    def _new_page(self, name: str) -> None:
        page = self._studio.new_page
        self._gallery.until(lambda: page.ready and bool(page.section))
        self._gallery.wait(0.8)
        self._gallery.take(self._window, name)

    def _run(self, run: str) -> None:
        studio, gallery = self._studio, self._gallery
        page, controller = studio.run_page, studio.controller
        self._session.assembly.open_run(self._data.runs / run)
        gallery.until(lambda: controller.pair_files is not None)
        gallery.wait(1.5)
        gallery.take(self._window, "studio-run")
        page.picture.player.set_mode("pair")
        page.below.show_keyframes()
        gallery.wait(0.5)
        gallery.take(self._window, "studio-keyframes")
        page.below.show_code()
        gallery.take(self._window, "studio-pair")
        page.picture.player.set_mode("wipe")
        scene = controller.scene
        crashed = [i.t for i in scene.iterations if i.ok is False] if scene else []
        if crashed and gallery.wants("studio-crash"):
            shown = controller.pair
            controller.choose(before=shown.after, after=crashed[-1])
            gallery.wait(1.2)
            gallery.take(self._window, "studio-crash")
            controller.choose(before=shown.before, after=shown.after)
            gallery.wait(0.6)
        page.side.show_tab("comments")
        gallery.wait(0.3)
        gallery.take(self._window, "studio-comments")
        page.side.show_tab("review")
        page.code.edit()
        gallery.wait(0.5)
        gallery.take(self._window, "studio-edit")
        page.code.leave_editor()
        page.notice.tell("The disk is full. Free some space, then go on.", "bad")
        gallery.wait(0.3)
        gallery.take(self._window, "studio-notice")
        page.notice.hide()

    def _storyboard(self) -> None:
        studio = self._studio
        if self._gallery.wants("storyboard"):
            studio.edit_storyboard()
            self._gallery.until(lambda: bool(studio.storyboard_editor.editors))
            self._gallery.wait(0.5)
            self._gallery.take(self._window, "storyboard")
            studio.show_run_page()

    def _rating(self) -> None:
        studio = self._studio
        if self._gallery.wants("rating"):
            studio.rate()
            self._gallery.until(lambda: studio.rating_page.form is not None)
            self._gallery.wait(1.0)
            self._gallery.take(self._window, "rating")
            studio.rating_page.left.emit()

    def _export(self) -> None:
        assembly = self._session.assembly
        if self._gallery.wants("export"):
            assembly.export()
            self._gallery.wait(0.5)
            if assembly.exports is not None:
                self._gallery.take(assembly.exports, "export")
                assembly.exports.close()

    def _library(self) -> None:
        self._window.enter("library")
        library = self._session.assembly.library
        assert library is not None
        self._gallery.until(lambda: library.model.rowCount() > 0)
        self._gallery.wait(1.0)
        self._gallery.take(self._window, "library")

    def _settings(self) -> None:
        if not self._gallery.wants("settings"):
            return
        self._window.enter("settings")
        settings = self._session.assembly.settings
        assert settings is not None
        for number in range(settings.sections.count()):
            settings.sections.setCurrentRow(number)
            self._gallery.wait(0.4)
            name = settings.sections.item(number).text().lower().replace(" ", "-")
            self._gallery.take(self._window, f"settings-{name}")

    def _keys(self) -> None:
        self._window.show_keys()
        self._gallery.wait(0.2)
        dialog = self._window.findChild(ShortcutsDialog)
        if dialog is not None:
            self._gallery.take(dialog, "keys")
            dialog.close()

    def _running(self) -> None:
        """A run at work; it is stopped and taken away afterwards, for the next window."""
        if not self._gallery.wants("studio-running"):
            return
        jobs, controller = self._session.assembly.jobs, self._studio.controller
        self._window.enter("studio")
        task = read_task(RESOURCES / "samples" / LIVE_SAMPLE)
        self._studio.start(RunPlan(task, RunSettings(max_scenes=3, memory_mode="off")))

        def has_begun() -> bool:
            view = controller.view
            return view is not None and any(s.iterations for s in view.scenes)

        self._gallery.until(has_begun, 60)
        self._gallery.wait(0.25)
        self._gallery.take(self._window, "studio-running")
        folder = controller.view.folder if controller.view is not None else None
        for view in jobs.views:
            jobs.stop(view.handle)
        self._gallery.until(lambda: not jobs.views)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
