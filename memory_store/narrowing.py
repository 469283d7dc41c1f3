"""Taking records out of a copy of a bank's database, so that no trace of them stays in the file."""

from pathlib import Path

from memory_store.database import Connection
from memory_store.errors import SnapshotInvalid
from memory_store.opening import version_of
from memory_store.queries import Filter
from memory_store.schema import current_version, migrate, new_stamp, words_at_the_end
from memory_store.selection import Selection, chosen_ids


def narrow(database: Path, chosen: Selection, first_k: int | None, source: Path) -> None:
    """Delete from the copy `database` what is not chosen, and what lies in the trash.

    Args:
        first_k: of the chosen records keep the first k active ones in order of time.
        source: the bank, for messages.

    Raises:
        SnapshotInvalid: there are fewer than `first_k`.
        RecordMissing: a chosen id does not exist.
    """
    whole = first_k is None and chosen in (None, Filter())
    connection = Connection(database, "create")
    try:
        version = version_of(connection)
        if version < current_version():  # of a bank that was opened for reading only
            if whole:
                return
            migrate(connection, version)
        if whole and connection.row("SELECT 1 FROM trash") is None:
            return
        keep = None if whole else _kept(connection, chosen, first_k, source)
        for pragma in ("journal_mode = OFF", "synchronous = OFF"):  # a lost copy is no loss
            connection.run(f"PRAGMA {pragma}")
        _delete(connection, keep)
        fresh = database.with_name(database.name + ".narrow")
        connection.dump_into(fresh)
    finally:
        connection.close()
    fresh.replace(database)


def _kept(
    connection: Connection, chosen: Selection, first_k: int | None, source: Path
) -> list[int]:
    ids = chosen_ids(connection, chosen)
    if first_k is None:
        return ids
    active = {row[0] for row in connection.rows("SELECT id FROM record WHERE status = 'active'")}
    ids = [key for key in ids if key in active]
    if not 0 <= first_k <= len(ids):
        of = "" if chosen in (None, Filter()) else " that were chosen"
        raise SnapshotInvalid(
            f"{source} has {len(ids)} active records{of}; a snapshot of the first {first_k} is "
            "not possible.",
            f"Ask for a number from 0 to {len(ids)}.",
        )
    return ids[:first_k]


def _delete(connection: Connection, keep: list[int] | None) -> None:
    """Delete all but `keep`; None keeps all that is not in the trash."""
    # filled anew, since the full-text table keeps the words of what is deleted until it is tidied
    with connection.writing(), words_at_the_end(connection):
        if keep is None:
            connection.run("DELETE FROM record WHERE id IN (SELECT record_id FROM trash)")
            connection.run("DELETE FROM trash")
            return
        connection.run("CREATE TEMP TABLE kept (id INTEGER PRIMARY KEY)")
        for key in keep:
            connection.run("INSERT INTO kept VALUES (?)", (key,))
        connection.run("DELETE FROM record WHERE id NOT IN (SELECT id FROM kept)")
        for table in ("trash", "operation_edit", "gone"):
            connection.run(f"DELETE FROM {table}")
        connection.run("UPDATE operation SET undone_by = NULL")
        connection.run("DELETE FROM operation")  # what was done to other records is not theirs
        restamp(connection)


def restamp(connection: Connection) -> None:
    """Mark the copy as another history: index files of the parent do not fit it."""
    connection.run("UPDATE meta SET stamp = ?", (new_stamp(),))
