"""What set-up says: lines on standard error, and a line that moves on a terminal."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

# Without a terminal a long step gives a sign of life this often, in seconds.
QUIET_INTERVAL = 20.0
# A line of the log is cut to this many characters where it is shown.
WIDEST = 160


class SetupError(Exception):
    """Set-up cannot go on; the message says what happened and the remedy what to do."""

    def __init__(self, message: str, remedy: str, log: Path | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.log = log


def say(text: str) -> None:
    """Write one line to standard error."""
    print(text, file=sys.stderr, flush=True)


class Heartbeat:
    """Shows that a long step is alive: seconds so far, `note()`, the newest line of its log."""

    def __init__(self, log: Path, note: Callable[[], str]) -> None:
        self._log = log
        self._note = note
        self._started = time.monotonic()
        self._spoke = self._started
        self._live = sys.stderr.isatty()

    def beat(self) -> None:
        """Call about twice a second while the step runs."""
        now = time.monotonic()
        if now - self._spoke < (1.0 if self._live else QUIET_INTERVAL):
            return
        self._spoke = now
        text = f"      {now - self._started:4.0f} s  {self._note()}{last_lines(self._log, 1)[:60]}"
        if self._live:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        else:
            say(text)

    def end(self) -> None:
        """Clear the moving line."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def last_lines(log: Path, count: int) -> str:
    """The last `count` lines of a file that hold anything; empty when it cannot be read."""
    try:
        with log.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - 8192))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.rstrip()[:WIDEST] for line in text.splitlines() if line.strip()]
    return "\n".join(lines[-count:])
