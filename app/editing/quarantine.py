"""What a video that a person found not usable has left in the memory: a proposal, nothing more."""

from typing import Protocol

from memory_store.curating import marks
from memory_store.errors import RecordMissing
from memory_store.reading import Reader
from memory_store.records import Record
from pipeline.events import LearnedFrom
from pipeline.run.arrangement import ArrangedRun, arranged_outcome
from pipeline.run.folder import EVENTS, MANIFEST, OUTCOME, RunFolder
from pipeline.run.journal import load_events, read_json


class Shelf(Protocol):
    """A bank or snapshot that shows records."""

    def show(self, record_id: int) -> Record:
        """One record; raises `RecordMissing`."""


def quarantine_proposal(
    folder: RunFolder, scene_id: str | None = None, bank: Shelf | None = None
) -> tuple[int, ...]:
    """Ids of the records that a run gave to its bank, for a person to put into quarantine or not.

    Nothing is changed: `Bank.set_status` does that, if the person wants it.

    Args:
        scene_id: only records of this scene; needs `bank`, where records say their scene.
        bank: the bank of the run, also read-only and without an encoder. With it, records are
            left out that are gone or in the trash, of other runs, or in quarantine already.

    Raises `RunDamagedError`; ValueError for a scene without a bank.
    """
    if scene_id is not None and bank is None:
        raise ValueError("which scene a record is from stands in the bank alone")
    if bank is None:
        return _given(folder, _bank_of(folder))
    return tuple(id_ for id_ in _given(folder) if _is_of(bank, id_, folder.run_id, scene_id))


def _bank_of(folder: RunFolder) -> str:
    memory = read_json(folder.file(MANIFEST)).get("memory")
    return str(memory.get("path", "")) if isinstance(memory, dict) else ""


def _given(folder: RunFolder, bank: str | None = None) -> tuple[int, ...]:
    """Ids that the run and its reruns consolidated, and those that a person had learned (into
    `bank`, if it is named)."""
    found: list[int] = []
    if folder.file(OUTCOME).exists():
        found += arranged_outcome(ArrangedRun(folder)).learned.added
    events = load_events(folder.file(EVENTS))
    found += [
        event.record
        for event in events
        if isinstance(event, LearnedFrom) and bank in (None, event.bank)
    ]
    return tuple(dict.fromkeys(found))


def _is_of(bank: Shelf, record_id: int, run: str, scene_id: str | None) -> bool:
    try:
        record = bank.show(record_id)
    except RecordMissing:
        return False
    given = record.provenance
    here = given.run_id == run and scene_id in (None, given.scene_id)
    if isinstance(bank, Reader) and marks(bank, [record_id])[record_id].trashed_at is not None:
        return False
    return here and record.status != "quarantined"
