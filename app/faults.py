"""Any exception as an error for people, and the report of a fault that is the studio's own."""

import os
import sys
import time
import traceback
from pathlib import Path

from app.errors import ExitCode, StudioError, environment_fault, failed, wrong_use
from app.paths import DataPaths, data_paths
from app.remedies import in_window
from app.texts import tr

# The file or the machine is at fault, not the way the command was given.
_BANK_IN_THE_WAY = frozenset(
    {
        "bank_in_use",
        "disk_full",
        "not_writable",
        "encoder_failed",
        "bank_damaged",
        "snapshot_invalid",
        "memory",
    }
)


def as_studio_error(error: BaseException) -> StudioError | None:
    """The error to show for a known exception, None for one that is a fault of ours."""
    if isinstance(error, StudioError):
        return error
    if isinstance(error, OSError):
        return _os_error(error)
    return _of_the_layers(error)


def _of_the_layers(error: BaseException) -> StudioError | None:
    """The errors of the layers below, which are imported only when there is one."""
    from memory_store.errors import MemoryStoreError
    from pipeline.agents.protocols import NoOtherSceneError
    from pipeline.checks.tables import TablesError
    from pipeline.intake.errors import IntakeError
    from pipeline.loop.attempt import EnvironmentFaultError
    from pipeline.models.port import ModelError, PausedError
    from pipeline.run.journal import RunDamagedError

    if isinstance(error, IntakeError):
        return wrong_use(error.message, error.remedy, kind=error.kind)
    if isinstance(error, MemoryStoreError):
        code = ExitCode.ENVIRONMENT if error.kind in _BANK_IN_THE_WAY else ExitCode.WRONG_USE
        return StudioError(error.kind, error.message, error.remedy, code)
    if isinstance(error, TablesError):
        return environment_fault(str(error), tr("Run `./run doctor`."), kind="manim_missing")
    if isinstance(error, EnvironmentFaultError):
        return _of_this_machine(str(error))
    if isinstance(error, PausedError):
        return environment_fault(error.message, error.remedy, kind="paused")
    if isinstance(error, ModelError):
        return StudioError(error.kind, error.message, error.remedy, ExitCode.ENVIRONMENT)
    if isinstance(error, NoOtherSceneError):
        return failed(str(error), tr("Write the scene yourself."), kind="no_other_scene")
    if isinstance(error, RunDamagedError):
        return failed(str(error), tr("See the message."), kind="run_damaged")
    return None


def _of_this_machine(message: str) -> StudioError:
    from pipeline.render.space import FULL

    if message.startswith(FULL):
        return environment_fault(
            f"{message[0].upper()}{message[1:]}",
            tr("Free some space on that disk, then go on with the run: ./run runs list"),
            kind="disk_full",
        )
    return environment_fault(message, tr("Run `./run doctor`, mend what it names, then resume."))


def _os_error(error: OSError) -> StudioError:
    words = tr("The system refused: {why}.")
    if error.filename:
        words = tr("The system refused: {why} ({file}).")
    return environment_fault(
        words.format(why=error.strerror or error, file=error.filename),
        tr("Check the disk's free space and the rights of the folder, then try again."),
        kind="disk_full" if error.errno == 28 else "environment",
    )


def our_fault(error: BaseException) -> StudioError:
    """A bug: keep the traceback in a file that a person can send, show one sentence."""
    kept = write_report(error)
    words = tr("A fault of the studio itself: {name}; the details could not be kept.")
    if kept:
        words = tr("A fault of the studio itself: {name}; the details are in {file}.")
    return StudioError(
        "internal",
        words.format(name=type(error).__name__, file=kept),
        tr("Your files and memory are as they were. Please report this."),
        ExitCode.FAILED,
    )


def words_of(error: Exception) -> str:
    """What happened and what to do, in a line for the window, whatever kind of error it is."""
    known = as_studio_error(error) or our_fault(error)
    words = in_window(joined(known.message, known.remedy))
    return words[:1].upper() + words[1:]


def joined(message: str, remedy: str) -> str:
    """Two sentences one after the other, with a full stop between them."""
    message = message.strip()
    if message and remedy and message[-1] not in ".!?:…":
        message += "."
    return f"{message} {remedy}".strip()


def report_of(error: BaseException) -> str:
    """The traceback of a bug, without any key that this process holds."""
    return _without_keys("".join(traceback.format_exception(error)))


def write_report(error: BaseException, paths: DataPaths | None = None) -> Path | None:
    """Keep the report of a bug in the data folder; None where the disk takes nothing."""
    try:
        reports = (paths or data_paths()).root / "reports"
        reports.mkdir(parents=True, exist_ok=True)
        report = reports / f"report-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        report.write_text(report_of(error), "utf-8")
    except (OSError, StudioError):
        return None
    return report


def _without_keys(text: str) -> str:
    """A report that holds no key, whatever an error's text quoted."""
    secrets = sys.modules.get("pipeline.models.secrets")
    return str(secrets.redact_known(text)) if secrets else text
