"""The three indexes of a bank as caches of the record table.

The table counts its changes: every write that touches an index bumps a revision and stamps it, and
marks the rows it changed. Before each search the stamp is compared (one row is read); what changed
since, in this process or another, is applied first. So no search answers from an index that
disagrees with the table.
"""

import logging
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memory_store.database import Connection, Row
from memory_store.errors import DAMAGE_REMEDY, BankDamaged
from memory_store.indexes import Ids, VectorIndex
from memory_store.layout import INDEX_NAMES, IndexName, index_path
from memory_store.vectors import Vectors, from_blobs

SMALL = 4_000
"""Rows up to which an index file is written after every change (6 MB, about ten milliseconds)."""
LARGE_SHARE = 4
"""Larger index files are written after a change once a quarter of the rows changed."""
CLOSING_SHARE = 20
"""When the bank is closed, once a twentieth changed: the rest is quickly caught up at opening."""
_log = logging.getLogger(__name__)

_KEPT = "id NOT IN (SELECT record_id FROM trash)"
_MEMBERS = {
    "success": ("context", f"polarity = 'success' AND status = 'active' AND {_KEPT}"),
    "failure": ("context", f"polarity = 'failure' AND status = 'active' AND {_KEPT}"),
    "body": ("body", _KEPT),
}


@dataclass
class _Held:
    index: VectorIndex
    revision: int
    stamp: str
    unsaved: int


class IndexCache:
    """The indexes of one open bank. Call it within a transaction of `connection`.

    Attributes:
        found: how each index file was found when it was first needed: `ok`, `stale` (brought up to
            date), `missing` or `damaged` (rebuilt from the table).
    """

    def __init__(
        self, connection: Connection, directory: Path, dimension: int, bank_id: str
    ) -> None:
        self._connection = connection
        self._directory = directory
        self._dimension = dimension
        self._bank = bank_id
        self._held: dict[IndexName, _Held] = {}
        self.found: dict[IndexName, str] = {}

    def holds(self, name: IndexName) -> bool:
        """Whether an index was needed before, and so is in memory."""
        return name in self._held

    def current(self, *names: IndexName) -> tuple[VectorIndex, ...]:
        """The indexes `names` as of the transaction in progress."""
        row = self._connection.row("SELECT revision, stamp FROM meta")
        if row is None:
            raise BankDamaged(f"{self._connection.path} lacks its description.", DAMAGE_REMEDY)
        found = []
        for name in names:
            held = self._held.get(name)
            if held is None:
                held = self._held[name] = self._load(name, row[0], row[1])
            elif held.stamp != row[1]:
                self._catch_up(name, held, row[0], row[1])
            found.append(held.index)
        return tuple(found)

    def save(self, share: int = LARGE_SHARE) -> None:
        """Write the index files of which at least one row in `share` changed; small ones after any
        change. Hold the write lock.

        A cache that cannot be written is no reason to fail: it is brought up to date on the next
        opening.
        """
        row = self._connection.row("SELECT count(*) FROM record")
        small = row is not None and row[0] <= SMALL
        for name in INDEX_NAMES:
            if small or name in self._held:
                (index,) = self.current(name)
                held = self._held[name]
                if held.unsaved and (len(index) <= SMALL or held.unsaved * share >= len(index)):
                    self._write(name, held)

    def save_all(self, names: Sequence[IndexName] = INDEX_NAMES) -> None:
        """Bring the indexes `names` up to date and write what is newer than its file."""
        self.current(*names)
        for name, held in self._held.items():
            if held.unsaved:
                self._write(name, held)

    def _write(self, name: IndexName, held: _Held) -> None:
        path = index_path(self._directory, name)
        try:
            if path.parent.is_dir():
                for leftover in path.parent.glob("*.part"):
                    leftover.unlink()  # of a writer that was killed: we hold the lock now
            held.index.save(path, self._bank, held.revision, held.stamp)
            held.unsaved = 0
        except OSError as error:
            _log.warning("the index %s could not be written: %s", path, error)

    @property
    def unsaved(self) -> bool:
        """Whether an index in memory is newer than its file."""
        return any(held.unsaved for held in self._held.values())

    def _load(self, name: IndexName, revision: int, stamp: str) -> _Held:
        read = VectorIndex.load(index_path(self._directory, name), self._dimension)
        if isinstance(read, str):
            self.found[name] = read
            index = VectorIndex(*self._fetch(name))
            return _Held(index, revision, stamp, max(len(index), 1))
        index, mark = read
        if (mark.bank, mark.revision, mark.stamp) == (self._bank, revision, stamp):
            self.found[name] = "ok"
            return _Held(index, revision, stamp, 0)
        self.found[name] = "stale"
        changed = self._reconcile(name, index)
        return _Held(index, revision, stamp, max(changed, 1))

    def _reconcile(self, name: IndexName, index: VectorIndex) -> int:
        """Make an index of another revision, or another history, equal to the table, by comparing
        the checksum of each vector; returns how many rows changed."""
        column, member = _MEMBERS[name]
        sql = f"SELECT id, {column}_crc FROM record WHERE {member}"
        table: dict[int, int] = dict(self._connection.rows(sql))
        sums = [zlib.crc32(vector.astype("<f4").tobytes()) for vector in index.rows()]
        held = dict(zip(index.ids.tolist(), sums, strict=True))
        gone = [key for key, value in held.items() if table.get(key) != value]
        missing = [key for key, value in table.items() if held.get(key) != value]
        index.apply(gone, *self._fetch(name, missing))
        return len(gone) + len(missing)

    def _fetch(self, name: IndexName, only: Sequence[int] | None = None) -> tuple[Ids, Vectors]:
        """Ids and vectors from the table, in order of id; all of the index, or `only` some."""
        column, member = _MEMBERS[name]
        sql = f"SELECT id, {column}_vector, {column}_crc FROM record"
        rows: list[Row] = []
        if only is None:
            rows = self._connection.rows(f"{sql} WHERE {member} ORDER BY id")
        else:
            for start in range(0, len(only), 500):
                part = sorted(only)[start : start + 500]
                marks = ",".join("?" * len(part))
                rows += self._connection.rows(f"{sql} WHERE id IN ({marks}) ORDER BY id", part)
        return self._unpack(rows)

    def _catch_up(self, name: IndexName, held: _Held, revision: int, stamp: str) -> None:
        column, member = _MEMBERS[name]
        rows = self._connection.rows(
            f"SELECT id, {column}_vector, {column}_crc, {member} FROM record WHERE changed > ? "
            "ORDER BY id",
            (held.revision,),
        )
        inside = [row[:3] for row in rows if row[3]]
        outside = [row[0] for row in rows if not row[3]]
        gone = "SELECT record_id FROM gone WHERE changed > ?"
        outside += [row[0] for row in self._connection.rows(gone, (held.revision,))]
        held.index.apply(outside, *self._unpack(inside))
        held.revision, held.stamp = revision, stamp
        held.unsaved += max(len(inside) + len(outside), 1)

    def _unpack(self, rows: Sequence[Row]) -> tuple[Ids, Vectors]:
        for row in rows:
            if zlib.crc32(row[1]) != row[2]:
                raise BankDamaged(
                    f"The vector of record {row[0]} in {self._connection.path} is damaged.",
                    DAMAGE_REMEDY,
                )
        ids = np.array([row[0] for row in rows], dtype=np.int64)
        return ids, from_blobs([row[1] for row in rows], self._dimension)
