"""Running a command of set-up: output into the log, a sign of life, and a reason when it fails."""

import contextlib
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.setup.console import Heartbeat, SetupError, last_lines, say

# No step takes this long on a machine that gets anywhere, in seconds.
STEP_LIMIT = 3600.0
# After being asked to end, a command gets this long before it is killed, in seconds.
END_GRACE = 10.0
# Lines of the log that a failure shows; the whole log is named beside them.
TAIL_LINES = 5

# What the log of a failed command says, and what a person can do about it; the first match counts.
REMEDIES = (
    (("No space left on device", "ENOSPC"), "The disk is full: free some space, then run again."),
    (
        ("DO NOT MATCH THE HASHES",),
        "A download differs from the one that was checked: run again; if it stays, the package "
        "source serves other files than the lock knows.",
    ),
    (
        ("Could not get lock", "Unable to acquire the dpkg frontend lock"),
        "Another package manager is at work: wait until it has finished, then run again.",
    ),
    (
        ("Python.h: No such file", "pkg-config", "Failed building wheel", "subprocess-exited-with"),
        "A package could not be compiled: install a C compiler, the Python headers, pkg-config "
        "and the Pango and Cairo headers, then run again.",
    ),
    (
        (
            "Temporary failure",
            "Could not resolve",
            "Failed to establish a new connection",
            "NewConnectionError",
            "NameResolutionError",
            "Network is unreachable",
            "Connection refused",
            "timed out",
            "ProxyError",
            "SSLError",
            "Could not connect",
            "Failed to fetch",
            "No matching distribution found",
            "Unable to locate package",
        ),
        "The package source could not be reached: check the network or proxy, then run again.",
    ),
    (
        ("Permission denied", "Read-only file system", "Operation not permitted"),
        "A folder may not be written: check who owns it, then run again.",
    ),
)


@dataclass(frozen=True)
class Runner:
    """Runs commands one after the other into one log file.

    `held` are file descriptors that each command inherits (the lock of set-up, so that it stays
    taken while an orphaned command still works).
    """

    log: Path
    held: tuple[int, ...] = ()

    def run(
        self,
        command: Sequence[str],
        what: str,
        env: Mapping[str, str] | None = None,
        note: Callable[[], str] = str,
    ) -> None:
        """Run to the end; raises SetupError when it fails. `note` says how far it is."""
        code, start = self._run(command, env, note)
        if code != 0:
            raise SetupError(
                f"{what} failed (exit {code}):\n{last_lines(self.log, TAIL_LINES)}",
                remedy_for(_text_since(self.log, start)),
                self.log,
            )

    def succeeds(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> bool:
        """Run to the end; whether it succeeded."""
        return self._run(command, env)[0] == 0

    def output(self, command: Sequence[str]) -> str:
        """Run to the end; what it printed, whether it succeeded or not."""
        return _text_since(self.log, self._run(command, None)[1])

    def _run(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None,
        note: Callable[[], str] = str,
    ) -> tuple[int, int]:
        """The exit code, and where in the log the output begins."""
        with self.log.open("ab") as out:
            out.write(f"\n$ {shlex.join(command)}\n".encode())
            out.flush()
            start = out.tell()
            try:
                child = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    env=None if env is None else dict(env),
                    pass_fds=self.held if sys.platform != "win32" else (),
                )
            except OSError as error:
                out.write(f"{error}\n".encode())
                return 127, start
            heart = Heartbeat(self.log, note)
            try:
                code = _wait(child, heart)
            finally:
                _end(child)
                heart.end()
            return code, start


def remedy_for(output: str) -> str:
    """What a person can do, judged from what a failed command printed."""
    for signs, remedy in REMEDIES:
        if any(sign in output for sign in signs):
            return remedy
    return "Read the log, mend what it names, then run again: what is done already is kept."


def _wait(child: "subprocess.Popen[bytes]", heart: Heartbeat) -> int:
    limit = time.monotonic() + STEP_LIMIT
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(timeout=0.5)
        heart.beat()
        if time.monotonic() > limit:
            say(f"      no end after {STEP_LIMIT / 60:.0f} minutes: stopping it")
            return 124


def _end(child: "subprocess.Popen[bytes]") -> None:
    if child.poll() is not None:
        return
    # A command that runs as another user (through sudo) ends by itself with the terminal's Ctrl-C.
    with contextlib.suppress(PermissionError):
        child.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=END_GRACE)
    if child.poll() is None:
        with contextlib.suppress(PermissionError):
            child.kill()


def _text_since(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read().decode("utf-8", "replace")
