"""The Episodic Memory Bank: one folder that remembers what worked and what went wrong."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from memory_store import curating, writing
from memory_store.cache import CLOSING_SHARE
from memory_store.database import Connection
from memory_store.embedding.base import Embedder
from memory_store.errors import MemoryStoreError
from memory_store.freezing import freeze
from memory_store.layout import DATABASE, MANIFEST, require_same
from memory_store.manifest import SnapshotInfo, check_files, require_counts
from memory_store.opening import Mode, open_live, opened, require_known
from memory_store.queries import counts
from memory_store.records import NewRecord, Record, Status
from memory_store.rows import Prepared
from memory_store.schema import stand_in
from memory_store.selection import Selection
from memory_store.transacting import WritableBank
from memory_store.vectors import Vectors, checked, checked_one
from memory_store.writing import Consolidation


class Bank(WritableBank):
    """A live bank (`rw` or `ro`) or a frozen snapshot (always `ro`). Safe to use from threads.

    Writing takes the bank's write lock for one operation, across processes.
    """

    @classmethod
    def open(
        cls,
        path: Path,
        embedder: Embedder | None,
        mode: Mode = "rw",
        create: bool = False,
        *,
        lock_timeout: float = 30.0,
    ) -> Self:
        """Open the bank in the folder `path`.

        Args:
            embedder: the encoder in use. None opens the bank for lists, texts and curation, but
                not for retrieval, search or new records.
            mode: `rw`, or `ro`, which writes nothing at all.
            create: make an empty bank if there is none (needs an encoder and `rw`).
            lock_timeout: seconds that a write waits for another one before `BankInUse`.

        Raises:
            BankMissing, NotABank, BankDamaged, BankTooNew, EncoderMismatch, SnapshotInvalid,
            NotWritable, DiskFull, BankInUse, ReadOnly: each says what to do.
        """
        wanted = embedder.identity if embedder is not None else None
        if mode == "ro" and (path / MANIFEST).exists():
            return cls._open_frozen(path, embedder)
        return cls(open_live(path, wanted, mode, create, lock_timeout), embedder, None)

    @classmethod
    def _open_frozen(cls, path: Path, embedder: Embedder | None) -> Self:
        info = check_files(path)
        connection = Connection(path / DATABASE, "frozen")
        try:
            wanted = embedder.identity if embedder is not None else None
            stand_in(connection, require_known(connection))
            require_counts(info, counts(connection, "polarity"), path)
            parts = opened(path, connection, wanted, None)
            return cls(parts, embedder, info)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """Close the bank, writing the index files that are not up to date."""
        if not self._connection.closed and not self.read_only and self._cache.unsaved:
            with suppress(MemoryStoreError):  # files of a cache: the next opening renews them
                self._keep_indexes(lambda: self._cache.save(CLOSING_SHARE), timeout=1.0)
        super().close()

    def consolidate(self, records: Iterable[NewRecord]) -> Consolidation:
        """Store the records of a task: all of them, or none if anything is wrong.

        A transition (run, scene, polarity, source, ordinal) that is stored already is reported as
        a duplicate and left as it is.

        Raises:
            ReadOnly, BadVector, EncoderFailed, BankInUse, DiskFull, NotWritable.
        """
        self.require_writable()
        new = list(records)
        return self.store(self._prepare(new)) if new else Consolidation((), ())

    def store(self, prepared: Sequence[Prepared]) -> Consolidation:
        """Store records that have their vectors already (imports, tests); all or none."""
        dimension = self.identity.dimension
        items = [
            Prepared(
                item.record,
                checked_one(item.context_vector, dimension, "a section"),
                checked_one(item.body_vector, dimension, "a body"),
            )
            for item in prepared
        ]
        return self.transaction(lambda: writing.insert(self._connection, items))

    def save_indexes(self) -> None:
        """Bring the index files up to date, however large. Never needed: it saves time later."""
        self.require_writable()
        self._keep_indexes(self._cache.save_all)

    def set_status(
        self, ids: Iterable[int], status: Status, *, author: str, why: str
    ) -> tuple[Record, ...]:
        """Give records another status; see `curating.set_status`."""
        wanted = list(ids)
        curating.set_status(self, wanted, status, author=author, why=why)
        return tuple(self.show(record_id) for record_id in wanted)

    def edit(self, record_id: int, changes: Mapping[str, str], *, author: str, why: str) -> Record:
        """Change texts of a record; see `curating.edit`."""
        curating.edit(self, record_id, changes, author=author, why=why)
        return self.show(record_id)

    def freeze(
        self,
        name: str,
        dest_root: Path,
        description: str = "",
        *,
        chosen: Selection = None,
        first_k: int | None = None,
        studio_version: str = "",
    ) -> SnapshotInfo:
        """Freeze a consistent picture of the bank as the folder `dest_root / name`.

        Records in the trash are never part of it.

        Args:
            chosen: keep only these records.
            first_k: of these, keep only the first k active ones in order of time; k counts both
                polarities.
            studio_version: noted in the manifest.

        Raises:
            SnapshotInvalid: the name is no folder name or is taken, or there are fewer than k.
            RecordMissing: a chosen id does not exist.
        """
        what = (self._opened, name, dest_root, description, chosen, first_k, studio_version)
        if self._opened.lock is None:
            return freeze(*what)
        with self._opened.lock.held():
            return freeze(*what)

    def _prepare(self, records: Sequence[NewRecord]) -> list[Prepared]:
        """Embed contexts (each once) and bodies, and check every vector."""
        embedder = self._need_embedder()
        require_same(self.identity, embedder.identity, self.path)
        dimension = self.identity.dimension
        contexts: dict[tuple[str, str], Vectors] = {}
        for record in records:
            key = (record.context.text, record.context.role)
            if key not in contexts:
                vector = embedder.context(*key).vector
                contexts[key] = checked_one(vector, dimension, f"the section of {_name(record)}")
        bodies = checked(
            embedder.encode([record.meaning for record in records]),
            len(records),
            dimension,
            "the bodies of the new records",
        )
        return [
            Prepared(record, contexts[record.context.text, record.context.role], body)
            for record, body in zip(records, bodies, strict=True)
        ]


def _name(record: NewRecord) -> str:
    return f"run {record.provenance.run_id}, scene {record.provenance.scene_id}"
