"""`./run make`: from a section to a video, and what was learned into the memory."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.cli.folders import out_folder
from app.cli.output import Output
from app.cli.plan import plan_of, with_budget
from app.cli.progress import progress_for
from app.cli.run_report import outcome_document, print_outcome
from app.editing.choice import current_video
from app.errors import ExitCode, StudioError, environment_fault, wrong_use
from app.paths import DataPaths, data_paths
from app.run_plan import create_run_folder
from app.run_session import Changes, Finished, begin, go_on
from app.runs import export_run, load_manifest, load_outcome
from app.studio import make_cast
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.arrangement import open_reruns
from pipeline.run.folder import RunFolder


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
    with telling_how_to_go_on(folder), progress_for(output) as show:
        done = begin(plan, paths, folder, cancel, show, players)
    return finish(done, options.out, output)


@contextmanager
def telling_how_to_go_on(folder: RunFolder) -> Iterator[None]:
    """A cancel or a pause of a run tells how to resume it."""
    try:
        yield
    except PausedError as error:
        approve = " --approve" if error.kind == "approval" else ""
        raise environment_fault(
            f"Run {folder.run_id} is paused. {error.message}",
            f"{error.remedy} To go on: ./run runs resume {folder.run_id}{approve}".strip(),
            kind="paused",
        ) from error
    except CancelledError as error:
        raise StudioError(
            "interrupted",
            f"Run {folder.run_id} was stopped.",
            f"Go on with it: ./run runs resume {folder.run_id}",
            ExitCode.INTERRUPTED,
        ) from error


def finish(done: Finished, out: str | None, output: Output) -> ExitCode:
    """Export, print the result and say with which code the command ends."""
    folder, outcome = done.folder, done.outcome
    shown = current_video(folder)
    video = folder.file(shown) if shown else None
    if video is not None and out:
        video = export_run(folder, outcome, Path(out))[0]
    document = outcome_document(folder, done.manifest, outcome, video)
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


def resume(
    paths: DataPaths,
    folder: RunFolder,
    options: argparse.Namespace,
    output: Output,
    cancel: CancelToken,
) -> ExitCode:
    """Go on with a run where it ended, with another budget or other profiles if some are given."""
    manifest = load_manifest(folder)
    if load_outcome(folder) is not None and not open_reruns(folder):
        output.progress(f"Run {folder.run_id} is finished already.")
    else:
        with_budget(manifest.settings, options, manifest.cast)  # refuses what is no budget
        if manifest.cast == "offline" and (options.profile or options.reviewer_profile):
            raise wrong_use(
                "The offline cast asks no model, so it has no profile.", "Leave the profile out."
            )
    changes = Changes(
        budget_tokens=options.budget_tokens,
        budget_money=options.budget_money,
        profile=options.profile,
        reviewer_profile=options.reviewer_profile,
    )
    with telling_how_to_go_on(folder), progress_for(output) as show:
        done = go_on(folder, paths, cancel, show, changes)
    return finish(done, None, output)
