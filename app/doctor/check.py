"""The answer of one check, and the means by which no check hangs or raises."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.environment import without_secrets
from app.texts import tr

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Check:
    """One thing that was tried.

    `detail` says what was seen; `remedy` what to do, empty when `ok`.
    """

    name: str
    ok: bool
    detail: str
    remedy: str = ""


class CheckFailed(Exception):
    """What was tried did not work; the message is the detail, the remedy what to do."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.remedy = remedy


def tried(name: str, attempt: Callable[[], str]) -> Check:
    """Run `attempt`, which returns the detail or raises; the answer never raises."""
    try:
        return Check(name, True, attempt())
    except CheckFailed as error:
        return Check(name, False, error.detail, error.remedy)
    except Exception as error:  # a check that breaks is an answer too
        what = f"{type(error).__name__}: {error}"
        return Check(name, False, what, getattr(error, "remedy", "") or tr("Run ./run once more."))


def in_child(probe: str, seconds: float, folder: Path) -> dict[str, str]:
    """Run `module:function` in a Python of its own in `folder`; what it returned.

    A crash, a hang (over `seconds`) or an exception there is a CheckFailed here.
    """
    module, function = probe.split(":")
    code = (
        f"import sys, json; sys.path.insert(0, {str(ROOT)!r}); "
        f"from {module} import {function}; print(); print(json.dumps({function}()))"
    )
    answer = run_bounded([sys.executable, "-c", code], seconds, folder)
    if answer.returncode != 0:
        lines = answer.stderr.strip().splitlines() or [
            tr("it ended with {returncode}").format(returncode=answer.returncode)
        ]
        raise CheckFailed(
            lines[-1], tr("Delete .venv/.setup-done and run ./run: it mends packages.")
        )
    found: dict[str, str] = json.loads(answer.stdout.strip().splitlines()[-1])
    return found


def run_bounded(
    command: list[str], seconds: float, folder: Path, extra: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a command in `folder`; after `seconds` it and its children are ended (CheckFailed)."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**without_secrets(), **(extra or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise CheckFailed(
            tr("{name} gave no answer within {seconds:.0f} s").format(
                name=Path(command[0]).name, seconds=seconds
            ),
            tr("Try again when the machine has less to do."),
        ) from None
    finally:
        _end(process)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
