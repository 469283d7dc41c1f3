"""Automatic backups of banks, and the way back."""

import logging
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from app.errors import StudioError, wrong_use
from app.paths import DataPaths
from app.preferences import load_preferences
from memory_store.backup import Backup, back_up, backups, same_state, thin_out
from memory_store.errors import MemoryStoreError
from memory_store.layout import DATABASE
from memory_store.rescue import set_aside
from memory_store.restoring import restore

Every = Literal["day", "week", "never"]
KEEP = 7
"""Backups of the schedule that are kept; those by hand and before migrations are never removed."""
_SPANS: dict[Every, timedelta] = {"day": timedelta(days=1), "week": timedelta(weeks=1)}
_log = logging.getLogger(__name__)


def backup_schedule(paths: DataPaths) -> Every:
    """How often a person wants backups; daily where the preferences cannot be read."""
    try:
        return load_preferences(paths).backup_every
    except StudioError:
        return "day"


def is_due(bank: Path, every: Every, now: datetime | None = None) -> bool:
    """Whether the bank in the folder `bank` should be backed up: its last backup of any kind is
    older than the span, and something changed since."""
    if every == "never" or not (bank / DATABASE).exists():
        return False
    taken = backups(bank)
    if not taken:
        return True
    moment = now or datetime.now(UTC)
    return moment - taken[0].taken >= _SPANS[every] and not same_state(bank, taken[0])


def back_up_if_due(bank: Path, every: Every, now: datetime | None = None) -> Backup | None:
    """Back it up if that is due, and remove the oldest of the schedule; None if it was not.

    Raises:
        MemoryStoreError: it was due and could not be done.
    """
    if not is_due(bank, every, now):
        return None
    taken = back_up(bank, "schedule")
    thin_out(bank, KEEP)
    return taken


class BackupBeside:
    """A backup in a thread beside a run, which neither waits for it nor fails with it."""

    def __init__(self, bank: Path, every: Every) -> None:
        self._bank, self._every = bank, every
        self._thread = threading.Thread(target=self._work, name="backup", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Until it is done; at the end of the run."""
        self._thread.join()

    def _work(self) -> None:
        try:
            back_up_if_due(self._bank, self._every)
        except MemoryStoreError as error:
            _log.warning("no backup of %s: %s", self._bank, error)


def replace_damaged(bank: Path, backup: Backup) -> tuple[Path, int]:
    """Set a damaged bank aside, unchanged, and put what a backup of it holds in its place.

    Returns:
        Where the damaged one lies now, and how many records the new one holds.

    Raises:
        MemoryStoreError: the backup is not sound; then nothing was moved.
    """
    trial = bank.with_name(f".{bank.name}.restoring")
    if trial.exists():
        raise wrong_use(f"{trial} is left from an earlier attempt.", "Remove it and try again.")
    count = restore(backup.path, trial, same=True)
    aside = set_aside(bank)
    trial.rename(bank)
    old, new = aside / "backups", bank / "backups"
    if old.is_dir() and not new.exists():
        old.rename(new)
    return aside, count


def backup_named(bank: Path, name: str) -> Backup:
    """A backup by the name of its file, or the newest for `latest`.

    Raises:
        StudioError: there is none.
    """
    taken = backups(bank)
    if name == "latest" and taken:
        return taken[0]
    for backup in taken:
        if backup.path.name == name:
            return backup
    raise wrong_use(
        f"The memory bank {bank} has no backup {name!r}.",
        "List its backups to see which there are." if taken else "None has been taken yet.",
        kind="backup_missing",
    )
