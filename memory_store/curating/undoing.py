"""Taking a whole operation back, as a new operation with lines of its own in the histories."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory_store.changes import Change
from memory_store.curating.applying import TEXTS, Line
from memory_store.curating.editing import changed_meanwhile
from memory_store.curating.operations import UNDO, Operation, operation_of
from memory_store.curating.recording import Recorder
from memory_store.curating.since import changed_since
from memory_store.curating.standing import standing
from memory_store.errors import BadRecord
from memory_store.records import ORIGINS, Origin
from memory_store.revising import Revision, revise
from memory_store.transacting import WritableBank

NAMED = 5
"""Records that an error names; the rest are counted."""


def undo(bank: WritableBank, operation: int, *, author: str, why: str = "") -> Change:
    """Take back all that an operation did; uses counted since then stay counted.

    An undo is an operation, too, and can be taken back. Tags, pins, and everything else about a
    record are looked at apart: a tag that was added later does not stand in the way of taking back
    an edit.

    Raises:
        BadRecord: it was taken back already, removed records for good, or one of its records has
            been changed by someone since; nothing is changed then.
        EncoderMismatch: texts must be embedded again and the bank was opened without an encoder.
        RecordMissing: there is no such operation. ReadOnly, BankInUse.
    """
    bank.require_writable()
    with bank._connection.reading():
        planned = _plan(bank, operation)
    vectors = {key: bank.vectors_for(revision) for key, revision in planned.revisions.items()}

    def write() -> Change:
        recorder = Recorder(bank._connection, UNDO, author, why)
        now = _plan(bank, operation)
        for record_id, revision in now.revisions.items():
            if not revision.same_vectors(planned.revisions[record_id]):
                raise changed_meanwhile(record_id)
        for record_id, line in now.lines.items():
            recorder.line(record_id, line, vectors.get(record_id, {}))
        sql = "UPDATE operation SET undone_by = ? WHERE id = ?"
        bank._connection.run(sql, (recorder.operation(), operation))
        return recorder.done()

    return bank.transaction(write)


@dataclass
class _Plan:
    """The lines that take an operation back, by record, and the texts that come back with them."""

    lines: dict[int, Line] = field(default_factory=dict)
    revisions: dict[int, Revision] = field(default_factory=dict)


def _plan(bank: WritableBank, number: int) -> _Plan:
    operation = operation_of(bank, number)
    _require_open(operation)
    rows = bank._connection.rows(
        "SELECT edit.id, edit.record_id, edit.changes FROM operation_edit "
        "JOIN edit ON edit.id = operation_edit.edit_id WHERE operation_id = ? "
        "ORDER BY edit.id",
        (number,),
    )
    done: dict[int, Line] = {
        row[1]: {name: (old, new) for name, (old, new) in json.loads(row[2]).items()}
        for row in rows
    }
    _require_unchanged(bank, operation, done, rows[0][0] if rows else 0)
    plan = _Plan()
    for record_id, line in done.items():
        back = {name: (new, old) for name, (old, new) in line.items()}
        if "hit_count" in line or "last_used" in line:
            back = _uses_now(bank, record_id, back)
        texts = {name: new for name, (_, new) in back.items() if name in TEXTS}
        if texts:
            record = bank.show(record_id)
            origin = _origin(back, record.origin)
            plan.revisions[record_id] = revise(record, texts, origin)
        plan.lines[record_id] = back
    merged = {int(line["merged_into"][1]) for line in plan.lines.values() if _merges(line)}
    standing(bank, merged, in_trash=None)  # all of them must still exist
    return plan


def _merges(line: Line) -> bool:
    return bool(line.get("merged_into", ("", ""))[1])


def _origin(back: Line, now: Origin) -> Origin:
    wanted = back["origin"][1] if "origin" in back else now
    return next(origin for origin in ORIGINS if origin == wanted)


def _uses_now(
    bank: WritableBank, record_id: int, back: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[str, str]]:
    """The same line, counted from the uses that the record has now."""
    sql = "SELECT hit_count, last_used FROM record WHERE id = ?"
    count, last = bank._connection.row(sql, (record_id,)) or (0, None)
    line = dict(back)
    if "hit_count" in line:
        was, will = line["hit_count"]
        line["hit_count"] = (str(count), str(int(count) + int(will) - int(was)))
    if "last_used" in line and line["last_used"][0] != (last or ""):
        del line["last_used"]  # used since then
    return line


def _require_open(operation: Operation) -> None:
    if operation.final:
        by = operation.undone_by or operation.id
        raise BadRecord(
            f"Operation {operation.id} ({operation.kind}) cannot be taken back: records of it were "
            f"removed for good by operation {by}.",
            "What is still there can be changed record by record.",
        )
    if operation.undone_by is not None:
        raise BadRecord(
            f"Operation {operation.id} ({operation.kind}) was taken back already, by operation "
            f"{operation.undone_by}.",
            f"To have it again, take back operation {operation.undone_by}.",
        )


def _require_unchanged(
    bank: WritableBank, operation: Operation, done: Mapping[int, Line], first_edit: int
) -> None:
    later = changed_since(bank._connection, operation.id, done, first_edit)
    if not later:
        return
    ids = sorted(later)
    names = _named("record", ids)
    by = _named("operation", sorted({number for number in later.values() if number is not None}))
    raise BadRecord(
        f"Operation {operation.id} ({operation.kind}) cannot be taken back: {names} "
        f"{'has' if len(ids) == 1 else 'have'} been changed since{', by ' + by if by else ''}.",
        "Take back first what was done later, or change the records one by one.",
    )


def _named(noun: str, numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    told = ", ".join(str(number) for number in numbers[:NAMED])
    more = f" and {len(numbers) - NAMED} more" if len(numbers) > NAMED else ""
    return f"{noun}{'' if len(numbers) == 1 else 's'} {told}{more}"
