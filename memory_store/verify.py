"""The thorough check of a bank: database, records, vectors, encoder spec and indexes."""

from dataclasses import dataclass, field

import numpy as np

from memory_store.cache import IndexCache
from memory_store.errors import MemoryStoreError
from memory_store.indexes import VectorIndex
from memory_store.layout import INDEX_NAMES, IndexName, index_path
from memory_store.opening import Opened
from memory_store.rows import SELECT_RECORD, names, record_of
from memory_store.vectors import checksum

UNIT_TOLERANCE = 1e-4
"""A stored vector is of unit length within this."""


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
    with connection.reading():
        report.problems += [f"database: {found}" for found in connection.problems(full=True)]
        report.problems += [
            f"database: edit {row[1]} belongs to no record"
            for row in connection.rows("PRAGMA foreign_key_check")
        ]
        _check_records(opened, report)
        if not report.problems:
            for name in INDEX_NAMES:
                _check_index(opened, cache, name, report)
    return report


def _check_records(opened: Opened, report: Report) -> None:
    vectors = names(("id", "context_vector", "context_crc", "body_vector", "body_crc"))
    for part in opened.connection.stream(f"SELECT {vectors} FROM record ORDER BY id"):
        for record_id, context, context_crc, body, body_crc in part:
            for what, blob, crc in (("context", context, context_crc), ("body", body, body_crc)):
                fault = _vector_fault(blob, crc, opened.identity.dimension)
                if fault:
                    report.problems.append(f"record {record_id}: its {what} vector {fault}")
    for part in opened.connection.stream(f"{SELECT_RECORD} ORDER BY id"):
        for row in part:
            report.records += 1
            try:
                record_of(row)
            except MemoryStoreError as error:
                report.problems.append(error.message)


def _vector_fault(blob: object, crc: int, dimension: int) -> str | None:
    if not isinstance(blob, bytes) or len(blob) != 4 * dimension:
        return "has the wrong size"
    if checksum(blob) != crc:
        return "is not the one that was written"
    vector = np.frombuffer(blob, dtype="<f4")
    if not bool(np.isfinite(vector).all()):
        return "holds NaN or infinity"
    if abs(float(np.linalg.norm(vector)) - 1) > UNIT_TOLERANCE:
        return "is not of unit length"
    return None


def _check_index(opened: Opened, cache: IndexCache, name: IndexName, report: Report) -> None:
    """Compare ids and vectors of the file and of the index in memory with the table."""
    (index,) = cache.current(name)
    ids, vectors = cache.table(name)
    order = np.argsort(index.ids)
    if not np.array_equal(index.ids[order], ids) or not np.array_equal(
        index.vectors()[order], vectors
    ):
        report.problems.append(f"index {name}: the index in memory disagrees with the table")
    read = VectorIndex.load(index_path(opened.directory, name), opened.identity.dimension)
    if isinstance(read, str):
        empty = not len(ids) and read == "missing"
        report.indexes[name] = "ok" if empty else read
        return
    saved = read[0]
    order = np.argsort(saved.ids)
    same = np.array_equal(saved.ids[order], ids) and np.array_equal(saved.vectors()[order], vectors)
    report.indexes[name] = "ok" if same else "stale"
