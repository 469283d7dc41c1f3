"""`./run make`: from a section to a video, and what was learned into the memory."""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from app.cli.output import Output
from app.cli.progress import progress_for
from app.cli.run_report import outcome_document, print_outcome
from app.errors import ExitCode, StudioError, wrong_use
from app.paths import DataPaths, data_paths
from app.runs import export_run, locked
from app.studio import RunPlan, create_run_folder, make_cast, new_manifest, open_services
from pipeline.intake.reading import read_task
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.schema.render import RenderSettings
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

MAX_SCENES = 12


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 with a video, 1 if every scene was skipped."""
    plan = _plan(options)
    make_cast(plan.cast)
    _require_writable(options.out)
    paths = data_paths()
    folder = create_run_folder(paths)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        try:
            services, use = stack.enter_context(open_services(plan, paths, folder, cancel))
        except BaseException:
            # Nothing has begun: an empty run would only be in the way.
            _remove_empty(folder)
            raise
        manifest = new_manifest(plan, folder.run_id, services.cast, use)
        outcome = drive(plan.task, folder, manifest, services, output)
    return finish(folder, manifest, outcome, options.out, output)


def drive(
    task: Task, folder: RunFolder, manifest: Manifest, services: Services, output: Output
) -> RunOutcome:
    """Run to the end with progress shown; a cancel tells how to resume."""
    try:
        with progress_for(output) as show:
            events = run_task(task, folder, manifest, services)
            while True:
                try:
                    show(next(events))
                except StopIteration as done:
                    outcome: RunOutcome = done.value
                    return outcome
    except CancelledError as error:
        raise StudioError(
            "interrupted",
            f"Run {folder.run_id} was stopped.",
            f"Go on with it: ./run runs resume {folder.run_id}",
            ExitCode.INTERRUPTED,
        ) from error


def finish(
    folder: RunFolder, manifest: Manifest, outcome: RunOutcome, out: str | None, output: Output
) -> ExitCode:
    """Export, print the result and say with which code the command ends."""
    video = folder.file(outcome.video) if outcome.video else None
    if video is not None and out:
        video = export_run(folder, outcome, Path(out))[0]
    document = outcome_document(folder, manifest, outcome, video)
    if video is None:
        reasons = "; ".join(f"{trace.spec.name}: {trace.skipped}" for trace in outcome.scenes)
        error = {
            "kind": "no_scene",
            "message": f"No scene could be rendered. {reasons}",
            "remedy": f"See what was tried: ./run runs show {outcome.run}",
        }
        output.document({"ok": False, "error": error} | document)
        output.line(f"No scene could be rendered. {reasons}")
        return ExitCode.FAILED
    output.document(document)
    print_outcome(output, folder, outcome, video)
    return ExitCode.DONE


def _plan(options: argparse.Namespace) -> RunPlan:
    if options.scenes is not None and not 1 <= options.scenes <= MAX_SCENES:
        raise wrong_use(
            f"--scenes {options.scenes}: an animation has 1 to {MAX_SCENES} scenes.",
            "Give a number in that range.",
        )
    from_stdin = options.file == "-"
    source = sys.stdin.buffer.read() if from_stdin else Path(options.file)
    task = read_task(source, role=options.role, domain=options.domain)
    settings = RunSettings(
        render=RenderSettings(quality=options.quality),
        max_scenes=options.scenes or RunSettings().max_scenes,
        memory_mode=options.memory_mode or "rw",
        repair=not options.no_repair,
    )
    return RunPlan(
        task=task,
        settings=settings,
        cast=options.cast,
        memory=options.memory,
        source="standard input" if from_stdin else Path(options.file).name,
    )


def _require_writable(out: str | None) -> None:
    """Find out before any work that the results can be put where they are wanted."""
    if out is None:
        return
    target = Path(out)
    if target.exists() and not target.is_dir():
        raise wrong_use(f"--out {target} is a file.", "Name a folder.")
    target.mkdir(parents=True, exist_ok=True)


def _remove_empty(folder: RunFolder) -> None:
    for leftover in folder.root.glob(".*"):
        leftover.unlink()
    folder.root.rmdir()


def resume(paths: DataPaths, folder: RunFolder, output: Output, cancel: CancelToken) -> ExitCode:
    """Go on with a run where it ended."""
    from app.runs import load_manifest, load_outcome, load_task

    manifest = load_manifest(folder)
    done = load_outcome(folder)
    if done is not None:
        output.progress(f"Run {folder.run_id} is finished already.")
        return finish(folder, manifest, done, None, output)
    plan = RunPlan(
        task=load_task(folder),
        settings=manifest.settings,
        cast=manifest.cast,
        memory=manifest.memory.path or None,
        source=manifest.source,
    )
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        services, _ = stack.enter_context(open_services(plan, paths, folder, cancel))
        outcome = drive(plan.task, folder, manifest, services, output)
    return finish(folder, manifest, outcome, None, output)
