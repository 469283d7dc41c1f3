"""Everything that can go wrong with a memory bank, in words for people.

Each error carries a `kind` (stable, for scripts), a message that names the file or record, and a
remedy that says what to do next.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import peewee


class MemoryStoreError(Exception):
    """Base of all errors of the memory store.

    Attributes:
        kind: stable name of the kind of error, for scripts and for the window.
        message: what happened, to which file or record.
        remedy: what the person can do.
    """

    kind: ClassVar[str] = "memory"

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class BankMissing(MemoryStoreError):
    """There is no bank at this path and none was to be created."""

    kind = "bank_missing"


class NotABank(MemoryStoreError):
    """The path holds something, but not a memory bank."""

    kind = "not_a_bank"


class BankDamaged(MemoryStoreError):
    """The database of the bank cannot be trusted. Its files are left as they are."""

    kind = "bank_damaged"


class BankTooNew(MemoryStoreError):
    """The bank was written by a newer version of the studio."""

    kind = "bank_too_new"


class EncoderMismatch(MemoryStoreError):
    """The bank was made with another text encoder."""

    kind = "encoder_mismatch"


class EncoderFailed(MemoryStoreError):
    """The text encoder did not start, died, or did not answer in time."""

    kind = "encoder_failed"


class BankInUse(MemoryStoreError):
    """Another process held the write lock for longer than we wait."""

    kind = "bank_in_use"


class DiskFull(MemoryStoreError):
    """No space is left on the disk of the bank. Nothing was half written."""

    kind = "disk_full"


class NotWritable(MemoryStoreError):
    """The folder or its disk does not allow writing."""

    kind = "not_writable"


class ReadOnly(MemoryStoreError):
    """A change was asked of a bank opened read-only, or of a frozen snapshot."""

    kind = "read_only"


class BadVector(MemoryStoreError):
    """An embedding is not a finite, non-zero vector of the right dimension."""

    kind = "bad_vector"


class BadRecord(MemoryStoreError):
    """A record or an edit does not fit the schema (caps, roles, scores)."""

    kind = "bad_record"


class RecordMissing(MemoryStoreError):
    """No record has this id."""

    kind = "record_missing"


class SnapshotInvalid(MemoryStoreError):
    """A snapshot does not match its manifest, or cannot be made."""

    kind = "snapshot_invalid"


class SnapshotNameRefused(SnapshotInvalid):
    """A snapshot cannot get this name: it is taken, or no name for a folder."""

    kind = "snapshot_name"


class ImportRefused(MemoryStoreError):
    """An archive did not pass the checks; the bank is untouched."""

    kind = "import_refused"


DAMAGE_REMEDY = (
    "The files were left as they are. Keep a copy of the folder, then go back to one of its "
    "backups, a frozen snapshot or an export of this bank, or name another bank."
)
SPACE_REMEDY = "Free some space on that disk and try again; nothing was half written."
WRITE_REMEDY = "Check the rights of the folder and that its disk is not mounted read-only."


def _free_space_gone(path: Path) -> bool:
    """Whether the file system of `path` has practically no free space (under 64 KiB)."""
    import shutil

    try:
        return shutil.disk_usage(path if path.is_dir() else path.parent).free < 65536
    except OSError:
        return False


def from_os_error(error: OSError, path: Path) -> MemoryStoreError:
    """The error of the store that says what an operating system error means for `path`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"The disk is full: {path} could not be written.", SPACE_REMEDY)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return NotWritable(f"{path} cannot be opened or written: {error.strerror}.", WRITE_REMEDY)
    return MemoryStoreError(f"{path}: {error.strerror or error}.", "Check the folder and its disk.")


def from_sqlite_error(error: sqlite3.Error, path: Path) -> MemoryStoreError:
    """The error of the store that says what an SQLite error means for the database `path`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    text = str(error)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _free_space_gone(path)):
        return DiskFull(f"The disk is full: {path} could not be written.", SPACE_REMEDY)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "malformed" in text:
        return BankDamaged(f"The memory database {path} is damaged ({text}).", DAMAGE_REMEDY)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BankInUse(f"{path} is in use by another program ({text}).", "Try again later.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return NotWritable(f"{path} cannot be opened or written ({text}).", WRITE_REMEDY)
    if isinstance(error, sqlite3.OperationalError) and "no such" in text:
        return BankDamaged(f"The memory database {path} lacks a part ({text}).", DAMAGE_REMEDY)
    return MemoryStoreError(f"The memory database {path} failed: {text}.", "Run memory verify.")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite, Peewee and the operating system into errors about `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite_error(error, path) from error
    except peewee.PeeweeException as error:
        cause = getattr(error, "orig", None)
        if isinstance(cause, sqlite3.Error):
            raise from_sqlite_error(cause, path) from error
        raise MemoryStoreError(f"The memory database {path} failed: {error}.") from error
    except OSError as error:
        raise from_os_error(error, path) from error
