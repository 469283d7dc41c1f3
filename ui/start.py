"""Opening the window, or saying in plain words why it cannot open here."""

import os
import signal
import sys

from app.errors import StudioError, environment_fault


def open_window() -> int:
    """Open the studio; returns the exit code of the process."""
    try:
        require_screen(sys.platform, os.environ)
        try:
            from ui.application import run_window
        except ImportError as error:
            raise environment_fault(
                f"The window cannot be loaded: {error}.",
                "Run `./run doctor`; deleting .venv/.setup-done makes the next start set up anew.",
                kind="window",
            ) from error
        # Until the window has its own way to end, Ctrl-C in the terminal just ends it: a run
        # survives that, and no child process outlives it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return run_window()
    except StudioError as error:
        print(f"Error: {error.message}\n{error.remedy}", file=sys.stderr)
        return int(error.code)


def require_screen(platform: str, environment: "os._Environ[str] | dict[str, str]") -> None:
    """Qt ends the whole process where it finds no screen; so look first.

    Raises:
        StudioError: there is none.
    """
    if not platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        raise environment_fault(
            "There is no screen here for the window.",
            "Start it from a desktop session, or use the commands: `./run make FILE`, "
            "`./run --help` for all of them.",
            kind="no_screen",
        )
