"""The thorough check of a bank: database, records, vectors, encoder spec and indexes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from memory_store.cache import IndexCache
from memory_store.database import Access, Connection
from memory_store.errors import MemoryStoreError
from memory_store.indexes import VectorIndex
from memory_store.layout import INDEX_NAMES, IndexName, index_path
from memory_store.opening import Opened
from memory_store.soundness import Checked, check_records


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
    """Check everything in one consistent state of the bank. Reads the whole bank."""
    report = Report()
    connection = opened.connection
    with ThreadPoolExecutor(1) as pool:
        structure = pool.submit(_structure, connection)
        with connection.reading():
            indexes = _load_indexes(opened, cache, report)
            for checked in check_records(connection, opened.identity.dimension):
                report.records += checked.records
                report.problems += checked.problems
                for comparison in indexes:
                    comparison.take(checked)
        report.problems[:0] = structure.result()
    if not report.problems:
        for comparison in indexes:
            report.problems += comparison.faults()
    return report


def _structure(connection: Connection) -> list[str]:
    """What SQLite's own check finds, over a connection of its own, so that it runs beside the
    rest."""
    access: Access = "frozen" if connection.access == "frozen" else "ro"
    try:
        own = Connection(connection.path, access)
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
