"""`./run memory history|trash|operations`: what was done to records, and what lies in the trash."""

import argparse

from app.cli.memory.action import Call, MemoryAction
from app.cli.memory.reading import brief
from app.cli.memory.words import harmless
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from memory_store import curating
from memory_store.bank import Bank
from memory_store.browsing import rows_of
from memory_store.curating import Operation
from memory_store.records import Edit


def _history(store: Bank, call: Call) -> ExitCode:
    records = []
    for record_id in dict.fromkeys(call.options.ids):
        store.show(record_id)  # raises for an id that there is not
        lines = store.history(record_id)
        records.append({"id": record_id, "edits": [line.model_dump(mode="json") for line in lines]})
        call.output.line(f"Record {record_id}: {counted(len(lines), 'edit')}")
        for line in lines:
            _tell_edit(call, line)
    call.output.document({"records": records})
    return ExitCode.DONE


def _tell_edit(call: Call, line: Edit) -> None:
    why = f": {line.why}" if line.why else ""
    call.output.line(f"  edit {line.id}, {line.at:%Y-%m-%d %H:%M} UTC, {line.author}{why}")
    for name, (before, after) in line.changes.items():
        call.output.line(f"    {name}: {_short(before)} -> {_short(after)}")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 60 else flat[:59] + "…")


def _trash(store: Bank, call: Call) -> ExitCode:
    _require_page(call)
    ids = curating.trashed_ids(store)
    shown = ids[call.options.offset : call.options.offset + call.options.limit]
    marks = curating.marks(store, shown)
    found = []
    for row in rows_of(store, shown):
        record_id, mark = row.id, marks[row.id]
        at = mark.trashed_at.isoformat() if mark.trashed_at else None
        found.append(brief(row) | {"trashed_at": at, "merged_into": mark.merged_into})
        went = f" (merged into {mark.merged_into})" if mark.merged_into else ""
        text = harmless(" ".join(row.headline.split()), 90)
        call.output.line(f"{record_id:>6}  {(at or '')[:16]}  {text}{went}")
    call.output.document({"total": len(ids), "records": found})
    call.output.line(f"{len(shown)} of {counted(len(ids), 'record')} in the trash")
    return ExitCode.DONE


def _operations(store: Bank, call: Call) -> ExitCode:
    _require_page(call)
    found = curating.operations(store, call.options.limit, call.options.offset)
    call.output.document({"operations": [_as_json(operation) for operation in found]})
    for operation in found:
        call.output.line(_told(operation))
    if not found:
        call.output.line("Nothing was done by hand yet.")
    return ExitCode.DONE


def _as_json(operation: Operation) -> dict[str, object]:
    return {**vars(operation), "at": operation.at.isoformat()}


def _told(operation: Operation) -> str:
    notes = [operation.why] if operation.why else []
    if operation.undoes is not None:
        notes.append(f"took back {operation.undoes}")
    if operation.final:
        notes.append("cannot be taken back")
    elif operation.undone_by is not None:
        notes.append(f"taken back by {operation.undone_by}")
    told = f"; {'; '.join(notes)}" if notes else ""
    return (
        f"{operation.id:>6}  {operation.at:%Y-%m-%d %H:%M} UTC  {operation.kind:<11}  "
        f"{counted(operation.records, 'record')}, {operation.author}{told}"
    )


def _require_page(call: Call) -> None:
    if call.options.limit < 1 or call.options.offset < 0:
        raise wrong_use("--limit must be at least 1 and --offset at least 0.", "")


def _ids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", type=int, nargs="+", metavar="ID")


def _page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=50, metavar="N")
    parser.add_argument("--offset", type=int, default=0, metavar="N")


ACTIONS = (
    MemoryAction("history", "every edit of records", _history, _ids),
    MemoryAction("trash", "what lies in the trash", _trash, _page),
    MemoryAction("operations", "what was done by hand, newest first", _operations, _page),
)
