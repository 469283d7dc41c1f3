"""The write lock of a bank: one operation at a time, over threads and processes.

The operating system holds the lock, so that it is gone with its holder, however that ended. Who
holds it is written beside it, for the message only.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from memory_store.errors import BankInUse, translated

LOCK_FILE = "write.lock"
HOLDER_FILE = "write.holder.json"
POLL_SECONDS = 0.005

if sys.platform == "win32":
    import msvcrt

    def take(handle: int) -> bool:
        """Lock an open file if nobody else holds it; whether that worked."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def release(handle: int) -> None:
        """Give up the lock of an open file."""
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def take(handle: int) -> bool:
        """Lock an open file if nobody else holds it; whether that worked."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(handle: int) -> None:
        """Give up the lock of an open file."""
        fcntl.flock(handle, fcntl.LOCK_UN)


class WriteLock:
    """The write lock of the bank in `directory`; one object per open bank.

    Args:
        directory: the folder of the bank; must exist.
        timeout: seconds to wait for another holder before `BankInUse`.
    """

    def __init__(self, directory: Path, timeout: float = 30.0) -> None:
        self._directory = directory
        self._timeout = timeout
        self._threads = threading.Lock()

    def require_writable(self) -> None:
        """Raise `NotWritable` or `DiskFull` if the lock file cannot even be opened."""
        with translated(self._directory / LOCK_FILE):
            os.close(os.open(self._directory / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644))

    @contextmanager
    def held(self, timeout: float | None = None) -> Iterator[None]:
        """Hold the lock for one operation.

        Raises:
            BankInUse: another thread or process held it for longer than the timeout.
            NotWritable: the folder does not allow writing.
        """
        wait = self._timeout if timeout is None else timeout
        deadline = time.monotonic() + wait
        if not self._threads.acquire(timeout=max(wait, 0)):
            raise self._in_use(wait)
        try:
            with translated(self._directory / LOCK_FILE):
                handle = os.open(self._directory / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                while not take(handle):
                    if time.monotonic() >= deadline:
                        raise self._in_use(wait)
                    time.sleep(POLL_SECONDS)
                self._sign()
                try:
                    yield
                finally:
                    self._erase()
                    release(handle)
            finally:
                os.close(handle)
        finally:
            self._threads.release()

    def _sign(self) -> None:
        program = " ".join([Path(sys.argv[0] or "python").name, *sys.argv[1:2]])
        holder = {"pid": os.getpid(), "program": program, "since": datetime.now(UTC).isoformat()}
        with suppress(OSError):  # only for the message of others: never a reason to fail
            (self._directory / HOLDER_FILE).write_text(json.dumps(holder), encoding="utf-8")

    def _erase(self) -> None:
        with suppress(OSError):
            (self._directory / HOLDER_FILE).unlink()

    def _in_use(self, waited: float) -> BankInUse:
        try:
            holder = json.loads((self._directory / HOLDER_FILE).read_text(encoding="utf-8"))
            who = f"process {holder['pid']} ({holder['program']}) since {holder['since'][:19]} UTC"
        except (OSError, ValueError, KeyError, TypeError):
            who = "another program"
        return BankInUse(
            f"The memory bank {self._directory} is in use by {who}; waited {waited:g} seconds.",
            "Wait until it has finished, or end that program, and try again.",
        )
