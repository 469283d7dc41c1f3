"""`./run memory banks|create|rename|use|remove|backup|backups|go-back`: many banks, and backups."""

import argparse

from app.cli.memory.action import Call, FreeAction
from app.cli.output import counted
from app.errors import ExitCode
from app.memory.backing_up import backup_named, replace_damaged
from app.memory.banks import BankLine, Banks
from app.memory.choice import bank_for
from memory_store.backup import Backup, back_up, backups
from memory_store.embedding import MiniLmEmbedder


def _banks(call: Call) -> ExitCode:
    lines = Banks(call.paths).lines()
    call.output.document({"banks": [_document(line) for line in lines]})
    for line in lines:
        sign = "*" if line.in_use else " "
        held = counted(line.records, "record") if line.records is not None else "unreadable"
        told = f" for {', '.join(line.domains)}" if line.domains else ""
        saved = f"{line.last_backup:%Y-%m-%d %H:%M}" if line.last_backup else "no backup"
        size = f"{line.bytes / 1e6:.1f} MB"
        call.output.line(f"{sign} {line.name:<20} {held:>14}  {size:>10}  {saved}{told}")
        if line.why:
            call.output.line(f"    {line.health}: {line.why}")
    return ExitCode.DONE


def _document(line: BankLine) -> dict[str, object]:
    return {
        "name": line.name,
        "path": str(line.path),
        "records": line.records,
        "pending": line.pending,
        "trashed": line.trashed,
        "bytes": line.bytes,
        "health": line.health,
        "why": line.why,
        "last_backup": line.last_backup.isoformat() if line.last_backup else None,
        "in_use": line.in_use,
        "domains": list(line.domains),
    }


def _create(call: Call) -> ExitCode:
    with MiniLmEmbedder() as embedder:
        path = Banks(call.paths).create(call.options.name, embedder)
    call.output.document({"name": path.name, "path": str(path)})
    call.output.line(f"Created the empty memory bank {path}")
    return ExitCode.DONE


def _rename(call: Call) -> ExitCode:
    path = Banks(call.paths).rename(call.options.name, call.options.new)
    call.output.document({"name": path.name, "path": str(path)})
    call.output.line(f"{call.options.name} is now {path}")
    return ExitCode.DONE


def _use(call: Call) -> ExitCode:
    name, domain = call.options.name, call.options.domain or ""
    Banks(call.paths).use(name, domain)
    call.output.document({"name": name, "domain": domain})
    what = f"sections of {domain}" if domain else "runs"
    call.output.line(f"From now on {what} use the memory bank {name} where none is named")
    return ExitCode.DONE


def _remove(call: Call) -> ExitCode:
    path = Banks(call.paths).remove(call.options.name)
    call.output.document({"name": call.options.name, "trash": str(path)})
    call.output.line(f"{call.options.name} lies in {path} now; move the folder back to undo it")
    return ExitCode.DONE


def _backup(call: Call) -> ExitCode:
    taken = back_up(bank_for(call.paths, call.options.bank))
    call.output.document({"backup": _taken(taken)})
    call.output.line(f"Backed up as {taken.path} ({taken.bytes / 1e6:.1f} MB)")
    return ExitCode.DONE


def _backups(call: Call) -> ExitCode:
    bank = bank_for(call.paths, call.options.bank)
    taken = backups(bank)
    call.output.document({"bank": str(bank), "backups": [_taken(backup) for backup in taken]})
    for backup in taken:
        size = f"{backup.bytes / 1e6:.1f} MB"
        call.output.line(f"{backup.taken:%Y-%m-%d %H:%M}  {backup.reason:<10} {size:>10}  "
                         f"{backup.path.name}")  # fmt: skip
    if not taken:
        call.output.line(f"{bank} has no backup yet.")
    return ExitCode.DONE


def _go_back(call: Call) -> ExitCode:
    bank = bank_for(call.paths, call.options.bank)
    backup = backup_named(bank, call.options.backup)
    if call.options.replace_damaged:
        aside, count = replace_damaged(bank, backup)
        call.output.document({"path": str(bank), "records": count, "set_aside": str(aside)})
        call.output.line(f"{bank} holds {counted(count, 'record')}; the damaged one is {aside}")
        return ExitCode.DONE
    banks = Banks(call.paths)
    line = banks.line(banks.restore(backup, call.options.new).name)
    call.output.document({"path": str(line.path), "records": line.records})
    call.output.line(
        f"The new memory bank {line.path} holds {counted(line.records or 0, 'record')}"
    )
    return ExitCode.DONE


def _taken(backup: Backup) -> dict[str, object]:
    return {
        "name": backup.path.name,
        "path": str(backup.path),
        "taken": backup.taken.isoformat(),
        "reason": backup.reason,
        "bytes": backup.bytes,
    }


def _name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")


def _rename_arguments(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("new", metavar="NEW")


def _use_arguments(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("--domain", metavar="D", help="only for sections of this domain")


def _go_back_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="BACKUP", help="name of a backup, or `latest`")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--new", metavar="NAME", help="name of a new bank to put it in")
    where.add_argument(
        "--replace-damaged",
        action="store_true",
        help="set the bank aside, unchanged, and put the backup in its place",
    )


ACTIONS = (
    FreeAction("banks", "all banks: size, health, last backup, which is in use", _banks),
    FreeAction("create", "make an empty bank", _create, _name),
    FreeAction("rename", "give a bank another name", _rename, _rename_arguments),
    FreeAction("use", "let runs use a bank where they name none", _use, _use_arguments),
    FreeAction("remove", "move a bank to the trash of the data folder", _remove, _name),
    FreeAction("backup", "copy the database of a bank now", _backup),
    FreeAction("backups", "the backups of a bank", _backups),
    FreeAction("go-back", "make a bank from a backup", _go_back, _go_back_arguments),
)
