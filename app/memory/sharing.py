"""Sharing a bank: export to a file of the kind its name says, preview and import of an archive."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.errors import wrong_use
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.embedding.base import Embedder, EncoderIdentity
from memory_store.exchange import ImportReport, import_archive, import_into_new, preview
from memory_store.exporting import Sharing, export_bank, export_lines, export_table
from memory_store.opening import is_absent

Progress = Callable[[int, int], None]
KINDS = (".embz", ".jsonl", ".csv")


@dataclass(frozen=True)
class Exported:
    """What an export wrote."""

    path: Path
    counts: dict[str, int]
    bytes: int

    @property
    def records(self) -> int:
        """Records of both polarities."""
        return sum(self.counts.values())


def export(
    bank: Bank,
    target: Path,
    sharing: Sharing | None = None,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Exported:
    """Write records into `target`, as an archive, JSON Lines or CSV, by its ending.

    Raises:
        StudioError: the ending is another one, or licence and author cannot be kept there.
        MemoryStoreError: the file exists, or cannot be written.
    """
    what = sharing or Sharing()
    kind = target.suffix.lower()
    if kind not in KINDS:
        raise wrong_use(
            f"{target.name} does not say what to write.", f"End the name in {', '.join(KINDS)}."
        )
    if kind == ".embz":
        manifest = export_bank(
            bank, target, what.chosen, strip=what.strip, licence=what.licence, author=what.author,
            studio_version=STUDIO_VERSION, overwrite=overwrite, progress=progress,
        )  # fmt: skip
        return Exported(
            target, {str(name): n for name, n in manifest.counts.items()}, target.stat().st_size
        )
    if what.licence or what.author:
        raise wrong_use(
            f"A {kind} file has no place for a licence or an author.", "Export to .embz for that."
        )
    write = export_lines if kind == ".jsonl" else export_table
    counts = write(
        bank, target, what.chosen, strip=what.strip, overwrite=overwrite, progress=progress
    )
    return Exported(target, counts, target.stat().st_size)


def foresee(source: Path, bank_path: Path, encoder: EncoderIdentity) -> ImportReport:
    """What an import into the bank in `bank_path` would do with each record, changing nothing.

    A bank that is not there yet would be made with `encoder`.

    Raises:
        ImportRefused: something is wrong with the file as a whole.
        MemoryStoreError: the bank cannot be read.
    """
    if is_absent(bank_path):
        return preview(source, encoder, None)
    with Bank.open(bank_path, None, mode="ro") as bank:
        return preview(source, bank.identity, bank)


def bring_in(
    bank: Bank, source: Path, *, as_pending: bool = False, progress: Progress | None = None
) -> ImportReport:
    """Add the new records of an archive to an open bank; see `import_archive`."""
    return import_archive(bank, source, as_pending=as_pending, progress=progress)


def embed_into_new(
    source: Path, dest: Path, embedder: Embedder, progress: Progress | None = None
) -> ImportReport:
    """Make a new bank from an archive of another encoder; see `import_into_new`."""
    return import_into_new(source, dest, embedder, progress)
