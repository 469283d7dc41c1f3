"""The reading half of a bank: retrieval for a scene, search by meaning, lists and figures."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from memory_store.browsing.lists import IdLists
from memory_store.cache import IndexCache
from memory_store.embedding.base import ContextVector, Embedder, EncoderIdentity
from memory_store.errors import EncoderMismatch
from memory_store.indexes import VectorIndex
from memory_store.layout import require_same
from memory_store.manifest import SnapshotInfo
from memory_store.opening import Opened
from memory_store.queries import (
    Filter,
    Hit,
    Order,
    Page,
    R,
    Retrieval,
    Stats,
    counts,
    page,
    record_missing,
    records_by_id,
)
from memory_store.ranking import Ranked, nearest, nearest_kept
from memory_store.records import Edit, FailureRecord, Polarity, Record, SuccessRecord
from memory_store.selecting import RankTable, diverse, of_polarity
from memory_store.vectors import Vectors, checked_one
from memory_store.verify import Report, verify
from memory_store.watching import Watcher


class Reader:
    """An open bank, as far as reading goes. Safe to use from several threads."""

    def __init__(
        self, opened: Opened, embedder: Embedder | None, snapshot: SnapshotInfo | None
    ) -> None:
        self._opened = opened
        self._connection = opened.connection
        self._embedder = embedder
        self._cache = IndexCache(
            opened.connection, opened.directory, opened.identity.dimension, opened.bank_id
        )
        self._ranks = RankTable(opened.connection)
        self._lists = IdLists(opened.connection)
        self.snapshot = snapshot

    def forget_lists(self) -> None:
        """Drop what is kept of lists: the next one is made anew, as after a long time."""
        self._lists.forget()

    @property
    def path(self) -> Path:
        """The folder of the bank."""
        return self._opened.directory

    @property
    def identity(self) -> EncoderIdentity:
        """The encoder that the bank was made with."""
        return self._opened.identity

    @property
    def bank_id(self) -> str:
        """A name that no other bank has; a snapshot has that of its parent."""
        return self._opened.bank_id

    @property
    def read_only(self) -> bool:
        """Whether changes are refused."""
        return self._opened.lock is None

    @property
    def has_encoder(self) -> bool:
        """Whether texts can be embedded, for retrieval and search by meaning."""
        return self._embedder is not None

    def use_encoder(self, embedder: Embedder) -> None:
        """Give a bank that was opened without an encoder the one that is in use.

        Raises:
            EncoderMismatch: the bank was made with another one.
        """
        require_same(self.identity, embedder.identity, self.path)
        self._embedder = embedder

    def watcher(self) -> Watcher:
        """Something that tells what others write from now on."""
        return Watcher(self._connection)

    def interrupt(self) -> None:
        """Have a query that is under way in another thread end at once with an error."""
        self._connection.interrupt()

    def close(self) -> None:
        """Close the bank; harmless if it is closed."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def retrieve(
        self,
        text: str,
        role: str,
        k_plus: int = 2,
        k_minus: int = 3,
        *,
        count_use: bool = False,
        diversity: bool = False,
    ) -> Retrieval:
        """The nearest active successes and failures of the context [text; role].

        Args:
            k_plus, k_minus: at most so many of each polarity.
            count_use: count the use in the records; a read-only bank counts nothing.
            diversity: at most one record per source scene, and near-equal bodies once.
        """
        query = self._need_embedder().context(text, role)
        return self.retrieve_by_vector(
            query, k_plus, k_minus, count_use=count_use, diversity=diversity
        )

    def retrieve_by_vector(
        self,
        query: ContextVector,
        k_plus: int = 2,
        k_minus: int = 3,
        *,
        count_use: bool = False,
        diversity: bool = False,
    ) -> Retrieval:
        """The same for a query that was embedded before."""
        vector = checked_one(query.vector, self.identity.dimension, "the query")
        with self._connection.reading():
            plus, minus = self._cache.current("success", "failure")
            successes = self._nearest(plus, vector, k_plus, diversity)
            failures = self._nearest(minus, vector, k_minus, diversity)
            found = records_by_id(self._connection, [i for i, _ in (*successes, *failures)])
        result = Retrieval(
            _hits(found, successes, SuccessRecord),
            _hits(found, failures, FailureRecord),
            query.pieces_read,
            query.pieces_total,
        )
        if count_use and not self.read_only and result.record_ids:
            self._count_use(result.record_ids)
        return result

    def search(
        self, text: str, k: int = 10, polarity: Polarity | None = None
    ) -> tuple[Hit[Record], ...]:
        """The k records whose body is nearest to `text` in meaning, whatever their status."""
        vectors = self._need_embedder().encode([text])
        vector = checked_one(vectors[0], self.identity.dimension, "the query")
        with self._connection.reading():
            (index,) = self._cache.current("body")
            if polarity is None:
                ranked = nearest(index, vector, k, self._ranks)
            else:
                keep = partial(of_polarity, self._connection, polarity)
                ranked = nearest_kept(index, vector, k, self._ranks, keep)
            found = records_by_id(self._connection, [i for i, _ in ranked])
        return tuple(Hit(found[i], cosine) for i, cosine in ranked)

    def show(self, record_id: int) -> Record:
        """One record.

        Raises:
            RecordMissing: there is none with this id.
        """
        found = records_by_id(self._connection, [record_id])
        if record_id not in found:
            raise record_missing(self.path, record_id)
        return found[record_id]

    def history(self, record_id: int) -> tuple[Edit, ...]:
        """The edits of a record, oldest first."""
        rows = self._connection.rows(
            "SELECT id, record_id, author, why, at, changes FROM edit WHERE record_id = ? "
            "ORDER BY id",
            (record_id,),
        )
        names = ("id", "record_id", "author", "why", "at")
        return tuple(
            Edit(**dict(zip(names, row[:5], strict=True)), changes=json.loads(row[5]))
            for row in rows
        )

    def stats(self) -> Stats:
        """Figures of the bank."""
        with self._connection.reading():
            by = {
                name: counts(self._connection, name)
                for name in ("polarity", "status", "origin", "source", "role", "domain")
            }
            sums = self._connection.row(
                "SELECT count(*), count(DISTINCT text), total(hit_count) FROM record "
                "WHERE id NOT IN (SELECT record_id FROM trash)"
            ) or (0, 0, 0)
            trashed = self._connection.row("SELECT count(*) FROM trash") or (0,)
            meta = self._connection.row("SELECT revision, schema_version FROM meta") or (0, 0)
        files = (file for file in self.path.rglob("*") if file.is_file())
        return Stats(
            path=str(self.path),
            total=int(sums[0]),
            by_polarity={"success": 0, "failure": 0, **by["polarity"]},
            by_status={"active": 0, "pending": 0, "quarantined": 0, **by["status"]},
            by_origin=by["origin"],
            by_source=by["source"],
            by_role=by["role"],
            by_domain=by["domain"],
            sections=int(sums[1]),
            retrieved=int(sums[2]),
            encoder=self.identity.describe(),
            created=self._opened.created,
            revision=int(meta[0]),
            schema_version=int(meta[1]),
            bytes_on_disk=sum(file.stat().st_size for file in files),
            snapshot=self.snapshot.name if self.snapshot else None,
            trashed=int(trashed[0]),
        )

    def verify(self) -> Report:
        """Check the whole bank: the database, each record, each vector, each index."""
        return verify(self._opened, self._cache)

    def _need_embedder(self) -> Embedder:
        if self._embedder is None:
            raise EncoderMismatch(
                f"The memory bank {self.path} was opened without an encoder, so it can be read "
                "but not searched by meaning.",
                f"Open it with the encoder {self.identity.describe()}.",
            )
        return self._embedder

    def _count_use(self, ids: Sequence[int]) -> None:
        """Count a use of the records; only a writable bank does."""

    def _nearest(
        self, index: VectorIndex, vector: Vectors, k: int, diversity: bool
    ) -> Sequence[Ranked]:
        if diversity:
            keep = partial(diverse, self._connection, self.identity.dimension)
            return nearest_kept(index, vector, k, self._ranks, keep)
        return nearest(index, vector, k, self._ranks)

    # last in the class: after this name, `list` is no longer the type
    def list(
        self,
        chosen: Filter | None = None,
        *,
        order: Order = "newest",
        limit: int = 50,
        offset: int = 0,
    ) -> Page:
        """A page of the records that pass a filter."""
        return page(self._connection, chosen or Filter(), order, limit, offset)


def _hits(
    found: Mapping[int, Record], ranked: Sequence[Ranked], kind: type[R]
) -> tuple[Hit[R], ...]:
    hits: list[Hit[R]] = []
    for record_id, cosine in ranked:
        record = found[record_id]
        if isinstance(record, kind):
            hits.append(Hit(record, cosine))
    return tuple(hits)
