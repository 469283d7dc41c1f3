"""Any exception as an error for people, and the report of a fault that is the studio's own."""

import os
import sys
import time
import traceback
from pathlib import Path

from app.errors import ExitCode, StudioError, environment_fault, failed, wrong_use
from app.paths import DataPaths, data_paths

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
        return environment_fault(str(error), "Run `./run doctor`.", kind="manim_missing")
    if isinstance(error, EnvironmentFaultError):
        return _of_this_machine(str(error))
    if isinstance(error, PausedError):
        return environment_fault(error.message, error.remedy, kind="paused")
    if isinstance(error, ModelError):
        return StudioError(error.kind, error.message, error.remedy, ExitCode.ENVIRONMENT)
    if isinstance(error, NoOtherSceneError):
        return failed(str(error), "Write the scene yourself.", kind="no_other_scene")
    if isinstance(error, RunDamagedError):
        return failed(str(error), "See the message.", kind="run_damaged")
    return None


def _of_this_machine(message: str) -> StudioError:
    from pipeline.render.space import FULL

    if message.startswith(FULL):
        return environment_fault(
            f"{message[0].upper()}{message[1:]}",
            "Free some space on that disk, then go on with the run: ./run runs list",
            kind="disk_full",
        )
    return environment_fault(message, "Run `./run doctor`, mend what it names, then resume.")


def _os_error(error: OSError) -> StudioError:
    place = f" ({error.filename})" if error.filename else ""
    return environment_fault(
        f"The system refused: {error.strerror or error}{place}.",
        "Check the disk's free space and the rights of the folder, then try again.",
        kind="disk_full" if error.errno == 28 else "environment",
    )


def our_fault(error: BaseException) -> StudioError:
    """A bug: keep the traceback in a file that a person can send, show one sentence."""
    kept = write_report(error)
    where = f"the details are in {kept}" if kept else "the details could not be kept"
    return StudioError(
        "internal",
        f"A fault of the studio itself: {type(error).__name__}; {where}.",
        "Your files and memory are as they were. Please report this.",
        ExitCode.FAILED,
    )


def words_of(error: Exception) -> str:
    """What happened and what to do, in a line for people, whatever kind of error it is."""
    known = as_studio_error(error) or our_fault(error)
    words = f"{known.message} {known.remedy}".strip()
    return words[:1].upper() + words[1:]


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
    except OSError:
        return None
    return report


def _without_keys(text: str) -> str:
    """A report that holds no key, whatever an error's text quoted."""
    secrets = sys.modules.get("pipeline.models.secrets")
    return str(secrets.redact_known(text)) if secrets else text
