"""A flat Faiss index whose rows are keyed by record ids.

Vectors are unit vectors, so the inner product is the cosine. Flat search is exact: it scans all
rows. Ids and vectors change together or not at all.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from memory_store.vectors import Vectors

Ids = NDArray[np.int64]

# One thread: a single query gains nothing from two on a busy machine, and can wait 30 ms for them.
faiss.omp_set_num_threads(1)


@dataclass(frozen=True)
class Fingerprint:
    """What an index file claims to hold: which bank, at which revision, which ids in which order.

    `file` is the SHA-256 of the index file, so that a file changed behind our back is not trusted.
    """

    bank: str
    revision: int
    stamp: str
    ids: str
    file: str


class VectorIndex:
    """Ids and their vectors.

    Args:
        ids: shape (n,), no id twice.
        vectors: float32, shape (n, dimension).
    """

    def __init__(self, ids: Ids, vectors: Vectors) -> None:
        if len(ids) != len(vectors):
            raise ValueError("an index needs one id per vector")
        self.dimension = int(vectors.shape[1])
        self._ids = ids.astype(np.int64)
        self._flat = faiss.IndexFlatIP(self.dimension)
        if len(ids):
            self._flat.add(vectors)

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Ids:
        """Ids in the order of the rows."""
        return self._ids

    def vectors(self) -> Vectors:
        """A copy of all vectors in the order of the ids."""
        if not len(self):
            return np.zeros((0, self.dimension), dtype=np.float32)
        rows: Vectors = self._flat.reconstruct_n(0, len(self))
        return rows

    def search(self, vector: Vectors, depth: int) -> tuple[Ids, Vectors]:
        """The `depth` nearest ids and their cosines, best first; fewer if the index is smaller."""
        depth = min(depth, len(self))  # Faiss pads with -1 what it cannot find
        if depth <= 0:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        if vector.shape != (self.dimension,):
            raise ValueError(f"a query of {vector.shape} for an index of {self.dimension}")
        cosines, places = self._flat.search(vector.reshape(1, -1), depth)
        found = places[0] >= 0
        return self._ids[places[0][found]], cosines[0][found]

    def apply(self, gone: Sequence[int], ids: Ids, vectors: Vectors) -> None:
        """Take out the ids `gone` (if they are in) and put in `ids` (replacing what they had)."""
        leaving = np.concatenate([np.asarray(gone, dtype=np.int64), ids])
        stays = ~np.isin(self._ids, leaving)
        if not bool(stays.all()):
            kept = self.vectors()[stays]
            self._flat = faiss.IndexFlatIP(self.dimension)
            self._ids = self._ids[stays]
            if len(kept):
                self._flat.add(kept)
        if len(ids):
            self._flat.add(np.ascontiguousarray(vectors, dtype=np.float32))
            self._ids = np.concatenate([self._ids, ids.astype(np.int64)])

    def ids_digest(self) -> str:
        """SHA-256 of the ids in order."""
        return hashlib.sha256(self._ids.astype("<i8").tobytes()).hexdigest()

    def save(self, path: Path, bank: str, revision: int, stamp: str) -> None:
        """Write the index and its fingerprint, each by rename, so that a reader sees whole files.

        A crash between the two leaves a pair that does not match, which `load` does not trust.
        """
        keyed = faiss.IndexIDMap2(faiss.IndexFlatIP(self.dimension))
        if len(self):
            keyed.add_with_ids(self.vectors(), self._ids)
        data = faiss.serialize_index(keyed).tobytes()
        mark = Fingerprint(
            bank, revision, stamp, self.ids_digest(), hashlib.sha256(data).hexdigest()
        )
        path.parent.mkdir(exist_ok=True)
        _replace(path, data)
        _replace(mark_path(path), json.dumps(mark.__dict__, indent=1).encode())

    @classmethod
    def load(cls, path: Path, dimension: int) -> "tuple[VectorIndex, Fingerprint] | str":
        """The index in `path` if it is what its fingerprint says; else what is wrong with it:
        `missing` or `damaged`."""
        try:
            data = path.read_bytes()
            mark = Fingerprint(**json.loads(mark_path(path).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return "missing"
        except (OSError, ValueError, TypeError):
            return "damaged"
        if hashlib.sha256(data).hexdigest() != mark.file:
            return "damaged"
        keyed = faiss.deserialize_index(np.frombuffer(data, dtype=np.uint8))
        if not isinstance(keyed, faiss.IndexIDMap2) or keyed.d != dimension:
            return "damaged"
        ids: Ids = faiss.vector_to_array(keyed.id_map).copy()
        flat = faiss.downcast_index(keyed.index)
        vectors = (
            flat.reconstruct_n(0, flat.ntotal)
            if flat.ntotal
            else np.zeros((0, dimension), dtype=np.float32)
        )
        index = cls(ids, vectors)
        return (index, mark) if index.ids_digest() == mark.ids else "damaged"


def mark_path(path: Path) -> Path:
    """Where the fingerprint of an index file is."""
    return path.with_suffix(".json")


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
