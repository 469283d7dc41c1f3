"""`./run runs`: list, show, resume, export."""

import argparse
from dataclasses import asdict

from app.cli.cost_report import cost_document, cost_lines, cost_of
from app.cli.exporting import export_as
from app.cli.folders import out_folder
from app.cli.make import resume
from app.cli.output import Output, counted
from app.cli.run_report import outcome_document, print_outcome
from app.cli.unfinished import scenes_so_far, why_it_ended
from app.editing.choice import current_video
from app.editing.storyboard import approve
from app.errors import ExitCode, failed, wrong_use
from app.paths import DataPaths, data_paths
from app.runs import (
    RunState,
    export_run,
    find_run,
    last_step,
    list_runs,
    load_manifest,
    load_outcome,
    run_state,
)
from pipeline.events import Event, RunPaused
from pipeline.render_port import CancelToken
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.run.manifest import Manifest


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """One action on the runs of the data folder."""
    paths = data_paths()
    if options.action == "list":
        return _list(paths, output)
    folder = find_run(paths, options.id)
    if options.action == "show":
        return _show(folder, output)
    if options.action == "resume":
        if options.approve:
            approve(folder)
        return resume(paths, folder, options, output, cancel)
    if options.format is not None:
        return export_as(folder, options, output, cancel)
    return _export(folder, options, output)


def _list(paths: DataPaths, output: Output) -> ExitCode:
    runs = list_runs(paths)
    output.document({"runs": [asdict(r) | {"folder": str(r.folder)} for r in runs]})
    if not runs:
        output.line("No runs yet. Make one: ./run make resources/samples/fourier_transform.md")
    for summary in runs:
        rounds = "-" if summary.rounds is None else str(summary.rounds)
        title = summary.title or "(untitled)"
        output.line(f"{summary.run}  {summary.state:<11}  rounds {rounds:>2}  {title}")
    return ExitCode.DONE


def _show(folder: RunFolder, output: Output) -> ExitCode:
    manifest = load_manifest(folder)
    outcome = load_outcome(folder)
    state = run_state(folder)
    if outcome is None:
        _show_unfinished(folder, manifest, state, output)
        return ExitCode.DONE
    shown = current_video(folder)
    video = folder.file(shown) if shown else None
    document = outcome_document(folder, manifest, outcome, video)
    output.document(document | {"state": state, "title": manifest.title})
    output.line(f"{folder.run_id}: {manifest.title or '(untitled)'}, {state}")
    print_outcome(output, folder, outcome, video)
    if state not in ("finished", "running"):
        output.line(f"A scene is made anew. Go on with it: ./run runs resume {folder.run_id}")
    _print_cost(folder, output)
    return ExitCode.DONE


def _pause(events: tuple[Event, ...]) -> dict[str, str] | None:
    """Why a run waits for a person, None if it does not."""
    last = last_step(events)
    if not isinstance(last, RunPaused):
        return None
    return {"message": last.message, "remedy": last.remedy}


def _print_cost(folder: RunFolder, output: Output) -> None:
    for line in cost_lines(cost_of(folder)):
        output.line(f"  {line}")


def _show_unfinished(
    folder: RunFolder, manifest: Manifest, state: RunState, output: Output
) -> None:
    events = load_events(folder.file(EVENTS))
    scenes, why = scenes_so_far(events), why_it_ended(events, state)
    output.document(
        {
            "run": folder.run_id,
            "dir": str(folder.root),
            "state": state,
            "title": manifest.title,
            "events": len(events),
            "last_event": events[-1].kind if events else None,
            "paused": _pause(events),
            "tokens": cost_document(cost_of(folder)),
            "why": why,
            "scenes": [asdict(scene) for scene in scenes],
        }
    )
    output.line(f"{folder.run_id}: {manifest.title or '(untitled)'}, {state}")
    for scene in scenes:
        versions = f" ({counted(scene.versions, 'version')} so far)" if scene.versions else ""
        output.line(f"  {scene.name}: {scene.state}{versions}")
    if (pause := _pause(events)) is not None:
        output.line(f"Paused: {pause['message']}")
        output.line(f"What to do: {pause['remedy']}")
    elif state == "queued":
        output.line("It has not begun.")
    elif why:
        output.line(f"It ended early: {why}")
    _print_cost(folder, output)
    if state != "running":
        output.line(f"Go on with it: ./run runs resume {folder.run_id}")


def _export(folder: RunFolder, options: argparse.Namespace, output: Output) -> ExitCode:
    if options.out is None:
        raise wrong_use("runs export: give --out DIR, or a --format.", "See its --help.")
    if options.quality or options.scene or options.overwrite:
        raise wrong_use(
            "--quality, --scene and --overwrite go with --format.", "Add for example --format mp4."
        )
    outcome = load_outcome(folder)
    if outcome is None:
        raise failed(f"Run {folder.run_id} is not finished.", f"./run runs resume {folder.run_id}")
    copied = export_run(folder, outcome, out_folder(options.out).path)
    output.document({"run": folder.run_id, "files": [str(path) for path in copied]})
    for path in copied:
        output.line(str(path))
    return ExitCode.DONE
