"""A process that makes copies of a bank for ever, for the tests of kills.

usage: copier.py WHAT SOURCE DEST

WHAT is freeze, twin, restore, export, import or re-embed. Prints READY before each copy and DONE
with its number after it.
"""

import sys
from itertools import count
from pathlib import Path

from memory_store.bank import Bank
from memory_store.exchange import import_archive, import_into_new
from memory_store.exporting import export_bank
from memory_store.rescue import copy_bank
from memory_store.snapshot import Snapshot, shuffled_twin
from memory_store.testing import WordEmbedder


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def make(what: str, source: Path, dest: Path, name: str) -> None:
    """Make one copy."""
    embedder = WordEmbedder()
    if what == "freeze":
        with Bank.open(source, embedder) as bank:
            bank.freeze(name, dest)
    elif what == "twin":
        with Snapshot.open(source, embedder) as snapshot:
            shuffled_twin(snapshot, dest / name, 7)
    elif what == "restore":
        with Snapshot.open(source, embedder) as snapshot:
            copy_bank(snapshot, dest / name)
    elif what == "export":
        with Bank.open(source, embedder) as bank:
            export_bank(bank, dest / f"{name}.embz")
    elif what == "import":
        with Bank.open(dest / name, embedder, create=True) as bank:
            import_archive(bank, source)
    else:
        import_into_new(source, dest / name, WordEmbedder(64, "small"))


def main() -> None:
    what, source, dest = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    for number in count():
        say("READY")
        make(what, source, dest, f"{sys.argv[4]}-{number}")
        say(f"DONE {number}")


if __name__ == "__main__":
    main()
