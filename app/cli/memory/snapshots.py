"""`./run memory freeze|snapshots|compare|restore|twin|delete-snapshot`: pictures of a bank that
nothing changes."""

import argparse
from dataclasses import asdict
from pathlib import Path

from app.cli.memory.action import Call, FreeAction, MemoryAction
from app.cli.memory.choosing import choice_arguments, chosen
from app.cli.memory.words import harmless
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from app.memory import snapshots as service
from memory_store.bank import Bank
from memory_store.manifest import SnapshotInfo

SHOWN = 20
"""Records of each kind that a comparison shows to people; the JSON has all."""


def _freeze(store: Bank, call: Call) -> ExitCode:
    options = call.options
    if store.snapshot is not None:
        raise wrong_use(f"{store.path} is frozen already.", "Name a live bank with --bank.")
    root = Path(options.out) if options.out else call.paths.snapshots
    info = service.freeze(
        store, options.name, root, options.description,
        chosen=chosen(options), first_k=options.first,
    )  # fmt: skip
    _tell_made(call, info, (root / options.name).absolute())
    return ExitCode.DONE


def _tell_made(call: Call, info: SnapshotInfo, path: Path) -> None:
    call.output.document(
        {"name": info.name, "path": str(path), "sha256": info.sha256, "counts": dict(info.counts)}
    )
    call.output.line(f"Frozen as {path} ({_counts(info)}), sha256 {info.sha256}")


def _counts(info: SnapshotInfo) -> str:
    return ", ".join(f"{count} {name}" for name, count in info.counts.items())


def _snapshots(call: Call) -> ExitCode:
    entries = service.list_snapshots(call.paths.snapshots, verify=call.options.verify)
    call.output.document({"snapshots": [_as_json(entry) for entry in entries]})
    for entry in entries:
        if entry.info is None or entry.problem:
            call.output.line(f"{entry.name}: damaged. {entry.problem}")
            continue
        info = entry.info
        call.output.line(
            f"{entry.name}: {_counts(info)}; of {info.parent}, {info.created[:19]}; "
            f"{entry.bytes / 1e6:.1f} MB, sha256 {info.sha256[:12]}"
            + (", verified" if entry.verified else "")
        )
        if info.description:
            call.output.line(f"  {harmless(info.description)}")
    if not entries:
        call.output.line(f"There are no snapshots in {call.paths.snapshots}.")
    return ExitCode.FAILED if any(entry.problem for entry in entries) else ExitCode.DONE


def _as_json(entry: service.SnapshotEntry) -> dict[str, object]:
    info = entry.info.model_dump(exclude={"files", "name"}) if entry.info else {}
    return {
        "name": entry.name,
        "path": str(entry.path),
        "bytes": entry.bytes,
        "verified": entry.verified and not entry.problem,
        "problem": entry.problem,
        **info,
    }


def _compare(call: Call) -> ExitCode:
    options = call.options
    found = service.compare_by_name(call.paths, options.before, options.after)
    call.output.document(asdict(found))
    for sign, title, records in (("+", "added", found.added), ("-", "removed", found.removed)):
        call.output.line(f"{counted(len(records), 'record')} {title}")
        for one in records[:SHOWN]:
            call.output.line(f"  {sign} {one.record_id}: {harmless(one.headline)}")
    call.output.line(f"{counted(len(found.changed), 'record')} changed")
    for changed in found.changed[:SHOWN]:
        call.output.line(f"  {changed.before_id} -> {changed.after_id}")
        for name, (was, now) in changed.fields.items():
            call.output.line(f"    {name}: {harmless(was)} -> {harmless(now)}")
    call.output.line(f"{counted(found.same, 'record')} the same")
    return ExitCode.DONE


def _restore(call: Call) -> ExitCode:
    path = service.restore(call.paths, call.options.snapshot, call.options.newbank)
    call.output.document({"snapshot": call.options.snapshot, "bank": str(path)})
    call.output.line(f"Restored {call.options.snapshot} as the new bank {path}")
    return ExitCode.DONE


def _twin(call: Call) -> ExitCode:
    options = call.options
    info, path = service.twin(call.paths, options.snapshot, options.name, options.seed)
    _tell_made(call, info, path)
    return ExitCode.DONE


def _delete(call: Call) -> ExitCode:
    path = service.require_snapshot(call.paths, call.options.name)
    if not call.options.yes:
        raise wrong_use(f"Deleting {path} cannot be undone.", "Add --yes if that is what you want.")
    service.delete_snapshot(path)
    call.output.document({"deleted": str(path)})
    call.output.line(f"Deleted {path}")
    return ExitCode.DONE


def _freeze_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--description", default="", metavar="TEXT")
    parser.add_argument("--out", metavar="DIR", help="folder to put the snapshot in")
    parser.add_argument(
        "--first", type=int, metavar="K", help="the first K active records in order of time"
    )
    choice_arguments(parser)


def _snapshots_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verify", action="store_true", help="compare the hash of every file")


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", metavar="A", help="bank or snapshot, by name or path")
    parser.add_argument("after", metavar="B", help="bank or snapshot, by name or path")


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("snapshot", metavar="SNAPSHOT")
    parser.add_argument("newbank", metavar="NEWBANK", help="a bank that does not exist yet")


def _twin_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("snapshot", metavar="SNAPSHOT")
    parser.add_argument("name", metavar="NAME", help="name of the twin")
    parser.add_argument("--seed", type=int, default=0, metavar="N")


def _delete_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--yes", action="store_true", help="yes, delete it for good")


ACTIONS: tuple[MemoryAction | FreeAction, ...] = (
    # for writing: freezing takes the write lock of a live bank, so that it waits for a writer
    MemoryAction(
        "freeze", "make a frozen, hashed, read-only copy", _freeze, _freeze_arguments, "rw"
    ),
    FreeAction("snapshots", "list the snapshots", _snapshots, _snapshots_arguments),
    FreeAction(
        "compare", "what differs between two banks or snapshots", _compare, _compare_arguments
    ),
    FreeAction(
        "restore", "make a new bank with the records of a snapshot", _restore, _restore_arguments
    ),
    FreeAction("twin", "freeze a shuffled twin of a snapshot", _twin, _twin_arguments),
    FreeAction("delete-snapshot", "delete a snapshot for good", _delete, _delete_arguments),
)
