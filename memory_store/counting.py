"""How many records a bank holds, without opening it for anything else."""

import sqlite3
from contextlib import closing
from pathlib import Path

from memory_store.layout import DATABASE


def count_records(bank: Path) -> int | None:
    """Records of every status of the bank in the folder `bank`, 0 where none has been made;
    None where it cannot be read.

    Imports neither the index nor the encoder, so that a window may ask while it starts.
    """
    database = bank.absolute() / DATABASE
    if not database.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM record").fetchone()[0])
    except sqlite3.Error:
        return None
