"""Banks as earlier versions of the studio made them."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from memory_store import schema
from memory_store.layout import DATABASE, SPEC

TABLES = ("meta", "record", "edit")


def as_of(version: int, bank: Path, dest: Path) -> Path:
    """A copy of the closed bank `bank` in `dest`, with the tables and rows that a studio of an
    earlier schema would have written. Without index files: they can be made again."""
    dest.mkdir()
    shutil.copy(bank / SPEC, dest / SPEC)
    with closing(sqlite3.connect(dest / DATABASE, isolation_level=None)) as file:
        for step in schema.MIGRATIONS[:version]:
            for statement in step.statements:
                file.execute(statement)
        file.execute("ATTACH ? AS newer", (str(bank / DATABASE),))
        for table in TABLES:
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            wanted = ", ".join(f'"{column}"' for column in columns)
            file.execute(f"INSERT INTO {table} ({wanted}) SELECT {wanted} FROM newer.{table}")
        file.execute("UPDATE main.meta SET schema_version = ?", (version,))
    return dest
