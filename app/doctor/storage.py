"""The data folder and its disk."""

import shutil
import sqlite3
import tempfile
from pathlib import Path

from app.doctor.check import CheckFailed
from app.errors import StudioError
from app.paths import HOME_VARIABLE, data_paths
from app.texts import tr

# A run of one section needs some tens of megabytes; below this a long one may not end, in bytes.
FREE_NEEDED = 500_000_000


def data_folder_works() -> str:
    """The data folder (or the nearest folder above it that exists) takes files and has space."""
    try:
        root = data_paths().root
    except StudioError as error:
        raise CheckFailed(error.message, error.remedy) from None
    existing = next(path for path in (root, *root.parents) if path.exists())
    remedy = tr(
        "Make {root} writable, or choose another folder in Settings (or in {home_variable})."
    ).format(root=root, home_variable=HOME_VARIABLE)
    if not existing.is_dir():
        raise CheckFailed(tr("{existing} is not a folder").format(existing=existing), remedy)
    try:
        with tempfile.TemporaryDirectory(prefix=".doctor-", dir=existing) as folder:
            journal = _journal_mode(Path(folder))
    except OSError as error:
        raise CheckFailed(
            tr("{existing} takes no files: {strerror}").format(
                existing=existing, strerror=error.strerror
            ),
            remedy,
        ) from None
    except sqlite3.Error as error:
        raise CheckFailed(
            tr("no database works in {existing}: {error}").format(existing=existing, error=error),
            remedy,
        ) from None
    if journal != "wal":
        raise CheckFailed(
            tr("databases in {existing} cannot keep a write-ahead log (a network folder?)").format(
                existing=existing
            ),
            tr(
                "Choose a folder on a local disk in Settings, or name one in {home_variable}."
            ).format(home_variable=HOME_VARIABLE),
        )
    free = shutil.disk_usage(existing).free
    if free < FREE_NEEDED:
        raise CheckFailed(
            tr("{root}: {free:.0f} MB free").format(root=root, free=free / 1e6),
            tr(
                "Free some space, or choose another folder in Settings (or in {home_variable})."
            ).format(home_variable=HOME_VARIABLE),
        )
    return tr("{root}: {free:.1f} GB free; SQLite {sqlite_version} with WAL").format(
        root=root, free=free / 1e9, sqlite_version=sqlite3.sqlite_version
    )


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
