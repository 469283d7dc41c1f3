"""What the jobs of a queue do. The loop and all it needs are imported when a turn has come."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app import run_plan
from app.errors import wrong_use
from app.paths import DataPaths
from app.run_plan import RunPlan
from app.texts import tr
from pipeline.events import Event
from pipeline.render_port import CancelToken
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.schema.storyboard import SceneSpec

if TYPE_CHECKING:
    from pipeline.run.outcome import RunOutcome

Work = Callable[[DataPaths, CancelToken, Callable[[Event], None]], "RunOutcome"]


def reserve(plan: RunPlan, paths: DataPaths, run_id: str) -> RunFolder:
    """Make the folder of a new run."""
    return run_plan.reserve(plan, paths, run_id)


def discard(folder: Path) -> None:
    """Remove the folder of a run that never began; one that did is kept."""
    if folder.is_dir() and not (folder / EVENTS).exists():
        shutil.rmtree(folder)


def begin(plan: RunPlan, run_id: str) -> Work:
    """A new run, in the folder that `reserve` made."""

    def do(paths: DataPaths, cancel: CancelToken, show: Callable[[Event], None]) -> "RunOutcome":
        from app.run_session import begin

        folder = RunFolder(paths.runs / run_id)
        _require(folder)
        return begin(plan, paths, folder, cancel, show).outcome

    return do


def resume(
    run_id: str,
    budget_tokens: int | None,
    budget_money: float | None,
    profile: str | None,
    reviewer_profile: str | None,
) -> Work:
    """Go on with a run of the data folder."""

    def do(paths: DataPaths, cancel: CancelToken, show: Callable[[Event], None]) -> "RunOutcome":
        from app.run_session import Changes, go_on
        from app.runs import find_run

        changes = Changes(budget_tokens, budget_money, profile, reviewer_profile)
        return go_on(find_run(paths, run_id), paths, cancel, show, changes).outcome

    return do


class Rerun:
    """Makes one scene of a finished run anew; planned first, on the thread that does disk work."""

    def __init__(self, folder: Path, scene_id: str, spec: SceneSpec) -> None:
        self._folder = RunFolder(folder)
        self._replaces = scene_id
        self._spec = spec
        self._scene_id = ""

    def plan(self) -> None:
        """Give the scene its new id and keep what it is to be."""
        from app.editing.rerun import plan

        self._scene_id = plan(self._folder, self._replaces, self._spec).scene_id

    def discard(self) -> None:
        """The turn will not come."""
        from app.editing.rerun import give_up

        if self._scene_id:
            give_up(self._folder, self._scene_id)

    def __call__(
        self, paths: DataPaths, cancel: CancelToken, show: Callable[[Event], None]
    ) -> "RunOutcome":
        from app.run_session import rerun

        _require(self._folder)
        return rerun(self._folder, self._scene_id, paths, cancel, show).outcome


def _require(folder: RunFolder) -> None:
    if not folder.root.is_dir():
        raise wrong_use(
            tr("Run {run_id} was deleted while it waited for its turn.").format(
                run_id=folder.run_id
            ),
            tr("Put it back from the trash and resume it, or leave it."),
            kind="run_missing",
        )
