"""The data folder and its disk."""

import shutil
import sqlite3
import tempfile
from pathlib import Path

from app.doctor.check import CheckFailed
from app.paths import HOME_VARIABLE, data_paths

# A run of one section needs some tens of megabytes; below this a long one may not end, in bytes.
FREE_NEEDED = 500_000_000


def data_folder_works() -> str:
    """The data folder (or the nearest folder above it that exists) takes files and has space."""
    root = data_paths().root
    existing = next(path for path in (root, *root.parents) if path.exists())
    remedy = f"Make {root} writable, or name another folder in {HOME_VARIABLE}."
    if not existing.is_dir():
        raise CheckFailed(f"{existing} is not a folder", remedy)
    try:
        with tempfile.TemporaryDirectory(prefix=".doctor-", dir=existing) as folder:
            journal = _journal_mode(Path(folder))
    except OSError as error:
        raise CheckFailed(f"{existing} takes no files: {error.strerror}", remedy) from None
    except sqlite3.Error as error:
        raise CheckFailed(f"no database works in {existing}: {error}", remedy) from None
    if journal != "wal":
        raise CheckFailed(
            f"databases in {existing} cannot keep a write-ahead log (a network folder?)",
            f"Name a folder on a local disk in {HOME_VARIABLE}.",
        )
    free = shutil.disk_usage(existing).free
    if free < FREE_NEEDED:
        raise CheckFailed(
            f"{root}: {free / 1e6:.0f} MB free",
            f"Free some space, or name another folder in {HOME_VARIABLE}.",
        )
    return f"{root}: {free / 1e9:.1f} GB free; SQLite {sqlite3.sqlite_version} with WAL"


def _journal_mode(folder: Path) -> str:
    database = sqlite3.connect(folder / "probe.db", timeout=5.0)
    try:
        mode: str = database.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        database.execute("CREATE TABLE probe (x)")
        database.execute("INSERT INTO probe VALUES (1)")
        database.commit()
        return mode
    finally:
        database.close()
