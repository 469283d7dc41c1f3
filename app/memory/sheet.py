"""Everything a bank knows of one record, and what its run and other runs still show of it."""

from dataclasses import dataclass

from app.memory.insight.links import Links, links_of
from app.memory.insight.uses import BankMark, UseIndex, mark_of
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.browsing import Row, rows_of
from memory_store.errors import RecordMissing
from memory_store.records import Edit, Record


@dataclass(frozen=True)
class Sheet:
    """A record with its row (tags, pin), its edits, oldest first, and the mark of its bank."""

    record: Record
    row: Row
    edits: tuple[Edit, ...]
    mark: BankMark


def read_sheet(bank: Bank, record_id: int) -> Sheet:
    """One record.

    Raises:
        RecordMissing: there is none with this id.
    """
    record = bank.show(record_id)
    rows = rows_of(bank, [record_id])
    if not rows:
        raise RecordMissing(
            f"Record {record_id} was deleted a moment ago.", "Choose another record."
        )
    return Sheet(record, rows[0], bank.history(record_id), mark_of(bank))


class Linker:
    """Finds what leads from a record to runs. Slow the first time: for worker threads."""

    def __init__(self, paths: DataPaths) -> None:
        self._paths = paths
        self._uses = UseIndex(paths)

    def links(self, sheet: Sheet) -> Links:
        """Where a record came from, and every use of it."""
        return links_of(self._paths, sheet.record, sheet.mark, self._uses.runs())
