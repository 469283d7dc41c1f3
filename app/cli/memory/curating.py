"""`./run memory accept|reject|edit|tag|delete|merge|undo ...`: what a person does with records."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from app.cli.memory.action import Call, MemoryAction
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from app.person import login_name
from memory_store import curating
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.records import Record

Parser = argparse.ArgumentParser


def _accept(store: Bank, call: Call) -> ExitCode:
    who = _who(call)
    return _tell(
        call, curating.set_status(store, call.options.ids, "active", expected="pending", **who)
    )


def _reject(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.trash(store, call.options.ids, expected="pending", **_who(call)))


def _quarantine(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.set_status(store, call.options.ids, "quarantined", **_who(call)))


def _activate(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.set_status(store, call.options.ids, "active", **_who(call)))


def _edit(store: Bank, call: Call) -> ExitCode:
    changes = _assigned(call.options.set, "--set", lambda _, text: text)
    changes |= _assigned(call.options.set_file, "--set-file", lambda _, name: _text_of(name))
    if not changes:
        raise wrong_use("Nothing to change was named.", "Add --set FIELD=TEXT.")
    return _tell(call, curating.edit(store, call.options.id, changes, **_who(call)))


def _revert(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.revert(store, call.options.edit, **_who(call)))


def _tag(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.tag(store, call.options.ids, call.options.tag, **_who(call)))


def _untag(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.untag(store, call.options.ids, call.options.tag, **_who(call)))


def _pin(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.pin(store, call.options.ids, **_who(call)))


def _unpin(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.unpin(store, call.options.ids, **_who(call)))


def _delete(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.trash(store, call.options.ids, **_who(call)))


def _undelete(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.restore(store, call.options.ids, **_who(call)))


def _empty_trash(store: Bank, call: Call) -> ExitCode:
    ids = call.options.ids or None
    if not call.options.yes:
        count = len(ids) if ids else store.stats().trashed
        raise wrong_use(
            f"This would remove {counted(count, 'record')} with their history for good.",
            "Add --yes if that is meant.",
        )
    return _tell(call, curating.empty_trash(store, ids, **_who(call)))


def _merge(store: Bank, call: Call) -> ExitCode:
    taken = _assigned(call.options.take, "--take", lambda field, of: _field(store, field, of))
    changes = taken | _assigned(call.options.set, "--set", lambda _, text: text)
    options = call.options
    return _tell(call, curating.merge(store, options.keep, options.others, changes, **_who(call)))


def _undo(store: Bank, call: Call) -> ExitCode:
    return _tell(call, curating.undo(store, call.options.operation, **_who(call)))


class _Signature(TypedDict):
    author: str
    why: str


def _who(call: Call) -> _Signature:
    return {"author": call.options.author or login_name(), "why": call.options.why}


def _tell(call: Call, change: Change) -> ExitCode:
    call.output.document(
        {
            "kind": change.kind,
            "added": list(change.added),
            "changed": list(change.changed),
            "removed": list(change.removed),
            "operation": change.operation,
        }
    )
    if change.operation is None:
        call.output.line("Nothing was to be done: it was so already.")
        return ExitCode.DONE
    told = [
        f"{counted(len(ids), 'record')} {word} ({_short(ids)})"
        for word, ids in (
            ("came into the lists", change.added),
            ("changed", change.changed),
            ("left the lists", change.removed),
        )
        if ids
    ]
    call.output.line(f"{change.kind}: {'; '.join(told)}")
    if change.kind != "empty-trash":
        call.output.line(f"To take it back: ./run memory undo {change.operation}")
    return ExitCode.DONE


def _short(ids: tuple[int, ...]) -> str:
    told = ", ".join(str(number) for number in ids[:10])
    return told if len(ids) <= 10 else f"{told}, ..."


def _assigned(given: list[str], option: str, value: Callable[[str, str], str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, rest = text.partition("=")
        if not equals or not name:
            raise wrong_use(f"{option} {text}: there is no FIELD=.", "For instance role=method.")
        if name in found:
            raise wrong_use(f"{option} {name} was given twice.", "Name each field once.")
        found[name] = value(name, rest)
    return found


def _text_of(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise wrong_use(f"{name} is not plain text (UTF-8).", "Convert the file.") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise wrong_use(f"{name} cannot be read: {why}.", "Check the path.") from error


def _field(store: Bank, name: str, of: str) -> str:
    if not of.isdecimal():
        raise wrong_use(f"--take {name}={of}: {of!r} is no record.", "For instance recipe=12.")
    record: Record = store.show(int(of))
    for part in (record, record.context):
        if name in type(part).model_fields and isinstance(text := getattr(part, name), str):
            return text
    raise wrong_use(f"Record {of} has no text {name}.", "See ./run memory show for its fields.")


def _signed(parser: Parser) -> None:
    parser.add_argument("--why", default="", metavar="TEXT", help="reason, for the history")
    parser.add_argument("--author", metavar="NAME", help="who does it (default: the login name)")


def _many(parser: Parser) -> None:
    parser.add_argument("ids", type=int, nargs="+", metavar="ID")
    _signed(parser)


def _tags(parser: Parser) -> None:
    _many(parser)
    parser.add_argument(
        "--tag", action="append", required=True, metavar="NAME", help="may be given several times"
    )


def _edit_arguments(parser: Parser) -> None:
    parser.add_argument("id", type=int, metavar="ID")
    _set(parser)
    parser.add_argument(
        "--set-file", action="append", default=[], metavar="FIELD=FILE",
        help="new text of a field, from a file",
    )  # fmt: skip
    _signed(parser)


def _set(parser: Parser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="FIELD=TEXT",
        help="new text of a field; may be given several times",
    )  # fmt: skip


def _revert_arguments(parser: Parser) -> None:
    parser.add_argument("edit", type=int, metavar="EDIT", help="number of an edit, see history")
    _signed(parser)


def _empty_arguments(parser: Parser) -> None:
    parser.add_argument("ids", type=int, nargs="*", metavar="ID", help="all of the trash if none")
    parser.add_argument("--yes", action="store_true", help="really remove them for good")
    _signed(parser)


def _merge_arguments(parser: Parser) -> None:
    parser.add_argument("keep", type=int, metavar="KEEP", help="the record that stays")
    parser.add_argument("others", type=int, nargs="+", metavar="OTHER")
    parser.add_argument(
        "--take", action="append", default=[], metavar="FIELD=ID",
        help="take the text of a field from another record",
    )  # fmt: skip
    _set(parser)
    _signed(parser)


def _undo_arguments(parser: Parser) -> None:
    parser.add_argument("operation", type=int, metavar="OPERATION")
    _signed(parser)


ACTIONS = (
    MemoryAction("accept", "let pending records be used", _accept, _many, "rw"),
    MemoryAction("reject", "put pending records into the trash", _reject, _many, "rw"),
    MemoryAction("quarantine", "keep records from being used", _quarantine, _many, "rw"),
    MemoryAction("activate", "let records be used", _activate, _many, "rw"),
    MemoryAction("edit", "change texts of a record", _edit, _edit_arguments, "rw", encoder=True),
    MemoryAction(
        "revert", "go back to before an edit", _revert, _revert_arguments, "rw", encoder=True
    ),
    MemoryAction("tag", "add tags to records", _tag, _tags, "rw"),
    MemoryAction("untag", "take tags off records", _untag, _tags, "rw"),
    MemoryAction("pin", "pin records", _pin, _many, "rw"),
    MemoryAction("unpin", "take the pin off records", _unpin, _many, "rw"),
    MemoryAction("delete", "put records into the trash", _delete, _many, "rw"),
    MemoryAction("undelete", "take records out of the trash", _undelete, _many, "rw"),
    MemoryAction(
        "empty-trash", "remove trashed records for good", _empty_trash, _empty_arguments, "rw"
    ),
    MemoryAction(
        "merge", "keep one of some near-duplicates", _merge, _merge_arguments, "rw", encoder=True
    ),
    MemoryAction("undo", "take an operation back", _undo, _undo_arguments, "rw", encoder=True),
)
