"""Folding the events of a run, one by one, into what a window shows."""

from datetime import UTC, datetime
from pathlib import Path

from app.remedies import in_window
from app.run_view.values import IterationView, Progress, RunView, SceneView, Stage, ViewState
from pipeline.events import (
    CandidateWritten,
    Checked,
    Consolidated,
    ContentLost,
    Event,
    Hinted,
    Inspected,
    IterationStopped,
    Rearranged,
    Rendered,
    RenderStarted,
    RenditionChosen,
    Repaired,
    Retrieved,
    Reviewed,
    ReviewFailed,
    RunFinished,
    RunPaused,
    RunResumed,
    RunStarted,
    RunStopped,
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
    StoryboardApproved,
    StoryboardReady,
)
from pipeline.model_events import ModelAnswered, ModelAsked
from pipeline.run.folder import RunFolder


class RunProjection:
    """Builds a `RunView`. One thread at a time; the view is to be read, not written, by others."""

    def __init__(self, folder: Path) -> None:
        self.view = RunView(folder.name, folder)
        self._folder = RunFolder(folder)
        self.seen: set[str] = set()
        self._last_at: datetime | None = None
        self.usual_seconds: float | None = None
        """What a scene usually takes, from other runs; None where there are none to go by."""

    def broken_off(self, scene_id: str, t: int, reason: str) -> None:
        """An iteration that a person asked for lies there unfinished and nobody works on it; the
        log does not say so where the studio was killed."""
        iteration = self._iteration(self.view.scene(scene_id), t)
        iteration.loop, iteration.stopped = "human", iteration.stopped or reason

    def apply(self, event: Event) -> None:
        """Take one event in, once; unknown kinds change nothing but the clock."""
        if event.key in self.seen:
            return
        self.seen.add(event.key)
        at = _time(event.at)
        match event:
            case RunStarted():
                view = self.view
                view.title, view.cast, view.memory_mode = event.title, event.cast, event.memory_mode
                view.started, view.state = at, "running"
                self._run_stage("storyboard", at)
            case RunResumed(scene_id=scene_id):
                self._resumed(at)
                self.view.again_since = at if scene_id else None
            case StoryboardReady(scenes=scenes) | StoryboardApproved(scenes=scenes):
                self.view.planned = scenes
                self._run_stage("retrieve", at)
            case Retrieved():
                if not event.scene_id:  # else: what one scene made anew was given
                    self.view.examples, self.view.pitfalls = event.examples, event.pitfalls
                self._run_stage("code", at)
            case Consolidated():
                self.view.added, self.view.pending = event.added, event.pending
                self._run_stage("done", at)
            case RunFinished(video=video, rounds=rounds):
                self.view.video, self.view.rounds = video, rounds
                self._ended("finished", at)
            case RunStopped(reason=reason):
                asked = reason == "stopped on request"
                self.view.message = "" if asked else reason
                self._ended("stopped" if asked else "failed", at)
            case Rearranged(scenes=scenes, video=video):
                self.view.video = video
                self.view.arrange(scenes)
                if event.scene_id:
                    self._ended("finished", at)
            case RenditionChosen(scene_id=scene_id, t=t):
                self.view.video = event.video
                self.view.scene(scene_id).choose(t)
            case RunPaused(message=message, remedy=remedy):
                self.view.message, self.view.remedy = in_window(message), in_window(remedy)
                self.view.pause_reason = getattr(event, "reason", "model")
                self._ended("paused", at)
            case ModelAsked(agent=agent):
                self.view.asking = agent
            case ModelAnswered():
                self._paid(event)
            case _:
                self._scene_event(event, at)
        self._last_at = at or self._last_at

    def progress(self, now: datetime | None = None) -> Progress:
        """Scenes done, time spent and an estimate of what is left.

        The estimate is what scenes usually take, halfway corrected by what those of this run have
        taken; None where there is nothing to go by, or once the estimate is used up.
        """
        view = self.view
        now = now or datetime.now(UTC)
        scenes = view.arranged
        total = len(scenes) if view.order else max(len(view.planned), len(scenes))
        ended = [scene for scene in scenes if scene.ended]
        spent = 0.0
        if view.started is not None:
            last = view.ended if view.state != "running" and view.ended else now
            spent = max(0.0, (last - view.started).total_seconds() - view.paused_seconds)
        left: float | None = 0.0 if view.state == "finished" else None
        if view.state == "running" and view.again_since is not None:
            gone = max(0.0, (now - view.again_since).total_seconds())
            usual = self.usual_seconds or (spent - gone) / max(1, total)
            left = max(0.0, usual - gone) or None
        elif view.state == "running" and total and spent and len(ended) < total:
            left = self._left(spent, len(ended), total)
        return Progress(len(ended), total, spent, left)

    def _left(self, spent: float, ended: int, total: int) -> float | None:
        guesses = [] if self.usual_seconds is None else [self.usual_seconds * total]
        if ended:
            guesses.append(spent / ended * total)
        if not guesses:
            return None
        return max(0.0, sum(guesses) / len(guesses) - spent) or None

    def _resumed(self, at: datetime | None) -> None:
        view = self.view
        # A kill leaves no event behind: what lies between it and the last one was no work either.
        last = view.ended if view.state == "finished" and view.ended else self._last_at
        if last is not None and at is not None:
            view.paused_seconds += (at - last).total_seconds()
        self._close_stages(last)
        view.state, view.message, view.remedy, view.pause_reason = "running", "", "", ""
        view.ended = None
        view.stage_since = at
        for scene in view.scenes:
            scene.stage_since = at

    def _ended(self, state: ViewState, at: datetime | None) -> None:
        self.view.state, self.view.ended = state, at
        self.view.asking = ""
        self.view.again_since = None
        self._close_stages(at)
        if state == "finished":
            self._run_stage("done", at)

    def _paid(self, event: ModelAnswered) -> None:
        view = self.view
        view.asking = ""
        view.calls += 1
        view.tokens += event.input + event.output + event.lost
        if event.money is not None:
            view.money = (view.money or 0.0) + event.money

    def _run_stage(self, stage: Stage, at: datetime | None) -> None:
        _leave_stage(self.view, at)
        self.view.stage, self.view.stage_since = stage, at

    def _close_stages(self, at: datetime | None) -> None:
        """The clocks stand still from here."""
        _leave_stage(self.view, at)
        self.view.stage_since = None
        for scene in self.view.scenes:
            _leave_stage(scene, at)
            scene.stage_since = None

    def _scene_event(self, event: Event, at: datetime | None) -> None:
        match event:
            case SceneStarted(scene_id=scene_id, name=name):
                if self.view.state == "finished":
                    self._resumed(at)
                    self.view.again_since = at
                scene = SceneView(scene_id, name, getattr(event, "replaces", ""))
                self.view.scenes.append(scene)
                _stage(scene, "code", at)
                if self.view.stage in ("storyboard", "retrieve", "done"):
                    self._run_stage("code", at)  # without a memory nothing tells of reading it
            case SceneDelivered(scene_id=scene_id, delivered=delivered, rounds=rounds):
                scene = self.view.scene(scene_id)
                scene.deliver(delivered)
                scene.rounds = rounds
                _stage(scene, "done", at)
                self._all_ended(at)
            case SceneSkipped(scene_id=scene_id, reason=reason, rounds=rounds):
                scene = self.view.scene(scene_id)
                scene.skipped, scene.rounds = reason, rounds
                _stage(scene, "done", at)
                self._all_ended(at)
            case _:
                if (scene_id := getattr(event, "scene_id", "")) and hasattr(event, "t"):
                    self._iteration_event(self.view.scene(scene_id), event, at)

    def _all_ended(self, at: datetime | None) -> None:
        scenes = self.view.arranged
        if len(scenes) >= len(self.view.planned) and all(scene.ended for scene in scenes):
            self._run_stage("consolidate", at)

    def _iteration_event(self, scene: SceneView, event: Event, at: datetime | None) -> None:
        match event:
            case CandidateWritten(t=t):
                iteration = self._iteration(scene, t)
                iteration.loop, iteration.revision = event.loop, event.revision
                iteration.attempt, iteration.applied = event.attempt, event.applied
                iteration.base, iteration.comments = event.base, event.comments
                # Logs of earlier versions leave the trigger to be found.
                iteration.trigger = event.trigger or iteration.trigger or _trigger(scene, t)
                _stage(scene, "check", at)
            case Checked(t=t, ok=ok, findings=findings):
                self._iteration(scene, t).findings = findings
                if not ok:
                    iteration = self._iteration(scene, t)
                    iteration.ok, iteration.category = False, "static"
                    iteration.message = findings[0].message if findings else ""
                _stage(scene, "render" if ok else _again(self._iteration(scene, t), "code"), at)
            case Repaired(t=t, mended=mended):
                self._iteration(scene, t + 1).trigger = mended
                _stage(scene, "check", at)
            case RenderStarted():
                _stage(scene, "render", at)
            case Rendered(t=t):
                iteration = self._iteration(scene, t)
                _rendered(iteration, event)
                _stage(scene, "review" if event.ok else _again(iteration, "code"), at)
            case Inspected(t=t, findings=findings) | ContentLost(t=t, findings=findings):
                iteration = self._iteration(scene, t)
                iteration.findings = iteration.findings + findings
            case Hinted(t=t, hint=hint):
                self._iteration(scene, t).hint = event.no_reply or hint
                _stage(scene, "code", at)
            case Reviewed(t=t):
                iteration = self._iteration(scene, t)
                _reviewed(iteration, event)
                revise = event.verdict == "revise"
                _stage(scene, _again(iteration, "revise") if revise else "done", at)
            case ReviewFailed(t=t, message=message):
                iteration = self._iteration(scene, t)
                iteration.review_error, iteration.stopped = message, ""
                _stage(scene, "done", at)
            case IterationStopped(t=t, reason=reason):
                self._iteration(scene, t).stopped = reason
                _stage(scene, "done", at)
            case _:
                pass

    def _iteration(self, scene: SceneView, t: int) -> IterationView:
        try:
            return scene.iteration(t)
        except KeyError:
            made = IterationView(t, self._folder.iteration(scene.scene_id, t).absolute())
            scene.iterations.append(made)
            scene.iterations.sort(key=lambda iteration: iteration.t)
            return made


def _rendered(iteration: IterationView, event: Rendered) -> None:
    iteration.ok, iteration.category = event.ok, event.category or ""
    iteration.message = event.message
    iteration.seconds, iteration.duration = event.seconds, event.duration
    iteration.cached = event.cached
    iteration.stopped = ""


def _reviewed(iteration: IterationView, event: Reviewed) -> None:
    iteration.u, iteration.axes, iteration.reviewer = event.u, event.axes, event.reviewer
    iteration.verdict, iteration.instruction = event.verdict, event.instruction
    iteration.notes, iteration.review_error = event.notes, ""
    iteration.stopped = ""


def _again(iteration: IterationView, stage: Stage) -> Stage:
    """What follows a failure or a review: the loop goes on, what a person asked for is over."""
    return "done" if iteration.loop == "human" else stage


def _trigger(scene: SceneView, t: int) -> str:
    """What led to iteration `t`: the hint after a crash, or the instruction of the review."""
    earlier = [iteration for iteration in scene.iterations if iteration.t < t]
    if not earlier:
        return ""
    last = earlier[-1]
    return last.instruction if last.ok else last.hint or last.message


def _stage(scene: SceneView, stage: Stage, at: datetime | None) -> None:
    _leave_stage(scene, at)
    scene.stage, scene.stage_since = stage, at


def _leave_stage(clocked: RunView | SceneView, at: datetime | None) -> None:
    if clocked.stage_since is not None and at is not None:
        spent = (at - clocked.stage_since).total_seconds()
        kept = clocked.stage_seconds
        kept[clocked.stage] = kept.get(clocked.stage, 0.0) + max(0.0, spent)


def _time(at: str) -> datetime | None:
    return datetime.fromisoformat(at) if at else None
