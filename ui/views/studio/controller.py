"""The run on show and what of it is chosen; views read from here and ask for changes here."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.expected import usual_scene_seconds
from app.faults import words_of
from app.paths import DataPaths
from app.run_view.loading import (
    IterationFiles,
    RunFiles,
    load_run_files,
    replay,
)
from app.run_view.projection import RunProjection
from app.run_view.values import IterationView, RunView, SceneView
from app.texts import tr
from pipeline.events import Event
from pipeline.run.folder import RunFolder
from ui.bridge import Bridge, Ticket
from ui.views.studio.pairing import (
    Pair,
    PairFiles,
    Which,
    iteration_of,
    reading,
    replaced_scenes,
    usual_pair,
)

_SHOWN = ("rendered", "reviewed", "scene_delivered", "review_failed")
"""Events after which there is something new to look at."""


class RunController(QObject):
    """Shows one run at a time, live or finished; both take the same path.

    Signals:
        run_changed: something about the run as a whole or any scene is different.
        files_changed: task, storyboard or slots were read.
        cleared: another run is about to be shown; nothing of the one before holds any more.
        opened: the run that was asked for is on show.
        pair_changed: other iterations are chosen; their files follow with `pair_loaded`.
        failed: a sentence about a run that cannot be shown.
    """

    cleared = Signal()
    opened = Signal()
    run_changed = Signal()
    files_changed = Signal()
    pair_changed = Signal()
    pair_loaded = Signal()
    failed = Signal(str)

    def __init__(
        self, bridge: Bridge, paths: DataPaths | None = None, parent: QObject | None = None
    ) -> None:
        """Without `paths` there are no other runs to estimate from."""
        super().__init__(parent)
        self._bridge, self._paths = bridge, paths
        self._projection: RunProjection | None = None
        self._early: list[tuple[Path, Event]] = []
        self._opening: Ticket | None = None
        self._loading: Ticket | None = None
        self._reading: Ticket | None = None
        self._guessing: Ticket | None = None
        self._follow = True
        self.whole = False
        """Whether the animation itself is on show, and no scene of it."""
        self.folder: Path | None = None
        """Of the run on show, or of the one that is being opened."""
        self._begin: tuple[str, int | None] = ("", None)
        self.files = RunFiles()
        self.pair = Pair("", None, None)
        self.pair_files: PairFiles | None = None

    @property
    def view(self) -> RunView | None:
        """The run on show, None while there is none."""
        return self._projection.view if self._projection else None

    @property
    def scene(self) -> SceneView | None:
        """The chosen scene."""
        if self.view is None or not self.pair.scene_id:
            return None
        return self.view.scene(self.pair.scene_id)

    @property
    def projection(self) -> RunProjection | None:
        """For the clock: elapsed time and what is left."""
        return self._projection

    def side(self, which: Which, pair: Pair | None = None) -> IterationView | None:
        """One of the two that stand side by side, in `pair` or now."""
        return None if self.view is None else iteration_of(self.view, pair or self.pair, which)

    @property
    def replaced(self) -> tuple[SceneView, ...]:
        """What stood in the place of the chosen scene before its card was changed, oldest first."""
        if self.view is None or self.scene is None:
            return ()
        return replaced_scenes(self.view, self.scene)

    def iteration(self, t: int | None) -> IterationView | None:
        """One of the chosen scene's iterations."""
        return None if t is None or self.scene is None else self.scene.iteration(t)

    def open(self, folder: Path, scene_id: str = "", after: int | None = None) -> None:
        """Show a run from disk; events that come for it meanwhile are taken in afterwards.

        Args:
            scene_id: the scene to begin with; the first one if it is empty or not there.
            after: the iteration of that scene to begin with; else the delivered one.
        """
        self.forget()
        self.folder = folder
        self._begin = (scene_id, after)
        self._opening = self._bridge.submit(
            lambda: (replay(folder), load_run_files(folder)),
            self._opened,
            lambda error: self.failed.emit(
                tr("This run cannot be shown. {words}").format(words=words_of(error))
            ),
        )

    def forget(self) -> None:
        """Show no run."""
        self._drop()
        self.folder = self._projection = None
        self._early = []
        self._follow, self.whole = True, False
        self.files, self.pair, self.pair_files = RunFiles(), Pair("", None, None), None
        self.cleared.emit()

    def take(self, folder: Path, event: Event) -> None:
        """An event of a live run; one of another run than the one on show changes nothing."""
        if self._projection is None:
            self._early.append((folder, event))
            return
        if self._projection.view.folder != folder:
            return
        self._apply(event)
        if event.kind == "run_started":
            self._guess()
        self.run_changed.emit()

    def choose_scene(self, scene_id: str) -> None:
        """Show another scene: what is delivered against what came before it."""
        self._follow = self.whole = False
        self._set_pair(self._usual_pair(scene_id))

    def choose_whole(self) -> None:
        """Show the animation itself and no scene of it."""
        self._follow, self.whole = False, True
        self._set_pair(Pair("", None, None), force=True)
        self.pair_files = PairFiles(self.pair, IterationFiles(), IterationFiles())
        self.pair_loaded.emit()

    def choose(self, *, before: int | None = None, after: int | None = None) -> None:
        """Show another iteration on one side, or on both."""
        self._follow = False
        pair = self.pair
        old = pair.old_scene if before is None else ""
        new_after = pair.after if after is None else after
        new_before = pair.before if before is None else before
        if after is not None and before is None:
            base = self._base(after)
            if base is not None:
                new_before, old = base, ""
            elif not old and (new_before is None or new_before >= after):
                new_before = self._earlier(after)
        self._set_pair(Pair(pair.scene_id, new_before, new_after, old))

    def choose_old(self, scene_id: str) -> None:
        """Show what a scene was before its card was changed, as before."""
        self._follow = False
        shown = next((s.shown for s in self.replaced if s.scene_id == scene_id), None)
        if shown is not None:
            self._set_pair(Pair(self.pair.scene_id, shown, self.pair.after, scene_id))

    def refresh(self) -> None:
        """Read the files of both iterations again."""
        self._load_pair()

    def close(self) -> None:
        """Take nothing in any more."""
        self._drop()

    def _drop(self) -> None:
        for ticket in (self._opening, self._loading, self._reading, self._guessing):
            if ticket is not None:
                ticket.drop()

    def _opened(self, result: tuple[RunProjection, RunFiles]) -> None:
        self._projection, self.files = result
        early, self._early = self._early, []
        for folder, event in early:
            if folder == self._projection.view.folder:
                self._apply(event)
        self._guess()
        self.run_changed.emit()
        self.files_changed.emit()
        self.opened.emit()
        if self.view is not None and self.view.scenes and not self.pair.scene_id:
            self._show_beginning(self.view)

    def _show_beginning(self, view: RunView) -> None:
        scene_id, after = self._begin
        if scene_id not in {scene.scene_id for scene in view.scenes}:
            self._set_pair(self._usual_pair(view.arranged[0].scene_id))
            return
        self._set_pair(self._usual_pair(scene_id))
        if after is not None and any(
            iteration.t == after for iteration in view.scene(scene_id).iterations
        ):
            self.choose(after=after)

    def _guess(self) -> None:
        """Find out what a scene usually takes, for the estimate of what is left."""
        projection, paths = self._projection, self._paths
        if projection is None or paths is None or projection.view.state == "finished":
            return
        if self._guessing is not None:
            self._guessing.drop()
        run = RunFolder(projection.view.folder)

        def known(seconds: float | None) -> None:
            projection.usual_seconds = seconds
            self.run_changed.emit()

        # A run that waits for its turn has no manifest yet; it is asked again when it begins.
        self._guessing = self._bridge.submit(
            lambda: usual_scene_seconds(run, paths), known, lambda _: None
        )

    def _apply(self, event: Event) -> None:
        assert self._projection is not None
        self._projection.apply(event)
        if event.kind in ("storyboard_ready", "storyboard_approved", "retrieved") or (
            event.kind == "scene_started" and event.replaces
        ):
            folder = self._projection.view.folder
            if self._reading is not None:
                self._reading.drop()
            self._reading = self._bridge.submit(
                lambda: load_run_files(folder), self._read, self._unread
            )
        self._follow_along(event)

    def _unread(self, error: Exception) -> None:
        self.failed.emit(words_of(error))

    def _read(self, files: RunFiles) -> None:
        self.files = files
        self.files_changed.emit()

    def _follow_along(self, event: Event) -> None:
        """During a run the newest picture is shown until a person chooses something else."""
        scene_id = getattr(event, "scene_id", "")
        if not scene_id or self.view is None:
            return
        if event.kind == "scene_started" and event.replaces == self.pair.scene_id != "":
            self._follow = True
            self._set_pair(self._usual_pair(scene_id))
            return
        fits = scene_id == self.pair.scene_id or not self.pair.scene_id
        shows = event.kind in _SHOWN or (
            # Code is shown while it is being rendered, until there is a picture to look at.
            event.kind == "candidate_written" and not self.view.scene(scene_id).rendered
        )
        if self._follow and fits and (shows or not self.pair.scene_id):
            self._set_pair(self._usual_pair(scene_id), force=True)
        elif scene_id == self.pair.scene_id and getattr(event, "t", -1) in (
            self.pair.before,
            self.pair.after,
        ):
            self._load_pair()

    def _usual_pair(self, scene_id: str) -> Pair:
        assert self.view is not None
        return usual_pair(self.view, scene_id)

    def _base(self, t: int) -> int | None:
        """Of a version that a person asked for: the one it was made from."""
        found = self.iteration(t)
        return None if found is None else found.base

    def _earlier(self, t: int) -> int | None:
        assert self.scene is not None
        earlier = [iteration.t for iteration in self.scene.iterations if iteration.t < t]
        return earlier[-1] if earlier else None

    def _set_pair(self, pair: Pair, force: bool = False) -> None:
        if pair == self.pair and not force:
            return
        self.pair = pair
        self.pair_changed.emit()
        self._load_pair()

    def _load_pair(self) -> None:
        if self._loading is not None:
            self._loading.drop()
        if self.view is None or self.scene is None:
            return
        read = reading(self.view, self.pair)
        self._loading = self._bridge.submit(read, self._loaded, self._unread)

    def _loaded(self, files: PairFiles) -> None:
        self.pair_files = files
        self.pair_loaded.emit()
