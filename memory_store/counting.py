"""How many records a bank holds, without opening it for anything else."""

import sqlite3
from contextlib import closing
from pathlib import Path

from memory_store.layout import DATABASE


def count_records(bank: Path) -> int | None:
    """Records of every status of the bank in the folder `bank`, without those in the trash; 0 where
    none has been made, None where it cannot be read.

    Imports neither the index nor the encoder, so that a window may ask while it starts.
    """
    database = bank.absolute() / DATABASE
    if not database.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            total = int(connection.execute("SELECT COUNT(*) FROM record").fetchone()[0])
            has_trash = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'trash'"
            if connection.execute(has_trash).fetchone()[0]:  # a bank of the first schema has none
                total -= int(connection.execute("SELECT COUNT(*) FROM trash").fetchone()[0])
            return total
    except sqlite3.Error:
        return None
