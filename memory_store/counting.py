"""How many records a bank holds, without opening it for anything else."""

import sqlite3
from contextlib import closing
from pathlib import Path


def count_records(database: Path) -> int | None:
    """Records of every status; None where the file cannot be read as a bank.

    Imports neither the index nor the encoder, so that a window may ask while it starts.
    """
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as bank:
            return int(bank.execute("SELECT COUNT(*) FROM record").fetchone()[0])
    except sqlite3.Error:
        return None
