"""A process that works on a bank, for the tests of locks and kills.

usage: writer.py loop BANK NAME       consolidates for ever, prints READY in each write and
                                      COMMITTED with the ids after it
       writer.py add BANK NAME COUNT  adds COUNT records, one write each, prints COMMITTED
       writer.py hold BANK            prints READY within a write and holds the lock
       writer.py open BANK            prints READY, then opens the bank (and migrates it)
       writer.py back-up BANK         prints READY, then backs it up for ever
       writer.py go-back FILE DEST    prints READY, then makes a bank of a backup
"""

import sys
import time
from pathlib import Path

from memory_store import writing
from memory_store.backup import back_up
from memory_store.bank import Bank
from memory_store.records import NewRecord
from memory_store.restoring import restore
from memory_store.testing import WordEmbedder, failure, success


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def task(name: str, number: int) -> list[NewRecord]:
    """The records of one task: always four, so that a part of them would be seen."""
    run, text = f"{name}-{number}", f"Section {number % 7} of {name} tells about waves."
    return [
        success(text, run=run, scene="a", score=85 + number % 10),
        success(text, run=run, scene="b", score=86),
        failure(text, run=run, scene="a"),
        failure(text, run=run, scene="b", source="text", before=None, after=None),
    ]


def announce_ready() -> None:
    """Print READY after the rows are written and before they are committed."""
    insert = writing.insert

    def announced(*arguments):  # type: ignore[no-untyped-def]
        result = insert(*arguments)
        say("READY")
        return result

    writing.insert = announced


def _copying(what: str, path: Path) -> None:
    if what == "open":
        Bank.open(path, WordEmbedder()).close()
    elif what == "go-back":
        restore(path, Path(sys.argv[3]))
    while what == "back-up":
        back_up(path)


def main() -> None:
    what, path = sys.argv[1], Path(sys.argv[2])
    if what in ("open", "back-up", "go-back"):
        say("READY")
        _copying(what, path)
        return
    with Bank.open(path, WordEmbedder(), create=True) as bank:
        if what == "hold":
            assert bank._opened.lock is not None
            with bank._opened.lock.held(), bank._connection.writing():
                writing.insert(bank._connection, bank._prepare(task("held", 0)))
                say("READY")
                time.sleep(120)
        name = sys.argv[3]
        announce_ready()
        count = 10**9 if what == "loop" else int(sys.argv[4])
        for number in range(count):
            added = bank.consolidate(task(name, number)).added
            if what == "loop" and number % 3 == 0:
                bank.retrieve("waves", "method", count_use=True)
            say(f"COMMITTED {' '.join(map(str, added))}")


if __name__ == "__main__":
    main()
