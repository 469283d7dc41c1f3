"""Making a snapshot: a folder that appears whole, by rename, or not at all."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from memory_store.cache import IndexCache
from memory_store.database import Connection
from memory_store.errors import SnapshotInvalid, SnapshotNameRefused, translated
from memory_store.layout import DATABASE, sync_directory, write_spec
from memory_store.manifest import SnapshotInfo, write_manifest
from memory_store.opening import Opened
from memory_store.queries import counts
from memory_store.schema import FROZEN_MARK, new_stamp

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
RESERVED = {"con", "prn", "aux", "nul"}


def freeze(
    source: Opened,
    name: str,
    dest_root: Path,
    description: str,
    first_k: int | None,
    studio_version: str,
) -> SnapshotInfo:
    """Freeze the bank `source` as `dest_root / name`; see `Bank.freeze`."""

    def fill(folder: Path) -> dict[str, object]:
        source.connection.dump_into(folder / DATABASE)
        if first_k is not None:
            _keep_first(folder / DATABASE, first_k, source.directory)
        return {"first_k": first_k}

    return build(source, name, dest_root, description, studio_version, fill)


def build(
    source: Opened,
    name: str,
    dest_root: Path,
    description: str,
    studio_version: str,
    fill: Callable[[Path], dict[str, object]],
) -> SnapshotInfo:
    """Make a snapshot whose database `fill` writes into the folder it is given.

    `fill` returns fields of the manifest. Everything is written to a folder beside the final one,
    made durable and then renamed.
    """
    if not NAME.fullmatch(name) or name.lower() in RESERVED or name.endswith("."):
        raise SnapshotNameRefused(
            f"{name!r} cannot be the name of a snapshot.",
            "Use letters, digits, dots, dashes and underscores, at most 100.",
        )
    target = dest_root / name
    with translated(target):
        if target.exists():
            raise SnapshotNameRefused(f"{target} exists already.", "Choose another name.")
        dest_root.mkdir(parents=True, exist_ok=True)
        working = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=dest_root))
        try:
            extra = fill(working)
            info = _finish(source, name, description, studio_version, working, extra)
            if target.exists():
                raise SnapshotNameRefused(f"{target} exists already.", "Choose another name.")
            working.chmod(0o755)
            working.rename(target)
            sync_directory(dest_root)
        except BaseException:
            shutil.rmtree(working, ignore_errors=True)
            raise
    return info


def _finish(
    source: Opened,
    name: str,
    description: str,
    studio_version: str,
    working: Path,
    extra: dict[str, object],
) -> SnapshotInfo:
    """Build the indexes, the spec and the manifest around a database, and sync every file."""
    connection = Connection(working / DATABASE, "create")
    try:
        cache = IndexCache(connection, working, source.identity.dimension, source.bank_id)
        with connection.reading():
            cache.save_all()
            if cache.unsaved:
                raise SnapshotInvalid(
                    f"The index files of the snapshot {name} could not be written.",
                    "Check the space on that disk, then freeze again.",
                )
            revision = connection.row("SELECT revision FROM meta") or (0,)
            by_polarity = {"success": 0, "failure": 0, **counts(connection, "polarity")}
            active = {"success": 0, "failure": 0}
            active |= dict(
                connection.rows(
                    "SELECT polarity, count(*) FROM record WHERE status = 'active' GROUP BY 1"
                )
            )
        connection.run(f"PRAGMA user_version = {FROZEN_MARK}")
    finally:
        connection.close()
    write_spec(working, source.identity)
    for path in working.rglob("*"):
        if path.is_file():
            _sync(path)
            path.chmod(0o444)  # a hint for people; the code and SQLite are what refuse to write
    for folder in (path for path in working.rglob("*") if path.is_dir()):
        sync_directory(folder)
    return write_manifest(
        working,
        SnapshotInfo(
            name=name, description=description, counts=by_polarity, active=active,
            bank_id=source.bank_id, parent=source.directory.name, parent_revision=revision[0],
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            studio_version=studio_version, files={}, **extra,
        ),
    )  # fmt: skip


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _keep_first(database: Path, k: int, source: Path) -> None:
    """Delete all but the first k active records, in order of time, from the copy."""
    connection = Connection(database, "create")
    try:
        row = connection.row("SELECT count(*) FROM record WHERE status = 'active'") or (0,)
        if not 0 <= k <= row[0]:
            raise SnapshotInvalid(
                f"{source} has {row[0]} active records; a snapshot of the first {k} is not "
                "possible.",
                f"Ask for a number from 0 to {row[0]}.",
            )
        with connection.writing():
            connection.run(
                "DELETE FROM record WHERE id NOT IN (SELECT id FROM record "
                "WHERE status = 'active' ORDER BY created, id LIMIT ?)",
                (k,),
            )
            restamp(connection)
        connection.run("VACUUM")
    finally:
        connection.close()


def restamp(connection: Connection) -> None:
    """Mark the copy as another history: index files of the parent do not fit it."""
    connection.run("UPDATE meta SET stamp = ?", (new_stamp(),))
