"""`./run memory export` and `import`: a bank as one file, and back with distrust."""

import argparse
from pathlib import Path

from app.cli.memory.action import Call, FreeAction, MemoryAction
from app.cli.memory.choosing import choice_arguments, chosen
from app.cli.memory.words import harmless
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from app.memory import sharing as service
from app.memory.choice import bank_for
from app.memory.snapshots import new_bank
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.exchange import ImportReport
from memory_store.exporting import Sharing
from memory_store.stripping import STRIPS, Strip

SHOWN = 50
"""Records that a trial shows to people; the JSON has all."""


def _export(store: Bank, call: Call) -> ExitCode:
    """Write the chosen records into a new file."""
    options, output = call.options, call.output
    target = Path(options.file).absolute()
    what = Sharing(chosen(options), _strips(options.strip), options.licence, options.author)
    done = service.export(store, target, what)
    output.document(
        {
            "file": str(target),
            "records": done.records,
            "counts": done.counts,
            "bytes": done.bytes,
            "stripped": sorted(what.strip),
        }
    )
    without = f", without {', '.join(sorted(what.strip))}" if what.strip else ""
    output.line(f"Exported {counted(done.records, 'record')}{without} to {target}")
    return ExitCode.DONE


def _strips(text: str) -> frozenset[Strip]:
    asked = {part.strip() for part in text.split(",") if part.strip()}
    if unknown := sorted(asked - set(STRIPS)):
        raise wrong_use(f"--strip: {unknown[0]!r} is unknown.", f"Known: {', '.join(STRIPS)}.")
    return frozenset(name for name in STRIPS if name in asked)


def _import(call: Call) -> ExitCode:
    """Add the records that the bank does not have yet: all of them, or none."""
    options = call.options
    source = Path(options.file).absolute()
    if options.re_embed_into is not None:
        return _import_into_new(call, source)
    path = bank_for(call.paths, options.bank)
    if options.dry_run:
        report = service.foresee(source, path, MiniLmEmbedder().identity)
        _tell(call, source, report)
        return ExitCode.FAILED if report.refused else ExitCode.DONE
    with MiniLmEmbedder() as embedder, Bank.open(path, embedder, create=True) as store:
        report = service.bring_in(store, source, as_pending=options.pending)
    _tell(call, source, report)
    return ExitCode.DONE


def _import_into_new(call: Call, source: Path) -> ExitCode:
    options = call.options
    if options.dry_run or options.pending or options.bank:
        raise wrong_use(
            "--re-embed-into makes a new bank; it cannot be combined with --bank, --dry-run or "
            "--pending.",
            "Leave the other one out.",
        )
    dest = new_bank(call.paths, options.re_embed_into)
    with MiniLmEmbedder() as embedder:
        embedder.start()
        report = service.embed_into_new(source, dest, embedder)
    _tell(call, source, report)
    call.output.line(f"The new bank is {dest}")
    return ExitCode.DONE


def _tell(call: Call, source: Path, report: ImportReport) -> None:
    options, output, manifest = call.options, call.output, report.manifest
    document: dict[str, object] = {
        "file": str(source),
        "dry_run": options.dry_run,
        "added": len(report.added),
        "added_ids": [] if options.dry_run else list(report.added),
        "duplicates": len(report.duplicates),
        "refused": {str(line + 1): why for line, why in report.refused.items()},
    }
    if manifest is not None:
        document |= {
            "licence": manifest.licence,
            "author": manifest.author,
            "stripped": list(manifest.stripped),
        }
        output.line(f"Licence: {harmless(manifest.licence) or 'not said'}")
        output.line(f"Author: {harmless(manifest.author) or 'not said'}")
    if options.dry_run:
        document["records"] = [
            vars(outcome) | {"line": outcome.line + 1} for outcome in report.outcomes
        ]
    output.document(document)
    for outcome in report.outcomes[:SHOWN]:
        text = harmless(outcome.reason or outcome.headline, 80)
        output.line(f"  line {outcome.line + 1}: {outcome.action}  {text}")
    if len(report.outcomes) > SHOWN:
        output.line(f"  and {len(report.outcomes) - SHOWN} more (all of them with --json)")
    would = "Would add" if options.dry_run else "Added"
    known = len(report.duplicates)
    there = f"{known} {'was' if known == 1 else 'were'} there already"
    output.line(f"{would} {counted(len(report.added), 'record')}, {there}")
    if report.refused:
        output.line(f"{counted(len(report.refused), 'record')} would be refused, so nothing at all")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="ends in .embz (an archive), .jsonl or .csv")
    parser.add_argument(
        "--strip", default="", metavar="WHAT", help=f"leave out, of {','.join(STRIPS)}"
    )
    parser.add_argument("--licence", default="", metavar="TEXT", help="told to who imports it")
    parser.add_argument("--author", default="", metavar="TEXT", help="told to who imports it")
    choice_arguments(parser)


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.embz")
    parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
    parser.add_argument(
        "--pending", action="store_true", help="new records wait for review before they are used"
    )
    parser.add_argument(
        "--re-embed-into",
        metavar="NEWBANK",
        help="make a new bank, embedding the texts again: for an archive of another encoder",
    )


ACTIONS: tuple[MemoryAction | FreeAction, ...] = (
    MemoryAction("export", "write an archive or a table to share", _export, _export_arguments),
    FreeAction("import", "add the records of an .embz archive", _import, _import_arguments),
)
