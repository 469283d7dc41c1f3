"""Editing texts of a record, and going back to what stood there before an earlier edit."""

import json
from collections.abc import Mapping

from memory_store.changes import Change
from memory_store.curating.applying import TEXTS
from memory_store.curating.recording import Recorder
from memory_store.curating.standing import standing
from memory_store.curating.statuses import set_status
from memory_store.errors import BadRecord, RecordMissing
from memory_store.queries import possible
from memory_store.records import STATUSES
from memory_store.revising import Revision, revise
from memory_store.transacting import WritableBank


def edit(
    bank: WritableBank, record_id: int, changes: Mapping[str, str], *, author: str, why: str
) -> Change:
    """Change texts of a record: body fields, or fields of its context.

    The history keeps what was there before. The retrieval vector is made again only if text or
    role changed, the body vector only if the body changed in meaning.

    Raises:
        BadRecord: an unknown field, a value that does not fit, or the record lies in the trash.
        EncoderMismatch: a vector must be made again, and the bank was opened without an encoder.
        RecordMissing, ReadOnly, BankInUse.
    """
    return _edit(bank, "edit", record_id, changes, author, why)


def revert(bank: WritableBank, edit_id: int, *, author: str, why: str = "") -> Change:
    """Set the texts, or the status, that an edit changed back to what they were before it.

    Later edits of the same fields are overwritten with it; they stay in the history, as does the
    edit itself.

    Raises:
        BadRecord: the line changed no text and no status, or as `edit`.
        RecordMissing: there is no such line of history. EncoderMismatch, ReadOnly, BankInUse.
    """
    bank.require_writable()
    row = bank._connection.row(
        "SELECT record_id, changes FROM edit WHERE id = ?", (*possible([edit_id]), 0)[:1]
    )
    if row is None:
        raise RecordMissing(
            f"The memory bank {bank.path} has no edit {edit_id}.",
            "See the history of a record for the numbers of its edits.",
        )
    before = {name: old for name, (old, _) in json.loads(row[1]).items()}
    texts = {name: old for name, old in before.items() if name in TEXTS}
    if texts:
        return _edit(bank, "revert", row[0], texts, author, why)
    status = next((name for name in STATUSES if name == before.get("status")), None)
    if status is None:
        raise BadRecord(
            f"Edit {edit_id} changed no text and no status of record {row[0]}.",
            "Take back the operation that it belongs to.",
        )
    return set_status(bank, [row[0]], status, author=author, why=why)


def _edit(
    bank: WritableBank,
    kind: str,
    record_id: int,
    changes: Mapping[str, str],
    author: str,
    why: str,
) -> Change:
    bank.require_writable()
    planned = _plan(bank, record_id, changes)
    vectors = bank.vectors_for(planned)

    def write() -> Change:
        recorder = Recorder(bank._connection, kind, author, why)
        now = _plan(bank, record_id, changes)
        if now.line != planned.line or not now.same_vectors(planned):
            raise changed_meanwhile(record_id)
        if now.changes:
            recorder.line(record_id, now.line, vectors)
        return recorder.done()

    return bank.transaction(write)


def _plan(bank: WritableBank, record_id: int, changes: Mapping[str, str]) -> Revision:
    standing(bank, [record_id])
    return revise(bank.show(record_id), changes)


def changed_meanwhile(record_id: int) -> BadRecord:
    """The error that says that somebody else was faster."""
    return BadRecord(
        f"Record {record_id} was changed by someone else in the meantime.",
        "Read it again, then repeat what you did.",
    )
