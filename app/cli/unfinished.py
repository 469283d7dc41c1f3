"""A run that has not finished: how far each scene came, and why the run ended."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.runs import RunState, last_step
from pipeline.events import (
    CandidateWritten,
    Event,
    Rendered,
    Reviewed,
    RunPaused,
    RunStopped,
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
    StoryboardApproved,
    StoryboardReady,
)


@dataclass(frozen=True)
class SceneSoFar:
    """A scene of an unfinished run; `versions` counts the programs written for it."""

    name: str
    state: str
    versions: int = 0


def scenes_so_far(events: Iterable[Event]) -> list[SceneSoFar]:
    """The scenes in the order of the storyboard."""
    found: dict[str, SceneSoFar] = {}
    for event in events:
        if isinstance(event, (StoryboardReady, StoryboardApproved)):
            found.clear()  # no scene has begun
            for number, name in enumerate(event.scenes, start=1):
                found[f"s{number}"] = SceneSoFar(name, "not begun")
            continue
        scene = found.get(getattr(event, "scene_id", ""))
        if scene is not None:
            found[event.scene_id] = _after(scene, event)  # type: ignore[union-attr]
    return list(found.values())


def _after(scene: SceneSoFar, event: Event) -> SceneSoFar:
    match event:
        case SceneStarted():
            return replace(scene, state="begun")
        case CandidateWritten(t=t):
            return replace(scene, state=f"v{t} written", versions=max(scene.versions, t + 1))
        case Rendered(t=t, ok=True):
            return replace(scene, state=f"v{t} rendered")
        case Rendered(t=t, category=category, message=message):
            return replace(scene, state=f"v{t} failed, {category}: {message}")
        case Reviewed(t=t, u=u):
            return replace(scene, state=f"v{t} scored {u:.0f}")
        case SceneDelivered(delivered=t):
            return replace(scene, state=f"delivers v{t}")
        case SceneSkipped(reason=reason):
            return replace(scene, state=f"skipped: {reason}")
    return scene


def why_it_ended(events: tuple[Event, ...], state: RunState) -> str:
    """What stopped a run, as it was written down; empty while it runs."""
    if state == "running":
        return ""
    if state == "queued":
        return "it has not begun"
    last = last_step(events)
    if isinstance(last, RunPaused):
        return last.message
    if isinstance(last, RunStopped):
        return last.reason
    return "the studio was killed, or the disk or the machine failed; no reason was written down"
