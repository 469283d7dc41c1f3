"""The thorough check of a bank: database, records, vectors, encoder spec and indexes."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from memory_store.cache import IndexCache
from memory_store.database import Access, Connection, Row
from memory_store.errors import MemoryStoreError
from memory_store.indexes import VectorIndex
from memory_store.layout import INDEX_NAMES, IndexName, index_path
from memory_store.opening import Opened, require_known
from memory_store.schema import stand_in
from memory_store.soundness import Checked, check_records, judged, misfits

_STATE = "SELECT revision, stamp FROM meta"


@dataclass
class Report:
    """What `verify` found.

    Attributes:
        records: number of records checked.
        problems: faults of the truth itself: each names a record or file.
        indexes: for each index `ok`, or how its file was found before it was put right: `stale`,
            `missing` or `damaged`. Such a file is no problem: it is a cache.
    """

    records: int = 0
    problems: list[str] = field(default_factory=list)
    indexes: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether nothing is lost or wrong."""
        return not self.problems


def verify(opened: Opened, cache: IndexCache) -> Report:
    """Check everything in one consistent state of the bank. Reads the whole bank.

    What SQLite finds out by itself (the fields of the records, the structure of the file) runs
    beside the reading of texts and vectors, over a connection of its own.
    """
    report = Report()
    connection = opened.connection
    with ThreadPoolExecutor(1) as pool, connection.reading(), _Beside(connection) as beside:
        sound = pool.submit(beside.misfits, connection.row(_STATE))
        structure = pool.submit(_structure, connection)
        indexes = _load_indexes(opened, cache, report)
        suspects = _read(opened, indexes, report)
        found = sound.result()
        suspects += misfits(connection) if found is None else found
        report.problems[:0] = structure.result()
        report.problems += judged(connection, suspects)
    if not report.problems:
        for comparison in indexes:
            report.problems += comparison.faults()
    return report


def _read(opened: Opened, indexes: list["_Comparison"], report: Report) -> list[int]:
    """Check texts and vectors of all records; returns the ids of records that are not legible."""
    suspects: list[int] = []
    for checked in check_records(opened.connection, opened.identity.dimension):
        report.records += checked.records
        report.problems += checked.problems
        suspects += checked.illegible
        for comparison in indexes:
            comparison.take(checked)
    return suspects


class _Beside:
    """Another connection to a bank, which looks at the state that a transaction sees."""

    def __init__(self, connection: Connection) -> None:
        self._own: Connection | None = None
        with suppress(MemoryStoreError):  # a file that does not open twice is read once
            self._own = _own(connection)

    def __enter__(self) -> "_Beside":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._own is not None:
            self._own.interrupt()  # of no use after a stop; finished, if nothing happened
            self._own.close()

    def misfits(self, state: Row | None) -> list[int] | None:
        """The ids of misfits; None if the state is another by now, because somebody wrote."""
        if self._own is None:
            return None
        with self._own.reading():
            return misfits(self._own) if self._own.row(_STATE) == state else None


def _own(connection: Connection) -> Connection:
    """A connection of one's own to the same file, for reading."""
    access: Access = "frozen" if connection.access == "frozen" else "ro"
    own = Connection(connection.path, access)
    try:
        stand_in(own, require_known(own))
    except BaseException:
        own.close()
        raise
    return own


def _structure(connection: Connection) -> list[str]:
    """What SQLite's own check finds, over a connection of its own, so that it runs beside the
    rest."""
    try:
        own = _own(connection)
    except MemoryStoreError as error:
        return [f"database: {error.message}"]
    try:
        problems = [f"database: {found}" for found in own.problems(full=True)]
        return problems + [
            f"database: edit {row[1]} belongs to no record"
            for row in own.rows("PRAGMA foreign_key_check")
        ]
    except MemoryStoreError as error:
        return [f"database: {error.message}"]
    finally:
        own.close()


class _Comparison:
    """Compares an index in memory with the records, as they come by."""

    def __init__(self, name: IndexName, index: VectorIndex) -> None:
        self._name = name
        self._ids = index.ids
        self._order = np.argsort(self._ids)
        self._rows = index.rows()
        self._met = 0
        self._same = True

    def take(self, checked: Checked) -> None:
        """Compare the rows of some records."""
        inside = checked.inside[self._name]
        ids = checked.ids[inside]
        if not len(ids) or not self._same:
            return
        vectors = (checked.bodies if self._name == "body" else checked.contexts)[inside]
        self._met += len(ids)
        places = np.searchsorted(self._ids, ids, sorter=self._order)
        if int(places.max()) >= len(self._ids):
            self._same = False
            return
        rows = self._order[places]
        self._same = bool(np.array_equal(self._ids[rows], ids)) and bool(
            np.array_equal(self._rows[rows], vectors)
        )

    def faults(self) -> list[str]:
        """What is wrong, after all records came by."""
        if self._same and self._met == len(self._ids):
            return []
        return [f"index {self._name}: the index in memory disagrees with the table"]


def _load_indexes(opened: Opened, cache: IndexCache, report: Report) -> list[_Comparison]:
    """The indexes as they answer now; the report says how their files are."""
    comparisons = []
    for name in INDEX_NAMES:
        held = cache.holds(name)
        try:
            (index,) = cache.current(name)
        except MemoryStoreError as error:  # a vector in the table is damaged: no index can be
            report.problems.append(f"index {name}: {error.message}")
            continue
        report.indexes[name] = _file_state(opened, name, index) if held else cache.found[name]
        if report.indexes[name] == "missing" and not len(index):
            report.indexes[name] = "ok"
        comparisons.append(_Comparison(name, index))
    return comparisons


def _file_state(opened: Opened, name: IndexName, index: VectorIndex) -> str:
    """How the file of an index is that was loaded before."""
    read = VectorIndex.load(index_path(opened.directory, name), opened.identity.dimension)
    if isinstance(read, str):
        return read
    saved, _ = read
    same = np.array_equal(saved.ids, index.ids) and np.array_equal(saved.rows(), index.rows())
    return "ok" if same else "stale"
