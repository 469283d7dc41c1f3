"""Which banks and snapshots there are, for the chooser of the room. No Qt here."""

from dataclasses import dataclass
from pathlib import Path

from app.paths import DataPaths
from memory_store.counting import count_records
from memory_store.layout import DATABASE, MANIFEST


@dataclass(frozen=True)
class BankEntry:
    """A bank or a snapshot. `records` is None where it cannot be read."""

    path: Path
    name: str
    frozen: bool
    records: int | None


def known_banks(paths: DataPaths) -> list[BankEntry]:
    """The banks, the default one first, then the snapshots, by name."""
    banks = sorted(_folders(paths.banks, DATABASE), key=lambda p: (p.name != "default", p.name))
    snapshots = sorted(_folders(paths.snapshots, MANIFEST), key=lambda p: p.name)
    found = [BankEntry(path, path.name, False, count_records(path)) for path in banks]
    found += [BankEntry(path, path.name, True, count_records(path)) for path in snapshots]
    return found


def _folders(root: Path, file: str) -> list[Path]:
    try:
        return [path for path in root.iterdir() if (path / file).exists()]
    except OSError:
        return []
