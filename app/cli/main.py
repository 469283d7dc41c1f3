"""The command line: one function per command, one exit code, never a traceback."""

import argparse
import contextlib
import gc
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from app.cli.output import Output
from app.cli.parser import build_parser
from app.cli.window import WindowCommands
from app.errors import ExitCode, StudioError, wrong_use
from app.faults import as_studio_error, our_fault
from pipeline.render_port import CancelledError, CancelToken

Command = Callable[[argparse.Namespace, Output, CancelToken], ExitCode]

# Modules are imported when their command runs: `check` must not pay for what `make` needs.
COMMANDS = {
    "make": "app.cli.make",
    "check": "app.cli.check",
    "render": "app.cli.render",
    "memory": "app.cli.memory",
    "runs": "app.cli.runs",
    "profile": "app.cli.profile",
    "doctor": "app.cli.doctor",
    "bench": "app.cli.bench",
    "test": "app.cli.test",
}

PATIENCE_SECONDS = 1.5
"""After the first Ctrl-C a command has this long to end by itself; every kill is survivable."""


def main(arguments: list[str], window: WindowCommands | None = None) -> int:
    """Run one command; returns its exit code. `window` names the commands of the window."""
    window = window or WindowCommands()
    output = Output(as_json="--json" in arguments)
    cancel = CancelToken()
    try:
        with _Signals(cancel, output):
            return int(_dispatch(arguments, output, cancel, window))
    except SystemExit as exit_:  # argparse ends so after --help and --version
        return int(exit_.code or 0)
    except BrokenPipeError:
        # The reader of our output went away; the shell's convention for that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(ExitCode.FAILED)
    except BaseException as error:
        return _tell(_stopped(error, output) or as_studio_error(error) or our_fault(error), output)


def _tell(error: StudioError, output: Output) -> int:
    try:
        output.error(error)
        sys.stdout.flush()
    except OSError:
        # Standard output itself is what is broken, for example on a full disk.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"Error: {error.message}", file=sys.stderr)
        return int(ExitCode.ENVIRONMENT)
    return int(error.code)


def _dispatch(
    arguments: list[str], output: Output, cancel: CancelToken, window: WindowCommands
) -> ExitCode:
    if arguments[:1] == ["test"]:
        options = argparse.Namespace(command="test", arguments=arguments[1:])
    else:
        options = _parse(arguments, output)
    if options.command is None:
        raise wrong_use(
            "No command was given.",
            "`./run` alone opens the studio; `./run --help` lists all commands.",
        )
    if options.command not in ("make", "runs"):
        output.if_stopped = "Give the command again."
    options.window = window
    module = {**COMMANDS, **window.commands}[options.command]
    return _loaded(module)(options, output, cancel)


def _loaded(module: str) -> Command:
    """The function of a command. Imports make no garbage, and what they make stays."""
    gc.disable()
    try:
        command: Command = importlib.import_module(module).run
    finally:
        gc.freeze()
        gc.enable()
    return command


def _parse(arguments: list[str], output: Output) -> argparse.Namespace:
    """The options; with `--json`, help and version are a document like everything else."""
    if not output.as_json:
        return build_parser().parse_args(arguments)
    shown = io.StringIO()
    try:
        with contextlib.redirect_stdout(shown):
            return build_parser().parse_args(arguments)
    except SystemExit:
        output.document({"ok": True, "help": shown.getvalue()})
        raise


def _stopped(error: BaseException, output: Output) -> StudioError | None:
    """The error to show for a cancel, None for anything else."""
    if not isinstance(error, (CancelledError, KeyboardInterrupt)):
        return None
    output.take_back()
    return StudioError(
        "interrupted", "Stopped on request.", output.if_stopped, ExitCode.INTERRUPTED
    )


class _Signals:
    """While active, Ctrl-C and SIGTERM ask the command to stop, and soon afterwards make it.

    A second Ctrl-C interrupts at once. Ending hard loses nothing: runs and banks survive a kill at
    any moment, and every child process ends with its parent.
    """

    def __init__(self, cancel: CancelToken, output: Output) -> None:
        self._cancel = cancel
        self._output = output
        self._before: dict[int, object] = {}
        self._lock = threading.Lock()
        self._over = False

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._handle)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._over = True
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _handle(self, number: int, _: FrameType | None) -> None:
        if self._cancel.cancelled:
            raise KeyboardInterrupt
        self._cancel.cancel()
        patience = threading.Timer(PATIENCE_SECONDS, self._end)
        patience.daemon = True
        patience.start()

    def _end(self) -> None:
        with self._lock:
            if self._over:
                return
            stopped = _stopped(CancelledError(), self._output)
            if stopped is not None and not self._output.printed:
                self._output.error(stopped)
            os._exit(int(ExitCode.INTERRUPTED))
