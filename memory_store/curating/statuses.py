"""Judging records: active ones are retrieved, pending ones wait, quarantined ones are set aside."""

from collections.abc import Iterable

from memory_store.changes import Change
from memory_store.curating.recording import Recorder
from memory_store.curating.standing import require_status, standing
from memory_store.errors import BadRecord
from memory_store.records import STATUSES, Status
from memory_store.transacting import WritableBank

_KINDS: dict[Status, str] = {
    "active": "activate",
    "pending": "hold",
    "quarantined": "quarantine",
}


def set_status(
    bank: WritableBank,
    ids: Iterable[int],
    status: Status,
    *,
    author: str,
    why: str,
    expected: Status | None = None,
) -> Change:
    """Give records another status: all of them, or none. Those that have it are left as they are.

    Args:
        expected: refuse if one of the records has not this status.

    Raises:
        BadRecord: no such status, one is not as expected or lies in the trash.
        RecordMissing, ReadOnly, BankInUse.
    """
    if status not in _KINDS:
        raise BadRecord(f"There is no status {status!r}.", f"These are: {', '.join(STATUSES)}.")
    wanted = list(ids)

    def write() -> Change:
        recorder = Recorder(bank._connection, _KINDS[status], author, why)
        found = standing(bank, wanted)
        require_status(found, expected)
        for record_id, stand in found.items():
            if stand.status != status:
                recorder.line(record_id, {"status": (stand.status, status)})
        return recorder.done()

    return bank.transaction(write)
