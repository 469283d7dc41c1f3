"""How long the stages of a run have taken: of one scene, and of the run as a whole."""

from datetime import UTC, datetime

from app.run_view.values import RunView, SceneView, Stage

SCENE_STAGES: tuple[Stage, ...] = ("code", "check", "render", "review", "revise")
RUN_STAGES: tuple[Stage, ...] = ("storyboard", "retrieve", "consolidate")


def scene_times(view: RunView, scene: SceneView, now: datetime | None = None) -> dict[Stage, float]:
    """Seconds in each stage of a scene so far, the one under way included."""
    spent = dict(scene.stage_seconds)
    if view.state == "running" and not scene.ended and scene.stage_since is not None:
        spent[scene.stage] = spent.get(scene.stage, 0.0) + _since(scene.stage_since, now)
    return spent


def run_times(view: RunView, now: datetime | None = None) -> dict[Stage, float]:
    """Seconds in each stage: those of the run itself, and of its scenes the sum. Scenes are made
    side by side, so the sum may be more than the time that has gone by."""
    spent = {s: view.stage_seconds[s] for s in RUN_STAGES if s in view.stage_seconds}
    if view.state == "running" and view.stage in RUN_STAGES and view.stage_since is not None:
        spent[view.stage] = spent.get(view.stage, 0.0) + _since(view.stage_since, now)
    for scene in view.scenes:
        for stage, seconds in scene_times(view, scene, now).items():
            if stage in SCENE_STAGES:
                spent[stage] = spent.get(stage, 0.0) + seconds
    return spent


def stages_at_work(view: RunView, scene: SceneView | None = None) -> frozenset[Stage]:
    """The stages that something is in right now."""
    if view.state != "running":
        return frozenset()
    if scene is not None:
        return frozenset() if scene.ended else frozenset({scene.stage})
    scenes = {one.stage for one in view.arranged if not one.ended}
    return frozenset(scenes | ({view.stage} if view.stage in RUN_STAGES else set()))


def _since(moment: datetime, now: datetime | None) -> float:
    return max(0.0, ((now or datetime.now(UTC)) - moment).total_seconds())
