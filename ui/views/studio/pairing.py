"""Which two iterations stand side by side: of one scene, or of a scene and of what it replaces."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from app.run_view.loading import IterationFiles, load_iteration
from app.run_view.values import IterationView, RunView, SceneView
from app.texts import tr

Which = Literal["before", "after"]


@dataclass(frozen=True)
class Pair:
    """The two iterations that stand side by side. `before` is None for a scene's first.

    `old_scene` is the scene that `before` belongs to where that is another one: the scene as it
    was before its card was changed. Empty where both belong to `scene_id`.
    """

    scene_id: str
    before: int | None
    after: int | None
    old_scene: str = ""

    def t(self, which: Which) -> int | None:
        """The number of one of the two."""
        return self.before if which == "before" else self.after

    def scene_of(self, which: Which) -> str:
        """The scene that one of the two belongs to."""
        return self.old_scene if which == "before" and self.old_scene else self.scene_id

    def which(self, scene_id: str, t: int) -> Which | None:
        """The side on which an iteration of a scene stands."""
        if (scene_id, t) == (self.scene_id, self.after):
            return "after"
        if (scene_id, t) == (self.scene_of("before"), self.before):
            return "before"
        return None


@dataclass(frozen=True)
class PairFiles:
    """What was read of both from disk."""

    pair: Pair
    before: IterationFiles
    after: IterationFiles


def replaced_scenes(view: RunView, scene: SceneView) -> tuple[SceneView, ...]:
    """The scenes that stood here before their card was changed, the oldest first; those without a
    picture are left out."""
    found: list[SceneView] = []
    while scene.replaces:
        scene = view.scene(scene.replaces)
        if scene.shown is not None:
            found.insert(0, scene)
    return tuple(found)


def usual_pair(view: RunView, scene_id: str) -> Pair:
    """What a person wants to see first: the result, against the scene before its card was changed,
    else against the attempt before it."""
    scene = view.scene(scene_id)
    numbers = [iteration.t for iteration in scene.iterations]
    rendered = [iteration.t for iteration in scene.rendered]
    latest = next(reversed(rendered or numbers), None)
    after = scene.shown if scene.shown is not None else latest
    old = replaced_scenes(view, scene)
    if old:
        return Pair(scene_id, old[-1].shown, after, old[-1].scene_id)
    if after is None:
        return Pair(scene_id, None, None)
    if (base := scene.iteration(after).base) is not None:
        return Pair(scene_id, base, after)
    earlier = [t for t in rendered if t < after] or [t for t in numbers if t < after]
    return Pair(scene_id, earlier[0] if earlier else None, after)


def iteration_of(view: RunView, pair: Pair, which: Which) -> IterationView | None:
    """One of the two, None where there is none; one of an old scene is named so."""
    t, scene_id = pair.t(which), pair.scene_of(which)
    if t is None or not scene_id:
        return None
    found = view.scene(scene_id).iteration(t)
    if scene_id != pair.scene_id:
        return replace(found, label=tr("old v{t}").format(t=t))
    return found


def reading(view: RunView, pair: Pair) -> Callable[[], PairFiles]:
    """What reads the files of both, for a worker thread."""
    sides = (iteration_of(view, pair, "before"), iteration_of(view, pair, "after"))
    folders = [None if side is None else side.folder for side in sides]

    def read() -> PairFiles:
        before, after = (IterationFiles() if f is None else load_iteration(f) for f in folders)
        return PairFiles(pair, before, after)

    return read
