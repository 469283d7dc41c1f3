"""`./run make`: from a section to a video, and what was learned into the memory."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from app.cli.folders import out_folder
from app.cli.output import Output
from app.cli.plan import plan_of, with_budget
from app.cli.progress import progress_for
from app.cli.run_report import outcome_document, print_outcome
from app.errors import ExitCode, StudioError, environment_fault
from app.paths import DataPaths, data_paths
from app.players import Players
from app.runs import export_run, load_manifest, load_outcome, load_task, locked
from app.studio import RunPlan, create_run_folder, make_cast, new_manifest, open_services
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.schema.task import Task


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 with a video, 1 if every scene was skipped."""
    plan = plan_of(options)
    paths = data_paths()
    if options.estimate:
        from app.cli.estimating import show_estimate

        return show_estimate(plan, paths, output)
    players = make_cast(plan, paths, cancel)
    if options.out is not None:
        out_folder(options.out)  # before any work: can the results be put there?
    if plan.cast == "model":
        # Loaded for the model cast alone: the offline cast costs nothing to estimate or to play.
        from app.cli.estimating import estimate_of

        output.progress(estimate_of(plan, paths).line())
        if not players.models.vision:
            output.progress("No vision model: every score of this run is measured, not judged.")
    folder = create_run_folder(paths)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        try:
            services, use = stack.enter_context(open_services(plan, paths, folder, cancel, players))
        except BaseException:
            # Nothing has begun: an empty run would only be in the way.
            _remove_empty(folder)
            raise
        manifest = new_manifest(plan, folder.run_id, players, use)
        outcome = drive(plan.task, folder, manifest, services, output)
    return finish(folder, manifest, outcome, options.out, output)


def drive(
    task: Task, folder: RunFolder, manifest: Manifest, services: Services, output: Output
) -> RunOutcome:
    """Run to the end with progress shown; a cancel or a pause tells how to resume."""
    try:
        with progress_for(output) as show:
            events = run_task(task, folder, manifest, services)
            while True:
                try:
                    show(next(events))
                except StopIteration as done:
                    outcome: RunOutcome = done.value
                    return outcome
    except PausedError as error:
        raise environment_fault(
            f"Run {folder.run_id} is paused. {error.message}",
            f"{error.remedy} To go on: ./run runs resume {folder.run_id}".strip(),
            kind="paused",
        ) from error
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


def _remove_empty(folder: RunFolder) -> None:
    for leftover in folder.root.glob(".*"):
        leftover.unlink()
    folder.root.rmdir()


def resume(
    paths: DataPaths,
    folder: RunFolder,
    options: argparse.Namespace,
    output: Output,
    cancel: CancelToken,
) -> ExitCode:
    """Go on with a run where it ended, with another budget if one is given."""
    manifest = load_manifest(folder)
    done = load_outcome(folder)
    if done is not None:
        output.progress(f"Run {folder.run_id} is finished already.")
        return finish(folder, manifest, done, None, output)
    plan = RunPlan(
        task=load_task(folder),
        settings=with_budget(manifest.settings, options, manifest.cast),
        cast=manifest.cast,
        profile=manifest.models.profile,
        reviewer_profile=manifest.models.reviewer_profile,
        memory=manifest.memory.path or None,
        source=manifest.source,
    )
    players = make_cast(plan, paths, cancel)
    manifest = _taken_up(manifest, plan, players)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        services, _ = stack.enter_context(open_services(plan, paths, folder, cancel, players))
        outcome = drive(plan.task, folder, manifest, services, output)
    return finish(folder, manifest, outcome, None, output)


def _taken_up(manifest: Manifest, plan: RunPlan, players: Players) -> Manifest:
    """The manifest of a run that goes on, perhaps with other models and another budget."""
    update: dict[str, object] = {"settings": plan.settings}
    if players.models != manifest.models:
        update |= {
            "models": players.models,
            "agents": players.cast.versions,
            "earlier_models": (*manifest.earlier_models, manifest.models),
        }
    return manifest.model_copy(update=update)
