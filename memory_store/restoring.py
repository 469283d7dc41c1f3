"""A bank from one of its backups."""

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

from memory_store.database import Connection
from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import BankDamaged, BankTooNew, MemoryStoreError, translated
from memory_store.layout import DATABASE, sync_directory, write_spec
from memory_store.lock import WriteLock
from memory_store.opening import CREATING, require_absent, version_of
from memory_store.schema import current_version, new_stamp


def restore(backup: Path, dest: Path, *, same: bool = False) -> int:
    """Make the live bank that a backup holds in the new folder `dest`.

    Args:
        same: it takes the place of the bank that was backed up, and keeps its id; else it is
            another bank from now on, with an id of its own, since both go on by themselves.

    Returns:
        How many records it holds.

    Raises:
        NotABank: `dest` holds something already.
        BankDamaged, BankTooNew: the file is no sound backup.
    """
    require_absent(dest)
    connection = Connection(backup, "ro")
    try:
        if found := connection.problems(full=True):
            raise BankDamaged(f"The backup {backup} is damaged: {found[0]}.", "Take another one.")
        version = version_of(connection)
        if version > current_version():
            raise BankTooNew(
                f"The backup {backup} has schema {version}; this studio knows {current_version()}.",
                "Use the newer studio.",
            )
        meta = connection.row("SELECT encoder FROM meta")
        count = connection.row("SELECT count(*) FROM record") or (0,)
    finally:
        connection.close()
    if meta is None:
        raise BankDamaged(f"The backup {backup} lacks its description.", "Take another one.")
    identity = EncoderIdentity.model_validate_json(meta[0])
    with translated(dest):
        dest.mkdir(parents=True, exist_ok=True)
        with WriteLock(dest).held():
            _place(backup, dest, same)
            write_spec(dest, identity)
    return int(count[0])


def _place(backup: Path, dest: Path, same: bool) -> None:
    fresh = dest / CREATING
    try:
        fresh.unlink(missing_ok=True)
        shutil.copyfile(backup, fresh)
        if not same:
            _rename_identity(fresh)
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        if (dest / DATABASE).exists():
            raise MemoryStoreError(f"{dest} was taken meanwhile.", "Choose another name.")
        os.replace(fresh, dest / DATABASE)
        sync_directory(dest)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _rename_identity(database: Path) -> None:
    connection = Connection(database, "create")
    try:
        connection.run(
            "UPDATE meta SET bank_id = ?, stamp = ?", (secrets.token_hex(8), new_stamp())
        )
    finally:
        connection.close()
