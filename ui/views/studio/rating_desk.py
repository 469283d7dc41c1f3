"""Which version a person rates next, and what is said of their ratings beside the versions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.editing.ratings import Rating, Ratings
from app.faults import words_of
from app.run_view.loading import IterationFiles, load_iteration
from app.run_view.values import IterationView, SceneView
from app.texts import tr
from pipeline.run.folder import RunFolder
from ui.context import StudioContext
from ui.views.studio.controller import RunController
from ui.views.studio.handwork import Handwork
from ui.views.studio.rating_page import RatingPage
from ui.views.studio.run_page import RunPage
from ui.views.studio.stage import clip_of

ByVersion = Mapping[tuple[str, int], Rating]


@dataclass(frozen=True)
class Asked:
    """What was read before the form is shown."""

    version: IterationView
    files: IterationFiles
    ratings: tuple[Rating | None, ...]


class RatingDesk(QObject):
    """The first version that rendered and has no rating comes first, unnamed; once it is rated, any
    version of the scene may be chosen in the form.

    Args:
        show: brings a page of the Studio room to the front.
        over: goes back to the run.
    """

    def __init__(
        self,
        context: StudioContext,
        controller: RunController,
        pages: tuple[RunPage, RatingPage],
        work: Handwork,
        ways: tuple[Callable[[QWidget], object], Callable[[], object]],
    ) -> None:
        super().__init__(pages[0])
        self._context, self._controller, self._work = context, controller, work
        self._run_page, self._page = pages
        self._show_page, self._over = ways
        self._scene: SceneView | None = None
        self._read_for: Path | None = None
        self.ratings: ByVersion = {}
        self._page.left.connect(self._end)
        self._page.rated.connect(self._keep)
        self._page.other_chosen.connect(self._open)
        work.ratings_changed.connect(self._take)
        controller.run_changed.connect(self._run_changed)
        controller.pair_changed.connect(self._tell)

    def begin(self) -> None:
        """Ask for a rating of the scene on show."""
        scene = self._controller.scene
        if scene is not None and scene.rendered:
            self._scene = scene
            self._open(None)

    def _open(self, place: int | None) -> None:
        """Ask about the version at `place` of those that rendered; None lets the desk choose."""
        scene, view = self._scene, self._controller.view
        if scene is None or view is None:
            return
        ratings = Ratings(RunFolder(view.folder))
        rendered, shown = tuple(scene.rendered), self._controller.pair.after

        def read() -> Asked:
            known = tuple(ratings.latest(scene.scene_id, version.t) for version in rendered)
            at = next_place(rendered, known, shown) if place is None else place
            return Asked(rendered[at], load_iteration(rendered[at].folder), known)

        self._context.bridge.submit(read, partial(self._ask, scene), self._complain)

    def _ask(self, scene: SceneView, asked: Asked) -> None:
        clip = clip_of(asked.version, asked.files, "")
        if clip is None or self._controller.scene is not scene:
            return
        task = self._controller.files.section_task
        self._run_page.leave()
        # Blind: neither the number of the version nor anything that was found in it.
        clip = replace(clip, title=scene.name, boxes=())
        place = scene.rendered.index(asked.version)
        self._page.open(scene.scene_id, asked.version.t, clip, task.text if task else "")
        self._page.offer([rating is not None for rating in asked.ratings], place)
        if (known := asked.ratings[place]) is not None:
            self._page.show_rating(known)
        self._show_page(self._page)

    def _keep(self, scene_id: str, t: int, rating: Rating) -> None:
        if self._controller.view is not None:
            self._work.rate(self._controller.view.folder, scene_id, t, rating)
        self._end()

    def _end(self) -> None:
        self._page.close_form()
        self._over()
        self._controller.refresh()

    def _complain(self, error: Exception) -> None:
        self._run_page.notice.tell(words_of(error), "bad")

    def _run_changed(self) -> None:
        view = self._controller.view
        if view is not None and view.folder != self._read_for:
            self._read_for, self.ratings = view.folder, {}
            self._tell()
            self._work.read_ratings(view.folder)

    def _take(self, ratings: ByVersion) -> None:
        self.ratings = ratings
        self._tell()
        self._controller.run_changed.emit()  # the cards are written anew

    def _tell(self) -> None:
        """Beside the cards, and in the review of the version on show."""
        pair = self._controller.pair
        told = {t: rating_words(r) for (scene, t), r in self.ratings.items()
                if scene == pair.scene_id}  # fmt: skip
        self._run_page.timeline.ratings = told
        words = told.get(-1 if pair.after is None else pair.after, "")
        self._run_page.review.show_rating(words)


def next_place(
    rendered: tuple[IterationView, ...], known: tuple[Rating | None, ...], shown: int | None
) -> int:
    """The first without a rating; where all have one, the version on show."""
    if None in known:
        return known.index(None)
    numbers = [version.t for version in rendered]
    return numbers.index(shown) if shown in numbers else 0


def rating_words(rating: Rating) -> str:
    """A rating in a few words."""
    usable = tr("you: usable, {mean:.1f} of 5")
    words = usable if rating.usable else tr("you: not usable, {mean:.1f} of 5")
    return words.format(mean=rating.mean)
