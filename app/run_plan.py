"""What a person asked for, and the folder that keeps it. Imports nothing heavy."""

import platform
import sys
from dataclasses import dataclass
from importlib.metadata import version

from app.paths import DataPaths
from app.version import STUDIO_VERSION
from pipeline.run.folder import MANIFEST, TASK, RunFolder, new_run_id, write_atomically
from pipeline.run.manifest import Manifest, MemoryUse, ModelUse, utc_now
from pipeline.schema.task import Task
from pipeline.settings import RunSettings


@dataclass(frozen=True)
class RunPlan:
    """What a person asked for."""

    task: Task
    settings: RunSettings
    cast: str = "offline"
    profile: str = ""
    reviewer_profile: str = ""
    memory: str | None = None
    source: str = ""


def plan_of_run(manifest: Manifest, task: Task) -> RunPlan:
    """The plan that a run was begun with, to go on with it."""
    return RunPlan(
        task=task,
        settings=manifest.settings,
        cast=manifest.cast,
        profile=manifest.models.profile,
        reviewer_profile=manifest.models.reviewer_profile,
        memory=manifest.memory.path or None,
        source=manifest.source,
    )


def new_manifest(
    plan: RunPlan,
    run_id: str,
    agents: dict[str, str] | None = None,
    models: ModelUse | None = None,
    use: MemoryUse | None = None,
) -> Manifest:
    """The manifest as it stands when a run begins, or is queued: then without what is only known
    once the cast and the memory are open."""
    return Manifest(
        run=run_id,
        title=plan.task.title,
        source=plan.source,
        studio_version=STUDIO_VERSION,
        manim_version=version("manim"),
        python_version=platform.python_version(),
        platform=f"{sys.platform} {platform.machine()}",
        cast=plan.cast,
        language_model=plan.cast != "offline",
        agents=agents or {},
        models=models or ModelUse(profile=plan.profile, reviewer_profile=plan.reviewer_profile),
        settings=plan.settings,
        memory=use or MemoryUse(path=plan.memory or ""),
        started=utc_now(),
    )


def create_run_folder(paths: DataPaths, run_id: str | None = None) -> RunFolder:
    """A new, empty run folder."""
    folder = RunFolder(paths.runs / (run_id or new_run_id()))
    folder.root.mkdir(parents=True)
    return folder


def reserve(plan: RunPlan, paths: DataPaths, run_id: str) -> RunFolder:
    """The folder of a run that waits for its turn: shown in the list, and resumed like any other
    should the studio be killed before the turn comes.

    Raises:
        OSError: the disk refuses.
    """
    folder = create_run_folder(paths, run_id)
    write_atomically(folder.file(TASK), plan.task.model_dump_json(indent=1).encode())
    manifest = new_manifest(plan, run_id)
    write_atomically(folder.file(MANIFEST), manifest.model_dump_json(indent=1).encode())
    return folder
