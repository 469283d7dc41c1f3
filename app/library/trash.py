"""Runs that a person deleted: moved aside as they are, until the trash is emptied."""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from app.errors import environment_fault, wrong_use
from app.run_state import in_use, locked_root
from app.texts import tr
from pipeline.run.clock import utc_now
from pipeline.run.folder import write_atomically

MARK = "trashed.json"


@dataclass(frozen=True)
class Emptied:
    """What emptying the trash removed; `left` names runs that could not be removed whole."""

    runs: int
    bytes: int
    left: tuple[str, ...] = ()


def trash_run(run: Path, trash: Path) -> None:
    """Move the run folder `run` into the folder `trash`, whole, in one step.

    Raises:
        StudioError: the run is being worked on, is not there, or cannot be moved.
    """
    if not run.is_dir():
        raise wrong_use(
            tr("There is no run {name} any more.").format(name=run.name),
            tr("Look at the library again."),
        )
    if in_use(run):
        raise environment_fault(
            tr("Run {name} is running; it was not deleted.").format(name=run.name),
            tr("Stop it first, then delete it."),
            kind="run_in_use",
        )
    trash.mkdir(parents=True, exist_ok=True)
    if (trash / run.name).exists():
        raise wrong_use(
            tr("The trash holds a run {name} already.").format(name=run.name),
            tr("Empty the trash, or rename the folder there."),
        )
    try:
        with locked_root(run):
            write_atomically(run / MARK, json.dumps({"when": utc_now()}).encode())
            if os.name != "nt":
                run.replace(trash / run.name)
                return
        run.replace(trash / run.name)  # Windows moves no folder that holds an open file
    except OSError as error:
        (run / MARK).unlink(missing_ok=True)
        raise _unmoved(run, error) from error


def restore_run(run: Path, runs: Path) -> None:
    """Move the folder `run` from the trash back to the folder `runs`.

    Raises:
        StudioError: it is not in the trash, or a run of that name is there.
    """
    if not run.is_dir():
        raise wrong_use(
            tr("Run {name} is not in the trash.").format(name=run.name),
            tr("Look at the trash again."),
        )
    if (runs / run.name).exists():
        raise wrong_use(
            tr("There is a run {name} outside the trash already.").format(name=run.name),
            tr("Delete or rename that one first; nothing was moved."),
        )
    runs.mkdir(parents=True, exist_ok=True)
    try:
        run.replace(runs / run.name)
        (runs / run.name / MARK).unlink(missing_ok=True)
    except OSError as error:
        raise _unmoved(run, error) from error


def trashed_when(run: Path) -> str:
    """When a run was deleted; empty where that is not known."""
    try:
        value = json.loads((run / MARK).read_bytes())
    except (OSError, ValueError):
        return ""
    when = value.get("when", "") if isinstance(value, dict) else ""
    return when if isinstance(when, str) else ""


def trashed_runs(trash: Path) -> list[Path]:
    """The folders in the trash, newest run first."""
    if not trash.is_dir():
        return []
    folders = (p for p in trash.iterdir() if p.is_dir() and not p.is_symlink())
    return sorted(folders, reverse=True)


def empty_trash(trash: Path) -> Emptied:
    """Remove every run in the trash for good. Links in it are not followed."""
    removed, freed, left = 0, 0, []
    for run in trashed_runs(trash):
        size = sum(p.lstat().st_size for p in run.rglob("*") if p.is_file())
        shutil.rmtree(run, ignore_errors=True)
        if run.exists():
            left.append(run.name)
        else:
            removed, freed = removed + 1, freed + size
    return Emptied(removed, freed, tuple(left))


def _unmoved(run: Path, error: OSError) -> Exception:
    return environment_fault(
        tr("Run {name} could not be moved: {why}.").format(
            name=run.name, why=error.strerror or error
        ),
        tr("Close what uses the folder {run}, or change its permissions, and try again.").format(
            run=run
        ),
    )
