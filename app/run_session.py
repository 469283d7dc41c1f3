"""A run from its beginning, or from where it ended, to its end: for command line and window."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from app.editing.choosing import join_choices
from app.errors import failed
from app.paths import DataPaths
from app.players import Players
from app.run_plan import RunPlan, new_manifest, plan_of_run
from app.runs import load_manifest, load_outcome, load_task, locked
from app.studio import make_cast, open_services
from app.texts import tr
from pipeline.events import Event
from pipeline.loop.rerun import rerun_scene
from pipeline.loop.task import run_task
from pipeline.render_port import CancelToken
from pipeline.run.arrangement import ArrangedRun, is_open, open_reruns
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.manifest import Manifest
from pipeline.run.outcome import RunOutcome

Show = Callable[[Event], None]
LOCK_PATIENCE = 2.0
"""Seconds to wait for a run's lock: whoever lists runs holds it for a moment."""


@dataclass(frozen=True)
class Finished:
    """A run that came to its end."""

    folder: RunFolder
    manifest: Manifest
    outcome: RunOutcome


@dataclass(frozen=True)
class Changes:
    """What a run that goes on has otherwise than before; None leaves it as it was.

    Attributes:
        budget_tokens, budget_money: limits for all calls of the run, those made so far included.
        profile, reviewer_profile: other models play the rest; "" as reviewer is the main one.
    """

    budget_tokens: int | None = None
    budget_money: float | None = None
    profile: str | None = None
    reviewer_profile: str | None = None

    def apply(self, plan: RunPlan) -> RunPlan:
        """The plan with the changes made."""
        budget = {"budget_tokens": self.budget_tokens, "budget_money": self.budget_money}
        update = {name: value for name, value in budget.items() if value is not None}
        return replace(
            plan,
            settings=plan.settings.model_copy(update=update),
            profile=plan.profile if self.profile is None else self.profile,
            reviewer_profile=plan.reviewer_profile
            if self.reviewer_profile is None
            else self.reviewer_profile,
        )


NO_CHANGES = Changes()


def begin(
    plan: RunPlan,
    paths: DataPaths,
    folder: RunFolder,
    cancel: CancelToken,
    show: Show,
    players: Players | None = None,
) -> Finished:
    """Run a task to its end in a folder that is empty or reserved for it.

    Args:
        show: is given every event, in the calling thread.
        players: the cast, if it is made already.

    Raises:
        CancelledError, PausedError: the run was stopped and can go on by `go_on`.
        StudioError, MemoryStoreError, and what `run_task` raises.
    """
    with ExitStack() as stack:
        stack.enter_context(locked(folder, LOCK_PATIENCE))
        try:
            players = players or make_cast(plan, paths, cancel)
            services, use = stack.enter_context(open_services(plan, paths, folder, cancel, players))
        except BaseException:
            _remove_empty(folder)
            raise
        manifest = new_manifest(plan, folder.run_id, players.cast.versions, players.models, use)
        outcome = _drive(run_task(plan.task, folder, manifest, services), show)
    return Finished(folder, manifest, outcome)


def go_on(
    folder: RunFolder,
    paths: DataPaths,
    cancel: CancelToken,
    show: Show,
    changes: Changes = NO_CHANGES,
) -> Finished:
    """Go on with a run where it ended, or with the scenes of it that are to be made anew; one that
    has finished otherwise is only read.

    Raises as `begin` does, and `RunDamagedError`.
    """
    for scene_id in open_reruns(folder):
        rerun(folder, scene_id, paths, cancel, show, changes)
    manifest = load_manifest(folder)
    done = load_outcome(folder)
    if done is not None:
        return Finished(folder, manifest, done)
    plan = changes.apply(plan_of_run(manifest, load_task(folder)))
    if not folder.file(EVENTS).exists():
        return begin(plan, paths, folder, cancel, show)
    players = make_cast(plan, paths, cancel)
    manifest = taken_up(manifest, plan, players)
    with ExitStack() as stack:
        stack.enter_context(locked(folder, LOCK_PATIENCE))
        services, _ = stack.enter_context(open_services(plan, paths, folder, cancel, players))
        outcome = _drive(run_task(plan.task, folder, manifest, services), show)
    return Finished(folder, manifest, outcome)


def rerun(
    folder: RunFolder,
    scene_id: str,
    paths: DataPaths,
    cancel: CancelToken,
    show: Show,
    changes: Changes = NO_CHANGES,
) -> Finished:
    """Make the scene anew that `app.editing.rerun.plan` gave this id, or go on with it; nothing is
    done twice.

    Raises as `begin` does, and `RunDamagedError`.
    """
    with locked(folder, LOCK_PATIENCE):
        found = [one for one in ArrangedRun(folder).reruns() if one.scene_id == scene_id]
        manifest = load_manifest(folder)
        if found and is_open(folder, scene_id):
            plan = changes.apply(plan_of_run(manifest, load_task(folder)))
            players = make_cast(plan, paths, cancel)
            manifest = taken_up(manifest, plan, players)
            with open_services(plan, paths, folder, cancel, players) as (services, _):
                join = partial(join_choices, folder)
                _drive(rerun_scene(found[0], plan.task, folder, manifest, services, join), show)
        outcome = load_outcome(folder)
    if outcome is None:
        raise failed(
            tr("Run {run_id} has not finished.").format(run_id=folder.run_id),
            tr("Let it finish first."),
        )
    return Finished(folder, load_manifest(folder), outcome)


def taken_up(manifest: Manifest, plan: RunPlan, players: Players) -> Manifest:
    """The manifest of a run that goes on, perhaps with other models and another budget."""
    update: dict[str, object] = {"settings": plan.settings}
    if players.models != manifest.models:
        update |= {
            "models": players.models,
            "agents": players.cast.versions,
            "earlier_models": (*manifest.earlier_models, manifest.models),
        }
    return manifest.model_copy(update=update)


def _drive(events: Generator[Event, None, RunOutcome], show: Show) -> RunOutcome:
    while True:
        try:
            show(next(events))
        except StopIteration as done:
            outcome: RunOutcome = done.value
            return outcome


def _remove_empty(folder: RunFolder) -> None:
    """Nothing has begun: an empty run would only be in the way. A reserved one is kept."""
    inside = list(folder.root.iterdir())
    if any(not path.name.startswith(".") for path in inside):
        return
    for leftover in inside:
        leftover.unlink()
    folder.root.rmdir()
