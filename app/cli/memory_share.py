"""`./run memory export` and `import`: a bank as one file, and back with distrust."""

import argparse
from pathlib import Path

from app.cli.output import Output, counted
from app.errors import ExitCode
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.exchange import export_bank, import_archive


def export(store: Bank, options: argparse.Namespace, output: Output) -> ExitCode:
    """Write all records into a new `.embz` file."""
    target = Path(options.file).absolute()
    manifest = export_bank(store, target, studio_version=STUDIO_VERSION)
    output.document({"file": str(target), "counts": dict(manifest.counts)})
    told = ", ".join(f"{count} {name}" for name, count in manifest.counts.items())
    total = counted(sum(manifest.counts.values()), "record")
    output.line(f"Exported {total} ({told}) to {target}")
    return ExitCode.DONE


def import_(store: Bank, options: argparse.Namespace, output: Output) -> ExitCode:
    """Add the records that the bank does not have yet: all of them, or none."""
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
