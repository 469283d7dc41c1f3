"""Snapshots of banks: freezing, listing, comparing, restoring, twins and deleting."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.memory.banks import require_bank_name
from app.paths import DataPaths
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.comparing import Comparison, compare
from memory_store.embedding.base import Embedder
from memory_store.errors import MemoryStoreError, SnapshotInvalid, translated
from memory_store.layout import DATABASE, MANIFEST
from memory_store.manifest import SnapshotInfo, check_files, read_manifest
from memory_store.rescue import copy_bank
from memory_store.selection import Selection
from memory_store.snapshot import Snapshot, shuffled_twin
from memory_store.workplace import workplace


@dataclass(frozen=True)
class SnapshotEntry:
    """A snapshot in a list.

    Attributes:
        info: its manifest; None if it cannot be read.
        bytes: size on disk.
        problem: what is wrong with it; empty if nothing was found.
        verified: whether the hash of every file was compared; else only the manifest was read.
    """

    name: str
    path: Path
    info: SnapshotInfo | None
    bytes: int
    problem: str
    verified: bool


def list_snapshots(root: Path, *, verify: bool = False) -> tuple[SnapshotEntry, ...]:
    """The snapshots in the folder `root`, newest first; a damaged one is listed with its problem.

    Args:
        verify: also compare the hash of every file (a second for each gigabyte).
    """
    if not root.is_dir():
        return ()
    with translated(root):
        folders = [path for path in root.iterdir() if _looks_frozen(path)]
    entries = [_entry(path, verify) for path in folders if not path.name.startswith(".")]
    return tuple(
        sorted(entries, key=lambda one: (one.info.created if one.info else "", one.name))[::-1]
    )


def _looks_frozen(path: Path) -> bool:
    return path.is_dir() and (path / MANIFEST).exists()


def _entry(path: Path, verify: bool) -> SnapshotEntry:
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    info: SnapshotInfo | None = None
    try:
        info = read_manifest(path)
        if verify:
            check_files(path)
    except MemoryStoreError as error:
        return SnapshotEntry(path.name, path, info, size, error.message, verify)
    return SnapshotEntry(path.name, path, info, size, "", verify)


def freeze(
    bank: Bank,
    name: str,
    root: Path,
    description: str = "",
    *,
    chosen: Selection = None,
    first_k: int | None = None,
) -> SnapshotInfo:
    """Freeze a bank as `root / name`; see `Bank.freeze`."""
    return bank.freeze(
        name, root, description, chosen=chosen, first_k=first_k, studio_version=STUDIO_VERSION
    )


def compare_by_name(paths: DataPaths, before: str, after: str) -> Comparison:
    """Compare two banks or snapshots, by name or path. Neither is changed."""
    with (
        Bank.open(paths.bank(before), None, mode="ro") as old,
        Bank.open(paths.bank(after), None, mode="ro") as new,
    ):
        return compare(old, new)


def restore(
    paths: DataPaths,
    snapshot: str,
    bank: str,
    embedder: Embedder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Make a new bank with the records of a snapshot; returns its folder.

    Args:
        snapshot: name or path; must be sound.
        bank: name or path of the new bank; nothing may be there.
        embedder: None keeps the snapshot's vectors; another encoder embeds the texts again.

    Raises:
        NotABank: there is something already; nothing is ever restored over a bank.
        SnapshotInvalid: the snapshot is not as it was frozen.
    """
    dest = new_bank(paths, bank)
    with Snapshot.open(require_snapshot(paths, snapshot), None) as source:
        copy_bank(source, dest, embedder, progress)
    return dest


def new_bank(paths: DataPaths, name: str) -> Path:
    """The folder for a bank that is to be made, by name or path."""
    given = Path(name).expanduser()
    if len(given.parts) > 1 or given.is_absolute():
        return given.absolute()
    require_bank_name(name)
    return paths.banks / name


def twin(paths: DataPaths, snapshot: str, name: str, seed: int) -> tuple[SnapshotInfo, Path]:
    """Freeze the shuffled twin `name` of a snapshot; returns its manifest and folder.

    Raises:
        SnapshotInvalid: the name is taken, or one section has over half of the records.
    """
    with Snapshot.open(require_snapshot(paths, snapshot), None) as source:
        dest = paths.snapshots / name
        return shuffled_twin(source, dest, seed, studio_version=STUDIO_VERSION), dest


def require_snapshot(paths: DataPaths, name: str) -> Path:
    """The folder of a snapshot, by name or path; of two that share a name the snapshot is meant.

    Raises:
        SnapshotInvalid: there is none.
    """
    path = paths.bank(name)
    if not _looks_frozen(path) and _looks_frozen(paths.snapshots / Path(name).name):
        path = paths.snapshots / Path(name).name
    if not _looks_frozen(path):
        raise SnapshotInvalid(f"There is no snapshot {path}.", "List them: ./run memory snapshots")
    return path


def delete_snapshot(path: Path) -> None:
    """Delete a snapshot for good; also a damaged one. It is gone at once or not at all.

    Raises:
        SnapshotInvalid: the folder is not that of a snapshot, or holds other things too.
    """
    if not _looks_frozen(path):
        raise SnapshotInvalid(f"{path} is not a snapshot.", "Nothing was deleted.")
    strange = {one.name for one in path.iterdir()} - {MANIFEST, DATABASE, "encoder.json", "index"}
    if strange:
        raise SnapshotInvalid(
            f"{path} holds {sorted(strange)[0]}, which no snapshot has.",
            "Nothing was deleted. Move that away first.",
        )
    with translated(path), workplace(path.parent, path.name) as grave:
        path.rename(grave / path.name)
