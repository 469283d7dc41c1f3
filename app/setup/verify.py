"""Finding packages that an interrupted installation left half made."""

import csv
import shutil
from pathlib import Path


def damaged_packages(site: Path) -> list[Path]:
    """The .dist-info folders in `site` whose files are not all there in their recorded size."""
    return [info for info in sorted(site.glob("*.dist-info")) if not _complete(info)]


def forget(site: Path, damaged: list[Path]) -> None:
    """Remove the records of `damaged` packages and pip's leftovers, so that pip installs anew."""
    for folder in [*damaged, *site.glob("~*")]:
        shutil.rmtree(folder, ignore_errors=True)


def _complete(info: Path) -> bool:
    try:
        with (info / "RECORD").open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error):
        return False
    # pip writes INSTALLER and RECORD last; compiled files have no recorded size.
    return bool(rows) and all(_as_recorded(info.parent, row) for row in rows if row)


def _as_recorded(site: Path, row: list[str]) -> bool:
    name, _, size = [*row, "", ""][:3]
    if name.endswith(".pyc"):
        return True
    try:
        actual = (site / name).stat().st_size
    except OSError:
        return False
    return not size.isdigit() or int(size) == actual
