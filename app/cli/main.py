"""The command line: one function per command, one exit code, never a traceback."""

import argparse
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Callable
from types import FrameType

from app.cli.output import Output
from app.cli.parser import build_parser
from app.errors import ExitCode, StudioError, environment_fault, failed, wrong_use
from memory_store.errors import MemoryStoreError
from pipeline.checks import TablesError
from pipeline.intake.errors import IntakeError
from pipeline.loop.attempt import EnvironmentFaultError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.journal import RunDamagedError

Command = Callable[[argparse.Namespace, Output, CancelToken], ExitCode]

# Modules are imported when their command runs: `check` must not pay for what `make` needs.
COMMANDS = {
    "make": "app.cli.make",
    "check": "app.cli.check",
    "render": "app.cli.render",
    "memory": "app.cli.memory",
    "runs": "app.cli.runs",
    "doctor": "app.cli.doctor",
    "bench": "app.cli.bench",
    "test": "app.cli.test",
}

BANK_IN_THE_WAY = frozenset({"bank_in_use", "disk_full", "not_writable", "encoder_failed"})


def main(arguments: list[str]) -> int:
    """Run one command; returns its exit code."""
    output = Output(as_json="--json" in arguments)
    cancel = CancelToken()
    try:
        with _signals(cancel):
            return int(_dispatch(arguments, output, cancel))
    except SystemExit as exit_:  # argparse ends so after --help and --version
        return int(exit_.code or 0)
    except BrokenPipeError:
        # The reader of our output went away; the shell's convention for that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(ExitCode.FAILED)
    except BaseException as error:
        known = as_studio_error(error)
        if known is None:
            known = _our_fault(error)
        output.error(known)
        return int(known.code)


def _dispatch(arguments: list[str], output: Output, cancel: CancelToken) -> ExitCode:
    if arguments[:1] == ["test"]:
        options = argparse.Namespace(command="test", arguments=arguments[1:])
    else:
        options = build_parser().parse_args(arguments)
    if options.command is None:
        raise wrong_use(
            "This version has no window yet.",
            "Run `./run make FILE` to make an animation, or `./run --help` for all commands.",
        )
    command: Command = importlib.import_module(COMMANDS[options.command]).run
    return command(options, output, cancel)


def as_studio_error(error: BaseException) -> StudioError | None:
    """The error to show for a known exception, None for one that is a fault of ours."""
    if isinstance(error, StudioError):
        return error
    if isinstance(error, IntakeError):
        return wrong_use(error.message, error.remedy, kind=error.kind)
    if isinstance(error, MemoryStoreError):
        code = ExitCode.ENVIRONMENT if error.kind in BANK_IN_THE_WAY else ExitCode.WRONG_USE
        return StudioError(error.kind, error.message, error.remedy, code)
    if isinstance(error, TablesError):
        return environment_fault(str(error), "Run `./run doctor`.", kind="manim_missing")
    if isinstance(error, EnvironmentFaultError):
        return environment_fault(str(error), "Run `./run doctor`, mend what it names, then resume.")
    if isinstance(error, RunDamagedError):
        return failed(str(error), "See the message.", kind="run_damaged")
    if isinstance(error, (CancelledError, KeyboardInterrupt)):
        return StudioError("interrupted", "Stopped on request.", "", ExitCode.INTERRUPTED)
    if isinstance(error, OSError):
        return _os_error(error)
    return None


def _os_error(error: OSError) -> StudioError:
    place = f" ({error.filename})" if error.filename else ""
    return environment_fault(
        f"The system refused: {error.strerror or error}{place}.",
        "Check the disk's free space and the rights of the folder, then try again.",
        kind="disk_full" if error.errno == 28 else "environment",
    )


def _our_fault(error: BaseException) -> StudioError:
    """A bug: keep the traceback in a file that a person can send, show one sentence."""
    from app.paths import data_paths

    where = "standard error could not be kept"
    try:
        reports = data_paths().root / "reports"
        reports.mkdir(parents=True, exist_ok=True)
        report = reports / f"report-{os.getpid()}.txt"
        report.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        where = f"the details are in {report}"
    except OSError:
        pass
    return StudioError(
        "internal",
        f"A fault of the studio itself: {type(error).__name__}; {where}.",
        "Your files and memory are as they were. Please report this.",
        ExitCode.FAILED,
    )


class _signals:
    """While active, Ctrl-C and SIGTERM ask the command to stop; a second Ctrl-C interrupts."""

    def __init__(self, cancel: CancelToken) -> None:
        self._cancel = cancel
        self._before: dict[int, object] = {}

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._handle)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _handle(self, number: int, _: FrameType | None) -> None:
        if self._cancel.cancelled:
            raise KeyboardInterrupt
        self._cancel.cancel()
