"""`./run memory freeze`: pictures of a bank that nothing changes."""

import argparse
from pathlib import Path

from app.cli.memory.action import Call, MemoryAction
from app.errors import ExitCode, wrong_use
from app.version import STUDIO_VERSION
from memory_store.bank import Bank


def _freeze(store: Bank, call: Call) -> ExitCode:
    options = call.options
    if store.snapshot is not None:
        raise wrong_use(f"{store.path} is frozen already.", "Name a live bank with --bank.")
    root = Path(options.out) if options.out else call.paths.snapshots
    info = store.freeze(
        options.name, root, description=options.description, studio_version=STUDIO_VERSION
    )
    path = (root / options.name).absolute()
    call.output.document(
        {
            "name": info.name,
            "path": str(path),
            "sha256": info.sha256,
            "counts": dict(info.counts),
        }
    )
    told = ", ".join(f"{count} {name}" for name, count in info.counts.items())
    call.output.line(f"Frozen as {path} ({told}), sha256 {info.sha256}")
    return ExitCode.DONE


def _freeze_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--description", default="", metavar="TEXT")
    parser.add_argument("--out", metavar="DIR", help="folder to put the snapshot in")


ACTIONS = (
    # for writing: freezing takes the write lock of a live bank, so that it waits for a writer
    MemoryAction(
        "freeze", "make a frozen, hashed, read-only copy", _freeze, _freeze_arguments, "rw"
    ),
)
