"""Opening a bank: what is there, is it whole, is it ours to open; and making a new one.

Nothing here changes the files of a bank that is damaged, newer, or of another encoder.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memory_store import schema
from memory_store.backup import copy_of
from memory_store.database import Connection
from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import (
    DAMAGE_REMEDY,
    BankDamaged,
    BankMissing,
    BankTooNew,
    NotABank,
    NotWritable,
    ReadOnly,
    SnapshotInvalid,
    translated,
)
from memory_store.layout import DATABASE, MANIFEST, SPEC, read_spec, require_same, write_spec
from memory_store.lock import HOLDER_FILE, LOCK_FILE, WriteLock
from memory_store.workplace import SUFFIX

Mode = Literal["rw", "ro"]
MAGIC = b"SQLite format 3\0"
QUICK_CHECK_BYTES = 32 << 20
"""Databases up to this size are checked as a whole at each opening (about 0.1 s at the limit)."""
CREATING = DATABASE + ".creating"


@dataclass(frozen=True)
class Opened:
    """The parts of an open bank. `lock` is None where nothing may be written."""

    directory: Path
    connection: Connection
    identity: EncoderIdentity
    bank_id: str
    created: str
    lock: WriteLock | None


def open_live(
    directory: Path,
    wanted: EncoderIdentity | None,
    mode: Mode,
    create: bool,
    lock_timeout: float,
) -> Opened:
    """Open the bank in `directory`; make it first if it is missing and `create` is set.

    Args:
        wanted: identity of the encoder in use; None to read (or curate) without one.
        lock_timeout: seconds that a write waits for another one.
    """
    with translated(directory):
        if (directory / MANIFEST).exists() and mode == "rw":
            raise ReadOnly(
                f"{directory} is a frozen snapshot and cannot be written.",
                "Open it read-only, or name a bank.",
            )
        if is_absent(directory):
            if not create or mode == "ro" or wanted is None:
                raise _missing(directory)
            _create(directory, wanted, lock_timeout)
    path = directory / DATABASE
    _require_whole(path)
    connection = _connect(path, mode)
    try:
        _refuse_frozen(connection, directory)
        lock = WriteLock(directory, lock_timeout) if mode == "rw" else None
        if lock is not None:
            lock.require_writable()  # fail now, not at the end of a run
        _bring_up_to_date(connection, lock)
        return opened(directory, connection, wanted, lock)
    except BaseException:
        connection.close()
        raise


def _missing(directory: Path) -> BankMissing:
    """The error for a bank that is not there; it advises to make one only where one can be made."""
    existing = next(folder for folder in (directory, *directory.parents) if folder.exists())
    remedy = "Check the path; making an animation with this path creates a bank there."
    if not os.access(existing, os.W_OK):
        remedy = f"Check the path. None can be made there: {existing} cannot be written."
    return BankMissing(f"There is no memory bank at {directory}.", remedy)


def _refuse_frozen(connection: Connection, directory: Path) -> None:
    if connection.row("PRAGMA user_version") == (schema.FROZEN_MARK,):
        raise SnapshotInvalid(
            f"{directory} holds the database of a frozen snapshot, but not its manifest.",
            "Copy the whole folder of the snapshot again.",
        )


def opened(
    directory: Path,
    connection: Connection,
    wanted: EncoderIdentity | None,
    lock: WriteLock | None,
) -> Opened:
    """Check the pinned encoder against the database and the one in use."""
    row = connection.row("SELECT bank_id, created, encoder FROM meta")
    if row is None:
        raise BankDamaged(f"{connection.path} lacks its description.", DAMAGE_REMEDY)
    bank_id, created, encoder = row
    stored = EncoderIdentity.model_validate_json(encoder)
    spec = read_spec(directory)
    if spec is None and lock is not None:
        write_spec(directory, stored)  # lost, or the creation was interrupted before this step
    if spec is not None and spec != stored:
        raise BankDamaged(
            f"{directory / SPEC} names the encoder {spec.describe()}, the database "
            f"{stored.describe()}.",
            f"One of the two files is from another bank. {DAMAGE_REMEDY}",
        )
    if wanted is not None:
        require_same(stored, wanted, directory)
    return Opened(directory, connection, stored, bank_id, created, lock)


def is_absent(directory: Path) -> bool:
    """Whether a bank may be made here; raises if something else is in the way."""
    if not directory.exists():
        return True
    if not directory.is_dir():
        raise NotABank(f"{directory} is a file, not a memory bank.", "Name a folder.")
    if (directory / DATABASE).exists():
        return False
    names = {entry.name for entry in directory.iterdir() if not entry.name.endswith(SUFFIX)}
    if SPEC in names:
        raise BankDamaged(f"The memory database {directory / DATABASE} is missing.", DAMAGE_REMEDY)
    started = {LOCK_FILE, HOLDER_FILE, CREATING, CREATING + "-journal", "lost+found"}
    if names - started:
        raise NotABank(
            f"{directory} holds other files and no memory bank.", "Name an empty or new folder."
        )
    return True


def require_absent(directory: Path) -> None:
    """Raise `NotABank` unless a new bank may be made in `directory`."""
    if not is_absent(directory):
        raise NotABank(f"{directory} holds a memory bank already.", "Name a new folder.")


def _create(directory: Path, identity: EncoderIdentity, lock_timeout: float) -> None:
    """Make an empty bank. The database appears whole, by rename; then the encoder's spec."""
    directory.mkdir(parents=True, exist_ok=True)
    with WriteLock(directory, lock_timeout).held():
        if (directory / DATABASE).exists():  # another process was faster
            return
        fresh = directory / CREATING
        try:
            for leftover in (fresh, directory / (CREATING + "-journal")):
                leftover.unlink(missing_ok=True)
            connection = Connection(fresh, "create")
            try:
                schema.create(connection, identity.model_dump_json())
            finally:
                connection.close()
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise
        fresh.replace(directory / DATABASE)
        write_spec(directory, identity)


def _require_whole(path: Path) -> None:
    """Find damage before the database is opened for writing, without changing a byte of it."""
    with translated(path):
        size = path.stat().st_size
        if size == 0:
            raise BankDamaged(
                f"The memory database {path} is empty (0 bytes): its content is lost.",
                DAMAGE_REMEDY,
            )
        with path.open("rb") as file:
            head = file.read(100)
    if not head.startswith(MAGIC):
        raise BankDamaged(f"{path} is not an SQLite database.", DAMAGE_REMEDY)
    if int.from_bytes(head[68:72], "big") != schema.APPLICATION_ID:
        raise NotABank(f"{path} is a database, but not one of a memory bank.", "Check the path.")


def _connect(path: Path, mode: Mode) -> Connection:
    """Check the whole database through a read-only connection, then open it as asked."""
    connection = _read_only(path)
    try:
        if path.stat().st_size <= QUICK_CHECK_BYTES and (found := connection.problems()):
            raise BankDamaged(f"The memory database {path} is damaged: {found[0]}.", DAMAGE_REMEDY)
        require_known(connection)
    except BaseException:
        connection.close()
        raise
    if mode == "ro":
        return connection
    connection.close()
    return Connection(path, "rw")


def _read_only(path: Path) -> Connection:
    """A read-only connection; on a medium that allows no shared-memory file, an immutable one."""
    try:
        return Connection(path, "ro")
    except NotWritable:
        wal = path.with_name(path.name + "-wal")
        if wal.exists() and wal.stat().st_size > 0:  # holds commits that would be missed
            raise
        return Connection(path, "frozen")


def version_of(connection: Connection) -> int:
    """The version of the schema that an open database has."""
    row = connection.row("SELECT schema_version FROM meta")
    if row is None or not isinstance(row[0], int) or row[0] < 1:
        raise BankDamaged(f"{connection.path} lacks its schema version.", DAMAGE_REMEDY)
    return row[0]


def require_known(connection: Connection) -> int:
    """The schema version of an open database; raises `BankTooNew` if a newer studio wrote it."""
    version = version_of(connection)
    if version > schema.current_version():
        raise BankTooNew(
            f"The memory bank {connection.path.parent} has schema {version}; this studio knows "
            f"{schema.current_version()}.",
            "Use the newer studio for this bank, or name another bank.",
        )
    return version


def _bring_up_to_date(connection: Connection, lock: WriteLock | None) -> None:
    """Migrate an older bank, after copying its database; a read-only opening leaves it as it is and
    reads what it lacks as empty."""
    version = version_of(connection)
    if version == schema.current_version():
        return
    if lock is None:
        schema.stand_in(connection, version)
        return
    with lock.held():
        version = version_of(connection)
        if version < schema.current_version():
            copy_of(connection, f"schema-{version}")
            schema.migrate(connection, version)
