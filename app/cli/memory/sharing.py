"""`./run memory export` and `import`: a bank as one file, and back with distrust."""

import argparse
from pathlib import Path

from app.cli.memory.action import Call, MemoryAction
from app.cli.output import counted
from app.errors import ExitCode
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.exchange import export_bank, import_archive


def _export(store: Bank, call: Call) -> ExitCode:
    """Write all records into a new `.embz` file."""
    options, output = call.options, call.output
    target = Path(options.file).absolute()
    manifest = export_bank(store, target, studio_version=STUDIO_VERSION)
    output.document({"file": str(target), "counts": dict(manifest.counts)})
    told = ", ".join(f"{count} {name}" for name, count in manifest.counts.items())
    total = counted(sum(manifest.counts.values()), "record")
    output.line(f"Exported {total} ({told}) to {target}")
    return ExitCode.DONE


def _import(store: Bank, call: Call) -> ExitCode:
    """Add the records that the bank does not have yet: all of them, or none."""
    options, output = call.options, call.output
    source = Path(options.file).absolute()
    report = import_archive(store, source, as_pending=options.pending, trial=options.dry_run)
    output.document(
        {
            "file": str(source),
            "dry_run": options.dry_run,
            "added": len(report.added),
            "added_ids": [] if options.dry_run else list(report.added),
            "duplicates": len(report.duplicates),
            "refused": {str(line + 1): why for line, why in report.refused.items()},
        }
    )
    would = "Would add" if options.dry_run else "Added"
    known = len(report.duplicates)
    there = f"{known} {'was' if known == 1 else 'were'} there already"
    output.line(f"{would} {counted(len(report.added), 'record')}, {there}")
    return ExitCode.DONE


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.embz")


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.embz")
    parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
    parser.add_argument(
        "--pending", action="store_true", help="new records wait for review before they are used"
    )


ACTIONS = (
    MemoryAction("export", "write an .embz archive to share", _export, _export_arguments),
    MemoryAction(
        "import",
        "add the records of an .embz archive",
        _import,
        _import_arguments,
        "create",
        encoder=True,
    ),
)
