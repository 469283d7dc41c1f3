"""A run on show: storyboard, iterations, picture, review and code, one next to another."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.coverage import coverage
from app.faults import words_of
from app.jobs.updates import JobView
from app.run_view.loading import IterationFiles, RunFiles
from app.run_view.values import RunView
from app.texts import tr
from pipeline.schema.finding import Finding
from pipeline.schema.storyboard import SceneSpec
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.views.diff.source import Which
from ui.views.studio.controller import RunController
from ui.views.studio.division import PageDivision
from ui.views.studio.lower import LowerArea
from ui.views.studio.pairing import Pair
from ui.views.studio.queue_strip import QueueStrip
from ui.views.studio.side_panel import SidePanel
from ui.views.studio.stage import CodeStage, PictureStage
from ui.views.studio.storyboard_panel import CardView, StoryboardPanel
from ui.views.studio.timeline import Timeline
from ui.views.studio.top_bar import RunBar, halted_words
from ui.widgets.arranging import splitter
from ui.widgets.basics import column
from ui.widgets.notice import Notice

TICK_MS = 500
SOON_MS = 20
LEFT_PX = 272


class RunPage(QWidget):
    """Puts the parts together and keeps them up to date from the controller."""

    rate_requested = Signal()
    deliver_requested = Signal(int)
    learn_requested = Signal(int)
    take_up_requested = Signal(int)
    approve_requested = Signal()
    record_opened = Signal(int)

    def __init__(self, context: StudioContext, controller: RunController) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context, self.controller = context, controller
        self._job: JobView | None = None
        self._place = (0, 0)
        self.bar = RunBar()
        self.notice = Notice(context.appearance)
        self.queue = QueueStrip(context.appearance)
        self.storyboard = StoryboardPanel()
        self.timeline = Timeline()
        self.picture = PictureStage(context)
        self.code = CodeStage(context)
        self.side = SidePanel(context.appearance)
        self.review = self.side.review
        self._lay_out()
        # Events come in bursts; the page is brought up to date once for all of them.
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self._show_run)
        self._reviewed: object = None
        self._told: tuple[SceneSpec, ...] = ()
        self._covering: Ticket | None = None
        self._troubled: object = None
        self._connect()
        self._clock = QTimer(self, interval=TICK_MS)
        self._clock.timeout.connect(self._tick)

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        outer.addWidget(self.bar)
        outer.addWidget(self.notice)
        centre = QWidget()
        box = column(centre, margin=0)
        box.addWidget(self.timeline)
        box.addWidget(self.picture, 1)
        self.below = LowerArea(self.code)
        # What is read stands at the left, so that two pictures have the rest of the width.
        left = splitter(Qt.Orientation.Vertical, ((self.storyboard, 1), (self.side, 1)))
        right = splitter(Qt.Orientation.Vertical, ((centre, 2), (self.below, 1)))
        columns = splitter(Qt.Orientation.Horizontal, ((left, 0), (right, 1)))
        self._splitters = {"columns": columns, "left": left, "picture": right}
        self._division = PageDivision(self._splitters, self.picture, self.below, self.bar)
        body = QWidget()
        column(body).addWidget(columns)
        outer.addWidget(body, 1)
        outer.addWidget(self.queue)
        columns.setSizes([LEFT_PX, 1100])
        left.setSizes([400, 400])
        right.setSizes([526, 262])
        for name, part in self._splitters.items():
            self._context.remembered.restore_splitter(name, part)

    def _connect(self) -> None:
        controller = self.controller
        controller.cleared.connect(self._clear)
        controller.run_changed.connect(self._change)
        controller.files_changed.connect(self._show_files)
        controller.pair_changed.connect(self._change)
        controller.pair_loaded.connect(self._show_pair_files)
        controller.failed.connect(lambda words: self.notice.tell(words, tone="bad"))
        self.code.failed.connect(lambda words: self.notice.tell(words, tone="bad"))
        self.storyboard.scene_chosen.connect(controller.choose_scene)
        self.storyboard.whole_chosen.connect(controller.choose_whole)
        self.storyboard.play_requested.connect(lambda: self.picture.player.transport.toggle())
        self.storyboard.section.scene_chosen.connect(self._choose_by_name)
        self.timeline.before_chosen.connect(lambda t: controller.choose(before=t))
        self.timeline.old_chosen.connect(controller.choose_old)
        self.timeline.after_chosen.connect(lambda t: controller.choose(after=t))
        self.review.finding_activated.connect(self._go_to_finding)
        self.review.rate_requested.connect(self.rate_requested)
        self.review.deliver_requested.connect(self.deliver_requested)
        self.review.learn_requested.connect(self.learn_requested)
        self.review.take_up_requested.connect(self.take_up_requested)
        self.review.record_opened.connect(self.record_opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is divided as its size allows."""
        super().resizeEvent(event)
        self._division.fit(event.size())

    def _clear(self) -> None:
        """Another run is opened: nothing of the one before may be taken for it."""
        self._job = None
        self._reviewed = self._troubled = None
        self._told = ()
        if self._covering is not None:
            self._covering.drop()
        nothing = IterationFiles()
        self.bar.clear()
        self.side.begin()
        self._show_parts(whole=False)
        self.storyboard.clear()
        self.timeline.ratings = {}
        self.timeline.show_scene(None, Pair("", None, None))
        self.review.show_rating("")
        self.picture.show_pair("", None, nothing, None, nothing)
        self.code.clear()
        self.review.show_pair(None, None, None, None, RunFiles(), {}, can_choose=False)

    def show_job(self, job: JobView | None, place: tuple[int, int] = (0, 0)) -> None:
        """Whether the run on show is at work, waits (at which place of how many), or neither."""
        self._job, self._place = job, place
        self._change()

    def keep_layout(self) -> None:
        """Remember how the room is divided."""
        if self._division.narrow:
            return  # that was the small window's doing
        for name, part in self._splitters.items():
            self._context.remembered.keep_splitter(name, part)

    def leave(self) -> None:
        """The room is left or the window closes: stop the clock and the videos."""
        self._clock.stop()
        self._soon.stop()
        self.picture.stop()

    def enter(self) -> None:
        """The room is on show again."""
        self._clock.start()
        self._soon.start()
        self._show_pair_files()  # leaving let go of the videos

    def _change(self) -> None:
        """Something is different; a page that is not on show is brought up to date by `enter`."""
        if self._clock.isActive():
            self._soon.start()

    def _tick(self) -> None:
        if (projection := self.controller.projection) is not None:
            self.bar.show_time(projection)
            self.side.progress.show_progress(projection, self.controller.scene)
            if self._job is not None:
                self.storyboard.show_times(projection.view)

    def _show_run(self) -> None:
        view = self.controller.view
        if view is None:
            return
        self.bar.show_run(view, self._job, self._place)
        self._show_trouble(view)
        self._show_cards(view)
        self.side.follow(view.state == "running" and self._job is not None)
        self._tick()
        controller = self.controller
        self.timeline.show_scene(controller.scene, controller.pair, controller.replaced)
        self._count_versions()
        if controller.whole and view.video and not self.picture.shows(view.folder / view.video):
            self._show_animation()  # it was joined anew
        self._show_review()

    def _show_trouble(self, view: RunView) -> None:
        """Once for each turn of events: what a person has put away stays away."""
        trouble = (view.run_id, view.state, view.pause_reason, view.message)
        if trouble == self._troubled:
            return
        self._troubled = trouble
        if view.state == "paused" and view.pause_reason == "approval":
            self.notice.tell(
                tr(
                    "The storyboard is planned. Read it at the left; no code is written before you "
                    "approve it."
                ),
                action=(tr("Approve and write the scenes"), self.approve_requested.emit),
            )
        elif view.state in ("paused", "failed") and view.message:
            self.notice.tell(f"{view.message} {view.remedy}".strip(), tone="warn")
        elif view.state == "running":
            self.notice.hide()

    def _show_files(self) -> None:
        files = self.controller.files
        self._division.set_upright(files.settings.render.aspect == "9:16")
        self.bar.show_task(files.section_task)
        self.review.scores.set_thresholds(files.settings.theta_high, files.settings.theta_conv)
        self._show_run()

    def _show_cards(self, view: RunView) -> None:
        specs = self.controller.files.specs
        halted = halted_words(view, self._job)
        cards = [
            CardView(name, specs.get(scene.scene_id if scene else f"s{number}"), scene, halted)
            for number, (name, scene) in enumerate(view.places, start=1)
        ]
        self.storyboard.show_cards(cards, self.controller.pair.scene_id)
        self.storyboard.show_whole(view, self.controller.whole)
        told = tuple(card.spec for card in cards if card.spec is not None)
        task = self.controller.files.section_task
        if task is None or not told or told == self._told:
            return
        self._told = told
        if self._covering is not None:
            self._covering.drop()
        self._covering = self._context.bridge.submit(
            lambda: coverage(task, told),
            self.storyboard.show_coverage,
            lambda error: self.notice.tell(words_of(error), "warn"),
        )

    def _show_pair_files(self) -> None:
        controller, files = self.controller, self.controller.pair_files
        self._show_parts(whole=controller.whole)
        if controller.whole:
            self._show_animation()
            return
        if files is None or files.pair != controller.pair:
            return
        before, after = (
            controller.side("before", files.pair),
            controller.side("after", files.pair),
        )
        self.picture.show_pair(files.pair.scene_id, before, files.before, after, files.after)
        scene = controller.scene
        name = scene.name if scene is not None else ""
        self._count_versions()
        place = (str(controller.view.folder) if controller.view else "", files.pair.scene_id)
        self.code.show_pair(name, before, files.before, after, files.after, place)
        self._show_review()

    def _count_versions(self) -> None:
        """Which number a version by hand would get."""
        if (scene := self.controller.scene) is not None:
            self.code.next_t = max((i.t for i in scene.iterations), default=-1) + 1

    def _show_parts(self, whole: bool) -> None:
        """What belongs to a scene is not there while the animation is watched."""
        self.timeline.setVisible(not whole)
        self.below.setVisible(not whole)
        self.picture.keyframes.setVisible(not whole)

    def _show_animation(self) -> None:
        view, nothing = self.controller.view, IterationFiles()
        if view is None or view.video is None:
            return
        shown = [s.iteration(s.shown) for s in view.arranged if s.shown is not None]
        self.picture.show_whole(
            view.title, view.folder / view.video, sum(i.duration for i in shown)
        )
        self.code.show_pair("", None, nothing, None, nothing)
        self._show_review()

    def _show_review(self) -> None:
        controller, view = self.controller, self.controller.view
        if view is None:
            return
        pair, scene = controller.pair, controller.scene
        before, after = controller.side("before"), controller.side("after")
        shown = (
            view.run_id,
            pair,
            None if scene is None else scene.shown,
            None if before is None else replace(before),
            None if after is None else replace(after),
            controller.pair_files,
            controller.files,
            view.examples,
            view.pitfalls,
            view.state == "finished",
        )
        if shown == self._reviewed:
            return
        self._reviewed = shown
        self.review.show_pair(
            scene,
            before,
            after,
            controller.pair_files,
            controller.files,
            dict(view.examples) | dict(view.pitfalls),
            can_choose=view.state == "finished",
        )

    def _choose_by_name(self, name: str) -> None:
        view = self.controller.view
        for scene in view.arranged if view is not None else []:
            if scene.name == name:
                self.controller.choose_scene(scene.scene_id)

    def _go_to_finding(self, finding: Finding) -> None:
        after = self.controller.iteration(self.controller.pair.after)
        which: Which = "after" if after is not None and finding in after.findings else "before"
        if finding.line is not None:
            self.below.show_code()
            self.code.go_to_line(which, finding.line)
        if finding.time is not None:
            self.picture.jump(finding.time)
