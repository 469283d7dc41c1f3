"""Backups of a bank: its database alone, copied whole, beside the database.

The database is the truth; indexes and the encoder's spec are made again from it. A backup is taken
without holding up a writer and appears by rename, so that there is never half of one.
"""

import os
import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memory_store.database import Connection
from memory_store.errors import BankDamaged, translated
from memory_store.layout import DATABASE, sync_directory

BACKUPS = "backups"
_NAME = re.compile(r"(\d{8}T\d{6}\.\d{6})-([a-z0-9-]{1,40})\.db")
_TIME = "%Y%m%dT%H%M%S.%f"


@dataclass(frozen=True)
class Backup:
    """One backup: `reason` is `schedule`, `by-hand` or `schema-N` (before a migration from N)."""

    path: Path
    taken: datetime
    reason: str
    bytes: int


def backups(bank: Path) -> tuple[Backup, ...]:
    """The backups of the bank in the folder `bank`, newest first; reads names and sizes alone."""
    found: list[Backup] = []
    with suppress(OSError):
        for path in (bank / BACKUPS).iterdir():
            if match := _NAME.fullmatch(path.name):
                taken = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
                found.append(Backup(path, taken, match[2], path.stat().st_size))
    return tuple(sorted(found, key=lambda backup: backup.taken, reverse=True))


def back_up(bank: Path, reason: str = "by-hand") -> Backup:
    """Copy the database of the bank in the folder `bank`; a writer goes on meanwhile.

    Raises:
        BankDamaged: the database fails SQLite's check, so that a copy would be no way back.
        DiskFull, NotWritable, MemoryStoreError: it cannot be read or written.
    """
    connection = Connection(bank / DATABASE, "ro")
    try:
        return copy_of(connection, reason)
    finally:
        connection.close()


def copy_of(connection: Connection, reason: str) -> Backup:
    """The same through a connection that is open already."""
    folder = connection.path.parent / BACKUPS
    taken = datetime.now(UTC)
    target = folder / f"{taken.strftime(_TIME)}-{reason}.db"
    fresh = folder / f".{target.name}.{os.getpid()}.part"
    with translated(target):
        folder.mkdir(exist_ok=True)
        _sweep(folder)
        try:
            connection.dump_into(fresh)
            with closing(sqlite3.connect(f"{fresh.absolute().as_uri()}?mode=ro", uri=True)) as copy:
                (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise BankDamaged(
                    f"The memory database {connection.path} is damaged: {verdict}.",
                    "Go back to an earlier backup of this bank.",
                )
            with fresh.open("rb+") as file:
                os.fsync(file.fileno())
            os.replace(fresh, target)
            sync_directory(folder)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise
    return Backup(target, taken, reason, target.stat().st_size)


def _sweep(folder: Path) -> None:
    """Remove what a killed backup left; the process that writes a part has its number in it."""
    for part in folder.glob(".*.part"):
        pid = part.name.rsplit(".", 2)[1]
        if not pid.isdigit() or not _alive(int(pid)):
            with suppress(OSError):
                part.unlink()


def _alive(pid: int) -> bool:
    if os.name == "nt":
        return True  # a file that is being written cannot be removed there anyway
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def thin_out(bank: Path, keep: int) -> tuple[Backup, ...]:
    """Remove all but the newest `keep` backups of the schedule; the others stay. Returns what was
    removed."""
    scheduled = [backup for backup in backups(bank) if backup.reason == "schedule"]
    gone = scheduled[keep:]
    for backup in gone:
        with translated(backup.path):
            backup.path.unlink(missing_ok=True)
    return tuple(gone)


def same_state(bank: Path, backup: Backup) -> bool:
    """Whether nothing of the bank changed since the backup: records, edits and uses."""
    try:
        return _state(bank / DATABASE) == _state(backup.path)
    except sqlite3.Error:
        return False


def _state(database: Path) -> tuple[object, ...]:
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as file:
        meta = file.execute("SELECT schema_version, revision, stamp FROM meta").fetchone()
        edits = file.execute("SELECT count(*), max(id) FROM edit").fetchone()
        uses = file.execute("SELECT total(hit_count) FROM record").fetchone()
    return (*meta, *edits, *uses)
