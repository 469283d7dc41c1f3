"""Making a snapshot: a folder that appears whole, by rename, or not at all."""

import hashlib
import json
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from memory_store.cache import IndexCache
from memory_store.database import Connection
from memory_store.errors import SnapshotInvalid, SnapshotNameRefused, translated
from memory_store.indexes import mark_path
from memory_store.layout import (
    DATABASE,
    INDEX_NAMES,
    IndexName,
    index_path,
    sync_directory,
    write_spec,
)
from memory_store.manifest import HASHERS, SnapshotInfo, hash_file, write_manifest
from memory_store.narrowing import narrow
from memory_store.opening import Opened
from memory_store.queries import counts
from memory_store.schema import FROZEN_MARK
from memory_store.selection import Selection, in_words
from memory_store.workplace import workplace

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
RESERVED = {"con", "prn", "aux", "nul"}
BLOCK = 1 << 20


def freeze(
    source: Opened,
    name: str,
    dest_root: Path,
    description: str,
    chosen: Selection,
    first_k: int | None,
    studio_version: str,
) -> SnapshotInfo:
    """Freeze the bank `source` as `dest_root / name`; see `Bank.freeze`."""

    def fill(folder: Path) -> dict[str, object]:
        source.connection.dump_into(folder / DATABASE)
        narrow(folder / DATABASE, chosen, first_k, source.directory)
        return {"first_k": first_k, "chosen": in_words(chosen)}

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
    require_name(name)
    target = dest_root / name
    with translated(target):
        _require_free(target)
        with workplace(dest_root, name) as working:
            extra = fill(working)
            info = _finish(source, name, description, studio_version, working, extra)
            _require_free(target)
            working.chmod(0o755)
            working.rename(target)
            sync_directory(dest_root)
    return info


def require_name(name: str) -> None:
    """Raise `SnapshotNameRefused` unless `name` can be the name of a folder on every system."""
    if not NAME.fullmatch(name) or name.lower() in RESERVED or name.endswith("."):
        raise SnapshotNameRefused(
            f"{name!r} cannot be the name of a snapshot.",
            "Use letters, digits, dots, dashes and underscores, at most 100.",
        )


def _require_free(target: Path) -> None:
    if target.exists():
        raise SnapshotNameRefused(f"{target} exists already.", "Choose another name.")


def _finish(
    source: Opened,
    name: str,
    description: str,
    studio_version: str,
    working: Path,
    extra: dict[str, object],
) -> SnapshotInfo:
    """Put indexes, spec and manifest around a database, and sync every file."""
    connection = Connection(working / DATABASE, "create")
    try:
        revision, stamp = connection.row("SELECT revision, stamp FROM meta") or (0, "")
        known = _take_over_indexes(source, working, revision, stamp)
        _build_indexes(source, connection, working, [n for n in INDEX_NAMES if n not in known])
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
    hashes = {f"{path.parent.name}/{path.name}": digest for path, digest in known.values()}
    return write_manifest(
        working,
        SnapshotInfo.model_validate(
            {
                "name": name, "description": description, "counts": by_polarity, "active": active,
                "bank_id": source.bank_id, "parent": source.directory.name,
                "parent_revision": revision, "studio_version": studio_version, "files": {},
                "created": datetime.now(UTC).isoformat(timespec="seconds"), **extra,
            }
        ),
        _seal(working, hashes),
    )  # fmt: skip


def _take_over_indexes(
    source: Opened, working: Path, revision: int, stamp: str
) -> dict[IndexName, tuple[Path, str]]:
    """Copy the index files of the bank that fit the copy of its database.

    Returns:
        The copied file and its SHA-256 by index. A file that is not what its fingerprint says is
        not taken.
    """
    folder = index_path(working, "body").parent
    folder.mkdir()

    def take_over(name: IndexName) -> tuple[Path, str] | None:
        origin, copy = index_path(source.directory, name), index_path(working, name)
        try:
            text = mark_path(origin).read_text(encoding="utf-8")
            mark = json.loads(text)
            found = (mark["bank"], mark["revision"], mark["stamp"])
            if found == (source.bank_id, revision, stamp):
                digest = _copy_and_hash(origin, copy)
                if digest == mark["file"]:
                    mark_path(copy).write_text(text, encoding="utf-8")
                    return copy, digest
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            pass  # then it is built from the table, as every missing or damaged index is
        copy.unlink(missing_ok=True)
        return None

    with ThreadPoolExecutor(HASHERS) as pool:
        found = list(pool.map(take_over, INDEX_NAMES))
    return {name: one for name, one in zip(INDEX_NAMES, found, strict=True) if one is not None}


def _copy_and_hash(origin: Path, copy: Path) -> str:
    digest = hashlib.sha256()
    with origin.open("rb") as source, copy.open("wb") as target:
        while block := source.read(BLOCK):
            digest.update(block)
            target.write(block)
    return digest.hexdigest()


def _build_indexes(
    source: Opened, connection: Connection, working: Path, names: Sequence[IndexName]
) -> None:
    if not names:
        return
    cache = IndexCache(connection, working, source.identity.dimension, source.bank_id)
    with connection.reading():
        cache.save_all(names)
    if cache.unsaved:
        raise SnapshotInvalid(
            f"The index files of a snapshot of {source.directory} could not be written.",
            "Check the space on that disk, then freeze again.",
        )


def _seal(working: Path, known: dict[str, str]) -> dict[str, str]:
    """Hash what is not `known` yet, make every file durable and take away its right to be written;
    returns the hashes by relative path."""

    def seal(path: Path) -> tuple[str, str]:
        name = path.relative_to(working).as_posix()
        digest = known.get(name) or hash_file(path)
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        path.chmod(0o444)  # a hint for people; the code and SQLite are what refuse to write
        return name, digest

    with ThreadPoolExecutor(HASHERS) as pool:
        sealed = dict(pool.map(seal, [path for path in working.rglob("*") if path.is_file()]))
    for folder in (path for path in working.rglob("*") if path.is_dir()):
        sync_directory(folder)
    return sealed
